internal import Dispatch
internal import Synchronization

/// Runs blocking work on a thread that may block.
enum Blocking {
    /// The result of `work`; if the task is cancelled, the call ends at once and the result of `work` is dropped.
    static func call<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let answer = Answer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.await(with: continuation)
                DispatchQueue.global().async { answer.give(Result { try work() }) }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }

    /// Passes the first result to the caller, whether the result or the caller comes first.
    private final class Answer<Value: Sendable>: Sendable {
        private enum State {
            case open
            case given(Result<Value, any Error>)
            case awaited(CheckedContinuation<Value, any Error>)
            case closed
        }

        private let state = Mutex(State.open)

        func await(with continuation: CheckedContinuation<Value, any Error>) {
            let given: Result<Value, any Error>? = state.withLock { state in
                guard case .given(let result) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .closed
                return result
            }
            if let given { continuation.resume(with: given) }
        }

        func give(_ result: Result<Value, any Error>) {
            let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
                switch state {
                case .open:
                    state = .given(result)
                    return nil
                case .awaited(let continuation):
                    state = .closed
                    return continuation
                case .given, .closed: return nil
                }
            }
            waiting?.resume(with: result)
        }
    }
}
