import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginKeygenCommand: Command {
    var name = ""

    static let name = "keygen"
    static let summary = "Create a pair of keys for signing plugins."

    static var page: CommandPage {
        CommandPage(
            """
            Writes NAME.key, which has no password and which only you can read, and NAME.pub, for the key directories of \
            users who trust you. Both have the format of minisign. Keys of minisign with a password can be used too.
            """,
            examples: [
                (
                    "proviso plugin keygen acme",
                    "Create acme.key and acme.pub, for plugins whose ids begin with 'acme.'."
                ),
                (
                    "proviso plugin keygen acme && sudo mv acme.pub /etc/proviso/keys",
                    "Create a pair of keys, and let all users of this machine know whose plugins they are."
                ),
            ])
    }

    static var operands: Operands<Self>? {
        Operands("name", .one, help: "The path of the files, without .key and .pub.") { $0.name = $1 }
    }

    func run() throws {
        guard let key = SigningKey() else {
            throw ExitCode.failure.because("the system cannot provide random numbers")
        }
        do throws(SystemError) {
            try NewFile.create(name + ".key", key.text, mode: 0o600)
            do throws(SystemError) {
                try NewFile.create(name + ".pub", key.publicKey.text, mode: 0o644)
            } catch {
                // One key alone is useless, and would prevent the next attempt.
                unlink(name + ".key")
                throw error
            }
        } catch {
            throw NewFile.refusal("\(name).key, \(name).pub", error)
        }
        StandardError.line("\(name).key and \(name).pub: key \(key.publicKey.shown)")
    }
}

struct PluginSignCommand: Command {
    var key = ""
    var comment: String?
    var files: [String] = []

    static let name = "sign"
    static let summary = "Sign plugins: write FILE.minisig for each, which minisign can check too."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin sign --key release.key plugins/*.so", "Sign all plugins in a directory."),
                (
                    "proviso plugin sign --key release.key --comment 'release 1.2' iban.so",
                    "Sign a plugin with a comment."
                ),
            ])
    }

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
        let key = try Self.key(in: key)
        // Before anything is signed: of a list of files either all are signed or none.
        for file in files where Self.isForeign(file) {
            throw UsageError(
                "\(file) is not a plugin: expected a shared library (*.so), a WebAssembly module, or SHA256SUMS")
        }
        for file in files {
            do throws(SystemError) {
                let bytes = try SmallFile.read(file, limit: 1 << 30)
                let name = file.split(separator: "/").last.map(String.init) ?? file
                let line = (comment ?? "file:\(name)").split(whereSeparator: \.isNewline).joined(separator: " ")
                let text = bytes.withUnsafeBytes { key.sign($0, comment: line) }
                try NewFile.replace(file + PluginSignature.ending, text, mode: 0o644)
            } catch {
                throw ExitCode.failure.because("\(file): \(error.reason)")
            }
            StandardError.line("\(file)\(PluginSignature.ending): signed with the key \(key.publicKey.id)")
        }
    }

    /// Whether a file can be read and is neither a library, a module nor the checksums of a release.
    private static func isForeign(_ path: String) -> Bool {
        if path.split(separator: "/").last == "SHA256SUMS" { return false }
        guard let bytes = try? SmallFile.read(path, limit: 1 << 30) else { return false }
        return !bytes.starts(with: [0x7F] + Array("ELF".utf8)) && !bytes.withUnsafeBytes(WasmFile.isModule)
    }

    /// Reads a secret key; one that cannot be used is a mistake in the command line.
    static func key(in file: String) throws -> SigningKey {
        do {
            return try SigningKey(String(decoding: SmallFile.read(file, limit: 1 << 16), as: UTF8.self))
        } catch let error as SystemError {
            StandardError.error("\(file): \(error.reason)")
        } catch let error as PluginFault {
            StandardError.error("\(file): \(error.reason)")
        }
        throw ExitCode.usage
    }
}
