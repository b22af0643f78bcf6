import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// The files and options that must be the same for a resumed run, or for all parts of a run: everything that the
/// outputs depend on, except the data and the options of the outputs.
///
/// It does not depend on the machine, because parts of a run can come from several machines.
enum RunIdentity {
    static func of(
        _ rules: RuleOptions, _ language: LanguageOptions, _ plugins: [LoadedPlugin]
    ) throws -> Checkpoint.Identity {
        var identity: Checkpoint.Identity = [
            ("the program", program), ("the rule file", try ruleFiles(rules)),
            ("--set", rules.variables.sorted().joined(separator: " ")),
            ("--scenario", rules.scenario), ("the language", language.identity),
            ("--locales", catalogs(language)), ("--plugins", plugins.map(text).joined(separator: ", ")),
        ]
        for (name, path) in try rules.collections().sorted(by: { $0.key < $1.key }) {
            identity.append(("--collection \(name)", FileIdentity.checksum(path)))
        }
        return identity
    }

    /// An identity as one string.
    static func text(_ identity: Checkpoint.Identity) -> String {
        identity.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// All rule files, with those that they include.
    private static func ruleFiles(_ rules: RuleOptions) throws -> String {
        // A file that cannot be read has been reported already.
        let read = try? rules.ruleSet()
        return (read?.files ?? rules.files + rules.schemas.files + (rules.contractPath.map { [$0] } ?? [])).map {
            FileIdentity.hash($0)
        }.joined(separator: " ")
    }

    /// The size is included because two builds of one version can differ.
    private static var program: String {
        var status = stat()
        let size = stat("/proc/self/exe", &status) == 0 ? status.st_size : 0
        return "proviso \(Version.current), \(size) bytes"
    }

    private static func catalogs(_ language: LanguageOptions) -> String {
        guard let directory = language.locales, let files = try? CatalogFiles.list(directory) else { return "" }
        return files.map { path in
            let name = path.split(separator: "/").last ?? ""
            return "\(name) \(FileIdentity.hash(path))"
        }.joined(separator: ", ")
    }

    private static func text(_ plugin: LoadedPlugin) -> String {
        "\(plugin.manifest.id) \(plugin.digest) \(plugin.mode.rawValue)"
    }
}

/// Identifies a file and its contents.
enum FileIdentity {
    static func text(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "none" }
        let time = status.st_mtim
        return "\(status.st_size) bytes, inode \(status.st_ino), \(time.tv_sec).\(time.tv_nsec)"
    }

    /// FNV-1a of a file's contents.
    static func hash(_ path: String) -> String {
        guard let bytes = try? SmallFile.read(path, limit: 1 << 26) else { return "none" }
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// The size and CRC-32 of a file that can be large; only for regular files, because others can be read only once.
    static func checksum(_ path: String) -> String { FileChecksum.text(path) ?? "no file" }
}
