import Foundation
import ProvisoPlugins
import TestSupport
import Testing

/// Packages of plugins: published in a directory, installed from it, and attacked on the way.
@Suite(.waitingForProcesses) struct PackageTests {
    @Test func installsUpgradesAndRemoves() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            let search = try tool.run(["plugin", "search", "--index", "index", "EVIL"])
            #expect(
                search.lines.first == "org.evil 1.2.0  (\(PackageShop.processor), MIT; not verified)",
                "\(search.output)")
            #expect(search.lines.count == 4)
            // A rule type alone names no publisher.
            let byType = try tool.run(PackageShop.install + ["evil/x@1.0"])
            #expect(byType.status == 3 && byType.errors.contains("by its id if you trust its publisher (org.evil)"))
            let first = try tool.run(PackageShop.install + ["org.evil@1.0"])
            #expect(first.status == 0, "\(first.errors)")
            #expect(
                first.errors.contains(
                    "installed/org.evil.proviso-plugin: org.evil 1.0.0 is installed, signed with the key "))
            #expect(first.errors.contains("rule types 'evil/…' belong to the publisher with this key from now on"))
            #expect(try tool.run(PackageShop.install + ["evil/x@1.0"]).status == 0)
            let list = ["plugin", "list", "--plugins", "installed", "--plugin-keys", "keys"]
            #expect(try tool.run(list).output.contains("org.evil 1.0.0  (not locked, worker)"))
            let upgrade = PackageShop.upgrade
            #expect(
                try tool.run(upgrade).errors.contains(
                    "installed/org.evil.proviso-plugin: org.evil 1.2.0 is installed, "))
            #expect(try tool.run(upgrade).errors.hasSuffix("\norg.evil 1.2.0 is the newest version\n"))
            let older = try tool.run(PackageShop.install + ["org.evil@1.0.0"])
            #expect(older.status == 3 && older.errors.contains("is older than version 1.2.0"), "\(older.errors)")
            let remove = ["plugin", "remove", "--plugins", "installed", "org.evil"]
            #expect(try tool.run(remove).status == 0)
            #expect(try tool.run(remove).status == 3)
            // The version stays known when the plugin is gone.
            #expect(try tool.run(PackageShop.install + ["org.evil@1.0.0"]).status == 3)
            #expect(try tool.run(PackageShop.install + ["--allow-older", "org.evil@1.0.0"]).status == 0)
            #expect(try tool.run(PackageShop.install + ["org.evil@2"]).errors.contains("has no version 2 of org.evil"))
            #expect(try tool.run(PackageShop.install + ["org.evul"]).errors.contains("did you mean 'org.evil'?"))
            #expect(try tool.run(["plugin", "remove", "--plugins", "installed", "../keys/x"]).status == 3)
        }
    }

    @Test func theFirstPackagesMakeTheIndex() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            let package = "index/" + PackageShop.package
            let first = try tool.run(["plugin", "publish", "--to", "fresh", package])
            #expect(first.status == 0 && first.errors == "fresh/index.json: 1 package\n", "\(first.errors)")
            let below = try tool.run(["plugin", "publish", "--to", "none/fresh", package])
            #expect(below.status == 3)
            let reason = "none/fresh: the directory of the index does not exist: create the one it is in"
            #expect(below.errors == "error: \(reason)\n")
            let again = try tool.run(["plugin", "publish", "--to", "none", "--key", "mine.key"])
            #expect(again.status == 3 && again.errors.contains("'proviso plugin publish' with packages creates it"))
        }
    }

    struct Attack: Sendable {
        let reason: String
        let prepare: @Sendable (PackageShop) throws -> Void
    }

    private static let later = PackageShop.package.replacingOccurrences(of: "1.2.0", with: "9.0.0")

    private static func shopped(_ shop: PackageShop) throws -> Data {
        try shop.tool.bytes("index/" + PackageShop.package)
    }

    static let attacks: [Attack] = [
        Attack(reason: "is another package than its index says") {
            try $0.edit("index/index.json", "\"1.2.0\"", "\"9.0.0\"")
            try $0.tool.write([UInt8](shopped($0)), to: "index/" + later)
        },
        Attack(reason: "its signed manifest says org.evil 1.2.0") {
            try $0.tool.write([UInt8](shopped($0)), to: "index/" + later)
            for file in ["index/index.json", "index/" + later] { try $0.edit(file, "\"1.2.0\"", "\"9.0.0\"") }
        },
        Attack(reason: "its signed manifest says org.evil 1.2.0") {
            for file in ["index/index.json", "index/" + PackageShop.package] {
                try $0.edit(file, "[\"evil/x\"]", "[\"evil/x\",\"evil/y\"]")
            }
        },
        Attack(reason: "is damaged: its size or SHA-256 is not") { shop in
            let tool = shop.tool
            var bytes = try [UInt8](tool.bytes("index/" + PackageShop.package))
            bytes[bytes.count - 1] ^= 1
            try tool.write(bytes, to: "index/" + PackageShop.package)
        },
        Attack(reason: "is damaged: its size or SHA-256 is not") { shop in
            let tool = shop.tool
            try tool.write(
                [UInt8](tool.bytes("index/" + PackageShop.package).dropLast(9)), to: "index/" + PackageShop.package)
        },
        Attack(reason: "which is not trusted") { shop in
            let tool = shop.tool
            try #require(try tool.run(["plugin", "keygen", "other"]).status == 0)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "index"))
            try shop.makeDirectory("index")
            try shop.publish(["1.2.0"], "other.key")
        },
        Attack(reason: "has no key for 'org.evil'") { shop in
            let tool = shop.tool
            // A key for other ids, of which one has the same beginning.
            for name in ["org.ev", "com"] { try tool.write([UInt8](tool.bytes("mine.pub")), to: "keys/\(name).pub") }
            unlink(tool.folder.appending(path: "keys/org.evil.pub").path())
        },
        Attack(reason: "its signed manifest says org.evil 1.2.0") {
            for file in ["index/index.json", "index/" + PackageShop.package] { try $0.edit(file, "Evil.", "Good.") }
        },
        Attack(reason: "is damaged: its package 1 lacks something") {
            try $0.edit("index/index.json", PackageShop.processor, "../index/x")
        },
        Attack(reason: "cannot be read (No such file or directory)") { shop in
            let tool = shop.tool
            unlink(tool.folder.appending(path: "index/" + PackageShop.package).path())
        },
        Attack(reason: "cannot be read (larger than 16 MB)") { shop in
            let tool = shop.tool
            let path = tool.folder.appending(path: "index/index.json").path()
            try #require(truncate(path, 1 << 30) == 0)
        },
        Attack(reason: "can be changed by users other than its owner") { shop in
            let tool = shop.tool
            chmod(tool.folder.appending(path: "keys/org.evil.pub").path(), 0o666)
        },
    ]

    @Test func attacksChangeNothing() throws {
        for attack in Self.attacks {
            try PackageShop.open { shop in
                let tool = shop.tool
                #expect(try tool.run(PackageShop.install + ["org.evil@1.0.0"]).status == 0)
                let before = try tool.bytes("installed/org.evil.proviso-plugin")
                try attack.prepare(shop)
                let result = try tool.run(PackageShop.install + ["org.evil"])
                #expect(
                    result.status == 3 && result.errors.contains(attack.reason), "\(attack.reason): \(result.errors)")
                #expect(try tool.bytes("installed/org.evil.proviso-plugin") == before, "\(attack.reason)")
                #expect(
                    try shop.names(in: "installed") == ["org.evil.proviso-plugin", "proviso-plugins.versions"],
                    "\(attack.reason)"
                )
            }
        }
    }

    /// A link in the place of the plugin is replaced, and what it points to is not written.
    @Test func linksAreNotFollowed() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            try tool.write(Array("mine".utf8), to: "victim")
            for name in ["org.evil.proviso-plugin", "org.evil.so", "org.evil.so.minisig"] {
                let link = tool.folder.appending(path: "installed/\(name)").path()
                try #require(symlink(tool.folder.appending(path: "victim").path(), link) == 0)
            }
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            #expect(try tool.bytes("victim") == Data("mine".utf8))
            let check = ["check", "--rules", "rules.yaml", "--plugins", "installed"]
            #expect(try tool.run(check, input: Array("{\"v\":\"x\"}".utf8)).status == 0)
        }
    }

    /// A publisher that is trusted for one prefix cannot offer the rule types of another.
    @Test func aVendorBelongsToItsFirstPublisher() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            try #require(try tool.run(["plugin", "keygen", "other"]).status == 0)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "index"))
            try shop.makeDirectory("index")
            try shop.publish(["3.0.0"], "other.key")
            for name in ["other.pub", "mine.pub"] {
                try tool.write([UInt8](tool.bytes(name)), to: "keys/org.evil.\(name)")
            }
            // Both keys are for the id now: the signature is accepted, the rule types are not.
            try tool.write([UInt8](tool.bytes("other.pub")), to: "keys/org.evil.pub")
            let result = try tool.run(PackageShop.install + ["org.evil"])
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errors.contains("claims rule types of 'evil', which belong to the publisher of org.evil"))
        }
    }

    /// A key has an id of 8 bytes in its file, which its owner can choose.
    @Test func aKeyIsNotAnotherWithItsID() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            try #require(try tool.run(["plugin", "keygen", "other"]).status == 0)
            func file(_ name: String) throws -> [UInt8] {
                let lines = String(decoding: try tool.bytes(name), as: UTF8.self).split(separator: "\n")
                return [UInt8](try #require(lines.last.flatMap { Data(base64Encoded: String($0)) }))
            }
            let id = try file("mine.pub")[2..<10]
            var (key, open) = (try file("other.key"), try file("other.pub"))
            open.replaceSubrange(2..<10, with: id)
            key.replaceSubrange(54..<62, with: id)
            // Keys without a password may have no checksum.
            key.replaceSubrange(126..<158, with: [UInt8](repeating: 0, count: 32))
            for (name, bytes) in [("other.key", key), ("keys/org.evil.pub", open)] {
                try tool.write(Array("untrusted comment: x\n\(Data(bytes).base64EncodedString())\n".utf8), to: name)
            }
            try FileManager.default.removeItem(at: tool.folder.appending(path: "index"))
            try shop.makeDirectory("index")
            try shop.publish(["3.0.0"], "other.key")
            let result = try tool.run(PackageShop.install + ["org.evil"])
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errors.contains("claims rule types of 'evil', which belong to the publisher of org.evil"))
            // A list of an earlier version names keys by their ids.
            try tool.write(Array("evil 0123456789ABCDEF org.evil\n".utf8), to: "keys/vendors")
            let old = try tool.run(PackageShop.install + ["org.evil"])
            #expect(old.status == 3 && old.errors.contains("of an earlier version: line 1 must be"), "\(old.errors)")
        }
    }

    /// Two ways to write a version are one version.
    @Test func aPublishedVersionDoesNotChangeUnderAnotherName() throws {
        try PackageShop.open { shop in
            let manifest = #""version": "1.2", "locales": ["en"]"#
            // Version 1.0 of the interface accepts a version in any form.
            try HostilePlugin(manifest: manifest, headers: "Tests/PluginTests/Fixtures/v1").build(in: shop.tool)
            #expect(try shop.tool.run(["plugin", "sign", "--key", "mine.key", "plugins/evil.so"]).status == 0)
            let pack = ["plugin", "pack", "--license", "MIT", "--output", "next", "plugins/evil.so"]
            #expect(try shop.tool.run(pack).status == 0)
            let result = try shop.tool.run(["plugin", "publish", "--to", "index", "next"])
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errors.contains("has another package org.evil 1.2.0"), "\(result.errors)")
        }
    }

    @Test func aDirectoryInThePlaceOfAPluginChangesNothing() throws {
        try PackageShop.open { shop in
            try shop.makeDirectory("installed/org.evil.proviso-plugin")
            let result = try shop.tool.run(PackageShop.install + ["org.evil"])
            #expect(result.status == 3 && result.errors.contains("is a directory"), "\(result.errors)")
            #expect(try shop.names(in: "installed") == ["org.evil.proviso-plugin"])
            #expect(try shop.names(in: "keys") == ["org.evil.pub"])
        }
    }

    /// Files that somebody else made have no names of drafts.
    @Test func onlyDraftsAreRemoved() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "p"), withIntermediateDirectories: false)
        for name in [".new-notes.txt", ".new-", ".new-1x-a", ".new-123-a"] { try tool.write([], to: "p/" + name) }
        #expect(try tool.run(["plugin", "remove", "--plugins", "p", "org.none"]).status == 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.appending(path: "p").path())
        #expect(Set(names) == [".new-notes.txt", ".new-", ".new-1x-a"])
    }

    /// Who may only read a directory can lock it, but not the file that programs lock which change it.
    @Test(arguments: [(0o755, 0o600), (0o775, 0o660), (0o777, 0o666), (0o700, 0o600)])
    func aReaderCannotHoldTheLock(mode: Int, ofFile: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "proviso-lock-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
        let reader = open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(reader) }
        #expect(flock(reader, LOCK_EX | LOCK_NB) == 0)
        let start = ContinuousClock.now
        do {
            let lock = try DirectoryLock(folder)
            #expect(ContinuousClock.now - start < .seconds(20))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/.proviso-lock")
            #expect(attributes[.posixPermissions] as? Int == ofFile)
            lock.settle()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    /// Whoever waits for a lock says so.
    @Test func aProgramThatWaitsSaysForWhat() throws {
        try PackageShop.open { shop in
            let script = "flock installed/.proviso-lock sleep 3 & sleep 0.5; exec \"$TOOL\" \"$@\""
            let result = try shop.tool.run(
                program: "/bin/bash", ["-c", script, "bash"] + PackageShop.install + ["org.evil"],
                environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("waiting for another program that changes installed"), "\(result.errors)")
        }
    }

    /// Programs that install, upgrade and publish at once lose nothing, and a reader sees a whole plugin.
    @Test func manyAtOnceLoseNothing() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
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
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            try tool.write(Array("{\"v\":\"x\"}".utf8), to: "read.ndjson")
            let result = try tool.run(
                program: "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TOOL": Tool.path])
            let errors = String(decoding: try tool.bytes("errors"), as: UTF8.self)
            #expect(result.output == "", "\(errors)")
            let versions = String(decoding: try tool.bytes("installed/proviso-plugins.versions"), as: UTF8.self)
            #expect(versions == "org.evil 1.2.0\n")
            #expect(try shop.names(in: "installed") == ["org.evil.proviso-plugin", "proviso-plugins.versions"])
        }
    }

    @Test func aKilledInstallationLeavesNothing() throws {
        try PackageShop.open { shop in
            let tool = shop.tool
            #expect(try tool.run(PackageShop.install + ["org.evil@1.0.0"]).status == 0)
            for name in [".new-123-org.evil.proviso-plugin", ".new-123-proviso-plugins.versions"] {
                try tool.write(Array("x".utf8), to: "installed/" + name)
            }
            let versions = try tool.bytes("installed/proviso-plugins.versions") + Data("org.evil 0.1.0\n".utf8)
            try tool.write([UInt8](versions), to: "installed/proviso-plugins.versions")
            let older = try tool.run(PackageShop.install + ["org.evil@0.2"])
            #expect(older.status == 3, "\(older.errors)")
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            #expect(try shop.names(in: "installed") == ["org.evil.proviso-plugin", "proviso-plugins.versions"])
            // An upgrade that finds nothing newer leaves nothing either.
            try tool.write(Array("x".utf8), to: "installed/.new-123-org.evil.proviso-plugin")
            let newest = try tool.run(PackageShop.upgrade)
            #expect(newest.status == 0, "\(newest.errors)")
            #expect(try shop.names(in: "installed") == ["org.evil.proviso-plugin", "proviso-plugins.versions"])
        }
    }

    /// Installers, publishers and readers at once, of which one or all are killed at a random moment.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no /usr/bin/python3"))
    func aKillAtAnyTimeLosesNothing() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let script = URL(filePath: #filePath).appending(path: "../../../Scripts/kill-installs").standardized.path()
        let result = try tool.run(
            program: "/usr/bin/python3", [script, "--trials", "20", "--tool", Tool.path],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(result.status == 0 && result.output.contains("killed in"), "\(result.output)\(result.errors)")
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
