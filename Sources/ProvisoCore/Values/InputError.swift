internal import JSONBridge

/// Data that cannot be read at all, so that there is nothing to validate.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable {
        case syntax, encoding, depth, size
    }

    public let reason: Reason
    /// Where in the text, in bytes.
    public let offset: Int
    /// What was expected there and what was found, nil where that is not known.
    public let detail: String?

    public init(reason: Reason, offset: Int, detail: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

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
    /// The error for a text that the parser refused.
    init(status: Int32, offset: Int, in json: UnsafeRawBufferPointer) {
        switch Int(status) {
        case PRV_JSON_UTF8: self = .encoding(json)
        case PRV_JSON_DEPTH: self.init(reason: .depth, offset: offset)
        case PRV_JSON_MEMORY: self.init(reason: .size, offset: 0, detail: "its values take too much memory")
        default:
            let fault = JSONFault.find(in: json)
            self.init(reason: .syntax, offset: fault?.offset ?? offset, detail: fault?.reason)
        }
    }

    /// The error for bytes that are not UTF-8.
    package static func encoding(_ bytes: UnsafeRawBufferPointer) -> InputError {
        let offset = firstFault(inUTF8: bytes)
        let hex = offset < bytes.count ? String(bytes[offset], radix: 16, uppercase: true) : nil
        return InputError(
            reason: .encoding, offset: offset, detail: hex.map { "found the byte 0x\($0.count < 2 ? "0" : "")\($0)" })
    }
}
