import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginKeygenCommand: Command {
    var name = ""

    static let name = "keygen"
    static let summary = "Make a pair of keys to sign plugins with."

    static var page: CommandPage {
        CommandPage(
            """
            Writes NAME.key, which has no password and only you may read, and NAME.pub for the folder of keys of \
            those who trust you. Both are in the format of minisign, whose keys with a password can be used too.
            """)
    }

    static var operands: Operands<Self>? {
        Operands("name", .one, help: "The path of the files, without .key and .pub.") { $0.name = $1 }
    }

    func run() throws {
        guard let key = SigningKey() else {
            Messages.error("the system has no random numbers")
            throw ExitCode.failure
        }
        do throws(SystemError) {
            try NewFile.create(name + ".key", key.text, mode: 0o600)
            do throws(SystemError) {
                try NewFile.create(name + ".pub", key.publicKey.text, mode: 0o644)
            } catch {
                // Half of a pair is of no use, and would stand in the way of the next try.
                unlink(name + ".key")
                throw error
            }
        } catch {
            Messages.error("\(name).key, \(name).pub: \(error.reason)")
            throw ExitCode.failure
        }
        Messages.line("\(name).key and \(name).pub: key \(key.publicKey.id)")
    }
}

struct PluginSignCommand: Command {
    var key = ""
    var comment: String?
    var files: [String] = []

    static let name = "sign"
    static let summary = "Sign plugins: writes FILE.minisig beside each, which minisign can check too."

    static var options: [Option<Self>] {
        [
            .text(
                "--key", value: "file", kind: .file, need: .required,
                help: "The secret key, from 'proviso plugin keygen' or 'minisign -GW'."
            ) { $0.key = $1 },
            .text("--comment", value: "text", help: "A comment that is signed too, on one line.") { $0.comment = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("files", .atLeastOne, help: "The plugins' files.") { $0.files.append($1) }
    }

    func run() throws {
        var conflicts = FileConflicts()
        conflicts.reads(key, as: "--key")
        conflicts.reads(files, as: "a plugin")
        for file in files { try conflicts.writes(file + PluginSignature.ending, as: "the signature") }
        let key = try readKey()
        for file in files {
            do throws(SystemError) {
                let bytes = try SmallFile.read(file, limit: 1 << 30)
                let name = file.split(separator: "/").last.map(String.init) ?? file
                let line = (comment ?? "file:\(name)").split(whereSeparator: \.isNewline).joined(separator: " ")
                let text = bytes.withUnsafeBytes { key.sign($0, comment: line) }
                try NewFile.replace(file + PluginSignature.ending, text, mode: 0o644)
            } catch {
                Messages.error("\(file): \(error.reason)")
                throw ExitCode.failure
            }
            Messages.line("\(file)\(PluginSignature.ending): signed with the key \(key.publicKey.id)")
        }
    }

    private func readKey() throws -> SigningKey {
        do {
            return try SigningKey(String(decoding: SmallFile.read(key, limit: 1 << 16), as: UTF8.self))
        } catch let error as SystemError {
            Messages.error("\(key): \(error.reason)")
        } catch let error as PluginFault {
            Messages.error("\(key): \(error.reason)")
        }
        throw ExitCode.usage
    }
}
