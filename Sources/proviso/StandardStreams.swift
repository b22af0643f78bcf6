import Glibc
import Proviso
import ProvisoBulk

/// Standard output of the commands that write text: what cannot be written ends the tool with 3 and the reason.
enum StandardOutput {
    static func write(_ text: String) throws {
        let output = Output(descriptor: STDOUT_FILENO)
        output.write(text)
        try finish(output)
    }

    /// Writes what is left, and throws if any of it could not be written.
    static func finish(_ output: Output) throws {
        output.flush()
        guard let failure = output.failureText else { return }
        Messages.error(failure)
        throw ExitCode.failure
    }
}

/// The descriptors 0, 1 and 2 as the tool was started with them.
enum StandardStreams {
    /// Opens those that are closed, so that no file of the run gets their number.
    ///
    /// Each is opened the wrong way round: reading from the first and writing to the others fails as if it were closed.
    static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Gets the lowest number that is free, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether nobody pipes data in: standard input is a terminal, or was closed.
    static var isInputMissing: Bool {
        isatty(STDIN_FILENO) == 1 || fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_WRONLY
    }
}
