internal import EngineInterface
internal import Synchronization

/// The function of a caller that takes findings, and whether the run is to end.
///
/// It is called by one thread at a time: `ReportSink` has the turn.
final class FindingSink: @unchecked Sendable {
    private let function: proviso_engine_sink?
    private let context: UnsafeMutableRawPointer?
    /// What ends the run from another thread.
    private let cancellation: Cancellation?
    /// Cancelled when the function wants no more.
    private let stop = Cancellation()

    init(_ function: proviso_engine_sink?, _ context: UnsafeMutableRawPointer?, _ cancellation: Cancellation?) {
        self.function = function
        self.context = context
        self.cancellation = cancellation
    }

    var isCancelled: Bool { stop.isCancelled || cancellation?.isCancelled ?? false }

    func take(_ bytes: UnsafeRawBufferPointer) {
        guard let function, !bytes.isEmpty, !stop.isCancelled else { return }
        if function(context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) != 0 { stop.cancel() }
    }
}

/// Ends runs from another thread.
final class Cancellation: HandledObject, @unchecked Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
