import Glibc
import Proviso
import ProvisoBulk

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
