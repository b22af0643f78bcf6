internal import ProvisoABI
package import ProvisoMessages

/// The bounds of `number` and `integer`, and how values are compared with them.
package struct NumberBounds {
    static let options: [OptionDescription] =
        [
            OptionDescription("min", .number, "the minimum", acceptsAttribute: true, role: .minimum),
            OptionDescription("max", .number, "the maximum", acceptsAttribute: true, role: .maximum),
            OptionDescription(
                "above", .number, "what the number must be greater than, in place of min", acceptsAttribute: true,
                role: .above),
            OptionDescription(
                "below", .number, "what the number must be less than, in place of max", acceptsAttribute: true,
                role: .below),
            OptionDescription("strict", .boolean, "whether numeric strings are rejected"),
            OptionDescription("allowArray", .boolean, "whether the items of a list are validated"),
            GroupingOption.description,
        ] + NumberInput.options

    /// The codes, with that of values that are not numbers first.
    static func codes(type: Code) -> [CodeDescription] {
        [
            CodeDescription(type), CodeDescription("number.tooSmall", "min").needing("min"),
            CodeDescription("number.tooBig", "max").needing("max"),
            CodeDescription("number.ambiguous", "first", "second").needing("refuseAmbiguous"),
            bound("compare.greater").needing("above"), bound("compare.less").needing("below"),
        ]
    }

    /// A code of `compare`, whose message says the same.
    package static func bound(_ code: Code) -> CodeDescription {
        CodeDescription(code, "compareAttribute", "compareValue", "compareValueOrAttribute", "kind")
    }

    /// The options that may have the value of another attribute.
    static let bounds = ["min", "max", "above", "below"]

    private(set) var min: Number?
    private(set) var max: Number?
    private(set) var above: Number?
    private(set) var below: Number?
    let strict: Bool
    let allowArray: Bool
    let grouping: Bool

    init(
        min: Number?, max: Number?, above: Number?, below: Number?, strict: Bool, allowArray: Bool = false,
        grouping: Bool = true
    ) {
        self.min = min
        self.max = max
        self.above = above
        self.below = below
        self.strict = strict
        self.allowArray = allowArray
        self.grouping = grouping
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        let min = try options.number("min")
        let max = try options.number("max")
        self.init(
            min: min, max: max, above: try options.number("above"), below: try options.number("below"),
            strict: try options.boolean("strict") ?? false,
            allowArray: try options.boolean("allowArray") ?? false, grouping: try GroupingOption.read(options))
    }

    /// The bounds that another record has: those of other attributes.
    func replaced(by others: OtherValues, _ context: borrowing ValidationContext) -> NumberBounds {
        var bounds = self
        bounds.min = others.number("min", context) ?? min
        bounds.max = others.number("max", context) ?? max
        bounds.above = others.number("above", context) ?? above
        bounds.below = others.number("below", context) ?? below
        return bounds
    }

    func validate(
        _ value: borrowing Value, whole: Bool, _ type: @autoclosure () -> Code, _ context: inout ValidationContext
    ) {
        if allowArray, value.kind == .list {
            return validateItems(of: value, &context) { $0.validate($1, whole: whole, type(), &$2) }
        }
        guard isNumber(value, whole: whole) else { return context.report(type()) }
        if min == nil, max == nil, above == nil, below == nil { return }
        guard let number = Number(spelledBy: value) else { return context.report(type()) }
        compare(number, &context)
    }

    /// Validates a string as people of the reader's locale write it, and other values as without a locale.
    func validate(
        _ value: borrowing Value, whole: Bool, by reader: NumberReader, _ type: @autoclosure () -> Code,
        _ context: inout ValidationContext
    ) {
        if allowArray, value.kind == .list {
            return validateItems(of: value, &context) { $0.validate($1, whole: whole, by: reader, type(), &$2) }
        }
        guard let text = value.text else { return validate(value, whole: whole, type(), &context) }
        guard let reading = reader.read(text.buffer), reading.isWhole || !whole else { return context.report(type()) }
        if let alternative = reading.alternative {
            return context.report(
                "number.ambiguous",
                ["first": ParameterValue(reading.number), "second": ParameterValue(alternative)])
        }
        compare(reading.number, &context)
    }

    private func compare(_ number: Number, _ context: inout ValidationContext) {
        if let min, number < min {
            context.report("number.tooSmall", GroupingOption.adding(grouping, to: ["min": ParameterValue(min)]))
        } else if let max, number > max {
            context.report("number.tooBig", GroupingOption.adding(grouping, to: ["max": ParameterValue(max)]))
        } else if let above, number <= above {
            report("compare.greater", above, &context)
        } else if let below, number >= below {
            report("compare.less", below, &context)
        }
    }

    private func report(_ code: Code, _ bound: Number, _ context: inout ValidationContext) {
        context.report(code, GroupingOption.adding(grouping, to: Self.exclusive(ParameterValue(bound))))
    }

    /// The parameters of a bound that the number must not equal.
    package static func exclusive(_ bound: ParameterValue) -> Parameters {
        ["compareValueOrAttribute": bound, "compareValue": bound, "compareAttribute": bound, "kind": "number"]
    }

    /// Reports the violation of the first invalid item only.
    private func validateItems(
        of list: borrowing Value, _ context: inout ValidationContext,
        _ validate: (NumberBounds, borrowing Value, inout ValidationContext) -> Void
    ) {
        let items = NumberBounds(
            min: min, max: max, above: above, below: below, strict: strict, grouping: grouping)
        let findings = context.findings
        for index in 0..<list.count where context.findings == findings { validate(items, list[index], &context) }
    }

    private func isNumber(_ value: borrowing Value, whole: Bool) -> Bool {
        switch value.kind {
        case .integer, .unsigned: return true
        case .double:
            guard let number = value.double, number.isFinite else { return false }
            return !whole || number == number.rounded(.towardZero)
        case .decimal:
            guard whole, let text = value.decimalText, NumericText(text.buffer)?.isWhole != true else { return true }
            return Number(value)?.isWhole ?? false
        case .text:
            guard !strict, let text = value.text, let form = NumericText(text.buffer) else { return false }
            return !whole || form.isWhole
        default: return false
        }
    }
}

