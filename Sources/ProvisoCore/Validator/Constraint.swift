public import ProvisoMessages

/// A rule type with its options, or a validator itself.
public struct Constraint: Sendable {
    /// The rule type.
    public let type: RuleType
    package let options: [String: OptionValue]
    /// Set when the rule was written with a validator in Swift: nothing is left to resolve.
    package let check: Check?
    package let codes: [CodeDescription]?
    /// Where the type and the options are in their file, by name; the type's name is "type".
    package let positions: [String: SourcePosition]
    /// For a rule within a rule: its own messages.
    package var messages = RuleMessages()
    /// For a rule within a rule: whether empty items are skipped; `nil` leaves it to the validator.
    package var skipOnEmpty: Bool?
    /// For a rule within a rule: what counts as empty, and whether null passes, if not as in the outer rule.
    package var empty: Emptiness?
    package var nullable: Bool?
    /// What the rule says of empty values.
    var wishes: OwnWishes { OwnWishes(skipOnEmpty: skipOnEmpty, empty: empty, nullable: nullable) }
    /// For a type of a rule set: what it stands for here, if not what the type says.
    package var replacement: Composition?

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
    public static func type(_ type: RuleType, _ options: [String: AnyValue] = [:]) -> Constraint {
        Constraint(type: type, options: options.mapValues { .value($0) })
    }

    /// A validator.
    @inlinable
    public static func validator<Checked: NamedValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// A validator of this package, which plans call directly.
    package static func validator<Checked: NamedValidator & DirectValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// An async validator.
    public static func validator<Checked: NamedAsyncValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// An async closure; `others` names the attributes that it needs beside the value.
    public static func asyncCheck(
        with others: String..., body: @escaping @Sendable (AnyValue, AsyncContext) async throws -> [Finding]
    ) -> Constraint {
        Constraint(type: "closure", check: Check(AsyncClosureValidator(names: others, body: body)), codes: nil)
    }

    /// A closure as a validator.
    public static func check(
        _ body: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Void
    ) -> Constraint {
        Constraint(type: "closure", check: Check(ClosureValidator(body: body)), codes: nil)
    }
}
