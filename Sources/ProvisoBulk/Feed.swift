internal import BulkBridge
internal import Glibc
internal import Proviso
internal import Synchronization

/// Hands out the chunks of all inputs, one after the other, to any thread.
final class Feed: @unchecked Sendable {
    private let paths: [String]
    private let options: Divider.Options
    private let plan: Plan
    /// Not behind the lock, which is held as long as a pipe has nothing to read.
    private let isStopped = Atomic(false)
    private let monitor = Monitor()
    // What the lock guards.
    private var resumption: Resumption?
    private var divider: Divider?
    private var index: Int
    private var sequence = 0
    /// The bytes of the inputs before the current one.
    private var before = 0
    /// Why an input cannot be checked by these rules: the run ends before its first record.
    private var refused: [String] = []

    init(_ paths: [String], options: Divider.Options, plan: Plan, from resumption: Resumption?) {
        self.paths = paths
        self.options = options
        self.plan = plan
        self.resumption = resumption
        index = resumption?.input ?? 0
        for path in paths[..<min(index, paths.count)] { before += Self.size(path) ?? 0 }
        if let resumption, resumption.offset == 0 { self.resumption = nil }
    }

    /// The bytes of all inputs, nil when that cannot be known.
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

    /// Whether nothing is left to hand out.
    var isExhausted: Bool { isStopped.load(ordering: .relaxed) || monitor.locked { index >= paths.count } }

    /// Why an input cannot be checked by these rules; empty when all can.
    var refusal: [String] { monitor.locked { refused } }

    /// Hands out nothing more; any thread may call it.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Reads the next chunk; false at the end of all inputs, and when a signal came.
    func next(_ chunk: Chunk) -> Bool {
        monitor.locked {
            if prv_interrupt_signal() != 0 { stop() }
            guard !isStopped.load(ordering: .relaxed), index < paths.count else { return false }
            chunk.sequence = sequence
            chunk.file = paths[index] == "-" ? "<stdin>" : paths[index]
            sequence += 1
            read(chunk)
            if !refused.isEmpty { stop() }
            return refused.isEmpty
        }
    }

    private func read(_ chunk: Chunk) {
        let path = paths[index]
        if divider == nil {
            do throws(SystemError) {
                var options = options
                if options.format == .auto { options.format = .named(path) }
                options.name = chunk.file
                divider = Divider(try ByteStream(path: path), options: options, plan: plan)
            } catch {
                chunk.failure = "\(path): \(error.reason)"
                chunk.origin = Position()
            }
        }
        if let divider {
            _ = divider.next(chunk, from: resumption)
            refused = divider.refusal
        }
        resumption = nil
        chunk.resumption.input = index
        chunk.consumed = before + (divider?.consumed ?? 0)
        guard divider?.isDone ?? true, prv_interrupt_signal() == 0 else { return }
        before = chunk.consumed
        divider = nil
        index += 1
        chunk.resumption = Resumption(input: index)
    }
}
