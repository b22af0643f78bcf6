import Glibc
import Proviso
import ProvisoBulk

/// Writes small files completely or not at all.
enum NewFile {
    /// Writes a file that must not exist yet; without a mode it has the default one.
    static func create(_ path: String, _ text: String, mode: mode_t? = nil) throws(SystemError) {
        try create(path, Array(text.utf8), mode)
    }

    private static func create(_ path: String, _ bytes: [UInt8], _ mode: mode_t?) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw SystemError() }
        // Independent of the umask: files that others can write to are refused later.
        if let mode { fchmod(descriptor, mode) }
        let output = Output(descriptor: descriptor)
        bytes.withUnsafeBytes { output.write($0) }
        guard let failure = output.failure else { return }
        unlink(path)
        throw failure
    }

    /// Reports why a new file could not be made; a name that is taken is a mistake in the command line.
    static func refusal(_ name: String, _ error: SystemError) -> ExitCode {
        let isTaken = error.code == EEXIST
        StandardError.error("\(name): \(error.reason)\(isTaken ? ": choose another name, or remove it first" : "")")
        return isTaken ? .usage : .failure
    }

    /// Writes a file, and replaces an existing one.
    static func replace(_ path: String, _ text: String, mode: mode_t? = nil) throws(SystemError) {
        try replace(path, Array(text.utf8), mode)
    }

    private static func replace(_ path: String, _ bytes: [UInt8], _ mode: mode_t?) throws(SystemError) {
        let draft = try createDraft(of: path, bytes, mode)
        guard rename(draft, path) == 0 else {
            let failure = SystemError()
            unlink(draft)
            throw failure
        }
    }

    /// Writes a file as `replace` does; the error has the path.
    static func write(_ text: String, to path: String) throws(SystemError) {
        try write(Array(text.utf8), to: path)
    }

    /// Writes a file that is not text in the same way.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws(SystemError) {
        do throws(SystemError) {
            try replace(path, bytes, mode)
        } catch {
            throw SystemError(reason: "\(path): \(error.reason)")
        }
    }

    /// Writes to a new file in the same directory.
    private static func createDraft(
        of path: String, _ bytes: [UInt8], _ mode: mode_t?
    ) throws(SystemError) -> String {
        var number = 0
        while true {
            let draft = "\(path).\(getpid())-\(number)"
            do throws(SystemError) {
                try create(draft, bytes, mode)
                return draft
            } catch {
                guard error.code == EEXIST, number < 100 else { throw error }
                number += 1
            }
        }
    }
}
