public import ProvisoMessages

/// Requires a string that is JSON (RFC 8259): one value of any kind, with only white space around it.
///
/// Escaped surrogates must come in pairs, and lists and objects may be nested 512 levels deep, as in records. A key may
/// be repeated in an object. The value stays text: other rules cannot see what is inside it.
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
        if let text = value.text, StrictJSON.isValid(text.buffer) { return }
        context.report("json.invalid")
    }
}

extension Constraint {
    /// Requires a string that is JSON.
    public static var json: Constraint { .validator(JsonValidator()) }
}
