internal import Glibc

extension RuleSet {
    /// Reads a rule set from YAML or JSON text; `file` is the name errors speak of.
    public init(parsing text: String, file: String? = nil) throws(RuleSetError) {
        self = try RuleSetReader.read(text, file: file)
    }

    /// Reads a rule set from a YAML or JSON file.
    public init(contentsOf path: String) throws(RuleSetError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: RuleNode.maximumBytes)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RuleSetError(position: SourcePosition(file: path, line: 1, column: 1), reason: "not UTF-8 text")
        }
        self = try RuleSetReader.read(text, file: path)
    }
}

/// What the system said when it refused something.
package struct SystemError: Error {
    package let reason: String

    package init(code: Int32 = errno) {
        reason = String(cString: strerror(code))
    }

    package init(reason: String) {
        self.reason = reason
    }
}

/// Files that fit in memory by their nature.
package enum SmallFile {
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
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
}
