import Foundation
import TestSupport
import Testing

/// Attacks at other places than the values of a check.
@Suite(.waitingForProcesses) struct AttackPlaceTests {
    /// Row 20, in a worker: neither the rules' end nor the program's waits for a plugin.
    @Test(arguments: ["destroy sleep", "deinit sleep", "destructor sleep", "init atexit-_exit,destroy deaf"])
    func aHangAtTheEndHoldsNobodyUp(_ what: String) throws {
        let start = ContinuousClock().now
        let result = try AttackSite(what).check()
        #expect(result.status == 1 && result.findings.count == 5, "\(result.errors)")
        #expect(ContinuousClock().now - start < .seconds(20))
    }

    /// Row 36: of the directories in LD_LIBRARY_PATH, libraries are readable, and nothing else.
    @Test func theLibraryPathOpensNoOtherFile() throws {
        let site = try AttackSite("validate library-path")
        try Self.scatter(in: site, "lib/")
        for path in [site.workshop.path("lib"), "/", site.workshop.path("lib/")] {
            let result = try site.run(
                AttackSite.check + ["--format", "ndjson", "d.ndjson"], environment: ["LD_LIBRARY_PATH": path])
            #expect(result.findings.first { $0.line == 3 }?.reason == "", "\(path): \(result.output) \(result.errors)")
        }
    }

    /// Files that no plugin may read, some with the names of libraries.
    private static func scatter(in site: AttackSite, _ prefix: String) throws {
        let names = ["secret.txt", "sub/secret.txt", "sub/libx.so", "d.so/secret.txt", "data.so.txt"]
        for name in names.map({ prefix + $0 }) + ["secret.txt"] {
            let file = URL(filePath: site.workshop.path(name))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "secret".write(to: file, atomically: false, encoding: .utf8)
        }
        _ = try site.workshop.write([], to: prefix + "empty.so")
        try #require(symlink("secret.txt", site.workshop.path(prefix + "link.so")) == 0)
        try #require(symlink("..", site.workshop.path(prefix + "up.so")) == 0)
    }

    /// A plugin names the directories of its libraries itself, and gets no more of them than these libraries.
    @Test func aRunPathOpensNoOtherFile() throws {
        let site = try AttackSite("none")
        try Self.scatter(in: site, "")
        // What marks a directory of Swift's runtime, and is none.
        _ = try site.workshop.write([], to: "libswiftCore.so")
        let folder = site.workshop.folder
        try site.workshop.compile(.text("int own_answer(void) { return 42; }"), as: "libown.so")
        for path in ["/proc/self/cwd", folder, folder + "/plugins/..", "/usr/lib:\(folder)"] {
            for libraries in [[], ["-L\(folder)", "-Wl,--no-as-needed", "-lown"]] {
                try site.add("validate library-path", flags: ["-Wl,-rpath,\(path)"] + libraries)
                let result = try site.check()
                let about = Comment(rawValue: "\(path) \(libraries): \(result.output) \(result.errors)")
                // A library is found where the path says plainly where it is.
                guard libraries.isEmpty || !path.contains("..") && !path.contains("/proc/") else {
                    #expect(result.status == 3 && result.errors.contains("needs the library libown.so"), about)
                    continue
                }
                #expect(result.findings.count == 6, about)
                #expect(result.findings.first { $0.line == 3 }?.reason == "", about)
            }
        }
    }

    /// Row 47: whatever the host reads may change under its eyes.
    @Test func aThreadThatScribblesOverTheAnswers() throws {
        let data = (0..<2000).map {
            "{\"v\":\"\($0 % 3 == 0 ? "boom" : "bad")\",\"w\":\"\($0 % 2 == 0 ? "okay" : "x")\"}\n"
        }
        let site = try AttackSite("each scribble", flags: AttackTable.threads, data: data.joined())
        for _ in 0..<count(3, thorough: 100) {
            let result = try site.check(.worker, ["--plugin-threads"], patience: "1")
            #expect(!result.wasKilled && [1, 3].contains(result.status), "\(result.status) \(result.errors)")
            #expect(result.findings.count { $0.code == "string.tooShort" } == 1000, "\(result.errors)")
        }
    }

    /// Row 60: only a rule that needs the plugin runs it.
    @Test func noOtherCommandRunsCode() throws {
        let site = try AttackSite("constructor touch")
        let report = try site.check(.worker, ["--format", "json"])
        try report.output.write(toFile: site.workshop.path("report.json"), atomically: false, encoding: .utf8)
        let commands = [
            ["plugin", "list", "--plugins", "plugins"], ["plugin", "list", "--json", "--plugins", "plugins"],
            ["plugin", "info", "plugins/evil.so"], ["plugin", "info", "--json", "plugins/evil.so"],
            ["types", "--plugins", "plugins"], ["types", "--plugins", "plugins", "evil/x"],
            ["plugin", "doctor", "plugins/evil.so"], ["plugin", "test", "--case", "manifest", "plugins/evil.so"],
            ["locales", "check", "--plugins", "plugins"], ["locales", "stats", "--plugins", "plugins"],
            ["render", "report.json"], ["plugin", "keygen", "mine"],
            ["plugin", "sign", "--key", "mine.key", "plugins/evil.so"],
            ["plugin", "pack", "--license", "MIT", "plugins/evil.so"], ["plugin", "lock", "--plugins", "plugins"],
            ["plugin", "trust", "--yes", "plugins/evil.so"], ["plugin", "info", "plugins/evil.so"],
        ]
        for command in commands {
            _ = try site.run(command)
            #expect(!FileManager.default.fileExists(atPath: "/tmp/proviso-touch"), "\(command)")
        }
        // The attack works where it may: a trusted plugin has all rights.
        _ = try site.run(AttackSite.check + ["d.ndjson"])
        #expect(FileManager.default.fileExists(atPath: "/tmp/proviso-touch"))
        try? FileManager.default.removeItem(atPath: "/tmp/proviso-touch")
    }

    /// Row 66: the linker finds the dynamic section by its address, not by its place in the file.
    @Test func theDynamicSectionIsReadWhereTheLinkerReadsIt() throws {
        let site = try AttackSite("none", flags: ["-Wl,-rpath,/tmp"])
        #expect(try site.check().status == 3)
        let path = site.workshop.path("plugins/evil.so")
        var bytes = try Data(contentsOf: URL(filePath: path))
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
        let headers = number(32, 8)
        let place = try #require(
            (0..<number(56, 2)).map { headers + $0 * number(54, 2) }.first { number($0, 4) == 2 }, "no PT_DYNAMIC")
        // An end of the list: so there is no run path where the file says.
        bytes.append(Data(count: 4096))
        let empty = bytes.count - 4096
        for index in 0..<8 { bytes[place + 8 + index] = UInt8(truncatingIfNeeded: empty >> (8 * index)) }
        try bytes.write(to: URL(filePath: path))
        let result = try site.check()
        #expect(result.status == 3 && result.findings.isEmpty, "\(result.status) \(result.errors)")
    }

    /// Row 98.
    @Test func withoutAWorkerNothingRuns() throws {
        let site = try AttackSite("none")
        for program in [
            "/bin/true", "/bin/false", "/bin/cat", "/nonexistent", "/tmp", site.workshop.path("rules.yaml"),
        ] {
            let result = try site.run(AttackSite.check + ["d.ndjson"], environment: ["PROVISO_WORKER": program])
            #expect(result.status == 3 && result.findings.isEmpty, "\(program): \(result.status) \(result.errors)")
            #expect(result.errors.contains("evil/x"), "\(program): \(result.errors)")
        }
    }
}
