public import ProvisoMessages

/// A rule type with its options, or a validator itself.
public struct RuleBody: Sendable {
    public let type: RuleType
    package let options: [String: OptionValue]
    /// Set when the rule was written with a validator in Swift: nothing is left to resolve.
    package let check: Check?
    package let codes: [CodeDescription]?
    /// Where the type and the options stand in their file, by name; the type's name is "type".
    package let positions: [String: SourcePosition]
    /// For a rule within a rule: its own messages.
    package var messages = RuleMessages()
    /// For a rule within a rule: whether empty items are passed over; nil leaves it to the validator.
    package var skipOnEmpty: Bool?

    package init(
        type: RuleType, options: [String: OptionValue] = [:], positions: [String: SourcePosition] = [:]
    ) {
        self.type = type
        self.options = options
        self.positions = positions
        check = nil
        codes = nil
    }

    @usableFromInline
    package init(type: RuleType, check: Check, codes: [CodeDescription]?) {
        self.type = type
        self.check = check
        self.codes = codes
        options = [:]
        positions = [:]
    }

    /// A rule type by its name: a model's method, a plugin's validator, or a built-in.
    public static func type(_ type: RuleType, _ options: [String: AnyValue] = [:]) -> RuleBody {
        RuleBody(type: type, options: options.mapValues { .value($0) })
    }

    /// A validator.
    @inlinable
    public static func validator<Checked: NamedValidator>(_ validator: Checked) -> RuleBody {
        RuleBody(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// A validator whose answers are awaited.
    public static func validator<Checked: NamedAsyncValidator>(_ validator: Checked) -> RuleBody {
        RuleBody(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// A closure whose answer is awaited; `others` names the attributes it wants to see beside the value.
    public static func asyncCheck(
        with others: String..., body: @escaping @Sendable (AnyValue, AsyncContext) async throws -> [Finding]
    ) -> RuleBody {
        RuleBody(type: "closure", check: Check(AsyncClosureValidator(names: others, body: body)), codes: nil)
    }

    /// A closure as a validator.
    public static func check(
        _ body: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Void
    ) -> RuleBody {
        RuleBody(type: "closure", check: Check(ClosureValidator(body: body)), codes: nil)
    }
}
