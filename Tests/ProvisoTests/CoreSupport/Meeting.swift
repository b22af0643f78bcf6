import Synchronization

/// A place where some number of tasks wait for each other: nobody goes on before all are there.
final class Meeting: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var observers: [CheckedContinuation<Void, Never>] = []
        var isOver: Bool { missing <= 0 }
    }

    private let state: Mutex<State>

    init(of count: Int) {
        state = Mutex(State(missing: count))
    }

    /// Arrives and waits for the others.
    func attend() async {
        await withCheckedContinuation { continuation in
            let released = state.withLock { state in
                state.missing -= 1
                state.waiting.append(continuation)
                guard state.isOver else { return [CheckedContinuation<Void, Never>]() }
                defer { (state.waiting, state.observers) = ([], []) }
                return state.waiting + state.observers
            }
            for one in released { one.resume() }
        }
    }

    /// Waits until all have arrived, without being one of them.
    func begun() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.observers.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}
