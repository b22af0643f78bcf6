internal import JSONBridge
internal import ProvisoMessages

/// Data that cannot be read, so that there is nothing to validate.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors in JSON input.
    public enum Reason: Sendable {
        /// A kind of error: not JSON, not UTF-8, nested too deeply, or too large.
        case syntax, encoding, depth, size
    }

    /// The kind of error.
    public let reason: Reason
    /// The position in the text, in bytes.
    public let offset: Int
    /// What was expected there and what was found, `nil` if that is not known.
    public let detail: String?

    /// Creates an error.
    public init(reason: Reason, offset: Int, detail: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    /// A description for people.
    public var description: String {
        let text =
            switch reason {
            case .syntax: "not valid JSON"
            case .encoding: "not valid UTF-8"
            case .depth: "nested more than \(PRV_JSON_MAX_DEPTH) levels deep"
            case .size: "too large to parse"
            }
        return detail.map { "\(text): \($0)" } ?? text
    }
}

extension InputError {
    /// The error for a string that the parser refused.
    init(status: Int32, offset: Int, in json: UnsafeRawBufferPointer) {
        switch Int(status) {
        case PRV_JSON_UTF8: self = .encoding(json)
        case PRV_JSON_DEPTH: self.init(reason: .depth, offset: offset)
        case PRV_JSON_MEMORY: self.init(reason: .size, offset: 0, detail: "its values take too much memory")
        default:
            let failure = StrictJSON.failure(in: json)
            self.init(reason: .syntax, offset: failure?.offset ?? offset, detail: failure?.reason)
        }
    }

    /// The error for bytes that are not UTF-8.
    package static func encoding(_ bytes: UnsafeRawBufferPointer) -> InputError {
        let offset = firstInvalid(in: bytes)
        let hex = offset < bytes.count ? String(bytes[offset], radix: 16, uppercase: true) : nil
        return InputError(
            reason: .encoding, offset: offset, detail: hex.map { "found the byte 0x\($0.count < 2 ? "0" : "")\($0)" })
    }

    /// Where bytes stop being UTF-8; their end if they are.
    private static func firstInvalid(in bytes: UnsafeRawBufferPointer) -> Int {
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: bytes.span)
                return bytes.count
            } catch {
                return error.byteOffsets.lowerBound
            }
        }
    }
}
