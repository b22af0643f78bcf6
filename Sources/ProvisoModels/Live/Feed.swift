internal import Synchronization

/// Sends events to a handler and any number of sequences, in the order they happened.
///
/// From any thread. The handler is called by one thread at a time, outside all locks. An event that comes while the
/// handler runs is sent by the thread that runs it.
final class Feed<Event: Sendable>: Sendable {
    private struct State {
        var handler: (@Sendable (Event) -> Void)?
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var next = 0
        var untold: [(handler: @Sendable (Event) -> Void, event: Event)] = []
        var isTelling = false
    }

    private let state = Mutex(State())

    deinit {
        end()
    }

    func setHandler(_ handler: (@Sendable (Event) -> Void)?) {
        state.withLock { $0.handler = handler }
    }

    /// Every event from now on, until the feed ends.
    func events() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let number = state.withLock { state in
            state.next += 1
            state.subscribers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Takes an event in; `tell` hands it to the handler.
    ///
    /// In two steps, so that who sends may take events in under a lock of its own, which gives them their order.
    func take(_ event: Event) {
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(event) }
            if let handler = state.handler { state.untold.append((handler, event)) }
        }
    }

    /// Hands what was taken in to the handler, unless another thread is at it already.
    func tell() {
        let isBusy = state.withLock { state in
            defer { state.isTelling = true }
            return state.isTelling
        }
        if isBusy { return }
        while let (handler, event) = nextUntold() { handler(event) }
    }

    private func nextUntold() -> (handler: @Sendable (Event) -> Void, event: Event)? {
        state.withLock { state in
            if state.untold.isEmpty {
                state.isTelling = false
                return nil
            }
            return state.untold.removeFirst()
        }
    }

    /// Ends the present sequences; later ones receive later events.
    func end() {
        let ended = state.withLock { state in
            defer { state.subscribers = [:] }
            return state.subscribers.values
        }
        // Outside the lock: a sequence that ends says so at once.
        for subscriber in ended { subscriber.finish() }
    }
}
