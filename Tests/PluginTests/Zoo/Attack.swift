import Foundation
import Testing

/// An attack of `Fixtures/attack`, and what a run of the tool with it must give.
struct Attack: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        /// The value is a fault with this reason, and all other verdicts are right.
        case fault(String)
        /// The value has these findings, and all other verdicts are right.
        case finds([String])
        /// The plugin reports which of its forbidden calls were not refused: none.
        case denied
        /// No rule runs, and this is said.
        case refused(String)
        /// The run fails with this reason, whatever was found before.
        case stops(String)
        /// As `refused`, with the status of a wrong rule file: the plugin does not accept its options.
        case declined(String)
        /// The verdicts of its own rules are its own affair; those of other rules are right.
        case ownVerdictsOnly
        /// The program may end, but with no status that could be a verdict.
        case ends
        /// All findings are written, but the program may end badly after them.
        case endsLate
    }

    enum Mode: String, Sendable {
        case worker, inProcess = "inproc"
    }

    /// The row in the table of the hundred attacks; those after 100 are newer.
    let row: Int
    /// The place and the attack, as the plugin knows them.
    let what: String
    let mode: Mode
    let outcome: Outcome
    let flags: [String]
    let options: [String]
    let location: SourceLocation

    init(
        _ row: Int, _ what: String, _ outcome: Outcome, in mode: Mode = .worker, flags: [String] = [],
        options: [String] = [], location: SourceLocation = #_sourceLocation
    ) {
        self.row = row
        self.what = what
        self.mode = mode
        self.outcome = outcome
        self.flags = flags
        self.options = options
        self.location = location
    }

    var testDescription: String { "\(row) \(what) \(mode)" }

    /// Those that do not come back by themselves are awaited for a second only.
    var patience: String {
        let hangs = ["loop", "sleep", "deaf", "SIGSTOP", "channel-flood", "progress-", "spin"]
        return hangs.contains { what.contains($0) } ? "1" : "60"
    }
}

/// A folder with an attack as its plugin, where the tool runs as people run it.
struct AttackSite {
    struct Finding: Equatable {
        let line: Int
        let path: String
        let code: String
        let reason: String
    }

    struct Result {
        let status: Int32
        let wasKilled: Bool
        let output: String
        let errors: String

        /// The findings of a report in NDJSON; other lines are left out.
        var findings: [Finding] {
            output.split(separator: "\n").compactMap { line in
                guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                    let code = object["code"] as? String, let path = object["path"] as? String
                else { return nil }
                let parameters = object["parameters"] as? [String: Any]
                let reason = parameters?["reason"] ?? parameters?["text"]
                return Finding(
                    line: object["line"] as? Int ?? 0, path: path, code: code, reason: reason as? String ?? "")
            }
        }
    }

    static let rules = "rules:\n  - [v, evil/x]\n  - [w, string, { min: 3 }]\n"
    static let records = [
        ("good", "okay"), ("bad", "okay"), ("boom", "no"), ("bad", "x"), ("good", "okay"), ("good", "y"),
    ]
    static let data = records.map { "{\"v\":\"\($0)\",\"w\":\"\($1)\"}\n" }.joined()

    /// It stands beside the tests.
    static let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "proviso").path()

    static let worker = tool + "-worker"

    let workshop: Workshop

    init(_ what: String, flags: [String] = [], rules: String = Self.rules, data: String = Self.data) throws {
        workshop = try Workshop()
        try chmod(workshop.folder)
        try FileManager.default.createDirectory(atPath: workshop.path("plugins"), withIntermediateDirectories: true)
        try add(what, flags: flags)
        try rules.write(toFile: workshop.path("rules.yaml"), atomically: false, encoding: .utf8)
        try data.write(toFile: workshop.path("d.ndjson"), atomically: false, encoding: .utf8)
    }

    private func chmod(_ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Puts an attack among the plugins: a copy of the compiled one, with the name of the attack in it.
    func add(_ what: String, flags: [String] = [], as file: String = "plugins/evil.so") throws {
        let path = try workshop.compile(
            .fixture("attack/attack"), as: file,
            flags: ["-shared", "-fPIC", "-fvisibility=hidden", "-w", "-pthread"] + flags)
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data("ATTACK:".utf8)))
        let name = Data(what.utf8 + [0])
        bytes.replaceSubrange(place.lowerBound..<place.lowerBound + name.count, with: name)
        try bytes.write(to: URL(filePath: path))
        try chmod(path)
    }

    static let check = ["check", "--plugins", "plugins", "--rules", "rules.yaml", "--locale", "en"]

    func check(_ mode: Attack.Mode = .worker, _ options: [String] = [], patience: String = "60") throws -> Result {
        try run(
            Self.check + ["--plugin-mode", mode.rawValue, "--plugin-patience", patience, "--format", "ndjson"] + options
                + ["d.ndjson"])
    }

    /// What the user decided lies outside of the directory in which the tool runs, as a home does.
    var configuration: String { workshop.folder + ".config" }

    func trust(_ text: String) throws {
        let folder = configuration + "/proviso"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for path in [configuration, folder] { try chmod(path) }
        try text.write(toFile: folder + "/trust", atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/trust")
    }

    /// Runs the tool, and kills it after half a minute.
    func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil, in folder: String = "",
        program: String = AttackSite.tool, while meanwhile: (Process) -> Void = { _ in }
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: workshop.path(folder))
        // The backtracer of Swift would take seconds.
        let fixed = [
            "PATH": "/usr/bin:/bin", "SECRET_TOKEN": "x", "SWIFT_BACKTRACE": "enable=no",
            "XDG_CONFIG_HOME": configuration,
        ]
        process.environment = fixed.merging(environment) { $1 }
        let names = ["output", "errors"].map { workshop.path(".\($0)-\(UUID().uuidString)") }
        for name in names { _ = FileManager.default.createFile(atPath: name, contents: nil) }
        let files = try names.map { try FileHandle(forWritingTo: URL(filePath: $0)) }
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(filePath: workshop.path($0))) }
            ?? FileHandle.nullDevice
        process.standardOutput = files[0]
        process.standardError = files[1]
        try process.run()
        let killer = Killer(process.processIdentifier)
        meanwhile(process)
        process.waitUntilExit()
        killer.cancel()
        let texts = try names.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
        return Result(
            status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
            output: texts[0], errors: texts[1])
    }

    /// Kills a process that hangs.
    private final class Killer: @unchecked Sendable {
        private let item: DispatchWorkItem

        init(_ process: Int32) {
            item = DispatchWorkItem { kill(process, SIGKILL) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: item)
        }

        func cancel() { item.cancel() }
    }
}
