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
        // It asks, and there is nobody to answer.
        let asked = try tool.run(["plugin", "trust", "--plugins", "plugins", "org.evil"])
        #expect(asked.status == 2 && asked.errors.contains("--yes is one"), "\(asked.errors)")
        #expect(try tool.run(list).output.contains("(locked, worker)"))
        let trust = try tool.run(["plugin", "trust", "--yes", "--plugins", "plugins", "org.evil"])
        #expect(trust.status == 0, "\(trust.errors)")
        for part in [
            "publisher  unknown: it is not signed", "nothing of this id was trusted before", "SHA-256    ",
            "rights     all that ",
        ] {
            #expect(trust.errors.contains(part), "\(trust.errors)")
        }
        #expect(
            trust.errors.hasSuffix("plugins/evil.so is trusted: org.evil runs in this process, with all your rights\n"),
            "\(trust.errors)")
        #expect(try tool.run(["plugin", "trust"]).output.hasPrefix("org.evil  "))
        #expect(try tool.run(list).output.contains("(locked, trusted, inproc)"))
        #expect(try tool.run(["plugin", "info", "plugins/evil.so"]).output.contains("(locked, trusted") == false)
        #expect(try tool.run(["plugin", "info", "plugins/evil.so"]).lines.contains("place    locked, trusted, inproc"))
        #expect(try tool.run(["plugin", "trust", "--remove", "plugins/evil.so"]).status == 0)
        #expect(try tool.run(list).output.contains("(locked, worker)"))
        #expect(try tool.run(["plugin", "trust", "--yes", "plugins/evil.so"]).status == 0)
        unlink(tool.folder.appending(path: "plugins/proviso-plugins.lock").path())
        #expect(try tool.run(list).output.contains("(not locked, trusted, inproc)"))
        let file = try FileHandle(forWritingTo: tool.folder.appending(path: "plugins/evil.so"))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        #expect(try tool.run(list).output.contains("(not locked, worker)"))
        let again = try tool.run(["plugin", "trust", "--yes", "plugins/evil.so"])
        #expect(again.errors.contains("was trusted on "), "\(again.errors)")
        #expect(try tool.run(["plugin", "trust", "org.nobody"]).status == 2)
        #expect(try tool.run(["plugin", "trust", "none.so"]).status == 3)
    }

    @Test func aPublisherIsTrustedForEachVersionThatItSigns() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        #expect(try tool.run(["plugin", "keygen", "mine"]).status == 0)
        let keys = tool.configuration.appending(path: "proviso/keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let list = ["plugin", "list", "--plugins", "plugins"]
        let trust = ["plugin", "trust", "--yes", "--publisher", "plugins/evil.so"]
        #expect(try tool.run(trust).status == 3)
        try FileManager.default.copyItem(
            at: tool.folder.appending(path: "mine.pub"), to: keys.appending(path: "org.evil.pub"))
        #expect(try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/evil.so"]).status == 0)
        let trusted = try tool.run(trust)
        #expect(trusted.status == 0, "\(trusted.errors)")
        #expect(try tool.run(list).output.contains("(not locked, trusted, inproc)"))
        let file = try FileHandle(forWritingTo: tool.folder.appending(path: "plugins/evil.so"))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        // Changed, and not signed again: refused, as the signature of a known publisher does not fit.
        let changed = try tool.run(list)
        #expect((changed.output + changed.errors).contains("does not match its signature"), "\(changed)")
        #expect(try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/evil.so"]).status == 0)
        #expect(try tool.run(list).output.contains("(not locked, trusted, inproc)"))
        #expect(try tool.run(["plugin", "trust", "--remove", "org.evil"]).status == 0)
        #expect(try tool.run(list).output.contains("(not locked, worker)"))
    }

    /// A name cannot add a line to the question.
    @Test func aFileNameForgesNoLine() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        let name = "x\n    publisher  the owner of the key.so"
        try FileManager.default.copyItem(
            at: tool.folder.appending(path: "plugins/evil.so"), to: tool.folder.appending(path: "plugins/\(name)"))
        let result = try tool.run(["plugin", "trust", "--yes", "plugins/\(name)"])
        #expect(result.status == 0, "\(result.errors)")
        let publishers = result.errors.split(separator: "\n").filter { $0.hasPrefix("    publisher ") }
        #expect(publishers == ["    publisher  unknown: it is not signed with a key that you have"])
        #expect(result.errors.hasPrefix("plugins/x\\n    publisher  the owner"), "\(result.errors)")
    }

    /// A key is for the ids that the name of its file says, as for an installation.
    @Test func aPublisherIsTrustedForItsOwnIDsOnly() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        #expect(try tool.run(["plugin", "keygen", "mine"]).status == 0)
        #expect(try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/evil.so"]).status == 0)
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "keys"), withIntermediateDirectories: false)
        try tool.write([UInt8](tool.bytes("mine.pub")), to: "keys/org.other.pub")
        let trust = ["plugin", "trust", "--yes", "--publisher", "--keys", "keys", "plugins/evil.so"]
        let none = try tool.run(trust)
        #expect(none.status == 3 && none.errors.contains("has no key for 'org.evil'"), "\(none.errors)")
        #expect(try tool.run(["plugin", "keygen", "second"]).status == 0)
        try tool.write([UInt8](tool.bytes("second.pub")), to: "keys/org.evil.pub")
        let other = try tool.run(trust)
        #expect(other.status == 3 && other.errors.contains("for other ids than org.evil"), "\(other.errors)")
        try tool.write([UInt8](tool.bytes("mine.pub")), to: "keys/org.evil.pub")
        #expect(try tool.run(trust).status == 0)
    }

    /// Decisions that are made at the same time are all kept.
    @Test func decisionsAtOnceAreAllKept() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        let script = """
            for n in 1 2 3 4 5 6 7 8; do
              cp plugins/evil.so plugins/$n.so; echo $n >> plugins/$n.so
              "$TOOL" plugin trust --yes plugins/$n.so 2>>errors &
            done
            wait
            """
        _ = try tool.run(
            program: "/bin/bash", ["-c", script],
            environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path, "XDG_CONFIG_HOME": tool.configuration.path()])
        let list = try tool.run(["plugin", "trust"])
        #expect(list.lines.count == 8, "\(list.output)")
    }

    /// What ends as a plugin does is a file.
    @Test func aBareNameOfAModuleIsAFile() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("text".utf8), to: "b.wasm")
        let result = try tool.run(["plugin", "trust", "--yes", "b.wasm"])
        #expect(result.status == 3 && result.errors.contains("b.wasm: "), "\(result.errors)")
    }

    /// What a project sets in the environment decides nothing, and nothing is written elsewhere in silence.
    @Test func aDecisionIsNotWrittenElsewhere() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        for name in [".git", "conf", "sub"] {
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: name), withIntermediateDirectories: false)
        }
        let script = "cd sub && exec \"$TOOL\" plugin trust --yes ../plugins/evil.so"
        for path in ["conf", "sub/conf", "conf/none"] {
            let result = try tool.run(
                program: "/bin/sh", ["-c", script],
                environment: ["TOOL": Tool.path, "XDG_CONFIG_HOME": tool.folder.appending(path: path).path()])
            #expect(result.status == 2 && result.errors.contains("XDG_CONFIG_HOME is "), "\(result.errors)")
            #expect(result.errors.contains("may have come with it and is ignored"), "\(result.errors)")
        }
    }

    /// The name of a file can be anything; `xargs proviso check` must not obey it.
    @Test func aFileNameIsNoOption() throws {
        let tool = try HostilePlugin().tool()
        defer { tool.remove() }
        try tool.write(Array("v\nx\n".utf8), to: "--plugins=p.csv")
        let result = try tool.run(["check", "--rules", "rules.yaml", "--plugins=p.csv"])
        #expect(result.status == 2 && result.errors.contains("also the name of a file here"), "\(result.errors)")
        #expect(
            try !tool.run(["check", "--rules", "rules.yaml", "--", "--plugins=p.csv"]).errors.contains("a file here"))
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
