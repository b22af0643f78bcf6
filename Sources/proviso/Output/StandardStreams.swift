import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// Writes text to standard output; if that fails, reports the reason and ends the tool with 3.
enum StandardOutput {
    static func write(_ text: String) throws {
        let output = Output(descriptor: STDOUT_FILENO)
        output.write(text)
        try finish(output)
    }

    /// Writes text to a file instead, which may be a device, a pipe or a link.
    static func write(_ text: String, instead path: String) throws {
        let output: Output
        do throws(SystemError) {
            output = try Output(path: path)
        } catch {
            throw ExitCode.failure.because("cannot write \(path): \(error.reason)")
        }
        output.write(text)
        try finish(output)
    }

    /// Flushes the output, and throws if a write failed.
    static func finish(_ output: Output) throws {
        output.flush()
        guard let failure = output.failureText else { return }
        throw ExitCode.failure.because(failure)
    }
}

extension Run {
    /// Ends the tool, with the reasons, if the run would be refused.
    static func refuse(_ job: Job, inputs: [String], settings: Settings) throws {
        let reasons = refusals(job, inputs: inputs, settings: settings)
        for reason in reasons { StandardError.error(reason) }
        if !reasons.isEmpty { throw ExitCode.usage }
    }
}

/// The descriptors 0, 1 and 2.
enum StandardStreams {
    /// Opens closed descriptors, so that no file of the run gets one of these numbers.
    ///
    /// Descriptor 0 is opened for writing, and 1 and 2 for reading, so that using them fails as if they were closed.
    static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Refuses standard input that is named twice: it can be read once.
    static func refuseTwice(_ inputs: [String]) throws {
        let names = inputs.filter(isInput)
        guard names.count > 1 else { return }
        throw UsageError("standard input is named twice, as \(names[0]) and as \(names[1]): it can be read only once")
    }

    /// Whether a path names standard input.
    static func isInput(_ path: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    /// Whether there is no piped data: standard input is a terminal or closed.
    static var isInputMissing: Bool {
        isatty(STDIN_FILENO) == 1 || fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_WRONLY
    }
}
