import Foundation
import TestSupport
import Testing

/// What the tool does with a plugin that nobody has trusted yet.
@Suite(.waitingForProcesses) struct PluginTrustTests {
    @Test func trustIsGivenByNameAndEndsWithAChange() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        let list = ["plugin", "list", "--plugins", "plugins"]
        #expect(try tool.run(["plugin", "lock", "--plugins", "plugins"]).status == 0)
        // A lock file from before there was trust keeps the contents, and gives no rights.
        #expect(try tool.run(list).output.contains("(locked, worker)"))
        let trust = try tool.run(["plugin", "trust", "--plugins", "plugins", "org.evil"])
        #expect(trust.status == 0, "\(trust.errors)")
        #expect(
            trust.errors == "plugins/evil.so is trusted: org.evil runs in this process, with all your rights\n",
            "\(trust.errors)")
        #expect(try tool.run(list).output.contains("(locked, trusted, inproc)"))
        #expect(try tool.run(["plugin", "info", "plugins/evil.so"]).output.contains("(locked, trusted") == false)
        #expect(try tool.run(["plugin", "info", "plugins/evil.so"]).lines.contains("place    locked, trusted, inproc"))
        #expect(try tool.run(["plugin", "trust", "--remove", "plugins/evil.so"]).status == 0)
        #expect(try tool.run(list).output.contains("(locked, worker)"))
        #expect(try tool.run(["plugin", "trust", "plugins/evil.so"]).status == 0)
        unlink(tool.folder.appending(path: "plugins/proviso-plugins.lock").path())
        #expect(try tool.run(list).output.contains("(not locked, trusted, inproc)"))
        let file = try FileHandle(forWritingTo: tool.folder.appending(path: "plugins/evil.so"))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        #expect(try tool.run(list).output.contains("(not locked, worker)"))
        #expect(try tool.run(["plugin", "trust", "org.nobody"]).status == 2)
        #expect(try tool.run(["plugin", "trust", "none.so"]).status == 3)
    }

    /// A constructor that writes the doctor's lines, tries to leave a file, and ends the process.
    @Test func theDoctorRunsNothingUnconfinedAndCannotBeForged() throws {
        let forged = #"puts("ok      start      initialized"); fflush(stdout);"#
        let steps = ["", "_exit(113);", "exit(0);", "_exit(0);"]
        for end in steps {
            let tool = try HostilePlugin(
                constructor:
                    "FILE *f = fopen(\"/tmp/proviso-doctor-was-here\", \"w\"); if (f) fclose(f); \(forged) \(end)"
            ).tool()
            defer { tool.remove() }
            let result = try tool.run(["plugin", "doctor", "plugins/evil.so"])
            #expect(result.status == (end.isEmpty ? 0 : 3), "\(end): \(result.output)")
            #expect(result.lines.count == (end.isEmpty ? 12 : 13), "\(end): \(result.output)")
            #expect(!FileManager.default.fileExists(atPath: "/tmp/proviso-doctor-was-here"))
            if !end.isEmpty { #expect(!result.output.contains("ok      start") && !result.errors.contains("in order")) }
        }
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        let usage = try tool.run(["plugin", "doctor", "--plugin-mode", "inproc", "plugins/evil.so"])
        #expect(usage.status == 2 && usage.errors.contains("in workers only"), "\(usage.errors)")
    }

    @Test func catalogsOfPluginsAreReallyChecked() throws {
        let catalogs = [
            ("no JSON", ": "), (#"{"@@locale":"en","evil.bad":"b"}"#, "evil.note: the message is missing"),
            (#"{"@@locale":"en","evil.bad":"{wrong}","evil.note":"{text}"}"#, "wrong"),
            (#"{"@@locale":"en","evil.bad":"{","evil.note":"{text}"}"#, "evil.bad: "),
        ]
        for (catalog, problem) in catalogs {
            let tool = try HostilePlugin(catalog: catalog).tool()
            defer { tool.remove() }
            let result = try tool.run(["locales", "check", "--plugins", "plugins"])
            #expect(result.status == 1, "\(catalog): \(result.errors)")
            let lines = result.lines.filter { $0.hasPrefix("plugins/evil.so:en.arb") }
            #expect(lines.contains { $0.contains(problem) }, "\(catalog): \(result.output)")
        }
        let dead = try HostilePlugin(constructor: "abort();").tool()
        defer { dead.remove() }
        #expect(try dead.run(["locales", "check", "--plugins", "plugins"]).status == 3)
    }
}
