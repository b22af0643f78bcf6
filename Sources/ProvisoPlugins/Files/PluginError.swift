internal import Glibc

internal import ProvisoMessages

/// Why a plugin was not loaded.
public struct PluginError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file as it was found, or the folder that could not be read.
    public let file: String
    /// One sentence about the file, without a full stop.
    public let reason: String

    public init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    public var description: String { "\(file): \(reason)".visible }
}

/// What is wrong with a plugin, said before it is known which file it is about.
package struct PluginFault: Error, Sendable {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// Why a file cannot be used, by `errno`.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "does not exist"
        case EACCES, EPERM: "may not be read by this user"
        case ENOTDIR: "is not a folder, or lies in something that is none"
        default: "cannot be read (\(String(cString: strerror(code))))"
        }
    }
}
