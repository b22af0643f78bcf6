internal import BulkBridge
internal import Glibc
package import Proviso

/// A file from which a killed run is resumed.
///
/// It is written to another file and renamed, so that it is always complete. Its second line is the checksum of the
/// first.
package final class Checkpoint {
    /// The state of a run.
    struct State {
        var resumption = Resumption()
        var position = Position()
        var summary = Summary()
        var tally = Tally()
        var presence = Presence()
        /// The records of the current input so far.
        var inputRecords = 0
        /// The header of a table that was written to outputs last.
        var header: String?
        var hasFailed = false
        /// Whether an input, or the rest of one, could not be read.
        var lacksData = false
        var logMark = KeyLog.Mark()
        /// How many findings each entry of the baseline accepted; empty before the first accepted finding.
        var accepted: [Int] = []
        /// What was measured of all records, as data.
        var dataset: AnyValue?
        /// How far each output is written.
        var marks: [Output.Mark]
        /// Whether the first piece of each output was written.
        var begun: [Bool]

        init(outputs: Int) {
            marks = Array(repeating: Output.Mark(length: 0, checksum: 0), count: outputs)
            begun = Array(repeating: false, count: outputs)
        }
    }

    /// The files and options of a run: only the same run can use its checkpoint.
    package typealias Identity = [(name: String, value: String)]

    let path: String
    private let identity: Identity
    private let interval: Duration
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant
    /// The state to resume from; `nil` if the run starts from the beginning.
    let state: State?

    package enum Failure: Error {
        case unreadable(String)
        case unwritable(String)
        /// The checkpoint is for another run; names the difference.
        case different(String)
    }

    /// Reads the checkpoint of this run if there is one; `interval` is in seconds.
    package init(
        path: String, identity: Identity, inputs: Int, outputs: Int, interval: Double
    ) throws(Failure) {
        self.path = path
        self.identity = identity
        self.interval = .seconds(interval > 0 ? min(interval, 1e9) : 0)
        last = clock.now
        state = try Self.read(path, identity, inputs: inputs, outputs: outputs)
        // A file that cannot be written is reported now, and not after an hour.
        do throws(SystemError) {
            _ = try Output(path: draft)
        } catch {
            throw .unwritable(error.reason)
        }
        unlink(draft)
    }

    private static func read(
        _ path: String, _ identity: Identity, inputs: Int, outputs: Int
    ) throws(Failure) -> State? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 1 << 30)
        } catch {
            throw .unreadable(error.reason)
        }
        guard bytes.starts(with: mark) else { throw .unreadable("it is not a checkpoint; name another file") }
        guard let root = content(of: bytes) else { throw damage }
        guard case .list(let run)? = root["run"] else { throw damage }
        for (index, (name, value)) in identity.enumerated() {
            guard index < run.count, run[index] == .list([.text(name), .text(value)]) else { throw .different(name) }
        }
        if run.count != identity.count { throw .different("the number of inputs") }
        guard let state = State(root["state"] ?? .absent, inputs: inputs, outputs: outputs) else { throw damage }
        return state
    }

    private static let damage = Failure.unreadable("the checkpoint is damaged; remove it to start again")

    /// The content of a checkpoint; `nil` if it is incomplete or its checksum is wrong.
    private static func content(of bytes: [UInt8]) -> AnyValue? {
        guard let end = bytes.firstIndex(of: .lineBreak), bytes[end...].elementsEqual(ending(of: bytes[..<end])) else {
            return nil
        }
        return try? AnyValue(json: Array(bytes[..<end]))
    }

    /// The bytes after the first line.
    private static func ending(of line: ArraySlice<UInt8>) -> [UInt8] {
        let checksum = line.withUnsafeBytes { prv_checksum(0, $0.baseAddress, $0.count) }
        return Array("\nchecksum \(String(checksum, radix: 16))\n".utf8)
    }

    /// The bytes of a checkpoint with this first line.
    package static func sealed(_ line: String) -> [UInt8] {
        let line = Array(line.utf8)
        return line + ending(of: line[...])
    }

    /// How far each output was written at the checkpoint; `nil` if the run starts from the beginning.
    package var marks: [Output.Mark]? { state?.marks }

    /// The values of all records before the checkpoint that rules compare across records.
    package func keys(memoryLimit: Int) throws(SystemError) -> UniqueValues {
        let log = try KeyLog(path: path + ".keys", mark: state?.logMark ?? KeyLog.Mark())
        let keys = KeySet(memoryLimit: memoryLimit, log: log)
        try keys.rebuild()
        return UniqueValues(keys: keys)
    }

    /// All files that a checkpoint of this name writes.
    package static func files(_ path: String) -> [String] { [path, path + ".new", path + ".keys"] }

    private var draft: String { path + ".new" }

    /// Whether the interval since the last checkpoint has passed.
    var isDue: Bool { clock.now - last >= interval }

    func save(_ state: State) throws(SystemError) {
        // Also after a failure: the next attempt comes after a whole interval.
        defer { last = clock.now }
        let output = try Output(path: draft, followsLinks: false)
        output.write(Self.sealed(line(state))[...])
        output.synchronize()
        if let failure = output.failure { throw failure }
        guard rename(draft, path) == 0 else { throw SystemError() }
        synchronizeDirectory()
    }

    func remove() {
        unlink(path)
        synchronizeDirectory()
    }

    private func synchronizeDirectory() {
        let directory = path.utf8.contains(UInt8(ascii: "/")) ? NamedFiles.directory(of: path) : "."
        let descriptor = repeatingInterrupted { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        _ = repeatingInterrupted { fsync(descriptor) }
        close(descriptor)
    }

    private static let mark = Array("{\"proviso\":".utf8)

    private func line(_ state: State) -> String {
        let run = identity.map { AnyValue.list([.text($0.name), .text($0.value)]) }
        var writer = JSONWriter()
        writer.object {
            $0.member("proviso", Version.current.description)
            $0.member("run") { $0.value(AnyValue.list(run)) }
            $0.member("state") { state.write(to: &$0) }
        }
        return writer.text
    }
}

