internal import Glibc

/// What the system said when it refused something.
package struct SystemError: Error {
    package let reason: String
    /// The system's number for it, 0 when the reason is our own.
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

/// Files that fit in memory by their nature.
package enum SmallFile {
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, limit: limit)
    }

    /// Reads an open file from where it stands to its end.
    package static func read(descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // Rule files are small, and memory that is touched for the first time takes longer than a call.
        var buffer = [UInt8](repeating: 0, count: 1 << 13)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError()
            }
            bytes += buffer[..<count]
            if bytes.count > limit { throw SystemError(reason: "larger than \(limit >> 20) MB") }
        }
    }

    /// The paths of a folder's files with an ending, sorted by name; hidden ones are left out.
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
