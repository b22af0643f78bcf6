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
}
