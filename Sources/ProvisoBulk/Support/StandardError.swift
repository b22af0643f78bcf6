internal import Glibc
package import Proviso
internal import Synchronization

/// Writes lines for people to standard error.
package enum StandardError {
    /// The code of the first error of a write; 0 if there was none.
    private static let failureCode = Atomic<Int32>(0)

    /// Why a line could not be written, such as a full disk.
    ///
    /// It is not a failure if standard error is closed.
    package static var failure: SystemError? {
        let code = failureCode.load(ordering: .relaxed)
        return code == 0 ? nil : SystemError(code: code)
    }

    package static func error(_ text: String) { line("error: \(text)") }

    /// Writes one line.
    ///
    /// Line breaks and control characters are escaped: the line can contain names of files and messages of plugins.
    package static func line(_ text: String) { write(text.visible + "\n") }

    /// Writes several lines.
    package static func lines(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { String($0).visible }.joined(separator: "\n") + "\n")
    }

    private static func write(_ text: String) {
        let output = Output(descriptor: STDERR_FILENO)
        output.write(text)
        output.flush()
        guard let code = output.failure?.code, code != EBADF else { return }
        _ = failureCode.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }
}
