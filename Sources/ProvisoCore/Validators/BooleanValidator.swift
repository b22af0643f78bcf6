public import ProvisoMessages

/// Requires one of two values: one for true and one for false.
///
/// They are "1" and "0" unless the options name others. A number equals the string that spells it, and true and
/// false equal 1 and 0. With `strict` the value must have the same type, and without other options it must be true or
/// false.
///
/// ```yaml
/// - [newsletter, boolean]
/// ```
public struct BooleanValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "boolean"
    public static let about = RuleTypeFacts(
        .boolean,
        chapter: .presence, place: 7,
        valid: [true, false, "1", "0"],
        invalid: ["yes!", 2, "maybe"],
        making: { options in [options["trueValue"], options["falseValue"]].compactMap { $0 } },
        familiar: ["": "bool checkbox truefalse yesno bit booleanstring"])
    public static let options = [
        OptionDescription("trueValue", .any, "the value for true; \"1\" by default, true if strict"),
        OptionDescription("falseValue", .any, "the value for false; \"0\" by default, false if strict"),
        OptionDescription("strict", .boolean, "whether the value must have the same type"),
    ]
    public static let codes = [CodeDescription("boolean.invalid", "true", "false")]

    public let trueValue: AnyValue
    public let falseValue: AnyValue
    public let strict: Bool
    private let heldTrue: HeldValue
    private let heldFalse: HeldValue

    public init(trueValue: AnyValue? = nil, falseValue: AnyValue? = nil, strict: Bool = false) {
        let isTruth = strict && trueValue == nil && falseValue == nil
        let (trueValue, falseValue) = (trueValue ?? (isTruth ? true : "1"), falseValue ?? (isTruth ? false : "0"))
        self.trueValue = trueValue
        self.falseValue = falseValue
        self.strict = strict
        heldTrue = HeldValue(trueValue)
        heldFalse = HeldValue(falseValue)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let (yes, no) = (options.value("trueValue") ?? "1", options.value("falseValue") ?? "0")
        if yes == no { throw OptionError(option: "falseValue", reason: "must differ from 'trueValue'") }
        self.init(
            trueValue: options.value("trueValue"), falseValue: options.value("falseValue"),
            strict: try options.boolean("strict") ?? false)
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if Equality.holds(value, unsafe Value(unsafe: heldTrue.raw), strict: strict) { return }
        if Equality.holds(value, unsafe Value(unsafe: heldFalse.raw), strict: strict) { return }
        context.report(
            "boolean.invalid",
            [
                "true": .text(ParameterValue(trueValue).plainText),
                "false": .text(ParameterValue(falseValue).plainText),
            ])
    }
}

extension Constraint {
    /// Requires "1" or "0", or what equals one of them.
    public static var boolean: Constraint { .validator(BooleanValidator()) }

    /// Requires one of two values.
    public static func boolean(
        trueValue: AnyValue? = nil, falseValue: AnyValue? = nil, strict: Bool = false
    ) -> Constraint {
        .validator(BooleanValidator(trueValue: trueValue, falseValue: falseValue, strict: strict))
    }
}
