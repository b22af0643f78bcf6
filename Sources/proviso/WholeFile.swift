import Glibc
import Proviso
import ProvisoBulk

/// Writes a file whole or not at all: beside its place first, then over what was there.
enum WholeFile {
    static func write(_ text: String, to path: String) throws(SystemError) {
        let temporary = "\(path).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw named(path, SystemError()) }
        let output = Output(descriptor: descriptor)
        output.write(text)
        output.flush()
        if let failure = output.failure {
            unlink(temporary)
            throw named(path, failure)
        }
        guard rename(temporary, path) == 0 else { throw named(path, SystemError()) }
    }

    private static func named(_ path: String, _ error: SystemError) -> SystemError {
        SystemError(reason: "\(path): \(error.reason)")
    }
}
