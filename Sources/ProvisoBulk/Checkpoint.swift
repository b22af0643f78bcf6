internal import Glibc
package import Proviso

/// A file from which a run goes on after it was killed.
///
/// Written beside and renamed, so that there is always a whole one.
package final class Checkpoint {
    /// How far a run is.
    struct State {
        var resumption = Resumption()
        var position = Position()
        var summary = Summary()
        var tally = Tally()
        /// The header of a table that was written last.
        var header: String?
        var hasFailed = false
        var claimed = 0
        /// The length of each output.
        var lengths: [Int]
        /// Whether the first piece of each output was written.
        var begun: [Bool]

        init(outputs: Int) {
            lengths = Array(repeating: 0, count: outputs)
            begun = Array(repeating: false, count: outputs)
        }
    }

    /// What a run is: a checkpoint is for the very same one only.
    package typealias Identity = [(name: String, value: String)]

    let path: String
    private let identity: Identity
    private let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    /// Where the run goes on, nil when it starts from the beginning.
    let state: State?

    package enum Failure: Error {
        case unreadable(String)
        /// It is of another run; says what differs.
        case different(String)
    }

    /// Looks whether there is a checkpoint of this run; `interval` is in seconds.
    package init(path: String, identity: Identity, outputs: Int, interval: Double) throws(Failure) {
        self.path = path
        self.identity = identity
        self.interval = .seconds(interval)
        last = clock.now
        var status = stat()
        guard stat(path, &status) == 0 else {
            state = nil
            return
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 1 << 24)
        } catch {
            throw .unreadable(error.reason)
        }
        guard let root = AnyValue(json: bytes), root["proviso"] != nil,
            let state = State(root["state"] ?? .absent, outputs: outputs)
        else { throw .unreadable("it is no checkpoint") }
        for (name, value) in identity where root["run"]?[name] != .text(value) {
            throw .different(name)
        }
        guard root["run"]?.members.count == identity.count else { throw .different("the inputs") }
        self.state = state
    }

    /// The length of each output at the checkpoint, nil when the run starts from the beginning.
    package var lengths: [Int]? { state?.lengths }

    /// The set of the values that the records have, as it was at the checkpoint.
    package func keys(memoryLimit: Int) throws(SystemError) -> RecordClaims {
        let keys = KeySet(memoryLimit: memoryLimit, log: try KeyLog(path: path + ".keys", length: state?.claimed ?? 0))
        try keys.rebuild()
        return RecordClaims(keys: keys)
    }

    /// Whether it is time to save.
    var isDue: Bool { clock.now - last >= interval }

    func save(_ state: State) throws(SystemError) {
        let next = path + ".new"
        let output = try Output(path: next)
        output.write(text(state))
        output.synchronize()
        if let failure = output.failure { throw failure }
        guard rename(next, path) == 0 else { throw SystemError() }
        synchronizeFolder()
        last = clock.now
    }

    func remove() {
        unlink(path)
        synchronizeFolder()
    }

    private func synchronizeFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func text(_ state: State) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("proviso", Version.current.description)
            $0.member("run") { $0.object { for (name, value) in identity { $0.member(name, value) } } }
            $0.member("state") { state.write(to: &$0) }
        }
        return writer.text + "\n"
    }
}

extension Checkpoint.State {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("input", resumption.input)
            $0.member("offset", resumption.offset)
            $0.member("isInArray", resumption.isInArray)
            $0.member("records", position.records)
            $0.member("lines", position.lines)
            $0.member("columns", position.columns)
            $0.member("hasFailed", hasFailed)
            $0.member("claimed", claimed)
            $0.member("lengths") { $0.list { for length in lengths { $0.value(.integer(Int64(length))) } } }
            $0.member("begun") { $0.list { for begun in begun { $0.value(.boolean(begun)) } } }
            $0.member("summary") { summary.write(to: &$0) }
            $0.member("tally") { tally.write(to: &$0) }
            if let header { $0.member("header", header) }
        }
    }

    fileprivate init?(_ value: AnyValue, outputs: Int) {
        self.init(outputs: outputs)
        guard let input = value["input"]?.int, let offset = value["offset"]?.int, let records = value["records"]?.int,
            let lines = value["lines"]?.int, let columns = value["columns"]?.int, let claimed = value["claimed"]?.int,
            case .list(let lengths)? = value["lengths"], case .list(let begun)? = value["begun"],
            lengths.count == outputs, begun.count == outputs, let summary = Summary(value["summary"] ?? .absent)
        else { return nil }
        resumption = Resumption(input: input, offset: offset, isInArray: value["isInArray"] == .boolean(true))
        position = Position(records: records, lines: lines, columns: columns)
        self.summary = summary
        tally = Tally(value["tally"] ?? .absent)
        header = value["header"]?.string
        hasFailed = value["hasFailed"] == .boolean(true)
        self.claimed = claimed
        self.lengths = lengths.compactMap(\.int)
        self.begun = begun.map { $0 == .boolean(true) }
    }
}
