internal import Glibc

/// The names of drafts, in which the number of the process is that writes them.
enum DraftName {
    /// The number between what all drafts begin with and the first `-`; `nil` for other names.
    static func process(_ name: String, after start: String) -> pid_t? {
        let parts = name.dropFirst(start.count).split(separator: "-", maxSplits: 1)
        guard name.hasPrefix(start), parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return pid_t(parts[0])
    }
}
