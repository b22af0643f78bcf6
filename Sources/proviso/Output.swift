import Glibc
import Proviso

/// Buffered bytes on their way to a descriptor.
struct Output: ~Copyable {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Why a write failed; nothing more is written after that.
    private(set) var failure: SystemError?

    init(descriptor: Int32) {
        self.descriptor = descriptor
        bytes.reserveCapacity(1 << 16)
    }

    mutating func write(_ text: String) {
        bytes += text.utf8
        if bytes.count >= 1 << 16 { flush() }
    }

    mutating func flush() {
        var start = 0
        while start < bytes.count, failure == nil {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count >= 0 { start += count } else if errno != EINTR { failure = SystemError() }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Lines for people, on standard error.
enum Messages {
    static func error(_ text: String) { line("error: \(text)") }

    static func line(_ text: String) {
        var output = Output(descriptor: STDERR_FILENO)
        output.write(text + "\n")
        output.flush()
    }
}
