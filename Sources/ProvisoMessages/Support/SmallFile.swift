internal import CLibrary

/// The reason why a system call failed.
package struct SystemError: Error {
    package let reason: String
    /// The `errno` of the call; 0 if the reason is not from the system.
    package let code: Int32

    package init(code: Int32 = errno) {
        self.code = code
        reason = String(cString: strerror(code))
    }

    package init(reason: String) {
        code = 0
        self.reason = reason
    }
}

/// Reads small files whole.
package enum SmallFile {
    /// Reads a file; with `onlyRegular` no pipe, terminal or device, which could have no end.
    package static func read(
        _ path: String, limit: Int, onlyRegular: Bool = false
    ) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var status = stat()
        if onlyRegular, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
            throw SystemError(reason: "it is not a regular file")
        }
        return try read(descriptor: descriptor, limit: limit)
    }

    /// Reads an open file from its current position to its end.
    package static func read(descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // Most rule files are small, and touching new memory takes longer than another call.
        var buffer = [UInt8](repeating: 0, count: 1 << 13)
        while true {
            let count = CLibrary.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError()
            }
            bytes += buffer[..<count]
            if bytes.count > limit { throw SystemError(reason: "larger than \(limit >> 20) MB") }
        }
    }

    /// The paths of the files in a directory with an ending, sorted by name, without hidden files.
    package static func list(_ folder: String, ending: String) throws(SystemError) -> [String] {
        guard let handle = opendir(folder) else { throw SystemError() }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
        }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.sorted().map { prefix + $0 }
    }
}
