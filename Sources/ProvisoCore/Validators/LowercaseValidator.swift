public import ProvisoMessages

/// Requires a string without uppercase letters.
///
/// Letters of all scripts count: a character is rejected if Unicode's mapping to lowercase changes it
/// (Changes_When_Lowercased), as for "A", "É", "Σ" and the titlecase letter "ǅ". Digits, punctuation and letters of scripts
/// without case pass. `filter` with `lower` changes the value instead.
///
/// ```yaml
/// - [username, lowercase]
/// ```
public struct LowercaseValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "lowercase"
    public static let about = RuleTypeFacts(
        .lowercase,
        chapter: .text, place: 7,
        valid: ["lower", "a"],
        invalid: ["Lower", "UPPER", "A"],
        familiar: ["": "lower islowercase"])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("string.type"), CodeDescription("lowercase.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("string.type") }
        guard context.pay(forBytes: text.count) else { return }
        let isLowercase = text.buffer.allScalars {
            $0.isASCII ? !("A"..."Z" ~= $0) : !$0.properties.changesWhenLowercased
        }
        if !isLowercase { context.report("lowercase.invalid") }
    }
}

extension Constraint {
    /// Requires a string without uppercase letters.
    public static var lowercase: Constraint { .validator(LowercaseValidator()) }
}
