import Foundation
import TestSupport
import Testing

/// `proviso plugin`, on the sample plugin that stands in the build folder.
@Suite(.waitingForProcesses) struct PluginCommandTests {
    private func withPlugin(_ library: String = "libCreditCard.so", _ body: (Tool) throws -> Void) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = URL(filePath: Tool.path).deletingLastPathComponent()
        let plugins = tool.folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: folder.appending(path: library), to: plugins.appending(path: "card.so"))
        try body(tool)
    }

    @Test func listsWhatIsFoundAndWhatIsRefused() throws {
        try withPlugin { tool in
            let good = try tool.run(["plugin", "list", "--plugins", "plugins"])
            #expect(good.status == 0)
            #expect(good.lines.first == "plugins/card.so  org.proviso.credit-card 1.2.0  (not locked, worker)")
            #expect(good.lines.dropFirst().first?.hasPrefix("    proviso/credit-card  ") == true)
            try tool.write(Array("text".utf8), to: "plugins/text.so")
            let bad = try tool.run(["plugin", "list"], environment: ["PROVISO_PLUGINS": "plugins"])
            #expect(bad.status == 3)
            #expect(
                bad.lines.last == "plugins/text.so  refused: it is not a shared library (it has no ELF header)")
            let json = try tool.run(["plugin", "list", "--plugins", "plugins", "--json"])
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            let plugins = object?["plugins"] as? [[String: Any]]
            #expect(plugins?.first?["types"] as? [String] == ["proviso/credit-card"])
            #expect((object?["refused"] as? [[String: Any]])?.first?["file"] as? String == "plugins/text.so")
            // Without directories there are those that come with Proviso.
            let own = try tool.run(["plugin", "list"]).lines.filter { !$0.hasPrefix(" ") }
            #expect(own.count == 5 && own.allSatisfy { $0.hasSuffix("  (comes with Proviso, inproc)") }, "\(own)")
        }
    }

    /// The summary of the manifest; the file alone for a type without one.
    @Test func typesOfPluginsAreListedWithTheirSummaries() throws {
        try withPlugin { tool in
            let folder = URL(filePath: Tool.path).deletingLastPathComponent()
            try FileManager.default.copyItem(
                at: folder.appending(path: "libLuhnC.so"), to: tool.folder.appending(path: "plugins/luhn.so"))
            let list = try tool.run(["types", "--plugins", "plugins"])
            let summary = "A payment card number of a known brand and one of its lengths, with a right check digit."
            let card = "(plugin org.proviso.credit-card (plugins/card.so))"
            #expect(list.lines.contains { $0.hasPrefix("proviso/credit-card ") && $0.hasSuffix("\(card) \(summary)") })
            #expect(
                list.lines.contains {
                    $0.hasPrefix("bench/luhn-c ") && $0.hasSuffix("  (plugin org.proviso.bench.c (plugins/luhn.so))")
                })
            let manual = try tool.run(["types", "--plugins", "plugins", "proviso/credit-card"])
            #expect(manual.lines.contains("    \(summary)") && manual.output.contains("credit-card"))
            let json = try tool.run(["types", "--plugins", "plugins", "--json", "proviso/credit-card", "bench/luhn-c"])
            let types = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
            #expect(types?.map { $0["summary"] as? String } == ["", summary])
            // The rules that the examples of the manifest are for.
            let samples = types?.compactMap { $0["sample"] as? String } ?? []
            #expect(
                samples == [
                    "- [value, bench/luhn-c]",
                    "- [value, proviso/credit-card]\n- [value, proviso/credit-card, {\"grouped\":true}]",
                ], "\(samples)")
        }
    }

    @Test func theDoctorGoesThroughAllChecks() throws {
        try withPlugin { tool in
            let good = try tool.run(["plugin", "doctor", "plugins/card.so"])
            #expect(good.status == 0)
            #expect(good.errors == "plugins/card.so is in order\n")
            #expect(good.lines.count == 12)
            #expect(good.lines.allSatisfy { $0.hasPrefix("ok      ") })
            chmod(tool.folder.appending(path: "plugins/card.so").path(), 0o666)
            let open = try tool.run(["plugin", "doctor", "plugins/card.so"])
            #expect(open.status == 3)
            #expect(open.errors == "plugins/card.so cannot be used\n")
            #expect(
                open.lines.contains(
                    "failed  rights     it can be changed by users other than its owner (mode 666): "
                        + "remove that permission (chmod go-w)"))
            #expect(open.lines.last == "-       start      not run")
        }
    }

    /// A file that is not a plugin fails the check that it is about, and the next line is what to do.
    @Test(arguments: [
        ("rules.yaml", "failed  binary", "→ build it as a shared library"),
        ("plugins", "failed  file", "→ give the path of a plugin's file"),
        ("none.so", "failed  file", "→ give the path of a plugin's file"),
        ("empty.so", "failed  interface", "→ build it with proviso.h of this version"),
    ])
    func theDoctorSaysWhatToDo(_ file: String, _ failed: String, _ advice: String) throws {
        try withPlugin { tool in
            let manifest = """
                #include <proviso.h>
                PROVISO_MANIFEST({"id": "a.b", "version": "1", "rules": [
                    {"type": "a/b", "kinds": ["text"], "invalidCode": "a.b", "codes": {"a.b": []}}]})
                """
            try Self.compile(manifest, to: "empty.so", in: tool)
            let result = try tool.run(["plugin", "doctor", file])
            let place = try #require(result.lines.firstIndex { $0.hasPrefix(failed) }, "\(result.output)")
            #expect(result.status == 3)
            #expect(result.lines[place + 1].drop { $0 == " " }.hasPrefix(advice), "\(result.output)")
        }
    }

    private static func compile(_ source: String, to library: String, in tool: Tool) throws {
        try tool.write(Array(source.utf8), to: "source.c")
        let headers = URL(filePath: #filePath).appending(path: "../../../Sources/ProvisoABI/include").standardized
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["cc", "-shared", "-fPIC", "-I", headers.path(), "source.c", "-o", library]
        compiler.currentDirectoryURL = tool.folder
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
    }

    /// The home of another user, which `HOME` may still name, has nothing to do with a run that needs no plugin.
    @Test(.enabled(if: geteuid() == 0)) func aForeignHomeIsNoFailure() throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        try tool.write(Array("name\nabc\n".utf8), to: "ok.csv")
        try tool.write(Array("rules: [[name, acme/even]]".utf8), to: "plugin.yaml")
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "home"), withIntermediateDirectories: false)
        chmod(tool.folder.appending(path: "home").path(), 0o700)
        func run(_ rules: String, _ name: String = "HOME") throws -> Tool.Result {
            let words = "--reuid 65534 --clear-groups \(Tool.path) check --locale en -r \(rules) ok.csv"
            return try tool.run(
                program: "/usr/bin/setpriv", words.split(separator: " ").map(String.init),
                environment: [name: tool.folder.appending(path: "home").path()])
        }
        let result = try run("rules.yaml")
        #expect(result.status == 0 && result.errors == "1 record: 1 valid, 0 invalid\n", "\(result.errors)")
        #expect(try run("plugin.yaml").status == 2)
        let unknown = try run("plugin.yaml", "XDG_DATA_HOME")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("/home/proviso/plugins: may not be read by this user"))
    }

    /// Plugins whose code ends the process while they are loaded, in three ways.
    @Test(arguments: [
        ("*(volatile int *)0 = 0;", "segmentation fault"),
        ("_exit(0);", "exit status 0"),
        ("for (;;) pause();", "seconds"),
    ])
    func theDoctorSurvivesItsPatient(_ code: String, _ reason: String) throws {
        try withPlugin { tool in
            try tool.write(
                Array(
                    """
                    #include <proviso.h>
                    #include <unistd.h>
                    PROVISO_MANIFEST({"id": "a.b", "version": "1", "rules": [
                        {"type": "a/b", "kinds": ["text"], "invalidCode": "a.b", "codes": {"a.b": []}}]})
                    __attribute__((constructor)) static void start(void) { \(code) }
                    """.utf8), to: "bad.c")
            let headers = URL(filePath: #filePath).appending(path: "../../../Sources/ProvisoABI/include").standardized
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments = ["cc", "-shared", "-fPIC", "-I", headers.path(), "bad.c", "-o", "bad.so"]
            compiler.currentDirectoryURL = tool.folder
            try compiler.run()
            compiler.waitUntilExit()
            try #require(compiler.terminationStatus == 0)
            let result = try tool.run(["plugin", "doctor", "bad.so"])
            #expect(result.status == 3)
            let failed = result.lines.first { $0.hasPrefix("failed  libraries  it cannot be loaded in a worker: ") }
            #expect(failed?.contains(reason) == true, "\(result.output)")
            #expect(result.lines.last == "-       start      not run")
            #expect(result.lines.contains { $0.hasPrefix("ok      binary") })
        }
    }

    @Test func infoShowsWhatAPluginOffers() throws {
        try withPlugin { tool in
            let text = try tool.run(["plugin", "info", "plugins/card.so"])
            #expect(text.status == 0)
            #expect(text.lines.first == "org.proviso.credit-card 1.2.0")
            #expect(text.output.contains("    → proviso/creditCard.checksum\n"))
            let json = try tool.run(["plugin", "info", "plugins/card.so", "--json"])
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect((object?["locales"] as? [String])?.contains("zh-Hant") == true)
            #expect(try tool.run(["plugin", "info", "none.so"]).errors == "error: none.so: does not exist\n")
        }
    }

    @Test func locksAndHoldsToTheLock() throws {
        // Not one that comes with the tool: a changed one of these is refused for that.
        try withPlugin("libLuhnC.so") { tool in
            let unlocked = try tool.run(["plugin", "list", "--plugins", "plugins", "--locked"])
            #expect(unlocked.status == 3)
            #expect(unlocked.output.contains("is not locked (there is no lock file)"))
            let lock = try tool.run(["plugin", "lock", "--plugins", "plugins"])
            #expect(lock.status == 0)
            #expect(lock.errors == "plugins/proviso-plugins.lock: 1 plugin\n    new: card.so\n")
            #expect(
                try tool.run(["plugin", "list", "--plugins", "plugins", "--locked"]).output.contains("(locked, worker)")
            )
            let file = try FileHandle(forWritingTo: tool.folder.appending(path: "plugins/card.so"))
            try file.seekToEnd()
            try file.write(contentsOf: Data([0]))
            try file.close()
            let changed = try tool.run(
                ["check", "--rules", "rules.yaml", "--plugins", "plugins"], input: Array("{}".utf8))
            #expect(changed.status == 3)
            #expect(changed.errors.contains("error: plugins/card.so: differs from the lock file"))
            let again = try tool.run(["plugin", "lock", "--plugins", "plugins", "--output", "all.lock"])
            #expect(again.errors == "all.lock: 1 plugin\n    new: card.so\n")
            let elsewhere = ["plugin", "list", "--plugins", "plugins", "--lock", "all.lock"]
            #expect(try tool.run(elsewhere).output.contains("(locked, worker)"))
            #expect(try tool.run(["plugin", "lock"]).status == 2)
            #expect(try tool.run(["plugin", "list", "--lock", "none"]).errors == "error: none: does not exist\n")
        }
    }

    @Test func signsAndAsksForSignatures() throws {
        try withPlugin { tool in
            #expect(try tool.run(["plugin", "keygen", "mine"]).status == 0)
            #expect(
                try tool.run(["plugin", "keygen", "mine"]).errors
                    == "error: mine.key, mine.pub: File exists: choose another name, or remove it first\n")
            #expect(try tool.run(["plugin", "keygen", "none/mine"]).status == 3)
            let list = ["plugin", "list", "--plugins", "plugins", "--plugin-keys", "."]
            #expect(try tool.run(list).output.contains("is not signed: card.so.minisig does not exist next to it"))
            let sign = try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/card.so"])
            #expect(sign.status == 0)
            #expect(sign.errors.hasPrefix("plugins/card.so.minisig: signed with the key "))
            #expect(try tool.run(list).status == 0)
            let foreign = try tool.run(["plugin", "sign", "--key", "mine.key", "plugins/card.so", "rules.yaml"])
            #expect(foreign.status == 2 && foreign.errors.hasPrefix("error: rules.yaml is not a plugin: expected"))
            #expect(tool.size("rules.yaml.minisig") == 0)
            // Plugins are also modules, and a release is signed by its checksums.
            for name in [try tool.write([0, 0x61, 0x73, 0x6D], to: "x.wasm"), try tool.write([], to: "SHA256SUMS")] {
                #expect(try tool.run(["plugin", "sign", "--key", "mine.key", name]).status == 0, "\(name)")
            }
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: "empty"), withIntermediateDirectories: false)
            for command in [["plugin", "lock"], ["check", "--rules", "rules.yaml"], ["plugin", "list"]] {
                let result = try tool.run(command + ["--plugins", "plugins", "--plugin-keys", "empty"])
                #expect(result.status == 2, "\(command): \(result.errors)")
            }
            let wrong = try tool.run(["plugin", "sign", "--key", "mine.pub", "plugins/card.so"])
            #expect(wrong.status == 2)
            #expect(wrong.errors.hasPrefix("error: mine.pub: is not a secret key"))
        }
    }
}
