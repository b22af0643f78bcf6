import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Lock files and signatures.
@Suite(.waitingForProcesses) struct LockTests {
    private static let other = String(repeating: "0", count: 64)

    @Test func aLockIsWhatSha256sumWrites() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "x.so")
        let lock = try PluginLock(approving: workshop.folder, policy: PluginPolicy())
        #expect(lock.description == "\(try workshop.digest(file))  x.so\n")
        try Data(lock.description.utf8).write(to: URL(filePath: workshop.path("lock")))
        #expect(try PluginLock(contentsOf: workshop.path("lock")) == lock)
    }

    struct Row: Sendable {
        let lock: String?
        let isLocked: Bool
        let reason: String?
        let location: SourceLocation

        init(
            _ lock: String?, isLocked: Bool = false, _ reason: String?, location: SourceLocation = #_sourceLocation
        ) {
            self.lock = lock
            self.isLocked = isLocked
            self.reason = reason
            self.location = location
        }
    }

    /// $ is the plugin's SHA-256, @ its directory.
    static let rows = [
        Row(nil, nil),
        Row(
            nil, isLocked: true,
            "is not locked (there is no lock file): run 'proviso plugin lock --plugins @' to record it"),
        Row("", nil),
        Row(
            "\(other)  other.so\n", isLocked: true,
            "is not locked (the lock file does not list it): run 'proviso plugin lock --plugins @' to record it"),
        Row("$  x.so\n", isLocked: true, nil),
        Row("# approved in May\n\n\(other)  x.so\n$ *x.so", isLocked: true, nil),
        Row(
            "\(other)  x.so\n",
            "differs from the lock file (its SHA-256 is $): "
                + "if the change was intended, run 'proviso plugin lock --plugins @' again"),
    ]

    @Test(arguments: rows)
    func holdsAFileToItsLock(_ row: Row) throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "x.so")
        let digest = try workshop.digest(file).description
        let text = row.lock?.replacing("$", with: digest)
        if let text { _ = try workshop.write(text.utf8, to: PluginLock.fileName) }
        let search = Registry.standard.loadingPlugins(
            PluginPolicy(directories: [workshop.folder], isLocked: row.isLocked))
        let reason = row.reason?.replacing("$", with: digest).replacing("@", with: workshop.folder)
        let errors = reason.map { [PluginError(file: file, reason: $0)] } ?? []
        #expect(search.errors == errors, sourceLocation: row.location)
        #expect(search.plugins.map(\.isLocked) == (errors.isEmpty ? [text?.contains(digest) == true] : []))
        // The same from a lock file elsewhere, and for a file by itself.
        guard let text else { return }
        unlink(workshop.path(PluginLock.fileName))
        let lock = try PluginLock(contentsOf: workshop.write(text.utf8, to: "lock"))
        var registry = Registry.standard
        let policy = PluginPolicy(lock: lock, isLocked: row.isLocked)
        #expect((try? registry.load(plugin: file, policy: policy)) != nil || row.reason != nil)
    }

    /// A line break in a name would forge the line of another file.
    @Test func aNameCannotForgeALine() throws {
        let workshop = try Workshop()
        let file = workshop.path("a\n\(String(repeating: "0", count: 64))  good.so")
        try Data("x".utf8).write(to: URL(filePath: file))
        let error = #expect(throws: PluginError.self) {
            try PluginLock(approving: workshop.folder, policy: PluginPolicy())
        }
        #expect(error?.reason.contains("has a control character in its name") == true, "\(String(describing: error))")
    }

    @Test func refusesABrokenOrOpenLock() throws {
        let workshop = try Workshop()
        try workshop.compile(.fixture("fifteen"), as: "x.so")
        let lock = try workshop.write("sha256 x.so\n".utf8, to: PluginLock.fileName)
        let policy = PluginPolicy(directories: [workshop.folder])
        let head = "has a lock file, \(PluginLock.fileName), that "
        #expect(
            Registry.standard.loadingPlugins(policy).errors.map(\.reason) == [
                head + "is not a lock file: line 1 must be a SHA-256, two spaces and a file name"
            ])
        // As an editor of another system leaves it: its entries would not be found.
        _ = try workshop.write("\(Self.other)  x.so\r\n".utf8, to: PluginLock.fileName)
        #expect(
            Registry.standard.loadingPlugins(policy).errors.map(\.reason) == [
                head + "has carriage returns: write it with Unix line ends ('sed -i s/\\r//')"
            ])
        try #require(chmod(lock, 0o666) == 0)
        #expect(
            Registry.standard.loadingPlugins(policy).errors.map(\.reason) == [
                head + "can be changed by users other than its owner (mode 666): remove that permission (chmod go-w)"
            ])
    }

    @Test func asksForASignatureOfATrustedKey() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "x.so")
        let key = try #require(SigningKey())
        let stranger = try #require(SigningKey())
        let bytes = try Data(contentsOf: URL(filePath: file))
        let signature = bytes.withUnsafeBytes { key.sign($0, comment: "of May") }
        func reason(_ text: String?, _ keys: PublicKey...) throws -> String? {
            unlink(file + ".minisig")
            if let text { _ = try workshop.write(text.utf8, to: "x.so.minisig") }
            var registry = Registry.standard
            do throws(PluginError) {
                try registry.load(plugin: file, policy: PluginPolicy(keys: keys))
                return nil
            } catch {
                return error.reason
            }
        }
        let mismatch =
            "does not match its signature: it or the signature was changed after signing, "
            + "or they belong to different versions"
        #expect(try reason(signature, stranger.publicKey, key.publicKey) == nil)
        #expect(try reason(nil) == nil)
        #expect(
            try reason(nil, key.publicKey)
                == "is not signed: x.so.minisig does not exist next to it ('proviso plugin sign' writes it)")
        #expect(
            try reason(signature, stranger.publicKey)
                == "is signed with the key \(key.publicKey.id), which is not trusted: "
                + "add its public key to the directory of trusted keys if you trust its owner")
        #expect(try reason(signature.replacing("of May", with: "of June"), key.publicKey) == mismatch)
        let ofOther = [UInt8]("other".utf8).withUnsafeBytes { key.sign($0, comment: "") }
        #expect(try reason(ofOther, key.publicKey) == mismatch)
        #expect(
            try reason("not one", key.publicKey)
                == "has a signature, x.so.minisig, that is damaged or not from minisign")
    }

    @Test func keysAreReadFromAFolder() throws {
        let workshop = try Workshop()
        let key = try #require(SigningKey())
        let empty = #expect(throws: PluginError.self) { try PublicKey.keys(in: workshop.folder) }
        #expect(empty?.reason == "contains no public keys (*.pub)")
        let file = try workshop.write(key.publicKey.text.utf8, to: "a.pub")
        #expect(try PublicKey.keys(in: workshop.folder) == [key.publicKey])
        #expect(try SigningKey(key.text).publicKey == key.publicKey)
        try #require(chmod(file, 0o646) == 0)
        let open = #expect(throws: PluginError.self) { try PublicKey.keys(in: workshop.folder) }
        #expect(open?.reason.hasPrefix("can be changed by users other") == true)
        unlink(file)
        _ = try workshop.write("RWT67".utf8, to: "b.pub")
        let broken = #expect(throws: PluginError.self) { try PublicKey.keys(in: workshop.folder) }
        #expect(broken?.reason.hasPrefix("is not a public key") == true)
    }

    /// Made by minisign 0.11, of the text "a plugin": by its hash, and in the older form of the text itself.
    @Test func understandsMinisign() throws {
        let key = try #require(PublicKey("RWT67IqHdxM7mg1T3Qhdki8UQVtrr013GDc2pfCq90v/ILaCx90rFvbG"))
        #expect(key.id == "9A3B1377878AECFA")
        let signatures = [
            """
            untrusted comment: signature from minisign secret key
            RUT67IqHdxM7ms0wARYYIJNw60MFdceych5rUTezDbNONP9aRU3HXjVdC1afXCWwtAcxp8/I2gf4aTGPjtjnPfM8YjBlgFc61QU=
            trusted comment: hashed
            XlmVJGrsq6QXt00HB6EFIete3ALf0665qTSHC/cwahsSrd1Y4ouwVeXEkEtwADyIaKoJnlqnJAYfapAOi+80DQ==
            """,
            """
            untrusted comment: signature from minisign secret key
            RWT67IqHdxM7msF0sBRT7ymfu7RwwyW5sOWVZyDuTPFTExHYupFFVbdJsMY0D9HV+yVLh59YWjA1aqyvHqjME5pbA+bzgx5CKQo=
            trusted comment: legacy
            yWnjnh5Y0FJuqDvSWRbm62uGuqYVukU1TdBRJuEBWyUlhxKVpQlWZxTfiHmjy4ZJn5PVq3eeTdQMD6khtlK2Bg==
            """,
        ]
        for text in signatures {
            let signature = try #require(PluginSignature(text))
            for (file, isRight) in [("a plugin", true), ("a plugim", false)] {
                let found = [UInt8](file.utf8).withUnsafeBytes { try? signature.check($0, [key]) }
                #expect((found == key) == isRight)
            }
        }
    }
}
