public import ProvisoMessages

/// Requires a string with at least `min` lowercase letters, one by default.
///
/// Only those of ASCII count, a to z; with `unicode`, those of all scripts do (general category Ll).
///
/// ```yaml
/// - [password, hasLower]
/// ```
public struct HasLowerValidator: CharacterCountValidator {
    public static let type: RuleType = "hasLower"
    public static let about = RuleTypeFacts(
        .characters(like: "b"),
        chapter: .secrets, place: 4,
        valid: CharacterCount.valid,
        invalid: CharacterCount.invalid)
    public static let codes = [CodeDescription("hasLower.tooFew", "min")]
    static let kind = CharacterCount.Kind.lower

    let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        self.init(CharacterCount(Self.kind, min: min, unicode: unicode))
    }

    init(_ count: CharacterCount) { self.count = count }
}

extension Constraint {
    /// Requires a string with a lowercase letter.
    public static var hasLower: Constraint { .validator(HasLowerValidator()) }

    /// Requires a string with at least `min` lowercase letters.
    public static func hasLower(min: Int = 1, unicode: Bool = false) -> Constraint {
        .validator(HasLowerValidator(min: min, unicode: unicode))
    }
}
