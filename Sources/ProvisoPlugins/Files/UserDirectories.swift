internal import Glibc

/// The directories of the user of this process, by the XDG Base Directory Specification.
///
/// Relative paths are ignored, and so is a `HOME` that belongs to another user, which it still names after `sudo`.
package struct UserDirectories {
    private let variable: (String) -> String?

    /// Those of this process.
    package static var own: UserDirectories { UserDirectories { name in getenv(name).map { String(cString: $0) } } }

    package init(_ variable: @escaping (String) -> String?) {
        self.variable = variable
    }

    /// The user's home; `nil` if there is none, or if it is another user's.
    package var home: String? {
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        var status = stat()
        // A directory that does not exist belongs to no one yet.
        guard stat(home, &status) == 0 else { return home }
        return status.st_uid == geteuid() ? home : nil
    }

    /// Where plugins are installed: `XDG_DATA_HOME/proviso/plugins`, by default in `~/.local/share`.
    package var plugins: String? {
        (absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }).map { $0 + "/proviso/plugins" }
    }

    /// What the user decided: `XDG_CONFIG_HOME/proviso`, by default in `~/.config`; root's is /etc/proviso.
    ///
    /// A directory in the current one is ignored, unless the home is there too: it may have been cloned with the project
    /// that set the variable.
    package var configuration: String? {
        named("XDG_CONFIG_HOME") ?? (geteuid() == 0 ? Self.system : home.map { $0 + "/.config/proviso" })
    }

    /// What can be made again: `XDG_CACHE_HOME/proviso`, by default in `~/.cache`; ignored like the configuration.
    package var cache: String? { named("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache/proviso" } }

    private func named(_ variable: String) -> String? {
        absolute(variable).flatMap { isInProject($0) ? nil : $0 + "/proviso" }
    }

    /// What root decided for all users.
    package static let system = "/etc/proviso"

    private func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    private func isInProject(_ path: String) -> Bool {
        guard let current = Self.resolved(".") else { return true }
        let isIn = { (path: String) in path == current || current == "/" || path.hasPrefix(current + "/") }
        guard isIn(Self.resolved(path) ?? path) else { return false }
        return home.map { !isIn(Self.resolved($0) ?? $0) } ?? true
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
