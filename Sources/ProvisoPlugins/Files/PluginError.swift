internal import Glibc
internal import ProvisoMessages

/// The reason why a plugin was not loaded.
public struct PluginError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file as it was found, or the directory that could not be read.
    public let file: String
    /// A sentence about the file, without a period.
    public let reason: String

    /// Creates an error.
    public init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    public var description: String { "\(file): \(reason)".visible }

    /// Does something with a file; what fails is a problem of that file.
    package static func about<Result>(
        _ file: String, _ body: () throws(PluginFault) -> Result
    ) throws(PluginError) -> Result {
        do throws(PluginFault) {
            return try body()
        } catch {
            throw PluginError(file: file, reason: error.reason)
        }
    }
}

/// A problem with a plugin, before the file is known that it is about.
package struct PluginFault: Error, Sendable {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    /// The reason why a file cannot be used, by `errno`.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "does not exist"
        case EACCES, EPERM: "may not be read by this user"
        case ENOTDIR: "is not a directory, or is below something that is not a directory"
        default: "cannot be read (\(String(cString: strerror(code))))"
        }
    }
}
