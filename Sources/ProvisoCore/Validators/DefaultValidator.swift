/// Sets a default if the value is empty: absent, null, `""`, `[]` or `{}`, and with `empty: absent` only absent.
///
/// Without `value` it sets null. Later rules validate the new value. In Swift the default may come from a closure,
/// which is called each time and may read other attributes. A rule with its own `isEmpty` uses it.
///
/// ```yaml
/// - [language, default, { value: en }]
/// ```
public struct DefaultValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "default"
    public static let about = RuleTypeFacts(
        effect: .suppliesValue,
        chapter: .changes, place: 1,
        familiar: ["": "defaultto defaultvalue initial coalesce fallback"])
    public static let options = [OptionDescription("value", .any, "the default, null by default", role: .sought)]

    /// The default; `nil` if a closure returns it.
    public let value: AnyValue?
    private let make: @Sendable (borrowing ValidationContext) -> AnyValue
    /// The rule's own test of what is empty.
    private var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    private var empty = Emptiness.typed

    public init(value: AnyValue = .null) {
        self.value = value
        make = { _ in value }
    }

    /// Sets the result of a closure.
    public init(_ make: @escaping @Sendable (borrowing ValidationContext) -> AnyValue) {
        value = nil
        self.make = make
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(value: options.value("value") ?? .null)
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        (isEmpty, empty) = (binding.isEmpty, binding.empty)
    }

    public var skipsEmpty: Bool { false }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        // Copied each time: later rules may change it, and threads share this validator.
        guard isEmpty?(value) ?? empty.holds(value) else { return }
        context.replaceValue(with: make(context))
    }
}

extension Constraint {
    /// Sets a default.
    public static func `default`(_ value: AnyValue) -> Constraint { .validator(DefaultValidator(value: value)) }

    /// Sets the result of a closure if the value is empty.
    public static func `default`(
        _ make: @escaping @Sendable (borrowing ValidationContext) -> AnyValue
    ) -> Constraint {
        .validator(DefaultValidator(make))
    }
}