extension Checkpoint.State {
    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("input", resumption.input)
            $0.member("offset", resumption.offset)
            $0.member("items", resumption.items.rawValue)
            $0.member("records", position.records)
            $0.member("lines", position.lines)
            $0.member("columns", position.columns)
            $0.member("hasFailed", hasFailed)
            if lacksData { $0.member("lacksData", true) }
            $0.member("claimed", logMark.length)
            $0.member("claimedChecksum", Int(logMark.checksum))
            if !accepted.isEmpty {
                $0.member("accepted") { $0.list { for count in accepted { $0.value(.integer(Int64(count))) } } }
            }
            $0.member("lengths") { $0.list { for mark in marks { $0.value(.integer(Int64(mark.length))) } } }
            $0.member("checksums") { $0.list { for mark in marks { $0.value(.integer(Int64(mark.checksum))) } } }
            $0.member("begun") { $0.list { for begun in begun { $0.value(.boolean(begun)) } } }
            $0.member("summary") { summary.write(to: &$0, isPart: true) }
            $0.member("tally") { tally.write(to: &$0) }
            $0.member("seen", presence.seen.sorted())
            $0.member("names", presence.names)
            $0.member("seenColumns", presence.columns.sorted())
            if let wrapper = presence.wrapper { $0.member("wrapper") { wrapper.write(to: &$0) } }
            $0.member("hasRun", presence.hasRun)
            $0.member("ran") { $0.list { for order in presence.ran.sorted() { $0.value(.integer(Int64(order))) } } }
            $0.member("inputRecords", inputRecords)
            if let header { $0.member("header", header) }
            if let dataset { $0.member("dataset") { $0.value(dataset) } }
        }
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    init?(_ value: AnyValue, inputs: Int, outputs: Int) {
        self.init(outputs: outputs)
        guard let input = value["input"]?.count, input <= inputs, let offset = value["offset"]?.count,
            let items = value["items"]?.count.flatMap(ItemScan.State.init), let hasFailed = value["hasFailed"]?.boolean,
            let records = value["records"]?.count, let lines = value["lines"]?.count,
            let columns = value["columns"]?.count, let claimed = value["claimed"]?.count,
            let checksum = value["claimedChecksum"]?.count.flatMap(UInt32.init(exactly:)),
            let summary = Summary(value["summary"] ?? .absent), let tally = Tally(value["tally"] ?? .absent)
        else { return nil }
        resumption = Resumption(input: input, offset: offset, items: items)
        position = Position(records: records, lines: lines, columns: columns)
        self.hasFailed = hasFailed
        lacksData = value["lacksData"] == .boolean(true)
        logMark = KeyLog.Mark(length: claimed, checksum: checksum)
        self.summary = summary
        self.tally = tally
        for case .text(let name) in value["seen"]?.items ?? [] { presence.seen.insert(name) }
        for case .text(let name) in value["names"]?.items ?? [] { presence.names.append(name) }
        for case .text(let name) in value["seenColumns"]?.items ?? [] { presence.columns.insert(name) }
        presence.wrapper = Wrapper(value["wrapper"])
        presence.hasRun = value["hasRun"] == .boolean(true)
        presence.ran = Set((value["ran"]?.items ?? []).compactMap(\.count))
        inputRecords = value["inputRecords"]?.count ?? 0
        header = value["header"]?.string
        dataset = value["dataset"]
        accepted = (value["accepted"]?.items ?? []).compactMap(\.count)
        if accepted.count != (value["accepted"]?.items ?? []).count { return nil }
        guard case .list(let lengths)? = value["lengths"], case .list(let checksums)? = value["checksums"],
            case .list(let begun)? = value["begun"]
        else { return nil }
        marks = zip(lengths, checksums).compactMap { length, checksum in
            guard let length = length.count, let checksum = checksum.count.flatMap(UInt32.init(exactly:)) else {
                return nil
            }
            return Output.Mark(length: length, checksum: checksum)
        }
        self.begun = begun.compactMap(\.boolean)
        if marks.count != outputs || lengths.count != outputs || checksums.count != outputs { return nil }
        if self.begun.count != outputs || begun.count != outputs { return nil }
    }
}
