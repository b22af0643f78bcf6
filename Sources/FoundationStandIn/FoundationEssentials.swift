internal import Glibc

// What ArgumentParser asks of FoundationEssentials, and no more: this module is compiled under that one's name and linked
// into the tool in its place, which saves 4 MB. A newer ArgumentParser that asks for more does not link.

/// Describes errors; none of the tool's own conform.
public protocol LocalizedError: Error {}

/// What writes the answer to ArgumentParser's hidden `--experimental-dump-help`, which this tool does not have.
open class JSONEncoder {
    public struct OutputFormatting: Sendable {
        public static let prettyPrinted = OutputFormatting()
        public static let sortedKeys = OutputFormatting()
    }

    public init() {
        let message: StaticString = "error: this tool has no --experimental-dump-help\n"
        _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        exit(2)
    }
}

public struct Data {}

extension String {
    public struct Encoding: Sendable {
        public static let utf8 = Encoding()
    }

    public init?(data: __shared Data, encoding: Encoding) { nil }
}
