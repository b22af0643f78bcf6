import Foundation
import ProvisoPlugins
import TestSupport
import Testing

/// An index with a list that the publisher signed: what an index can no longer do.
@Suite(.waitingForProcesses) struct SignedIndexTests {
    private static let index = "index/index.json"
    private static let day: Int64 = 86_400

    private func refuses(
        _ shop: PackageShop, _ reason: String, _ names: [String] = ["org.evil"],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let result = try shop.tool.run(PackageShop.install + names)
        #expect(result.status == 3 && result.errors.contains(reason), "\(result.errors)", sourceLocation: location)
    }

    /// Signs the packages of the index as if at another time.
    private func sign(_ shop: PackageShop, at time: Int64, days: Int = 90) throws {
        let key = try SigningKey(String(decoding: shop.tool.bytes("mine.key"), as: UTF8.self))
        let packages = try shop.names(in: "index").filter { $0.hasSuffix(PluginPackage.ending) }.map {
            try PluginPackage(parsing: [UInt8](shop.tool.bytes("index/\($0)")))
        }
        var index = PackageIndex()
        try index.sign(packages, days: days, key: key, now: time)
        try shop.tool.write(Array(index.json.utf8), to: Self.index)
    }

    private var now: Int64 { Int64(Date().timeIntervalSince1970) }

    @Test func installsAndUpgradesFromASignedIndex() throws {
        try PackageShop.open(signing: true) { shop in
            let search = ["plugin", "search", "--index", "index", "--keys", "keys"]
            let found = try shop.tool.run(search)
            #expect(found.lines.first == "org.evil 1.2.0  (\(PackageShop.processor), MIT)" && found.errors.isEmpty)
            let first = try shop.tool.run(PackageShop.install + ["org.evil@1.0"])
            #expect(first.status == 0 && !first.errors.contains("warning"), "\(first.errors)")
            let second = try shop.tool.run(PackageShop.upgrade)
            #expect(second.status == 0 && second.errors.contains("org.evil 1.2.0 is installed"), "\(second.errors)")
            #expect(try shop.names(in: "keys") == ["org.evil.pub", "vendors", "indexes"])
            // Who has not the key sees what is offered, and that it is not verified.
            try shop.makeDirectory("none")
            let other = try shop.tool.run(search.dropLast() + ["none"])
            #expect(other.lines.first?.hasSuffix("MIT; not verified)") == true, "\(other.output)")
            #expect(other.errors.contains("has no key for 'org.evil'"), "\(other.errors)")
        }
    }

    /// An index is searched in a time that grows as it does.
    @Test func aLargeIndexIsSearchedInTime() throws {
        try PackageShop.open { shop in
            let key = try SigningKey(String(decoding: shop.tool.bytes("mine.key"), as: UTF8.self))
            let text = String(decoding: try shop.tool.bytes(Self.index), as: UTF8.self)
            let start = try #require(text.range(of: #""packages":["#)).upperBound
            let package = try #require(text[start...].range(of: "}").map { text[start..<$0.upperBound] })
            func time(_ count: Int) throws -> Duration {
                let ids = (0..<count).map { "org.evil.p\($0)" }
                let packages = ids.map { package.replacingOccurrences(of: "\"org.evil\"", with: "\"\($0)\"") }
                let json = #"{"format":1,"signed":[],"packages":["# + packages.joined(separator: ",") + "]}"
                let unsigned = try PackageIndex(parsing: Array(json.utf8))
                var index = PackageIndex()
                index.replace(
                    SignedList(unsigned.unsigned, revoked: [], after: nil, days: 90, key: key), by: key.publicKey)
                let keys = KeyRing(shop.tool.folder.appending(path: "keys").path())
                let checked = try CheckedIndex(keys: keys, place: "x", mustBeSigned: true) { index }
                return try ContinuousClock().measure {
                    for id in ids {
                        let isSigned = try checked.offer(of: id).isSigned
                        #expect(isSigned)
                    }
                }
            }
            _ = try time(10)
            let (few, many) = (try time(150), try time(1200))
            #expect(many < few * 24, "\(few) \(many)")
        }
    }

