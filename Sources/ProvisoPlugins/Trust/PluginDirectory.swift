internal import Glibc
internal import ProvisoMessages

/// A folder where plugins are looked for.
package struct PluginDirectory: Sendable, Hashable {
    package let path: String
    /// Whether it is no error when the folder is not there.
    package let mayBeMissing: Bool

    package init(_ path: String, mayBeMissing: Bool = false) {
        self.path = path
        self.mayBeMissing = mayBeMissing
    }

    /// The folders of this process, first things first: those of the environment, the user's, the system's.
    package static var standard: [PluginDirectory] {
        standard { name in getenv(name).map { String(cString: $0) } }
    }

    /// The folders by some environment variables: `PROVISO_PLUGINS` names folders, with colons between them,
    /// `XDG_DATA_HOME` and `HOME` lead to the user's.
    package static func standard(_ variable: (String) -> String?) -> [PluginDirectory] {
        let named = (variable("PROVISO_PLUGINS") ?? "").split(separator: ":").map { PluginDirectory(String($0)) }
        return named + (user(variable) + system).map { PluginDirectory($0, mayBeMissing: true) }
    }

    private static let system = ["/usr/local/lib/proviso/plugins", "/usr/lib/proviso/plugins"]

    /// By the XDG Base Directory Specification, which has relative paths ignored.
    private static func user(_ variable: (String) -> String?) -> [String] {
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return [data + "/proviso/plugins"] }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return [] }
        return [home + "/.local/share/proviso/plugins"]
    }

    /// What stands before the name of a file.
    package var prefix: String { path.hasSuffix("/") ? path : path + "/" }

    /// The plugins' files by name, or those of another ending, without those below and hidden ones.
    package func files(ending: String = ".so") throws(PluginError) -> [String] {
        do throws(SystemError) {
            return try SmallFile.list(path, ending: ending)
        } catch {
            if mayBeMissing, error.code == ENOENT { return [] }
            throw PluginError(file: path, reason: PluginFault.reason(error.code))
        }
    }
}
