public import ProvisoMessages

/// Requires a string with at least `min` uppercase letters, one by default.
///
/// Only those of ASCII count, A to Z; with `unicode`, those of all scripts do (general category Lu).
///
/// ```yaml
/// - [password, hasUpper]
/// ```
public struct HasUpperValidator: CharacterCountValidator {
    public static let type: RuleType = "hasUpper"
    public static let about = RuleTypeFacts(
        .characters(like: "B"),
        chapter: .secrets, place: 5,
        valid: CharacterCount.valid,
        invalid: CharacterCount.invalid)
    public static let codes = [CodeDescription("hasUpper.tooFew", "min")]
    static let kind = CharacterCount.Kind.upper

    let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        self.init(CharacterCount(Self.kind, min: min, unicode: unicode))
    }

    init(_ count: CharacterCount) { self.count = count }
}

extension Constraint {
    /// Requires a string with an uppercase letter.
    public static var hasUpper: Constraint { .validator(HasUpperValidator()) }

    /// Requires a string with at least `min` uppercase letters.
    public static func hasUpper(min: Int = 1, unicode: Bool = false) -> Constraint {
        .validator(HasUpperValidator(min: min, unicode: unicode))
    }
}
