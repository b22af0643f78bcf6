import Foundation
import ProvisoPlugins
import TestSupport
import Testing

/// Attacks around a run: lists of trusted plugins, signals, descriptors and formats.
@Suite(.waitingForProcesses) struct AttackHostTests {
    struct TrustList: Sendable, CustomTestStringConvertible {
        let name: String
        /// The lines, with `HASH` for the checksum of the plugin.
        let text: String
        /// What is said of the plugin.
        let shown: String
        var testDescription: String { name }
    }

    private static let zeros = String(repeating: "0", count: 64)

    /// Row 140: only the plugin's own checksum, written by the user, is trust.
    static let lists = [
        TrustList(name: "as written", text: "contents HASH a 1 d u\n", shown: "trusted, inproc"),
        TrustList(name: "carriage returns", text: "contents HASH\r a 1 d u\n", shown: "refused: "),
        TrustList(name: "the former form", text: "HASH  evil.so\n", shown: "refused: "),
        TrustList(name: "a pattern", text: "contents * a 1 d u\n", shown: "refused: "),
        TrustList(name: "another checksum", text: "contents \(zeros) a 1 d u\n", shown: "worker"),
        TrustList(name: "a byte order mark", text: "\u{FEFF}contents HASH a 1 d u\n", shown: "refused: "),
        TrustList(name: "no checksum", text: "evil.so\n", shown: "refused: "),
        TrustList(name: "no key", text: "publisher HASH evil 1 d u\n", shown: "refused: "),
        TrustList(name: "nothing", text: "", shown: "worker"),
        TrustList(
            name: "megabytes", text: String(repeating: "contents \(zeros) a 1 d u\n", count: 20_000),
            shown: "refused: "),
    ]

