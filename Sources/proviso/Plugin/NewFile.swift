import Glibc
import Proviso
import ProvisoBulk

/// Small files that are there whole or not at all.
enum NewFile {
    /// Writes a file that must not be there yet; without a mode it gets the usual one.
    static func create(_ path: String, _ text: String, mode: mode_t? = nil) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw SystemError() }
        // Whatever the umask says: a file that others may write to would be refused.
        if let mode { fchmod(descriptor, mode) }
        let output = Output(descriptor: descriptor)
        output.write(text)
        output.flush()
        let failure = output.failure
        guard let failure else { return }
        unlink(path)
        throw failure
    }

    /// Writes a file in place of one that may be there.
    static func replace(_ path: String, _ text: String, mode: mode_t? = nil) throws(SystemError) {
        let draft = try createDraft(of: path, text, mode)
        guard rename(draft, path) == 0 else {
            let failure = SystemError()
            unlink(draft)
            throw failure
        }
    }

    /// Writes beside a file's place, under a name that no other file has.
    private static func createDraft(
        of path: String, _ text: String, _ mode: mode_t?
    ) throws(SystemError) -> String {
        var number = 0
        while true {
            let draft = "\(path).\(getpid())-\(number)"
            do throws(SystemError) {
                try create(draft, text, mode: mode)
                return draft
            } catch {
                guard error.code == EEXIST, number < 100 else { throw error }
                number += 1
            }
        }
    }
}
