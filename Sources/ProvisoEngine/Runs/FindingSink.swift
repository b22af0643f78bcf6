internal import EngineInterface

/// The function of a caller that takes findings.
///
/// It is called by one thread at a time: `ReportSink` has the turn.
final class FindingSink: @unchecked Sendable {
    private let function: proviso_engine_sink?
    private let context: UnsafeMutableRawPointer?
    /// Cancelled when the function wants no more.
    let stop = Cancellation()

    init(_ function: proviso_engine_sink?, _ context: UnsafeMutableRawPointer?) {
        self.function = function
        self.context = context
    }

    func take(_ bytes: UnsafeRawBufferPointer) {
        guard let function, !bytes.isEmpty, !stop.isCancelled else { return }
        if function(context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) != 0 { stop.cancel() }
    }
}
