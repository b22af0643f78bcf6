import Glibc

/// A file of this process for readers that take a path; in memory, where there is such a directory.
enum Scratch {
    static func path(_ name: String) -> String {
        "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/proviso-fuzz-\(getpid())-\(name)"
    }

    /// Writes a file and returns its path.
    static func write(_ bytes: some Collection<UInt8>, to name: String) -> String {
        let path = path(name)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        check(file >= 0, "a scratch file can be written")
        let bytes = Array(bytes)
        check(Glibc.write(file, bytes, bytes.count) == bytes.count, "a scratch file can be written")
        close(file)
        return path
    }
}
