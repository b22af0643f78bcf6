public import ProvisoMessages

/// Requires text that starts with a given text, or one of a list.
///
/// Bytes are compared, so that "é" in one form does not equal the other; `ignoreCase` makes a to z the same as A to Z
/// and folds nothing else. Only text passes.
///
/// ```yaml
/// - [callback, startsWith, { value: ["https://", "/"] }]
/// ```
public struct StartsWithValidator: NamedValidator {
    public static let type: RuleType = "startsWith"
    public static let options = SoughtTexts.options
    public static let codes = [CodeDescription("startsWith.invalid", "value")]

    private let sought: SoughtTexts

    public var value: [String] { sought.texts }
    public var ignoreCase: Bool { sought.ignoreCase }

    /// Throws where a text is empty.
    public init(value: [String], ignoreCase: Bool = false) throws(OptionError) {
        sought = try SoughtTexts(value, ignoreCase: ignoreCase)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        sought = try SoughtTexts(options)
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, sought.start(text.buffer) { return }
        context.report("startsWith.invalid", sought.parameters)
    }
}

extension RuleBody {
    /// Requires text that starts with one of these.
    ///
    /// An empty text is reported when the plan is made.
    public static func startsWith(_ value: String..., ignoreCase: Bool = false) -> RuleBody {
        SoughtTexts.body("startsWith", value, ignoreCase: ignoreCase)
    }
}
