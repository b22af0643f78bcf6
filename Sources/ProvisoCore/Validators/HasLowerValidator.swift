public import ProvisoMessages

/// Requires text with at least one small letter, or with `min` at least so many.
///
/// Only ASCII's count, a to z; with `unicode` those of all scripts do (general category Ll).
///
/// ```yaml
/// - [password, hasLower]
/// ```
public struct HasLowerValidator: NamedValidator {
    public static let type: RuleType = "hasLower"
    public static let options = CharacterCount.options
    public static let codes = [CodeDescription("hasLower.tooFew", "min")]

    private let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        count = CharacterCount(.lower, min: min, unicode: unicode)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        count = try CharacterCount(.lower, options)
    }

    public func checkOptions() throws(OptionError) { try count.check() }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, count.isReached(in: text.buffer) { return }
        context.report("hasLower.tooFew", count.parameters)
    }
}

extension RuleBody {
    /// Requires text with a small letter.
    public static var hasLower: RuleBody { .validator(HasLowerValidator()) }

    /// Requires text with some small letters.
    public static func hasLower(min: Int = 1, unicode: Bool = false) -> RuleBody {
        .validator(HasLowerValidator(min: min, unicode: unicode))
    }
}
