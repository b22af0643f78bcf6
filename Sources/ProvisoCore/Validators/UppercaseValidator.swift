public import ProvisoMessages

/// Requires a string without lowercase letters.
///
/// Letters of all scripts count: a character is rejected if Unicode's mapping to uppercase changes it
/// (Changes_When_Uppercased), as for "a", "é", "ß" and the titlecase letter "ǅ". Digits, punctuation and letters of scripts
/// without case pass. `filter` with `upper` changes the value instead.
///
/// ```yaml
/// - [code, uppercase]
/// ```
public struct UppercaseValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "uppercase"
    public static let about = RuleTypeFacts(
        .uppercase,
        chapter: .text, place: 8,
        valid: ["UPPER", "A"],
        invalid: ["Upper", "lower", "a"],
        familiar: ["": "upper isuppercase"])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("string.type"), CodeDescription("uppercase.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("string.type") }
        guard context.pay(forBytes: text.count) else { return }
        let isUppercase = text.buffer.allScalars {
            $0.isASCII ? !("a"..."z" ~= $0) : !$0.properties.changesWhenUppercased
        }
        if !isUppercase { context.report("uppercase.invalid") }
    }
}

extension Constraint {
    /// Requires a string without lowercase letters.
    public static var uppercase: Constraint { .validator(UppercaseValidator()) }
}
