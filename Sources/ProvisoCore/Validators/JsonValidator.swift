public import ProvisoMessages

/// Requires text that is JSON (RFC 8259): one value of any kind with nothing but white space around it.
///
/// Escaped surrogates must come in pairs, and lists and objects may lie 512 deep, as in the records that are read.
/// Names may occur twice in an object. The text stays text: rules for what is inside it need the data itself.
///
/// ```yaml
/// - [settings, json]
/// ```
public struct JsonValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "json"
    public static let codes = [CodeDescription("json.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, JSONGrammar.matches(text.buffer) { return }
        context.report("json.invalid")
    }
}

extension Constraint {
    /// Requires text that is JSON.
    public static var json: Constraint { .validator(JsonValidator()) }
}
