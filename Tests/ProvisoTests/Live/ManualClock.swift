import Synchronization

/// A clock that goes only when it is told to.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let end: Instant
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let naps: AsyncStream<Void>
    private let nap: AsyncStream<Void>.Continuation

    init() {
        (naps, nap) = AsyncStream.makeStream()
    }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until end: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = state.withLock { state in
                    if Task.isCancelled || end <= state.now { return true }
                    state.sleepers[number] = Sleeper(end: end, wake: wake)
                    return false
                }
                if isOver { wake.resume() } else { nap.yield() }
            }
            try Task.checkCancellation()
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Returns when somebody has gone to sleep since the last call.
    func somebodySleeps() async {
        for await _ in naps { return }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.value.end <= state.now }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values
        }
        for sleeper in woken { sleeper.wake.resume() }
    }
}
