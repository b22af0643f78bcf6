public import ProvisoMessages

/// Requires text with at least one digit, or with `min` at least so many.
///
/// Only ASCII's count, 0 to 9; with `unicode` those of all scripts do (general category Nd).
///
/// ```yaml
/// - [password, hasDigit]
/// ```
public struct HasDigitValidator: NamedValidator {
    public static let type: RuleType = "hasDigit"
    public static let options = CharacterCount.options
    public static let codes = [CodeDescription("hasDigit.tooFew", "min")]

    private let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        count = CharacterCount(.digit, min: min, unicode: unicode)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        count = try CharacterCount(.digit, options)
    }

    public func checkOptions() throws(OptionError) { try count.check() }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, count.isReached(in: text.buffer) { return }
        context.report("hasDigit.tooFew", count.parameters)
    }
}

extension RuleBody {
    /// Requires text with a digit.
    public static var hasDigit: RuleBody { .validator(HasDigitValidator()) }

    /// Requires text with some digits.
    public static func hasDigit(min: Int = 1, unicode: Bool = false) -> RuleBody {
        .validator(HasDigitValidator(min: min, unicode: unicode))
    }
}
