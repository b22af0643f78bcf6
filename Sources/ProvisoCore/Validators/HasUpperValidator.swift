public import ProvisoMessages

/// Requires text with at least one capital letter, or with `min` at least so many.
///
/// Only ASCII's count, A to Z; with `unicode` those of all scripts do (general category Lu).
///
/// ```yaml
/// - [password, hasUpper]
/// ```
public struct HasUpperValidator: NamedValidator {
    public static let type: RuleType = "hasUpper"
    public static let options = CharacterCount.options
    public static let codes = [CodeDescription("hasUpper.tooFew", "min")]

    private let count: CharacterCount

    public var min: Int { count.min }
    public var unicode: Bool { count.unicode }

    public init(min: Int = 1, unicode: Bool = false) {
        count = CharacterCount(.upper, min: min, unicode: unicode)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        count = try CharacterCount(.upper, options)
    }

    public func checkOptions() throws(OptionError) { try count.check() }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, count.isReached(in: text.buffer) { return }
        context.report("hasUpper.tooFew", count.parameters)
    }
}

extension RuleBody {
    /// Requires text with a capital letter.
    public static var hasUpper: RuleBody { .validator(HasUpperValidator()) }

    /// Requires text with some capital letters.
    public static func hasUpper(min: Int = 1, unicode: Bool = false) -> RuleBody {
        .validator(HasUpperValidator(min: min, unicode: unicode))
    }
}
