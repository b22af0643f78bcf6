internal import ProvisoCore
internal import Synchronization

/// Wakes who validates a live model, and keeps the answers that came in the meantime.
///
/// The one part of a live model that other threads see.
final class Wakeup: Sendable {
    /// The result of an attribute's async checks.
    struct Answer: Sendable {
        let attribute: Int
        let path: ValuePath
        let number: Int
        let found: [Violation]
    }

    /// One element for any number of calls that were not noticed yet.
    let calls: AsyncStream<Void>
    private let call: AsyncStream<Void>.Continuation
    private let pause: any Pause
    private let answers = Mutex<[Answer]>([])

    init<Time: Clock<Duration>>(after delay: Duration, by clock: Time) {
        (calls, call) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        pause = delay > .zero ? ClockPause(clock, delay: delay) : NoPause()
    }

    /// Something has changed, or is about to.
    func change() {
        pause.begin()
        call.yield()
    }

    func bring(_ answer: Answer) {
        answers.withLock { $0.append(answer) }
        call.yield()
    }

    func takeAnswers() -> [Answer] {
        answers.withLock { answers in
            defer { answers = [] }
            return answers
        }
    }

    /// Returns when nothing has changed for the given time.
    ///
    /// Throws when the task is cancelled.
    func rest() async throws { try await pause.rest() }

    func end() { call.finish() }
}

/// How long to wait after a change for another one.
private protocol Pause: Sendable {
    func begin()
    func rest() async throws
}

private struct NoPause: Pause {
    func begin() {}
    func rest() async throws {}
}

private final class ClockPause<Time: Clock<Duration>>: Pause {
    private let clock: Time
    private let delay: Duration
    private let last: Mutex<Time.Instant>

    init(_ clock: Time, delay: Duration) {
        self.clock = clock
        self.delay = delay
        last = Mutex(clock.now)
    }

    func begin() {
        let now = clock.now
        last.withLock { $0 = now }
    }

    func rest() async throws {
        while true {
            let end = last.withLock { $0 }.advanced(by: delay)
            if clock.now >= end { return }
            try await clock.sleep(until: end, tolerance: nil)
        }
    }
}
