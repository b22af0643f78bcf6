internal import Glibc
internal import ProvisoMessages

/// A directory that is searched for plugins.
package struct PluginDirectory: Sendable, Hashable {
    package let path: String
    /// Whether a missing directory is not an error.
    package let mayBeMissing: Bool

    package init(_ path: String, mayBeMissing: Bool = false) {
        self.path = path
        self.mayBeMissing = mayBeMissing
    }

    /// The directories of this process, in order: those of the environment, of the user, of the system.
    package static var standard: [PluginDirectory] {
        standard { name in getenv(name).map { String(cString: $0) } }
    }

    /// The directories by environment variables.
    ///
    /// `PROVISO_PLUGINS` lists directories, separated by colons; `XDG_DATA_HOME` and `HOME` determine that of the user.
    package static func standard(_ variable: @escaping (String) -> String?) -> [PluginDirectory] {
        let named = (variable("PROVISO_PLUGINS") ?? "").split(separator: ":").map { PluginDirectory(String($0)) }
        let own = UserDirectories(variable).plugins.map { [$0] } ?? []
        return named + (own + system).map { PluginDirectory($0, mayBeMissing: true) }
    }

    private static let system = ["/usr/local/lib/proviso/plugins", "/usr/lib/proviso/plugins"]

    /// Whether this user has no right to enter or read a directory that may be missing.
    ///
    /// The directory of another user, which `XDG_DATA_HOME` still names after a change of users, is one.
    var isForeign: Bool {
        mayBeMissing && faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS) != 0 && errno == EACCES
    }

    /// The prefix of a file's path, up to its name.
    package var prefix: String { path.hasSuffix("/") ? path : path + "/" }

    /// The endings of the names of plugins: shared libraries, WebAssembly modules, and installed packages of both.
    package static let endings = [".so", ".wasm", ".proviso-plugin"]

    /// The plugin files sorted by name, or files of another ending, without subdirectories and hidden files.
    package func files(ending endings: String...) throws(PluginError) -> [String] {
        do throws(SystemError) {
            var files: [String] = []
            for ending in endings.isEmpty ? Self.endings : endings { files += try SmallFile.list(path, ending: ending) }
            return files.sorted()
        } catch {
            if mayBeMissing, error.code == ENOENT { return [] }
            throw PluginError(file: path, reason: PluginFault.reason(error.code))
        }
    }
}
