import Glibc
import Proviso

/// Writes a file whole or not at all; an error names the file.
enum WholeFile {
    static func write(_ text: String, to path: String) throws(SystemError) {
        do throws(SystemError) {
            try NewFile.replace(path, text)
        } catch {
            throw SystemError(reason: "\(path): \(error.reason)")
        }
    }
}