    @Test(arguments: lists)
    func onlyTheChecksumIsTrust(_ list: TrustList) throws {
        let site = try AttackSite("none")
        let digest = try site.workshop.digest(site.workshop.path("plugins/evil.so"))
        try site.trust(list.text.replacingOccurrences(of: "HASH", with: "\(digest)"))
        let result = try site.run(["plugin", "list", "--plugins", "plugins"])
        #expect((result.output + result.errors).contains(list.shown), "\(result.output) \(result.errors)")
        if list.shown != "trusted, inproc" { #expect(!Self.isInProcess(result)) }
    }

    /// Whether a plugin of the directory would be loaded into the host; those that come with Proviso are.
    private static func isInProcess(_ result: AttackSite.Result) -> Bool {
        result.output.split(separator: "\n").contains { $0.hasPrefix("plugins/") && $0.contains("inproc") }
    }

    /// A repository can bring its plugins, and files beside them, but no consent.
    @Test func nothingThatIsClonedGivesRights() throws {
        let site = try AttackSite("none")
        let digest = try site.workshop.digest(site.workshop.path("plugins/evil.so"))
        let path = site.workshop.path("plugins/")
        try "\(digest)  evil.so\n".write(toFile: path + "proviso-plugins.trust", atomically: false, encoding: .utf8)
        try "\(digest)  evil.so\n".write(toFile: path + "proviso-plugins.lock", atomically: false, encoding: .utf8)
        let own = site.workshop.path("own/proviso")
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try "contents \(digest) a 1 d u\n".write(toFile: own + "/trust", atomically: false, encoding: .utf8)
        for file in [path + "proviso-plugins.trust", path + "proviso-plugins.lock", own + "/trust"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        }
        let list = ["plugin", "list", "--plugins", "plugins"]
        for environment in [[:], ["XDG_CONFIG_HOME": site.workshop.path("own")], ["PROVISO_PLUGINS": "plugins"]] {
            let result = try site.run(list, environment: environment)
            #expect(result.output.contains("(locked, worker)"), "\(environment): \(result.output)")
        }
        let result = try site.run(AttackSite.check + ["--locked", "d.ndjson"])
        #expect(result.errors.contains("proviso-plugins.trust gives no rights"), "\(result.errors)")
        #expect(result.errors.contains("run 'proviso plugin trust plugins/evil.so'"), "\(result.errors)")
    }

    /// A variable that leads into the project may have been set by it: in the current directory, or in a repository around.
    @Test func aVariableThatLeadsIntoTheProjectGivesNoRights() throws {
        let site = try AttackSite("none")
        let path = site.workshop.path("")
        for name in [".git", "own/proviso", "home/.config/proviso", "sub"] {
            try FileManager.default.createDirectory(atPath: path + name, withIntermediateDirectories: true)
        }
        let digest = try site.workshop.digest(path + "plugins/evil.so")
        for name in ["own/proviso/trust", "home/.config/proviso/trust"] {
            try "contents \(digest) a 1 d u\n".write(toFile: path + name, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + name)
        }
        try FileManager.default.copyItem(atPath: AttackSite.worker, toPath: path + "worker")
        let check = AttackSite.check.map { $0 == "plugins" || $0 == "rules.yaml" ? "../" + $0 : $0 } + ["../d.ndjson"]
        let list = ["plugin", "list", "--plugins", "../plugins"]
        let trusted = try site.run(list, environment: ["XDG_CONFIG_HOME": path + "own"], in: "sub")
        #expect(trusted.output.contains("(not locked, worker)"), "\(trusted.output)")
        let elsewhere = try site.run(check, environment: ["PROVISO_WORKER": AttackSite.worker], in: "sub")
        #expect(elsewhere.status == 1, "\(elsewhere.errors)")
        let worker = try site.run(check, environment: ["PROVISO_WORKER": path + "worker"], in: "sub")
        #expect(worker.status == 3 && worker.findings.isEmpty, "\(worker.errors)")
        #expect(worker.errors.contains("PROVISO_WORKER must name a file elsewhere"), "\(worker.errors)")
        // Root's decisions are not in its home.
        guard geteuid() == 0, let program = Workshop.tool("setpriv") else { return }
        let names = ["", "/.config", "/.config/proviso", "/.config/proviso/trust"].map { "home" + $0 }
        for name in names + ["plugins", "plugins/evil.so"] { chown(path + name, 65534, 65534) }
        let words = ["--reuid=65534", "--clear-groups", AttackSite.tool] + list
        let other = try site.run(
            words, environment: ["HOME": path + "home", "XDG_CONFIG_HOME": ""], in: "sub", program: program)
        #expect(other.output.contains("(not locked, worker)"), "\(other.output) \(other.errors)")
    }

    /// The highest repository counts, and nothing at or above the home.
    @Test func theProjectIsTheRepositoryAround() throws {
        let workshop = try Workshop()
        let folder = try #require(realpath(workshop.folder, nil).map { String(cString: $0) })
        for name in ["a/.git", "a/b/.git", "a/b/c", "home/d/e", ".git"] {
            try FileManager.default.createDirectory(
                atPath: workshop.path(name), withIntermediateDirectories: true)
        }
        func project(_ name: String, home: String?) -> String? {
            ProjectDirectory(of: folder + name, home: home.map { folder + $0 })?.path
        }
        #expect(project("/a/b/c", home: "/home") == folder + "/a")
        #expect(project("/a/b/c", home: nil) == folder)
        #expect(project("/a/b/c", home: "/a") == folder + "/a/b")
        #expect(project("/home/d/e", home: "/home") == folder + "/home/d/e")
        #expect(project("/home", home: "/home") == nil && project("", home: "/home") == nil)
        let found = try #require(ProjectDirectory(of: folder + "/a/b/c", home: folder + "/home"))
        #expect(found.contains(folder + "/a/b/../x/none") && !found.contains(folder + "/a.config"))
        #expect(!found.contains(folder + "/a/../home"))
        // A combining mark after a slash does not hide the slash, and a link that leads out of the project is in it.
        let marked = folder + "/a/\u{301}b"
        try FileManager.default.createDirectory(atPath: marked, withIntermediateDirectories: true)
        #expect(found.contains(marked) && found.contains(marked + "/\u{301}none/x"))
        #expect(ProjectDirectory(of: marked, home: folder + "/home")?.path == folder + "/a")
        try FileManager.default.createSymbolicLink(atPath: folder + "/a/out", withDestinationPath: "/usr/bin/make")
        #expect(found.contains(folder + "/a/out") && !found.contains("/usr/bin/make"))
    }

    /// A worker and an engine are code, too.
    @Test func codeThatOthersCanChangeIsNotRun() throws {
        let site = try AttackSite("none")
        let program = site.workshop.path("worker")
        try FileManager.default.copyItem(atPath: AttackSite.worker, toPath: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: program)
        let result = try site.run(AttackSite.check + ["d.ndjson"], environment: ["PROVISO_WORKER": program])
        #expect(result.status == 3 && result.findings.isEmpty, "\(result.status) \(result.errors)")
        #expect(result.errors.contains("can be changed by users other than its owner"), "\(result.errors)")
    }

    /// Row 140: what is no file of the user's own is not read, and holds nobody up.
    @Test func listsThatAreNoFiles() throws {
        let name = "proviso-plugins.lock"
        for (kind, make) in Self.places {
            let site = try AttackSite("none")
            try make(site.workshop.path("plugins/" + name), site.workshop.path("elsewhere"))
            let result = try site.run(["plugin", "list", "--plugins", "plugins"])
            #expect(!result.wasKilled && result.status == 3, "\(kind): \(result.output) \(result.errors)")
            #expect(!Self.isInProcess(result), "\(kind)")
        }
    }

    private static let places: [(String, @Sendable (String, String) throws -> Void)] = [
        ("fifo", { path, _ in #expect(mkfifo(path, 0o644) == 0) }),
        ("endless", { path, _ in #expect(symlink("/dev/zero", path) == 0) }),
        ("directory", { path, _ in #expect(mkdir(path, 0o755) == 0) }),
        (
            "link",
            { path, elsewhere in
                try "x".write(toFile: elsewhere, atomically: false, encoding: .utf8)
                #expect(symlink(elsewhere, path) == 0)
            }
        ),
        (
            "writable by others",
            { path, _ in
                try "".write(toFile: path, atomically: false, encoding: .utf8)
                #expect(chmod(path, 0o666) == 0)
            }
        ),
    ]

    /// Row 141: a host that waits for a plugin hears its user.
    ///
    /// Before the records are read, a signal ends the tool as it does any program; a child of the test runner has some
    /// of them blocked then.
    @Test(arguments: ["validate deaf", "validate progress-forged", "batch deaf"])
    func signalsAreHeard(_ what: String) throws {
        // Not SIGINT: who runs the tests in the background ignores it, and so would the tool.
        for number in [SIGTERM] {
            let site = try AttackSite(what)
            var sent = ContinuousClock().now
            let result = try site.run(AttackSite.check + ["--plugin-patience", "20", "d.ndjson"]) { process in
                usleep(800_000)
                sent = ContinuousClock().now
                kill(process.processIdentifier, number)
            }
            #expect(ContinuousClock().now - sent < .seconds(5), "\(what) \(number)")
            #expect(result.wasKilled || result.status == 128 + number, "\(what) \(result.status) \(result.errors)")
        }
    }

    /// Row 142: a host whose parent ignores the end of children, or closed its streams.
    @Test(arguments: ["trap '' CHLD; ", "exec 0<&-; ", "exec 0<&- 2>&-; ", "ulimit -n 40; "])
    func oddHosts(_ setting: String) throws {
        let site = try AttackSite("validate exit")
        let command = ([AttackSite.tool] + AttackSite.check + ["--format", "ndjson", "d.ndjson"]).joined(separator: " ")
        let script = setting + command + " >out"
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.currentDirectoryURL = URL(filePath: site.workshop.folder)
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        let output = try String(contentsOfFile: site.workshop.path("out"), encoding: .utf8)
        let findings = AttackSite.Result(status: 0, wasKilled: false, output: output, errors: "").findings
        #expect(shell.terminationStatus == 3)
        #expect(findings.count == 6 && findings.count { $0.code == "rule.fault" } == 1, "\(output)")
    }

    /// Row 143: whatever a plugin reports, a report stays what its format says.
    @Test(arguments: [
        "parameter-bytes", "parameter-bad-text", "parameter-decimal", "parameter-hostile", "parameter-nan",
        "last-words",
        "code-undeclared", "code-bad-text", "code-endless", "long-words",
    ])
    func formatsStayWhole(_ attack: String) throws {
        let site = try AttackSite("validate " + attack)
        for format in ["json", "sarif", "junit", "csv", "text", "github"] {
            let result = try site.run(AttackSite.check + ["--format", format, "d.ndjson"])
            let about = Comment(rawValue: "\(attack) \(format): \(result.output.prefix(1500))")
            let data = Data(result.output.utf8)
            #expect([1, 3].contains(result.status), about)
            switch format {
            case "json", "sarif": #expect((try? JSONSerialization.jsonObject(with: data)) != nil, about)
            default:
                let raw = result.output.unicodeScalars.filter { $0.value < 32 && !"\n\t".unicodeScalars.contains($0) }
                #expect(raw.allSatisfy { format == "csv" && $0 == "\r" }, about)
                #expect(!result.output.contains("\n::error::x"), about)
            }
            if format == "junit" { #expect(!result.output.contains("<script") && !result.output.contains("\0"), about) }
            if format == "csv" { #expect(!result.output.contains(",=cmd"), about) }
        }
    }

    /// Row 145: 64 lines of 4096 bytes for a request, whoever writes the answer.
    @Test(arguments: [
        "validate log-flood", "batch log-flood", "create log-flood", "init log-flood", "validate answer-many-logs",
        "batch answer-many-logs", "validate answer-long-logs", "create answer-many-logs", "create answer-long-logs",
    ])
    func aPluginThatLogsEndlesslyIsCut(_ what: String) throws {
        let site = try AttackSite(what)
        let start = ContinuousClock().now
        let result = try site.check(patience: "1")
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("org.evil: ") }
        #expect(!result.wasKilled && ContinuousClock().now - start < .seconds(20), "\(result.errors.prefix(500))")
        #expect(0...64 * 12 ~= lines.count, "\(lines.count) \(result.errors.prefix(500))")
        #expect(lines.allSatisfy { $0.utf8.count <= 4096 + 20 }, "\(lines.map(\.utf8.count).max() ?? 0)")
    }

    /// Row 144: in a stream, each record has its verdict, and those of the other records are right.
    @Test(arguments: [
        "validate segv", "validate exit", "validate channel-answers", "validate answer-garbage", "validate print",
        "each report-late", "destroy abort", "validate request-garbage", "validate log-flood",
    ])
    func aStreamHasAVerdictForEachRecord(_ what: String) throws {
        let site = try AttackSite(what)
        let result = try site.run(
            ["filter", "--plugins", "plugins", "--rules", "rules.yaml", "--locale", "en"], input: "d.ndjson")
        let verdicts = result.output.split(separator: "\n").map { $0.hasPrefix("{\"valid\":true") }
        // The record with the value is invalid by another rule already.
        #expect(verdicts == [true, false, false, false, true, false], "\(result.output) \(result.errors)")
        #expect([0, 3].contains(result.status), "\(result.status)")
    }
}
