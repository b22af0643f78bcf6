public import ProvisoMessages

/// Requires a ULID: 26 characters of Crockford's Base32 in either case.
///
/// A ULID has 128 bits, so the first character is at most 7. I, L, O, U and hyphens are rejected.
///
/// ```yaml
/// - [id, ulid]
/// ```
public struct UlidValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "ulid"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 2,
        longest: 26,
        valid: ["01ARZ3NDEKTSV4RRFFQ69G5FAV"],
        invalid: ["01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAU", "x"],
        guesses: [.init(2, names: ["ulid", "id", "key"])])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("ulid.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, text.count == 26, text.buffer[0] &- UInt8(ascii: "0") < 8,
            text.buffer.allSatisfy({ Self.isDigit($0) })
        {
            return
        }
        context.report("ulid.invalid")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        if byte.isDigit { return true }
        guard byte.isLetter else { return false }
        switch Unicode.Scalar(byte.lowercased) {
        case "i", "l", "o", "u": return false
        default: return true
        }
    }
}

extension Constraint {
    /// Requires a ULID.
    public static var ulid: Constraint { .validator(UlidValidator()) }
}
