public import ProvisoMessages

/// Requires a string in Base32 (RFC 4648, section 6), or with `hex` in its alphabet of digits before letters (section 7).
///
/// Letters are uppercase, unless `ignoreCase`. White space and line breaks are rejected, and so are non-zero bits after
/// the end: each content has only one encoding. `padding` is `required` (the default), `optional` or `forbidden`.
///
/// ```yaml
/// - [secret, base32, { padding: forbidden }]
/// ```
public struct Base32Validator: NamedValidator, DirectValidator {
    public static let type: RuleType = "base32"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 5,
        valid: ["NBSWY3DP", "NBSWY3DPEE======", "D1IMOR3F"],
        invalid: ["1!", "abc*"],
        familiar: ["": "b32 base32hex"])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("hex", .boolean, "whether the alphabet is 0 to 9 and A to V"),
        OptionDescription(
            "padding", .text, "required, optional or forbidden",
            choices: Base64Validator.Padding.allCases.map(\.rawValue)),
        OptionDescription("ignoreCase", .boolean, "whether lowercase letters pass"),
    ]
    public static let codes = [CodeDescription("base32.invalid")]

    public var hex: Bool
    public var padding: Base64Validator.Padding
    public var ignoreCase: Bool

    public init(hex: Bool = false, padding: Base64Validator.Padding = .required, ignoreCase: Bool = false) {
        self.hex = hex
        self.padding = padding
        self.ignoreCase = ignoreCase
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            hex: try options.boolean("hex") ?? false,
            padding: try options.choice("padding", of: Base64Validator.Padding.self) ?? .required,
            ignoreCase: try options.boolean("ignoreCase") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, isEncoding(text.buffer) { return }
        context.report("base32.invalid")
    }

    private func isEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = bytes.count
        while count > 0, bytes.count - count < 6, bytes[count - 1] == UInt8(ascii: "=") { count -= 1 }
        let signs = bytes.count - count
        let over = count & 7
        // 1, 3 or 6 digits end within a byte.
        guard let unused = Self.unusedBits(over) else { return false }
        let needed = (8 - over) & 7
        switch padding {
        case .required: if signs != needed { return false }
        case .optional: if signs != 0, signs != needed { return false }
        case .forbidden: if signs != 0 { return false }
        }
        for index in 0..<count where digit(bytes[index]) == nil { return false }
        guard over > 0, let last = digit(bytes[count - 1]) else { return true }
        return last & unused == 0
    }

    /// The bits of the last digit that belong to no byte, for a number of digits after the last eight.
    private static func unusedBits(_ digits: Int) -> UInt8? {
        switch digits {
        case 0: 0
        case 2: 0b00011
        case 4: 0b01111
        case 5: 0b00001
        case 7: 0b00111
        default: nil
        }
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        let byte = ignoreCase && byte.isLowercase ? byte - 32 : byte
        if hex {
            if byte.isDigit { return byte - 48 }
            return UInt8(ascii: "A")...UInt8(ascii: "V") ~= byte ? byte - 55 : nil
        }
        if byte.isUppercase { return byte - 65 }
        return UInt8(ascii: "2")...UInt8(ascii: "7") ~= byte ? byte - 24 : nil
    }
}

extension Constraint {
    /// Requires a string in Base32.
    public static var base32: Constraint { .validator(Base32Validator()) }

    /// Requires a string in Base32, with options.
    public static func base32(
        hex: Bool = false, padding: Base64Validator.Padding = .required, ignoreCase: Bool = false
    ) -> Constraint {
        .validator(Base32Validator(hex: hex, padding: padding, ignoreCase: ignoreCase))
    }
}