/// What `number` and `integer` share: all of them, except for fractions and the code.
///
/// The members below are public as requirements of `NamedValidator`.
protocol BoundedNumberValidator: NamedValidator, DirectValidator {
    /// Whether fractions are rejected.
    static var isWhole: Bool { get }
    var min: Number? { get }
    var max: Number? { get }
    /// What the number must be greater than.
    var above: Number? { get }
    /// What the number must be less than.
    var below: Number? { get }
    var strict: Bool { get }
    var allowArray: Bool { get }
    /// Whether messages group the digits of the bounds.
    var grouping: Bool { get set }
    var input: NumberInput? { get }
    /// `nil` until the rule is bound to an attribute, and without a locale of its own.
    var reader: NumberReader? { get set }
    /// The bounds that other attributes have.
    var others: OtherValues { get set }

    init(
        min: Number?, max: Number?, above: Number?, below: Number?, strict: Bool, allowArray: Bool, input: NumberInput?)
}

extension BoundedNumberValidator {
    package var means: ValueMeaning {
        if let input { return input.meaning(isWhole: Self.isWhole) }
        return .read(Self.isWhole ? .integer : .double)
    }

    public static var options: [OptionDescription] { NumberBounds.options }

    private var bounds: NumberBounds {
        NumberBounds(
            min: min, max: max, above: above, below: below, strict: strict, allowArray: allowArray,
            grouping: grouping)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let others = try OtherValues(options, NumberBounds.bounds)
        let bounds = try NumberBounds(others.rest(of: options))
        self.init(
            min: bounds.min, max: bounds.max, above: bounds.above, below: bounds.below, strict: bounds.strict,
            allowArray: bounds.allowArray, input: try NumberInput.read(options))
        grouping = bounds.grouping
        self.others = others
    }

    public func checkOptions() throws(OptionError) {
        try bounds.check(input, whole: Self.isWhole)
        if others.isEmpty { return }
        for (one, other, isSet) in [("min", "above", (min, above)), ("max", "below", (max, below))] {
            let (first, second) = (others.contains(one) || isSet.0 != nil, others.contains(other) || isSet.1 != nil)
            if first, second { throw OptionError(option: other, reason: "cannot be used together with '\(one)'") }
        }
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        reader = try input?.reader()
        try others.bind(to: binding)
    }

    package var quickTest: QuickTest {
        if !others.isEmpty { return .none }
        let test: QuickTest? =
            Self.isWhole ? bounds.integers.map { .integer($0) } : bounds.doubles.map { .number($0) }
        return test ?? .none
    }

    public var kinds: ValueKindSet { allowArray ? [.numbers, .lists] : .numbers }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let bounds = others.isEmpty ? bounds : bounds.replaced(by: others, context)
        guard let input, let reader = reader ?? context.reader(of: input) else {
            return bounds.validate(value, whole: Self.isWhole, Self.codes[0].code, &context)
        }
        bounds.validate(value, whole: Self.isWhole, by: reader, Self.codes[0].code, &context)
    }
}
