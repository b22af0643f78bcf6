public import ProvisoMessages

/// Requires a string with at least `min` digits, one by default.
///
/// Only those of ASCII count, 0 to 9; with `unicode`, those of all scripts do (general category Nd).
///
/// ```yaml
/// - [password, hasDigit]
/// ```
public struct HasDigitValidator: CharacterCountValidator {
    public static let type: RuleType = "hasDigit"
    public static let about = RuleTypeFacts(
        .characters(like: "7"),
        chapter: .secrets, place: 3,
        valid: CharacterCount.valid,
        invalid: CharacterCount.invalid)
    public static let codes = [CodeDescription("hasDigit.tooFew", "min")]
    static let kind = CharacterCount.Kind.digit

    let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        self.init(CharacterCount(Self.kind, min: min, unicode: unicode))
    }

    init(_ count: CharacterCount) { self.count = count }
}

extension Constraint {
    /// Requires a string with a digit.
    public static var hasDigit: Constraint { .validator(HasDigitValidator()) }

    /// Requires a string with at least `min` digits.
    public static func hasDigit(min: Int = 1, unicode: Bool = false) -> Constraint {
        .validator(HasDigitValidator(min: min, unicode: unicode))
    }
}
