internal import BulkBridge
internal import Glibc
internal import Proviso
internal import Synchronization

/// Reads the chunks of all inputs, one after the other, for any thread.
final class ChunkSource: @unchecked Sendable {
    private let paths: [String]
    private let options: RecordSplitter.Options
    private let plan: Plan
    private let host: RunHost
    /// Not protected by the lock, which is held while a pipe has nothing to read.
    private let isStopped = Atomic(false)
    private let monitor = Monitor()
    // The lock protects these.
    private var resumption: Resumption?
    private var splitter: RecordSplitter?
    private var index: Int
    private var sequence = 0
    /// The bytes of the inputs before the current one.
    private var before = 0
    /// Why the rules cannot validate an input: the run ends before its first record.
    private var refused: [String] = []

    init(_ paths: [String], options: RecordSplitter.Options, plan: Plan, host: RunHost, from resumption: Resumption?) {
        self.paths = paths
        self.options = options
        self.plan = plan
        self.host = host
        self.resumption = resumption
        index = resumption?.input ?? 0
        for path in paths[..<min(index, paths.count)] { before += Self.size(path) ?? 0 }
        if let resumption, resumption.offset == 0 { self.resumption = nil }
    }

    /// The bytes of all inputs; `nil` if that cannot be known.
    var total: Int? {
        var total = 0
        for path in paths {
            guard let size = Self.size(path) else { return nil }
            total += size
        }
        return total
    }

    private static func size(_ path: String) -> Int? {
        var status = stat()
        let isKnown = path == "-" ? fstat(STDIN_FILENO, &status) == 0 : stat(path, &status) == 0
        return isKnown && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Whether there are no more chunks.
    var isExhausted: Bool { isStopped.load(ordering: .relaxed) || monitor.locked { index >= paths.count } }

    /// Whether all inputs were read to their end.
    var isAtEnd: Bool { monitor.locked { index >= paths.count } }

    /// Why the rules cannot validate an input; empty if they can validate all.
    var refusal: [String] { monitor.locked { refused } }

    /// Ends the reading; any thread may call it.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Reads the next chunk; returns false at the end of all inputs and after a signal.
    func next(_ chunk: Chunk) -> Bool {
        monitor.locked {
            if prv_interrupt_signal() != 0 || host.isCancelled() { stop() }
            guard !isStopped.load(ordering: .relaxed), index < paths.count else { return false }
            chunk.sequence = sequence
            chunk.file = host.inputName ?? (paths[index] == "-" ? "<stdin>" : paths[index])
            sequence += 1
            read(chunk)
            if !refused.isEmpty { stop() }
            return refused.isEmpty
        }
    }

    private func read(_ chunk: Chunk) {
        let path = paths[index]
        if splitter == nil {
            do throws(SystemError) {
                var options = options
                if options.format == .auto { options.format = .named(path) }
                options.name = chunk.file
                splitter = RecordSplitter(try ByteStream(path: path), options: options, plan: plan)
            } catch {
                chunk.failure = "\(path): \(error.reason)\(NearFile.hint(for: path))"
                chunk.origin = Position()
            }
        }
        if let splitter {
            _ = splitter.next(chunk, from: resumption)
            refused = splitter.refusal
        }
        resumption = nil
        chunk.resumption.input = index
        chunk.consumed = before + (splitter?.consumed ?? 0)
        guard splitter?.isDone ?? true, prv_interrupt_signal() == 0 else { return }
        before = chunk.consumed
        chunk.isLast = true
        splitter = nil
        index += 1
        chunk.resumption = Resumption(input: index)
    }
}
