import Glibc
import Proviso
import ProvisoPlugins

/// Where an index and its packages are: a directory, or the URL of one on a web server.
struct PackageSource {
    let place: String

    private var isWeb: Bool { place.hasPrefix("https://") || place.hasPrefix("http://") }

    func path(_ file: String) -> String { place.hasSuffix("/") ? place + file : "\(place)/\(file)" }

    /// The path for errors, without the name and password that a URL may have.
    func shown(_ file: String) -> String { Self.withoutUser(path(file), "…@") }

    /// A URL with something else in the place of the name and password.
    private static func withoutUser(_ path: String, _ other: String) -> String {
        guard let start = path.firstRange(of: "://")?.upperBound else { return path }
        // By bytes: a combining mark after '@' or '/' does not belong to it.
        let host = path.utf8[start...].prefix { $0 != UInt8(ascii: "/") }
        guard let end = host.lastIndex(of: UInt8(ascii: "@")) else { return path }
        return path[..<start] + other + String(Substring(path.utf8[path.utf8.index(after: end)...]))
    }

    /// The same for each way to name the place.
    private var identity: String {
        if isWeb { return String(Self.withoutUser(path(""), "").dropLast()).visible }
        return (RootDirectory.resolved(place) ?? place).visible
    }

    /// The index, compared with the publishers' keys.
    func checked(by keys: KeyRing) throws(PluginError) -> CheckedIndex {
        try CheckedIndex(keys: keys, place: identity, mustBeSigned: isWeb, reading: index)
    }

    /// The index of a directory; an empty one if there is none yet.
    func indexIfAny() throws(PluginError) -> PackageIndex {
        access(path(PackageIndex.fileName), F_OK) == 0 ? try index() : PackageIndex()
    }

    /// Does something with the index; what fails is a problem of its file.
    func about<Result>(_ body: () throws(PluginFault) -> Result) throws(PluginError) -> Result {
        try PluginError.about(shown(PackageIndex.fileName), body)
    }

    private func index() throws(PluginError) -> PackageIndex {
        let bytes = try read(PackageIndex.fileName, limit: PackageIndex.maximumSize)
        return try about { () throws(PluginFault) in try PackageIndex(parsing: bytes) }
    }

    func package(_ file: String) throws(PluginError) -> PluginPackage {
        let bytes = try read(file, limit: PluginPackage.maximumSize + (1 << 20))
        return try PluginError.about(shown(file)) { () throws(PluginFault) in try PluginPackage(parsing: bytes) }
    }

    private func read(_ file: String, limit: Int) throws(PluginError) -> [UInt8] {
        do throws(SystemError) {
            return isWeb
                ? try Curl.read(path(file), limit: limit)
                : try SmallFile.read(path(file), limit: limit)
        } catch {
            throw PluginError(file: shown(file), reason: "cannot be read (\(error.reason))")
        }
    }
}

/// Fetches files with the program `curl`, which knows the system's certificates and proxies.
private enum Curl {
    static func read(_ url: String, limit: Int) throws(SystemError) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError() }
        defer { close(ends[0]) }
        // Otherwise curl would hold the end that this process reads.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = Result { () throws(SystemError) in try start(url, limit, output: ends[1], input: try input(url)) }
        close(ends[1])
        let process = try started.get()
        let bytes: [UInt8]
        do throws(SystemError) {
            // A server that sends more than it announced is not read to its end.
            bytes = try SmallFile.read(descriptor: ends[0], limit: limit)
        } catch {
            kill(process, SIGKILL)
            _ = wait(for: process)
            throw error
        }
        let status = wait(for: process)
        guard status == 0 else { throw SystemError(reason: reason(status)) }
        return bytes
    }

    /// The URL for curl's standard input: all users can see its arguments, and a URL may have a password.
    private static func input(_ url: String) throws(SystemError) -> Int32 {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), url.utf8.count < 8192 else {
            throw SystemError(reason: "the URL is too long, or has a space or a control character")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let quoted = url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let line = Array("url = \"\(quoted)\"\n".utf8)
        // A pipe holds more than that.
        _ = write(ends[1], line, line.count)
        close(ends[1])
        return ends[0]
    }

    private static func start(
        _ url: String, _ limit: Int, output: Int32, input: Int32
    ) throws(SystemError) -> pid_t {
        defer { close(input) }
        // Without the user's .curlrc; what begins with https stays so; whatever the server does, it ends.
        let words = [
            "curl", "--disable", "--fail", "--silent", "--location", "--max-redirs", "5", "--proto", "=http,https",
            "--proto-redir", url.hasPrefix("https:") ? "=https" : "=http,https",
            "--connect-timeout", "30", "--speed-time", "30", "--speed-limit", "1000", "--max-time", "1800",
            "--max-filesize", String(limit), "--globoff", "--config", "-",
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        let code = posix_spawnp(&process, "curl", &actions, nil, &arguments, environ)
        guard code == 0 else {
            throw SystemError(
                reason: code == ENOENT ? "the program curl is not installed" : SystemError(code: code).reason)
        }
        return process
    }

    private static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// The exit statuses of curl that people meet.
    private static func reason(_ status: Int32) -> String {
        switch status {
        case 5, 6: "the server's name is not known"
        case 7: "the server does not accept connections"
        case 22: "the server answers that there is no such file, or refuses it"
        case 28: "the server takes too long"
        case 35, 51, 58, 60, 77: "the server's certificate is not accepted"
        case 63: "the file is too large"
        default: "curl ended with status \(status)"
        }
    }
}
