internal import JSONBridge

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
    /// The steps of a copy: one for each eight bytes of memory, which is kept until the record ends.
    private let price: Int
    /// The rule's own test of what is empty.
    private var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    private var empty = Emptiness.typed

    public init(value: AnyValue = .null) {
        self.value = value
        make = { _ in value }
        price = value.memory / 8
    }

    /// Sets the result of a closure.
    public init(_ make: @escaping @Sendable (borrowing ValidationContext) -> AnyValue) {
        value = nil
        self.make = make
        price = 0
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
        guard isEmpty?(value) ?? empty.holds(value), price == 0 || context.pay(price) else { return }
        context.replaceValue(with: make(context))
    }
}

extension AnyValue {
    /// The bytes that a copy of the value takes in a record, besides the node that it replaces.
    fileprivate var memory: Int {
        func node(_ value: AnyValue) -> Int { MemoryLayout<prv_node>.stride + value.memory }
        switch self {
        case .text(let text), .decimal(let text): return text.utf8.count
        case .list(let items): return items.reduce(0) { $0 + node($1) }
        case .object(let members): return members.reduce(0) { $0 + $1.key.utf8.count + node($1.value) }
        default: return 0
        }
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
