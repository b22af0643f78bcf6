internal import ProvisoABI
public import ProvisoMessages

/// Rejects absent and blank values.
///
/// Null, empty strings, lists and objects are blank, and so are strings of white space only, whatever the rule file
/// says of `empty` and `nullable`: `present` accepts them. Only `nullable: true` in the rule itself lets null pass,
/// with a warning. With `requiredValue` the value must equal that value. A rule with its own `isEmpty` uses it, for strings without the white space
/// around them, unless it is `strict`.
///
/// ```yaml
/// - [[username, email], required]
/// ```
public struct RequiredValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "required"
    public static let about = RuleTypeFacts(
        .required,
        chapter: .presence, place: 1,
        familiar: [
            "": "presence notblank notnull notempty nonempty mandatory filled isrequired notnil arraynotempty",
            " with 'when'": "requiredif requiredwith requiredunless dependentrequired",
            " with 'requiredValue: true'": "accepted acceptance asserttrue",
        ])
    public static let options = [
        OptionDescription("requiredValue", .any, "the only value that passes", role: .choices),
        OptionDescription("strict", .boolean, "whether strings and numbers are different, and blank strings pass"),
    ]
    public static let codes = [
        CodeDescription("required.blank"),
        CodeDescription("required.notEqual", "requiredValue").needing("requiredValue"),
    ]

    public var requiredValue: AnyValue?
    public var strict: Bool
    /// The rule's own test of what is empty, in place of what is blank.
    private var isEmpty: (@Sendable (borrowing Value) -> Bool)?

    public init(requiredValue: AnyValue? = nil, strict: Bool = false) {
        self.requiredValue = requiredValue
        self.strict = strict
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(requiredValue: options.value("requiredValue"), strict: try options.boolean("strict") ?? false)
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) { isEmpty = binding.isEmpty }

    public var skipsEmpty: Bool { false }

    package var quickTest: QuickTest { requiredValue == nil ? .written : .none }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let requiredValue {
            if Equality.holds(value, requiredValue, strict: strict) { return }
            context.report("required.notEqual", ["requiredValue": ParameterValue(typed: requiredValue)])
        } else if strict ? value.kind == .absent || value.kind == .null : isBlank(value) {
            context.report("required.blank")
        }
    }

    private func isBlank(_ value: borrowing Value) -> Bool {
        if let isEmpty { return isEmpty(trimmed(value)) }
        if value.isEmpty { return true }
        guard let text = value.text else { return false }
        // Almost every text begins with something to see.
        if let first = text.buffer.first, first > 0x20, first < 0x7F { return false }
        return text.isWhitespace
    }

    /// A string without the white space around it, for the emptiness test; other values are unchanged.
    @_lifetime(copy value)
    private func trimmed(_ value: borrowing Value) -> Value {
        guard let text = value.text else { return unsafe _overrideLifetime(Value(unsafe: value.raw), copying: value) }
        let kept = TrimmedSet().kept(of: text.buffer)
        let start = (text.start + kept.lowerBound).assumingMemoryBound(to: CChar.self)
        let raw = proviso_value(text: start, count: kept.count)
        return unsafe _overrideLifetime(Value(unsafe: raw), copying: value)
    }
}

extension Constraint {
    /// Rejects absent and blank values.
    public static var required: Constraint { .validator(RequiredValidator()) }

    /// Requires one value.
    public static func required(_ value: AnyValue, strict: Bool = false) -> Constraint {
        .validator(RequiredValidator(requiredValue: value, strict: strict))
    }
}
