import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// What must be the same when a run goes on, or when the parts of a run are put together: all that what is written
/// depends on, except the data and the options of the output.
///
/// Nothing in it depends on the machine: parts of a run may come from several.
enum RunIdentity {
    static func of(
        _ rules: RuleOptions, _ language: LanguageOptions, _ plugins: [LoadedPlugin]
    ) throws -> Checkpoint.Identity {
        var identity: Checkpoint.Identity = [
            ("the program", program), ("the rule file", FileIdentity.hash(rules.rules)),
            ("--scenario", rules.scenario), ("the language", language.identity),
            ("--locales", catalogs(language)), ("--plugins", plugins.map(text).joined(separator: ", ")),
        ]
        for (name, path) in try rules.collections().sorted(by: { $0.key < $1.key }) {
            identity.append(("--collection \(name)", FileIdentity.checksum(path)))
        }
        return identity
    }

    /// Two builds of one version may differ.
    private static var program: String {
        var status = stat()
        let size = stat("/proc/self/exe", &status) == 0 ? status.st_size : 0
        return "proviso \(Version.current), \(size) bytes"
    }

    private static func catalogs(_ language: LanguageOptions) -> String {
        guard let folder = language.locales, let files = try? CatalogFiles.list(folder) else { return "" }
        return files.map { path in
            let name = path.split(separator: "/").last ?? ""
            return "\(name) \(FileIdentity.hash(path))"
        }.joined(separator: ", ")
    }

    private static func text(_ plugin: LoadedPlugin) -> String {
        "\(plugin.manifest.id) \(plugin.digest) \(plugin.mode.rawValue)"
    }
}
