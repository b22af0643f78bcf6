internal import Synchronization

/// Ends runs from another thread.
final class Cancellation: HandledObject, @unchecked Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
