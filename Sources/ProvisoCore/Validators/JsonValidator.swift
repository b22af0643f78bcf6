public import ProvisoMessages

/// Requires a string that is JSON (RFC 8259): one value of any type with only white space around it.
///
/// Escaped surrogates must come in pairs, and lists and objects may be nested 512 levels deep, as in the records
/// that are read. Keys may occur twice in an object. The value stays a string: rules for its contents need the data
/// itself.
///
/// ```yaml
/// - [settings, json]
/// ```
public struct JsonValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "json"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 7,
        valid: ["{}", "[1, 2]", "\"text\""],
        invalid: ["{", "[1,]", "x"],
        familiar: ["": "jsonstring"])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("json.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            guard context.pay(forBytes: text.count) else { return }
            if StrictJSON.isValid(text.buffer) { return }
        }
        context.report("json.invalid")
    }
}

extension Constraint {
    /// Requires a string that is JSON.
    public static var json: Constraint { .validator(JsonValidator()) }
}
