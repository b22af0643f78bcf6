internal import BulkBridge
internal import Glibc
package import Proviso

/// A file from which a run goes on after it was killed.
///
/// Written beside and renamed, so that there is always a whole one; its second line is the checksum of the first.
package final class Checkpoint {
    /// How far a run is.
    struct State {
        var resumption = Resumption()
        var position = Position()
        var summary = Summary()
        var tally = Tally()
        var presence = Presence()
        /// The header of a table that was written last.
        var header: String?
        var hasFailed = false
        var claimed = KeyLog.Mark()
        /// How many findings each entry of the baseline accepted; empty before the first one did.
        var accepted: [Int] = []
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
        case unwritable(String)
        /// It is of another run; says what differs.
        case different(String)
    }

    /// Reads the checkpoint of this run, if there is one; `interval` is in seconds.
    package init(
        path: String, identity: Identity, inputs: Int, outputs: Int, interval: Double
    ) throws(Failure) {
        self.path = path
        self.identity = identity
        self.interval = .seconds(interval > 0 ? min(interval, 1e9) : 0)
        last = clock.now
        state = try Self.read(path, identity, inputs: inputs, outputs: outputs)
        // Better now than after an hour.
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
        guard bytes.starts(with: mark) else { throw .unreadable("it is no checkpoint; name another file") }
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

    /// What a checkpoint says, if it is there whole and as it was written.
    private static func content(of bytes: [UInt8]) -> AnyValue? {
        guard let end = bytes.firstIndex(of: .lineBreak), bytes[end...].elementsEqual(ending(of: bytes[..<end])) else {
            return nil
        }
        return try? AnyValue(json: Array(bytes[..<end]))
    }

    /// What stands behind the first line.
    private static func ending(of line: ArraySlice<UInt8>) -> [UInt8] {
        let checksum = line.withUnsafeBytes { prv_checksum(0, $0.baseAddress, $0.count) }
        return Array("\nchecksum \(String(checksum, radix: 16))\n".utf8)
    }

    /// A checkpoint with this as its first line.
    package static func sealed(_ line: String) -> [UInt8] {
        let line = Array(line.utf8)
        return line + ending(of: line[...])
    }

    /// The length of each output at the checkpoint, nil when the run starts from the beginning.
    package var lengths: [Int]? { state?.lengths }

    /// The set of the values that the records have, as it was at the checkpoint.
    package func keys(memoryLimit: Int) throws(SystemError) -> RecordClaims {
        let log = try KeyLog(path: path + ".keys", mark: state?.claimed ?? KeyLog.Mark())
        let keys = KeySet(memoryLimit: memoryLimit, log: log)
        try keys.rebuild()
        return RecordClaims(keys: keys)
    }

    /// All files that a checkpoint of this name may write.
    package static func files(_ path: String) -> [String] { [path, path + ".new", path + ".keys"] }

    private var draft: String { path + ".new" }

    /// Whether it is time to save.
    var isDue: Bool { clock.now - last >= interval }

    func save(_ state: State) throws(SystemError) {
        // Also when it fails: the next try is as far away as ever.
        defer { last = clock.now }
        let output = try Output(path: draft)
        output.write(Self.sealed(line(state))[...])
        output.synchronize()
        if let failure = output.failure { throw failure }
        guard rename(draft, path) == 0 else { throw SystemError() }
        synchronizeFolder()
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
