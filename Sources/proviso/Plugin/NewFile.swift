import Glibc
import Proviso
import ProvisoBulk

/// Small files that are there whole or not at all.
enum NewFile {
    /// Writes a file that must not be there yet.
    static func create(_ path: String, _ text: String, mode: mode_t) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
        // Whatever the umask says: a file that others may write to would be refused.
        fchmod(descriptor, mode)
        let output = Output(descriptor: descriptor)
        output.write(text)
        output.flush()
        let failure = output.failure
        guard let failure else { return }
        unlink(path)
        throw failure
    }

    /// Writes a file in place of one that may be there.
    static func replace(_ path: String, _ text: String, mode: mode_t) throws(SystemError) {
        let draft = "\(path).\(getpid())"
        unlink(draft)
        try create(draft, text, mode: mode)
        guard rename(draft, path) == 0 else {
            let failure = SystemError()
            unlink(draft)
            throw failure
        }
    }
}
