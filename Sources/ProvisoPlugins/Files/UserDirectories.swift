internal import Glibc
internal import ProvisoMessages

/// The directories of the user of this process, by the XDG Base Directory Specification.
///
/// Relative paths are ignored, and so is a `HOME` that belongs to another user, which it still names after `sudo`. A
/// directory in the project in which the program runs is ignored too: it may have been cloned with it.
package struct UserDirectories {
    private let variable: (String) -> String?

    /// Those of this process.
    package static var own: UserDirectories { UserDirectories { name in getenv(name).map { String(cString: $0) } } }

    package init(_ variable: @escaping (String) -> String?) {
        self.variable = variable
    }

    /// The user's home; `nil` if there is none, or if it is another user's or in the project.
    package var home: String? {
        guard let home = absolute("HOME"), ProjectDirectory.own?.contains(home) != true else { return nil }
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
    package var configuration: String? {
        named("XDG_CONFIG_HOME") ?? (geteuid() == 0 ? Self.system : home.map { $0 + "/.config/proviso" })
    }

    /// What can be made again: `XDG_CACHE_HOME/proviso`, by default in `~/.cache`; ignored like the configuration.
    package var cache: String? { named("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache/proviso" } }

    private func named(_ variable: String) -> String? {
        absolute(variable).flatMap { ProjectDirectory.own?.contains($0) == true ? nil : $0 + "/proviso" }
    }

    /// The reason why no decisions are written: they would go to another place than the one that a variable names.
    package var refusal: String? {
        let name = absolute("XDG_CONFIG_HOME") == nil && geteuid() != 0 ? "HOME" : "XDG_CONFIG_HOME"
        guard let path = absolute(name), let project = ProjectDirectory.own, project.contains(path) else { return nil }
        return
            "\(name) is \(path), in the project \(project.path), so it may have come with it and is ignored: "
            + "set it to a directory elsewhere, or unset it"
    }

    /// What root decided for all users.
    package static let system = "/etc/proviso"

    /// Whether a file is there; throws if that cannot be seen, so that what a list forbids is never allowed by hiding the list.
    static func holds(_ path: String) throws(PluginFault) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        var part = path
        while errno == ENOENT {
            part = NamedFiles.directory(of: part)
            if part.isEmpty || part == "/" { break }
            guard lstat(part, &status) == 0 else { continue }
            // A link that leads nowhere is there, and its directory may come back.
            guard stat(part, &status) == 0 else { throw PluginFault("is in \(part), a link that leads nowhere") }
            return false
        }
        guard errno == ENOENT else { throw PluginFault(PluginFault.reason(errno)) }
        return false
    }

    private func absolute(_ name: String) -> String? {
        variable(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
}
