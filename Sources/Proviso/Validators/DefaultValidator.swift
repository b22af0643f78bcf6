/// Puts a value where none is: it replaces what is absent, null or empty.
///
/// Without `value` it makes everything empty null. Rules after it see the new value.
public struct DefaultValidator: NamedValidator {
    public static let type: RuleType = "default"
    public static let options = [OptionDescription("value", .any, "the value to put in place, null by default")]

    public var value: AnyValue

    public init(value: AnyValue = .null) {
        self.value = value
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(value: options.value("value") ?? .null)
    }

    public var skipsEmpty: Bool { false }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        // Copied each time: later rules may change it, and threads share this validator.
        if value.isEmpty { context.replaceValue(with: self.value) }
    }
}

extension RuleBody {
    /// Puts a value where none is.
    public static func `default`(_ value: AnyValue) -> RuleBody { .validator(DefaultValidator(value: value)) }
}
