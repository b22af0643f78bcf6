import Synchronization

/// Counts how many are somewhere, were there at the same time, and came at all.
final class Tally: Sendable {
    private let counts = Mutex((now: 0, most: 0, all: 0))

    var most: Int { counts.withLock { $0.most } }
    var all: Int { counts.withLock { $0.all } }

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.all += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func leave() { counts.withLock { $0.now -= 1 } }
}
