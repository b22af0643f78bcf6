public import ProvisoMessages

/// Requires a string in Base64 (RFC 4648, section 4), or with `url` in the alphabet for URLs and file names
/// (section 5).
///
/// White space and line breaks are rejected, and so are non-zero bits after the end: each content has only one
/// encoding. `padding` is `required` (the default), `optional` or `forbidden`.
///
/// ```yaml
/// - [picture, base64, { url: true }]
/// ```
public struct Base64Validator: NamedValidator, DirectValidator {
    /// Whether the `=` at the end is required.
    public enum Padding: String, Sendable, CaseIterable {
        case required, optional, forbidden
    }

    public static let type: RuleType = "base64"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 4,
        valid: ["aGVsbG8=", "aGVsbG8", "aGVsbA==", "YQ", "_-8="],
        invalid: ["a*", "a", "abc=d"],
        familiar: ["": "b64 byte base64url"])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("url", .boolean, "whether - and _ are used for + and /"),
        OptionDescription(
            "padding", .text, "required, optional or forbidden", choices: Padding.allCases.map(\.rawValue)),
    ]
    public static let codes = [CodeDescription("base64.invalid")]

    public var url: Bool
    public var padding: Padding

    public init(url: Bool = false, padding: Padding = .required) {
        self.url = url
        self.padding = padding
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            url: try options.boolean("url") ?? false,
            padding: try options.choice("padding", of: Padding.self) ?? .required)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, isEncoding(text.buffer) { return }
        context.report("base64.invalid")
    }

    private func isEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = bytes.count
        while count > 0, bytes.count - count < 2, bytes[count - 1] == UInt8(ascii: "=") { count -= 1 }
        let signs = bytes.count - count
        let over = count & 3
        if over == 1 { return false }
        let needed = (4 - over) & 3
        switch padding {
        case .required: if signs != needed { return false }
        case .optional: if signs != 0, signs != needed { return false }
        case .forbidden: if signs != 0 { return false }
        }
        for index in 0..<count where digit(bytes[index]) == nil { return false }
        guard over > 0, let last = digit(bytes[count - 1]) else { return true }
        return last & (over == 2 ? 0x0F : 0x03) == 0
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        if byte.isUppercase { return byte - 65 }
        if byte.isLowercase { return byte - 71 }
        if byte.isDigit { return byte + 4 }
        if byte == UInt8(ascii: url ? "-" : "+") { return 62 }
        return byte == UInt8(ascii: url ? "_" : "/") ? 63 : nil
    }
}

extension Constraint {
    /// Requires a string in Base64.
    public static var base64: Constraint { .validator(Base64Validator()) }

    /// Requires a string in Base64, with options.
    public static func base64(url: Bool = false, padding: Base64Validator.Padding = .required) -> Constraint {
        .validator(Base64Validator(url: url, padding: padding))
    }
}