    /// A directory is warned about, and what was signed once stays so.
    @Test func anUnsignedIndexIsNamedOnce() throws {
        try PackageShop.open { shop in
            let unsigned = try shop.tool.bytes(Self.index)
            let result = try shop.tool.run(PackageShop.install + ["org.evil@1.0"])
            #expect(result.status == 0)
            #expect(
                result.errors.hasPrefix("warning: index/index.json has no list of org.evil that its publisher signed"))
            let files = try shop.names(in: "index").filter { $0.hasSuffix(PluginPackage.ending) }.map { "index/" + $0 }
            #expect(
                try shop.tool.run(["plugin", "publish", "--to", "index", "--key", "mine.key"] + files).status == 0)
            #expect(try !String(decoding: shop.tool.bytes(Self.index), as: UTF8.self).contains(#""packages":[{"#))
            let signed = try shop.tool.run(PackageShop.upgrade)
            #expect(signed.status == 0 && !signed.errors.contains("warning"), "\(signed.errors)")
            try shop.tool.write([UInt8](unsigned), to: Self.index)
            try refuses(shop, "has lost the list by the key")
        }
    }

    @Test func anExpiredIndexIsRefused() throws {
        try PackageShop.open(signing: true) { shop in
            try sign(shop, at: now - 31 * Self.day, days: 30)
            try refuses(shop, "index/index.json: has expired: its list by the key")
            let upgrade = try shop.tool.run(PackageShop.install + ["org.evil@1.0.0"])
            #expect(upgrade.status == 3 && upgrade.errors.contains("its publisher renews it"), "\(upgrade.errors)")
            #expect(try shop.names(in: "installed").isEmpty)
            // Signed again, without packages.
            #expect(try shop.tool.run(["plugin", "publish", "--to", "index", "--key", "mine.key"]).status == 0)
            #expect(try shop.tool.run(PackageShop.install + ["org.evil"]).status == 0)
            try sign(shop, at: now + 3 * Self.day)
            try refuses(shop, "is from the future")
        }
    }

    @Test func anIndexOlderThanOneSeenBeforeIsRefused() throws {
        try PackageShop.open(signing: true) { shop in
            let old = try shop.tool.bytes(Self.index)
            try shop.publish(["1.3.0"], "mine.key", signing: true)
            #expect(try shop.tool.run(PackageShop.install + ["org.evil@1.0"]).status == 0)
            try shop.tool.write([UInt8](old), to: Self.index)
            try refuses(shop, "is older than it was: its list by the key", ["org.evil@1.2"])
            // The place counts, by whatever path it is named, and a copy elsewhere may be older.
            let place = shop.tool.folder.appending(path: "installed/../index").path()
            var install = PackageShop.install
            install[3] = place
            #expect(try shop.tool.run(install + ["org.evil"]).errors.contains("is older than it was"))
            try FileManager.default.copyItem(
                at: shop.tool.folder.appending(path: "index"), to: shop.tool.folder.appending(path: "copy"))
            install[3] = "copy"
            #expect(try shop.tool.run(install + ["org.evil"]).status == 0)
        }
    }

    /// What an index hides or says of a package is compared with what the publisher signed.
    @Test func aSignedIndexCannotLie() throws {
        let lies: [(reason: String, prepare: (PackageShop) throws -> Void)] = [
            ("does not match its signature", { try $0.edit(Self.index, "MIT", "CC0") }),
            ("does not match its signature", { try $0.edit(Self.index, "Evil.", "Good.") }),
            ("does not match its signature", { try $0.edit(Self.index, "1.2.0", "0.2.0") }),
            // The highest version is missing, and an older one is not taken in its place.
            (
                "cannot be read (No such file",
                { unlink($0.tool.folder.appending(path: "index/" + PackageShop.package).path()) }
            ),
            ("is another package than its index says", { try $0.edit("index/" + PackageShop.package, "MIT", "CC0") }),
        ]
        for lie in lies {
            try PackageShop.open(signing: true) { shop in
                try lie.prepare(shop)
                try refuses(shop, lie.reason)
                #expect(try shop.names(in: "installed").isEmpty)
            }
        }
    }

    /// A publisher renews only what it signed, and only its own packages.
    @Test func onlyThePublisherSignsItsList() throws {
        try PackageShop.open(signing: true) { shop in
            let publish = ["plugin", "publish", "--to", "index"]
            try #require(try shop.tool.run(["plugin", "keygen", "other"]).status == 0)
            let before = try shop.tool.bytes(Self.index)
            let other = try shop.tool.run(publish + ["--key", "other.key", "next"])
            #expect(other.status == 3 && other.errors.contains("cannot take org.evil-1.2.0-"), "\(other.errors)")
            let unsigned = try shop.tool.run(publish + ["next"])
            #expect(unsigned.status == 3 && unsigned.errors.contains("give that key with --key"), "\(unsigned.errors)")
            #expect(try shop.tool.bytes(Self.index) == before)
            try shop.edit(Self.index, "MIT", "CC0")
            let changed = try shop.tool.run(publish + ["--key", "mine.key"])
            #expect(changed.status == 3 && changed.errors.contains("does not match its signature"), "\(changed.errors)")
            #expect(try shop.tool.run(publish).status == 2)
            for days in ["0", "4000"] {
                #expect(try shop.tool.run(publish + ["--key", "mine.key", "--expires", days]).status == 2)
            }
        }
    }

    @Test func aRevokedPackageIsRefused() throws {
        try PackageShop.open(signing: true) { shop in
            let tool = shop.tool
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            let check = ["check", "--rules", "rules.yaml", "--plugins", "installed", "--plugin-keys", "keys"]
            let data = Array("{\"v\":\"x\"}".utf8)
            #expect(try tool.run(check, input: data).status == 0)
            let revoke = ["plugin", "revoke", "--to", "index", "--key", "mine.key", "--reason", "accepts\nall"]
            #expect(try tool.run(revoke + ["org.evil"]).status == 2)
            #expect(try tool.run(revoke + ["org.evil@2"]).errors.contains("there are 1.2.0, 1.0.0"))
            #expect(try tool.run(revoke + ["org.evil@1.2.0"]).status == 0)
            #expect(try !tool.run(["plugin", "search", "--index", "index"]).output.contains("1.2.0"))
            // It says so, has no newer one, and from now on no command loads it.
            let upgrade = try tool.run(PackageShop.upgrade)
            #expect(upgrade.status == 3, "\(upgrade.errors)")
            #expect(
                upgrade.errors.contains("org.evil 1.2.0, which is installed, is revoked by its publisher: accepts all"))
            #expect(upgrade.errors.contains("there is no newer version: 'proviso plugin remove' removes it"))
            let list = try tool.run(["plugin", "list", "--plugins", "installed", "--plugin-keys", "keys"])
            #expect(list.status == 3 && list.output.contains("refused: it is revoked by its publisher: accepts all"))
            #expect(try tool.run(check, input: data).status == 3)
            try refuses(shop, "org.evil 1.2.0 is revoked by its publisher: accepts all", ["org.evil@1.2"])
            // Nor from an index that does not know it, nor into this one again.
            try shop.makeDirectory("elsewhere")
            let package = "index/" + PackageShop.package
            #expect(try tool.run(["plugin", "publish", "--to", "elsewhere", package]).status == 0)
            var install = PackageShop.install
            install[3] = "elsewhere"
            #expect(try tool.run(install + ["org.evil"]).errors.contains("is revoked by its publisher"))
            let again = try tool.run(["plugin", "publish", "--to", "index", "--key", "mine.key", package])
            #expect(again.status == 3 && again.errors.contains("is revoked by its publisher"), "\(again.errors)")
            try shop.publish(["1.2.1"], "mine.key", signing: true)
            #expect(try tool.run(PackageShop.upgrade).status == 0)
            #expect(try tool.run(check, input: data).status == 0)
        }
    }

    /// One revocation does not hold up what others have mended.
    @Test func whatCannotBeUpgradedDoesNotStopTheOthers() throws {
        try PackageShop.open(signing: true) { shop in
            let tool = shop.tool
            try shop.publish(["1.0.0", "1.2.0"], "mine.key", signing: true, id: "org.evil.two")
            #expect(try tool.run(PackageShop.install + ["org.evil", "org.evil.two@1.0"]).status == 0)
            let revoke = ["plugin", "revoke", "--to", "index", "--key", "mine.key", "--reason", "wrong"]
            #expect(try tool.run(revoke + ["org.evil@1.2.0"]).status == 0)
            let upgrade = try tool.run(PackageShop.upgrade)
            #expect(upgrade.status == 3)
            #expect(upgrade.errors.contains("error: org.evil 1.2.0: is revoked"), "\(upgrade.errors)")
            #expect(upgrade.errors.contains("org.evil.two 1.2.0 is installed"), "\(upgrade.errors)")
            let unknown = try tool.run(PackageShop.upgrade + ["org.none", "org.evil.two"])
            #expect(unknown.status == 3 && unknown.errors.hasSuffix("org.evil.two 1.2.0 is the newest version\n"))
        }
    }

    /// A revoked plugin that nobody named stops only those who need it.
    @Test func aRevokedPluginOfTheUserStopsOnlyRulesThatNeedIt() throws {
        try PackageShop.open(signing: true) { shop in
            let tool = shop.tool
            let keys = tool.configuration.appending(path: "proviso/keys")
            try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
            try tool.bytes("mine.pub").write(to: keys.appending(path: "org.evil.pub"))
            let home = ["XDG_DATA_HOME": tool.folder.appending(path: "data").path(), "PROVISO_INDEX": "index"]
            #expect(try tool.run(["plugin", "install", "org.evil"], environment: home).status == 0)
            let data = Array("{\"v\":\"x\"}".utf8)
            let check = ["check", "--rules", "rules.yaml"]
            #expect(try tool.run(check, input: data, environment: home).status == 0)
            let info = try tool.run(["plugin", "info", "org.evil"], environment: home)
            #expect(info.lines.first == "org.evil 1.2.0", "\(info.errors)")
            let revoke = ["plugin", "revoke", "--to", "index", "--key", "mine.key", "--reason", "wrong"]
            #expect(try tool.run(revoke + ["org.evil@1.2.0"]).status == 0)
            #expect(try tool.run(["plugin", "upgrade"], environment: home).status == 3)
            let needed = try tool.run(check, input: data, environment: home)
            #expect(needed.status == 3 && needed.errors.contains("may offer it: "), "\(needed.errors)")
            try tool.write(Array("rules: [[v, string]]".utf8), to: "rules.yaml")
            let other = try tool.run(check, input: data, environment: home)
            #expect(other.status == 0, "\(other.errors)")
            #expect(other.errors.contains("warning: ") && other.errors.contains("is revoked by its publisher: wrong"))
            // A mistake that has nothing to do with plugins is one of the rule file.
            for (rules, status) in [
                ("[[v, string, { mim: 3 }]]", 2), ("[[v, strng]]", 2), ("[[v, org/evl]]", 3),
                ("[[v, each, { rule: org/evl }]]", 3), ("[{ attributes: v, type: string, when: [v, org/evl] }]", 3),
            ] {
                try tool.write(Array("rules: \(rules)".utf8), to: "wrong.yaml")
                let wrong = try tool.run(["check", "--rules", "wrong.yaml"], input: data, environment: home)
                #expect(wrong.status == status, "\(rules): \(wrong.errors)")
            }
            // The doctor finds it by its id, also now.
            let doctor = try tool.run(["plugin", "doctor", "org.evil"], environment: home)
            #expect(doctor.status == 3 && doctor.output.contains("is revoked by its publisher"), "\(doctor.errors)")
            let none = try tool.run(["plugin", "info", "org.evul"], environment: home)
            #expect(none.status == 2 && none.errors.contains("or an id that 'proviso plugin list' shows"))
        }
    }

    /// Hiding the list of revoked plugins does not bring one back.
    @Test func aRevokedPluginStaysRefusedWhenTheListCannotBeSeen() throws {
        try PackageShop.open(signing: true) { shop in
            let tool = shop.tool
            let keys = tool.configuration.appending(path: "proviso/keys")
            try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
            try tool.bytes("mine.pub").write(to: keys.appending(path: "org.evil.pub"))
            let home = ["XDG_DATA_HOME": tool.folder.appending(path: "data").path(), "PROVISO_INDEX": "index"]
            #expect(try tool.run(["plugin", "install", "org.evil"], environment: home).status == 0)
            #expect(try tool.run(["plugin", "trust", "--yes", "org.evil"], environment: home).status == 0)
            let type = "\(try tool.run(["plugin", "info", "org.evil"], environment: home).output)"
                .split(whereSeparator: { $0.isWhitespace || $0 == "," }).first {
                    $0.contains("/") && !$0.hasPrefix("/")
                }
            let revoke = [
                "plugin", "revoke", "--to", "index", "--key", "mine.key", "--reason", "wrong", "org.evil@1.2.0",
            ]
            #expect(try tool.run(revoke).status == 0)
            // A rule type stands for the plugin that has it.
            let upgrade = try tool.run(["plugin", "upgrade", String(type ?? "")], environment: home)
            #expect(upgrade.status == 3 && upgrade.errors.contains("is revoked"), "\(upgrade.errors)")
            let plain = Array("rules: [[v, string]]".utf8)
            try tool.write(plain, to: "plain.yaml")
            let data = Array("{\"v\":\"x\"}".utf8)
            let aside = keys.deletingLastPathComponent().appending(path: "aside")
            try FileManager.default.moveItem(at: keys, to: aside)
            func refuses(at location: SourceLocation = #_sourceLocation) throws {
                let needed = try tool.run(["check", "--rules", "rules.yaml"], input: data, environment: home)
                #expect(needed.status == 3, "\(needed.errors)", sourceLocation: location)
                #expect(
                    needed.errors.contains("may be revoked: the list "), "\(needed.errors)", sourceLocation: location)
                let other = try tool.run(["check", "--rules", "plain.yaml"], input: data, environment: home)
                #expect(other.status == 0, "\(other.errors)", sourceLocation: location)
            }
            try Data("x".utf8).write(to: keys)
            try refuses()
            try FileManager.default.removeItem(at: keys)
            try FileManager.default.createSymbolicLink(atPath: keys.path(), withDestinationPath: "nowhere")
            try refuses()
            try FileManager.default.removeItem(at: keys)
            try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: keys.appending(path: "revoked").path(), withDestinationPath: "nowhere")
            try refuses()
        }
    }

    /// A key for one id cannot revoke what another publisher offers.
    @Test func aPublisherRevokesItsOwnPluginsOnly() throws {
        try PackageShop.open(signing: true) { shop in
            let tool = shop.tool
            #expect(try tool.run(PackageShop.install + ["org.evil"]).status == 0)
            let other = try #require(SigningKey())
            try tool.write(Array(other.publicKey.text.utf8), to: "keys/org.other.pub")
            let facts = try PluginPackage(parsing: [UInt8](tool.bytes("index/" + PackageShop.package))).facts
            var index = try PackageIndex(parsing: [UInt8](tool.bytes(Self.index)))
            index.replace(
                SignedList([], revoked: [RevokedPlugins.Entry(facts, reason: "envy")], after: nil, days: 9, key: other),
                by: other.publicKey)
            try tool.write(Array(index.json.utf8), to: Self.index)
            let upgrade = try tool.run(PackageShop.upgrade)
            #expect(
                upgrade.status == 0 && upgrade.errors == "org.evil 1.2.0 is the newest version\n", "\(upgrade.errors)")
        }
    }

    /// A reason is short in bytes, and no list becomes larger than can be read: one publisher cannot stop the others.
    @Test func revocationsHaveALimitedSize() throws {
        try PackageShop.open(signing: true) { shop in
            let facts = try PluginPackage(parsing: [UInt8](shop.tool.bytes("index/" + PackageShop.package))).facts
            let character = "x" + String(repeating: "\u{301}", count: 9_000)
            let entry = RevokedPlugins.Entry(facts, reason: String(repeating: character, count: 100))
            #expect(entry.reason.utf8.count <= 500 && entry.reason.unicodeScalars.first == "x")
            #expect(RevokedPlugins.Entry(facts, reason: "a  b\nc").reason == "a b c")
            let key = try SigningKey(String(decoding: shop.tool.bytes("mine.key"), as: UTF8.self))
            let reason = String(repeating: "r", count: 500)
            let package = try PluginPackage(parsing: [UInt8](shop.tool.bytes("index/" + PackageShop.package)))
            let digests = (0..<30_000).compactMap { number in
                let text = String(number, radix: 16)
                return ContentDigest(String(repeating: "0", count: 64 - text.count) + text)
            }
            let revoked = digests.map {
                RevokedPlugins.Entry(digest: $0, id: facts.id, version: facts.version, reason: reason)
            }
            var index = PackageIndex()
            index.replace(
                SignedList([package.facts], revoked: revoked, after: nil, days: 9, key: key), by: key.publicKey)
            let ring = KeyRing(shop.tool.folder.appending(path: "keys").path())
            let checked = try CheckedIndex(keys: ring, place: "x", mustBeSigned: true) { index }
            let error = #expect(throws: PluginFault.self) { try checked.offer(of: facts.id).remember() }
            #expect(error?.reason.contains("would be larger than 16 MB") == true, "\(String(describing: error))")
            // What was known before can be read.
            #expect(try RevokedPlugins(in: ring.path).entries.isEmpty)
        }
    }

    @Test func valuesOfAnIndexAreCountedBeforeTheyAreRead() throws {
        let text = #"{"format":1,"signed":["# + String(repeating: "0,", count: 1_000_001) + "0],\"packages\":[]}"
        let error = #expect(throws: PluginFault.self) { try PackageIndex(parsing: Array(text.utf8)) }
        #expect(error?.reason == "has more than 1000000 values")
    }

    /// A program that read the index before another one saw a newer list does not take it for an old one.
    @Test func anotherProgramMaySeeANewerIndexMeanwhile() throws {
        try PackageShop.open(signing: true) { shop in
            let ring = KeyRing(shop.tool.folder.appending(path: "keys").path())
            let old = try PackageIndex(parsing: [UInt8](shop.tool.bytes(Self.index)))
            try shop.publish(["1.3.0"], "mine.key", signing: true)
            let new = try PackageIndex(parsing: [UInt8](shop.tool.bytes(Self.index)))
            let checked = try CheckedIndex(keys: ring, place: "x", mustBeSigned: true) { () throws(PluginError) in
                let other = try CheckedIndex(keys: ring, place: "x", mustBeSigned: true) { new }
                #expect(throws: Never.self) { try other.offer(of: "org.evil").remember() }
                return old
            }
            #expect(try checked.offer(of: "org.evil").newest().version == PluginVersion("1.2.0"))
            let later = try CheckedIndex(keys: ring, place: "x", mustBeSigned: true) { old }
            #expect(throws: PluginFault.self) { try later.offer(of: "org.evil") }
        }
    }
}
