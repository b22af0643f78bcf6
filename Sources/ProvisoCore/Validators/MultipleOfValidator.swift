internal import ProvisoABI
public import ProvisoMessages

/// Requires a multiple of a number, such as 0.05 for prices.
///
/// Numbers are exact decimals as written, so 0.3 is a multiple of 0.1; there is no limit to their length. Numeric
/// strings count unless `strict`. Zero is a multiple of every number. With `of: { attribute: step }` the number is the
/// value of another attribute; if that is no such number, the rule is skipped.
///
/// ```yaml
/// - [price, multipleOf, { of: 0.05 }]
/// ```
public struct MultipleOfValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "multipleOf"
    public static let about = RuleTypeFacts(
        .multiple,
        chapter: .numbers, place: 4,
        familiar: ["": "divisibleby divisible step factor"])
    package var means: ValueMeaning { .read(.double) }
    public static let options = [
        OptionDescription(
            "of", .number, "the number, above zero and of at most 18 digits", isRequired: true, acceptsAttribute: true,
            role: .step),
        OptionDescription("strict", .boolean, "whether numeric strings are rejected"),
    ]
    public static let codes = [CodeDescription("multipleOf.type"), CodeDescription("multipleOf.invalid", "of")]

    public let of: Number
    public let strict: Bool
    private let divisor: DecimalDivisor
    private var other: OtherValue?

    /// Throws for zero, negative numbers and numbers of more than 18 digits.
    public init(of number: Number, strict: Bool = false) throws(OptionError) {
        guard let divisor = DecimalDivisor(number) else {
            throw OptionError(option: "of", reason: "must be above zero and have at most 18 digits")
        }
        of = number
        self.strict = strict
        self.divisor = divisor
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        if let other = try OtherValue(options.value("of"), option: "of") {
            try self.init(of: 1, strict: try options.boolean("strict") ?? false)
            self.other = other
            return
        }
        guard let number = try options.number("of") else { throw OptionError(option: "of", reason: "is required") }
        try self.init(of: number, strict: try options.boolean("strict") ?? false)
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try other?.bind(to: binding, option: "of")
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        var (number, divisor) = (of, divisor)
        if let other {
            guard let found = other.number(context), let made = DecimalDivisor(found) else { return }
            (number, divisor) = (found, made)
        }
        guard let holds = Self.divides(value, by: divisor, strict: strict) else {
            return context.report("multipleOf.type")
        }
        if !holds { context.report("multipleOf.invalid", ["of": ParameterValue(number)]) }
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        guard let other = validator(Self.self, in: holder).other else { return ValidatorExplanation() }
        let step = other.number(context).flatMap { DecimalDivisor($0) }
        return ValidatorExplanation(missing: step == nil ? [other.name] : [])
    }

    /// Whether a number is a multiple; `nil` if the value is not a number.
    package func divides(_ value: borrowing Value) -> Bool? { Self.divides(value, by: divisor, strict: strict) }

    /// `nil` if the value is not a number.
    private static func divides(_ value: borrowing Value, by divisor: DecimalDivisor, strict: Bool) -> Bool? {
        if let integer = value.integer { return divisor.divides(integer.magnitude) }
        if !strict, let text = value.text { return divisor.divides(text.buffer) }
        if let text = value.decimalText { return divisor.divides(text.buffer) }
        switch value.kind {
        case .unsigned: return divisor.divides(value.raw.as.unsigned_integer)
        case .double:
            guard let number = value.double, number.isFinite else { return nil }
            var written = number.description
            return written.withUTF8 { divisor.divides($0) }
        default: return nil
        }
    }
}

extension Constraint {
    /// Requires a whole multiple of a number.
    ///
    /// A number that is not above zero is reported when the plan is made.
    public static func multipleOf(_ number: Number, strict: Bool = false) -> Constraint {
        .type("multipleOf", ["of": AnyValue(number), "strict": .boolean(strict)])
    }
}
