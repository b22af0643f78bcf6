/// Puts chunks, which are finished in any order, into the order of the data.
final class Sequencer: @unchecked Sendable {
    private let monitor = Monitor()
    private let limit: Int
    private let make: @Sendable () -> Chunk
    private let collect: (Chunk) -> Void
    private let passOn: (Chunk) -> Void
    // The lock protects these.
    private var free: [Chunk] = []
    private var made = 0
    private var position: Position
    private var counted: [Int: Chunk] = [:]
    private var nextCounted = 0
    private var nextTurn = 0
    private var nextCalls = 0
    private var done: [Int: Chunk] = [:]
    private var nextDone = 0
    private var isCollecting = false

    /// `limit` is the maximum number of chunks.
    ///
    /// `collect` receives finished chunks one at a time, in order, and `passOn` receives a chunk with much output
    /// before it is finished.
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

    /// A free chunk; waits while the maximum number is in use.
    func take() -> Chunk {
        monitor.locked {
            monitor.wait { !free.isEmpty || made < limit }
            if let chunk = free.popLast() { return chunk }
            made += 1
            return make()
        }
    }

    /// Returns a chunk that was not needed.
    func giveBack(_ chunk: Chunk) {
        monitor.locked {
            free.append(chunk)
            monitor.notify()
        }
    }

    /// Registers the extent of a chunk, which gives the start of the next one.
    func counted(_ chunk: Chunk) {
        monitor.locked {
            counted[chunk.sequence] = chunk
            while let next = counted.removeValue(forKey: nextCounted) {
                if var origin = next.origin {
                    origin.records = position.records
                    position = origin
                }
                position = position + next.lead
                next.base = position
                position = position + next.extent
                nextCounted += 1
            }
            monitor.notify()
        }
    }

    /// Waits until the start of a chunk is known.
    ///
    /// There is no deadlock: threads with earlier chunks never wait for later ones.
    func awaitBase(of chunk: Chunk) {
        if chunk.isPlaced { return }
        monitor.locked { monitor.wait { chunk.base != nil } }
        chunk.isPlaced = true
    }

    /// Runs a closure for each chunk, in order.
    func takeTurn(_ chunk: Chunk, _ body: () -> Void) {
        monitor.locked { monitor.wait { nextTurn == chunk.sequence } }
        body()
        monitor.locked {
            nextTurn += 1
            monitor.notify()
        }
    }

    /// Waits until the results of plugins for all chunks before are known; `endCalls` must follow.
    func awaitCalls(for chunk: Chunk) {
        monitor.locked { monitor.wait { nextCalls >= chunk.sequence } }
    }

    /// Lets the next chunk use the results of plugins; does nothing if it may already.
    func endCalls(for chunk: Chunk) {
        monitor.locked {
            monitor.wait { nextCalls >= chunk.sequence }
            nextCalls = max(nextCalls, chunk.sequence + 1)
            monitor.notify()
        }
    }

    /// Writes the current output of a chunk after all chunks before it, to free the memory.
    ///
    /// No other thread writes meanwhile, because this chunk is the next one.
    func pass(_ chunk: Chunk) {
        monitor.locked { monitor.wait { nextDone == chunk.sequence } }
        passOn(chunk)
    }

    /// Passes a finished chunk, and those that waited for it, to `collect`.
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
