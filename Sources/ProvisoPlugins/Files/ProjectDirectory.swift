internal import Glibc
internal import ProvisoMessages

/// The directory that holds what the program works on: the current one, or the highest above it that is a repository.
///
/// What is in it may have been cloned, with a file that sets variables of the environment. So a variable that leads into
/// it gives no rights.
package struct ProjectDirectory {
    /// Without links.
    package let path: String

    /// That of this process; `nil` if the user's home is in the current directory, which is not a project then.
    package static var own: ProjectDirectory? {
        resolved(".").flatMap { ProjectDirectory(of: $0, home: home) }
    }

    /// The home by the list of users, which no variable changes.
    private static var home: String? {
        var (user, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var text = [CChar](repeating: 0, count: 1 << 14)
        return text.withUnsafeMutableBufferPointer { text in
            guard let start = text.baseAddress else { return nil }
            getpwuid_r(geteuid(), &user, start, text.count, &found)
            return found.flatMap { $0.pointee.pw_dir }.flatMap { resolved(String(cString: $0)) }
        }
    }

    /// The home bounds the search: it may be a repository, too.
    package init?(of current: String, home: String?) {
        let holdsHome = { (path: String) in home.map { RootDirectory.holds(path, $0) } ?? false }
        guard current != "/", !holdsHome(current) else { return nil }
        var (project, parent) = (current, current)
        while parent != "/", !holdsHome(parent) {
            if access(parent + "/.git", F_OK) == 0 { project = parent }
            parent = NamedFiles.directory(of: parent)
        }
        path = project
    }

    /// Whether a path leads into the directory, or begins there: what it leads to may be any program.
    package func contains(_ other: String) -> Bool {
        RootDirectory.holds(path, Self.resolved(other) ?? other)
            || RootDirectory.holds(path, RootDirectory.plain(other))
    }

    /// The reason why a program that a variable names is not run; `nil` if it is elsewhere.
    static func fault(of file: String, in variable: String) -> String? {
        guard let project = own, project.contains(file) else { return nil }
        return "is in the project \(project.path), so it may have come with it: \(variable) must name a file elsewhere"
    }

    /// The path without links; of one that does not exist, that of the part that does.
    private static func resolved(_ path: String) -> String? {
        if let resolved = RootDirectory.resolved(path) { return resolved }
        let directory = NamedFiles.directory(of: path)
        guard !directory.isEmpty, directory != "/" else { return nil }
        return resolved(directory).map { $0 + String(Substring(path.utf8.dropFirst(directory.utf8.count))) }
    }
}
