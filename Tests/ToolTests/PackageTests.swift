import Foundation
import TestSupport
import Testing

/// Packages of plugins: published in a directory, installed from it, and attacked on the way.
@Suite(.waitingForProcesses) struct PackageTests {
    private static let package = "org.evil-1.2.0-\(processor).proviso-plugin"
    #if arch(x86_64)
    private static let processor = "x86_64"
    #else
    private static let processor = "aarch64"
    #endif
    private static let install = [
        "plugin", "install", "--index", "index", "--plugins", "installed", "--keys", "keys",
    ]

    /// A folder with an index of versions 1.0.0 and 1.2.0, the publisher's key, and an empty directory of plugins.
    private func withIndex(_ body: (Tool) throws -> Void) throws {
        let tool = try Tool(rules: "rules: [[v, evil/x]]")
        defer { tool.remove() }
        for folder in ["index", "installed", "keys"] {
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: folder), withIntermediateDirectories: false)
        }
        try #require(try tool.run(["plugin", "keygen", "mine"]).status == 0)
        try publish(["1.0.0", "1.2.0"], "mine.key", tool)
        try tool.write([UInt8](tool.bytes("mine.pub")), to: "keys/org.evil.pub")
        try body(tool)
    }

    private func publish(_ versions: [String], _ key: String, _ tool: Tool) throws {
        for version in versions {
            try HostilePlugin(manifest: "\"version\": \"\(version)\", \"locales\": [\"en\"]").build(in: tool)
            let calls = [
                ["plugin", "sign", "--key", key, "plugins/evil.so"],
                ["plugin", "pack", "--license", "MIT", "--output", "next", "plugins/evil.so"],
                ["plugin", "publish", "--to", "index", "next"],
            ]
            for call in calls {
                let result = try tool.run(call)
                try #require(result.status == 0, "\(call): \(result.errors)")
            }
        }
    }

    private func edit(_ file: String, _ tool: Tool, _ old: String, _ new: String) throws {
        var bytes = try tool.bytes(file)
        // Only the head of a package is text.
        let head = String(decoding: bytes.prefix(1000), as: UTF8.self).replacingOccurrences(of: old, with: new)
        if bytes.count <= 1000 {
            bytes = Data(head.utf8)
        } else {
            let end = try #require(bytes.firstIndex(of: UInt8(ascii: "}")))
            let text = String(decoding: bytes[...end], as: UTF8.self).replacingOccurrences(of: old, with: new)
            bytes = Data(text.utf8) + bytes[(end + 1)...]
        }
        try tool.write([UInt8](bytes), to: file)
    }

    @Test func installsUpgradesAndRemoves() throws {
        try withIndex { tool in
            let search = try tool.run(["plugin", "search", "--index", "index", "EVIL"])
            #expect(search.lines.first == "org.evil 1.2.0  (\(Self.processor), MIT)", "\(search.output)")
            #expect(search.lines.count == 4)
            // A rule type alone names no publisher.
            let byType = try tool.run(Self.install + ["evil/x@1.0"])
            #expect(byType.status == 3 && byType.errors.contains("by its id if you trust its publisher (org.evil)"))
            let first = try tool.run(Self.install + ["org.evil@1.0"])
            #expect(first.status == 0, "\(first.errors)")
            #expect(
                first.errors.hasPrefix(
                    "installed/org.evil.proviso-plugin: org.evil 1.0.0 is installed, signed with the key "))
            #expect(first.errors.contains("rule types 'evil/…' belong to the publisher with this key from now on"))
            #expect(try tool.run(Self.install + ["evil/x@1.0"]).status == 0)
            let list = ["plugin", "list", "--plugins", "installed", "--plugin-keys", "keys"]
            #expect(try tool.run(list).output.contains("org.evil 1.0.0  (not locked, worker)"))
            let upgrade = ["plugin", "upgrade"] + Self.install.dropFirst(2)
            #expect(
                try tool.run(upgrade).errors.hasPrefix(
                    "installed/org.evil.proviso-plugin: org.evil 1.2.0 is installed, "))
            #expect(try tool.run(upgrade).errors == "org.evil 1.2.0 is the newest version\n")
            let older = try tool.run(Self.install + ["org.evil@1.0.0"])
            #expect(older.status == 3 && older.errors.contains("is older than version 1.2.0"), "\(older.errors)")
            let remove = ["plugin", "remove", "--plugins", "installed", "org.evil"]
            #expect(try tool.run(remove).status == 0)
            #expect(try tool.run(remove).status == 3)
            // The version stays known when the plugin is gone.
            #expect(try tool.run(Self.install + ["org.evil@1.0.0"]).status == 3)
            #expect(try tool.run(Self.install + ["--allow-older", "org.evil@1.0.0"]).status == 0)
            #expect(try tool.run(Self.install + ["org.evil@2"]).errors.contains("has no version 2 of org.evil"))
            #expect(try tool.run(Self.install + ["org.evul"]).errors.contains("did you mean 'org.evil'?"))
            #expect(try tool.run(["plugin", "remove", "--plugins", "installed", "../keys/x"]).status == 3)
        }
    }

    struct Attack: Sendable {
        let reason: String
        let prepare: @Sendable (PackageTests, Tool) throws -> Void
    }

    static let attacks: [Attack] = [
        Attack(reason: "is another package than its index says") {
            try $0.edit("index/index.json", $1, "\"1.2.0\"", "\"9.0.0\"")
        },
        Attack(reason: "its signed manifest says org.evil 1.2.0") {
            for file in ["index/index.json", "index/" + package] { try $0.edit(file, $1, "\"1.2.0\"", "\"9.0.0\"") }
        },
        Attack(reason: "its signed manifest says org.evil 1.2.0") {
            for file in ["index/index.json", "index/" + package] {
                try $0.edit(file, $1, "[\"evil/x\"]", "[\"evil/x\",\"evil/y\"]")
            }
        },
        Attack(reason: "is damaged: its size or SHA-256 is not") { _, tool in
            var bytes = try [UInt8](tool.bytes("index/" + package))
            bytes[bytes.count - 1] ^= 1
            try tool.write(bytes, to: "index/" + package)
        },
        Attack(reason: "is damaged: its size or SHA-256 is not") { _, tool in
            try tool.write([UInt8](tool.bytes("index/" + package).dropLast(9)), to: "index/" + package)
        },
        Attack(reason: "which is not trusted") { tests, tool in
            try #require(try tool.run(["plugin", "keygen", "other"]).status == 0)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "index"))
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: "index"), withIntermediateDirectories: false)
            try tests.publish(["1.2.0"], "other.key", tool)
        },
        Attack(reason: "has no key for 'org.evil'") { _, tool in
            // A key for other ids, of which one has the same beginning.
            for name in ["org.ev", "com"] { try tool.write([UInt8](tool.bytes("mine.pub")), to: "keys/\(name).pub") }
            unlink(tool.folder.appending(path: "keys/org.evil.pub").path())
        },
        Attack(reason: "names a file elsewhere") {
            try $0.edit("index/index.json", $1, "\"file\":\"", "\"file\":\"../index/")
        },
        Attack(reason: "cannot be read (No such file or directory)") { _, tool in
            unlink(tool.folder.appending(path: "index/" + package).path())
        },
        Attack(reason: "cannot be read (larger than 16 MB)") { _, tool in
            let path = tool.folder.appending(path: "index/index.json").path()
            try #require(truncate(path, 1 << 30) == 0)
        },
        Attack(reason: "can be changed by users other than its owner") { _, tool in
            chmod(tool.folder.appending(path: "keys/org.evil.pub").path(), 0o666)
        },
    ]

    @Test func attacksChangeNothing() throws {
        for attack in Self.attacks {
            try withIndex { tool in
                #expect(try tool.run(Self.install + ["org.evil@1.0.0"]).status == 0)
                let before = try tool.bytes("installed/org.evil.proviso-plugin")
                try attack.prepare(self, tool)
                let result = try tool.run(Self.install + ["org.evil"])
                #expect(
                    result.status == 3 && result.errors.contains(attack.reason), "\(attack.reason): \(result.errors)")
                #expect(try tool.bytes("installed/org.evil.proviso-plugin") == before, "\(attack.reason)")
                let names = try FileManager.default.contentsOfDirectory(
                    atPath: tool.folder.appending(path: "installed").path())
                #expect(
                    Set(names) == ["org.evil.proviso-plugin", "proviso-plugins.versions"], "\(attack.reason)"
                )
            }
        }
    }

    /// A link in the place of the plugin is replaced, and what it points to is not written.
    @Test func linksAreNotFollowed() throws {
        try withIndex { tool in
            try tool.write(Array("mine".utf8), to: "victim")
            for name in ["org.evil.proviso-plugin", "org.evil.so", "org.evil.so.minisig"] {
                let link = tool.folder.appending(path: "installed/\(name)").path()
                try #require(symlink(tool.folder.appending(path: "victim").path(), link) == 0)
            }
            #expect(try tool.run(Self.install + ["org.evil"]).status == 0)
            #expect(try tool.bytes("victim") == Data("mine".utf8))
            let check = ["check", "--rules", "rules.yaml", "--plugins", "installed"]
            #expect(try tool.run(check, input: Array("{\"v\":\"x\"}".utf8)).status == 0)
        }
    }

    /// A publisher that is trusted for one prefix cannot offer the rule types of another.
    @Test func aVendorBelongsToItsFirstPublisher() throws {
        try withIndex { tool in
            #expect(try tool.run(Self.install + ["org.evil"]).status == 0)
            try #require(try tool.run(["plugin", "keygen", "other"]).status == 0)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "index"))
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: "index"), withIntermediateDirectories: false)
            try publish(["3.0.0"], "other.key", tool)
            for name in ["other.pub", "mine.pub"] {
                try tool.write([UInt8](tool.bytes(name)), to: "keys/org.evil.\(name)")
            }
            // Both keys are for the id now: the signature is accepted, the rule types are not.
            try tool.write([UInt8](tool.bytes("other.pub")), to: "keys/org.evil.pub")
            let result = try tool.run(Self.install + ["org.evil"])
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errors.contains("claims rule types of 'evil', which belong to the publisher of org.evil"))
        }
    }

    /// Programs that install, upgrade and publish at once lose nothing, and a reader sees a whole plugin.
    @Test func manyAtOnceLoseNothing() throws {
        try withIndex { tool in
            let script = """
                for round in 1 2 3; do
                  for version in 1.0.0 1.2.0 1.0.0 1.2.0; do
                    "$TOOL" plugin install --index index --plugins installed --keys keys --allow-older \
                      org.evil@$version 2>>errors || echo failed $? &
                    "$TOOL" check --rules rules.yaml --plugins installed --plugin-keys keys read.ndjson 2>>errors \
                      || echo read $? &
                  done
                  wait
                done
                """
            #expect(try tool.run(Self.install + ["org.evil"]).status == 0)
            try tool.write(Array("{\"v\":\"x\"}".utf8), to: "read.ndjson")
            let result = try tool.run(
                program: "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path])
            let errors = String(decoding: try tool.bytes("errors"), as: UTF8.self)
            #expect(result.output == "", "\(errors)")
            let versions = String(decoding: try tool.bytes("installed/proviso-plugins.versions"), as: UTF8.self)
            #expect(versions == "org.evil 1.2.0\n")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: tool.folder.appending(path: "installed").path())
            #expect(Set(names) == ["org.evil.proviso-plugin", "proviso-plugins.versions"])
        }
    }

    @Test func aKilledInstallationLeavesNothing() throws {
        try withIndex { tool in
            #expect(try tool.run(Self.install + ["org.evil@1.0.0"]).status == 0)
            for name in [".new-123-org.evil.proviso-plugin", ".proviso-plugins.versions.123"] {
                try tool.write(Array("x".utf8), to: "installed/" + name)
            }
            let versions = try tool.bytes("installed/proviso-plugins.versions") + Data("org.evil 0.1.0\n".utf8)
            try tool.write([UInt8](versions), to: "installed/proviso-plugins.versions")
            let older = try tool.run(Self.install + ["org.evil@0.2"])
            #expect(older.status == 3, "\(older.errors)")
            #expect(try tool.run(Self.install + ["org.evil"]).status == 0)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: tool.folder.appending(path: "installed").path())
            #expect(Set(names) == ["org.evil.proviso-plugin", "proviso-plugins.versions"])
        }
    }

    @Test func packsOnlyWhatCanBeInstalled() throws {
        // Version 1.0 of the interface accepts a version in any form.
        let tool = try HostilePlugin(
            manifest: "\"version\": \"one\", \"locales\": [\"en\"]", headers: "Tests/PluginTests/Fixtures/v1"
        ).tool()
        defer { tool.remove() }
        let pack = ["plugin", "pack", "--license", "MIT", "plugins/evil.so"]
        #expect(try tool.run(pack).errors.contains("which cannot be compared with others"))
        try HostilePlugin().build(in: tool)
        #expect(try tool.run(pack).errors.contains("is not signed"))
        #expect(try tool.run(["plugin", "install", "org.evil"]).status == 2)
    }
}
