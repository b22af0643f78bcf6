/// Puts chunks, which are done in any order, back into the order of the data.
final class Order: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Int
    private let make: @Sendable () -> Chunk
    private let collect: (Chunk) -> Void
    private let passOn: (Chunk) -> Void
    // What the lock guards.
    private var free: [Chunk] = []
    private var made = 0
    private var position: Position
    private var counted: [Int: Chunk] = [:]
    private var nextCounted = 0
    private var nextTurn = 0
    private var done: [Int: Chunk] = [:]
    private var nextDone = 0
    private var isCollecting = false

    /// `limit` is how many chunks there may be at once; `collect` gets them one at a time, in order, and `passOn` those
    /// that have written much, before.
    init(
        from position: Position, limit: Int, make: @escaping @Sendable () -> Chunk,
        passOn: @escaping (Chunk) -> Void, collect: @escaping (Chunk) -> Void
    ) {
        self.position = position
        self.limit = limit
        self.make = make
        self.collect = collect
        self.passOn = passOn
    }

    /// A chunk to read into; waits while too many are on their way.
    func take() -> Chunk {
        monitor.locked {
            monitor.wait { !free.isEmpty || made < limit }
            if let chunk = free.popLast() { return chunk }
            made += 1
            return make()
        }
    }

    /// Gives a chunk back that was not needed.
    func giveBack(_ chunk: Chunk) {
        monitor.locked {
            free.append(chunk)
            monitor.notify()
        }
    }

    /// Notes how far a chunk reaches, which says where the next one starts.
    func counted(_ chunk: Chunk) {
        monitor.locked {
            counted[chunk.sequence] = chunk
            while let next = counted.removeValue(forKey: nextCounted) {
                if var origin = next.origin {
                    origin.records = position.records
                    position = origin
                }
                next.base = position
                position = position + next.extent
                nextCounted += 1
            }
            monitor.notify()
        }
    }

    /// Waits until it is known where a chunk starts.
    ///
    /// Whoever works on a chunk before this one never waits for this one.
    func awaitBase(of chunk: Chunk) {
        if chunk.isPlaced { return }
        monitor.locked { monitor.wait { chunk.base != nil } }
        chunk.isPlaced = true
    }

    /// Runs a piece of work for each chunk in order.
    func takeTurn(_ chunk: Chunk, _ body: () -> Void) {
        monitor.locked { monitor.wait { nextTurn == chunk.sequence } }
        body()
        monitor.locked {
            nextTurn += 1
            monitor.notify()
        }
    }

    /// Writes what a chunk has so far, once all chunks before it are written, so that it does not stay in memory.
    ///
    /// Nobody else collects then: this chunk is the next one.
    func pass(_ chunk: Chunk) {
        monitor.locked { monitor.wait { nextDone == chunk.sequence } }
        passOn(chunk)
    }

    /// Hands a finished chunk on, and those that waited for it.
    func finish(_ chunk: Chunk) {
        let collects = monitor.locked {
            done[chunk.sequence] = chunk
            if isCollecting { return false }
            isCollecting = true
            return true
        }
        while collects, let next = nextToCollect() {
            collect(next)
            monitor.locked {
                free.append(next)
                nextDone += 1
                monitor.notify()
            }
        }
    }

    private func nextToCollect() -> Chunk? {
        monitor.locked {
            let next = done.removeValue(forKey: nextDone)
            if next == nil { isCollecting = false }
            return next
        }
    }
}
