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
    /// Reads a regular file: no terminal or device, which could have no end, and nothing of /proc or /sys.
    ///
    /// `mayBePipe` is for what a person typed, such as `<(git show main:rules.yaml)`. What is refused is not opened: that
    /// alone can have effects.
    package static func read(_ path: String, limit: Int, mayBePipe: Bool = false) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError() }
        try check(status, mayBePipe)
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        var descriptor: Int32
        // A signal may end a wait for a pipe, which could be endless, but not that for a file of another machine.
        repeat {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isPipe ? 0 : O_NONBLOCK))
        } while descriptor < 0 && errno == EINTR && !isPipe
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        // Another file may have got the name meanwhile.
        guard fstat(descriptor, &status) == 0 else { throw SystemError() }
        try check(status, mayBePipe)
        return try read(descriptor: descriptor, limit: limit)
    }

    /// Throws unless there is a regular file.
    package static func check(_ path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError() }
        try check(status, false)
    }

    private static func check(_ status: stat, _ mayBePipe: Bool) throws(SystemError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG where !isOfKernel(status): return
        case S_IFIFO where mayBePipe: return
        case S_IFDIR: throw SystemError(code: EISDIR)
        default: throw SystemError(reason: "it is not a regular file")
        }
    }

    /// Whether the kernel makes up what a file contains: about this process, its environment, or the machine.
    private static func isOfKernel(_ file: stat) -> Bool {
        ["/proc", "/sys"].contains { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_dev == file.st_dev && !isRoot(status.st_dev)
        }
    }

    /// Whether a device is that of `/`: without a mounted /proc, the directory is one like others.
    private static func isRoot(_ device: dev_t) -> Bool {
        var status = stat()
        return stat("/", &status) == 0 && status.st_dev == device
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
        let names = try names(in: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.sorted().map { prefix + $0 }
    }

    /// The names of all entries of a directory, in the order of the file system.
    package static func names(in folder: String) throws(SystemError) -> [String] {
        guard let handle = opendir(folder) else { throw SystemError() }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                })
        }
        return names
    }
}
