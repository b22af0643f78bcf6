#if Server
internal import Glibc
internal import Proviso

/// A pipe, whose ends are closed when they are no longer used.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError() }
        (reading, writing) = (ends[0], ends[1])
        // The workers of plugins close what they inherit themselves; other programs are not started.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Closes both ends, if nothing else has taken them.
    func closeAll() {
        close(reading)
        close(writing)
    }
}

/// Calls on descriptors that wait for the other end.
enum Descriptor {
    /// Reads and forgets what is left, so that the other end is never stuck.
    static func drain(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
        }
    }

    /// Writes a string; if that fails, there is no reader.
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
#endif
