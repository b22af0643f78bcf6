import Proviso
import Synchronization

/// Stands for a server: it is asked, and the test answers when it likes, also too late.
final class Oracle: Sendable {
    final class Question: Sendable {
        let value: AnyValue
        private let reply: CheckedContinuation<Bool, any Error>
        private let cancellations: AsyncStream<Void>

        fileprivate init(
            _ value: AnyValue, reply: CheckedContinuation<Bool, any Error>, cancellations: AsyncStream<Void>
        ) {
            (self.value, self.reply, self.cancellations) = (value, reply, cancellations)
        }

        func answer(_ isFine: Bool) { reply.resume(returning: isFine) }
        func fail(_ error: any Error) { reply.resume(throwing: error) }

        /// Returns when nobody waits for the answer any more.
        func isCancelled() async { for await _ in cancellations {} }
    }

    private let questions: AsyncStream<Question>
    private let ask: AsyncStream<Question>.Continuation

    init() {
        (questions, ask) = AsyncStream.makeStream()
    }

    /// What a validator calls; it goes on waiting for its answer when it is cancelled.
    var check: AsyncCheck {
        { [ask] value in
            let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { reply in
                    ask.yield(Question(value, reply: reply, cancellations: cancellations))
                }
            } onCancel: {
                cancellation.finish()
            }
        }
    }

    /// The next question.
    func next() async -> Question? {
        for await question in questions { return question }
        return nil
    }
}

/// A fault of the world outside.
struct Outage: Error, CustomStringConvertible {
    let description = "no connection"
}

extension InputState {
    var codes: [String] { violations.map(\.code.rawValue) }
}

/// Returns when a condition holds; what it waits for happens on other threads without saying so.
func untilTrue(isolation: isolated (any Actor)? = #isolation, _ holds: () -> Bool) async {
    while !holds() { await Task.yield() }
}
