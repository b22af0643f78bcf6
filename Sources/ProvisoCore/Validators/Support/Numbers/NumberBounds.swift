internal import ProvisoABI
internal import ProvisoMessages

/// The bounds of `number` and `integer`, and how values are compared with them.
struct NumberBounds {
    static let options: [OptionDescription] =
        [
            OptionDescription("min", .number, "the minimum"),
            OptionDescription("max", .number, "the maximum"),
            OptionDescription("strict", .boolean, "whether numeric strings are rejected"),
            OptionDescription("allowArray", .boolean, "whether the items of a list are validated"),
        ] + NumberInput.options

    /// The codes, with that of values that are not numbers first.
    static func codes(type: Code) -> [CodeDescription] {
        [
            CodeDescription(type), CodeDescription("number.tooSmall", "min"), CodeDescription("number.tooBig", "max"),
            CodeDescription("number.ambiguous", "first", "second"),
        ]
    }

    let min: Number?
    let max: Number?
    let strict: Bool
    let allowArray: Bool

    init(min: Number?, max: Number?, strict: Bool, allowArray: Bool = false) {
        self.min = min
        self.max = max
        self.strict = strict
        self.allowArray = allowArray
    }

    /// The integers within the bounds; `nil` if a bound is not an integer.
    var integers: ClosedRange<Int64>? {
        guard let least = Self.integer(min, else: .min), let most = Self.integer(max, else: .max), least <= most
        else { return nil }
        return least...most
    }

    private static func integer(_ bound: Number?, else none: Int64) -> Int64? {
        switch bound {
        case nil: none
        case .integer(let number): number
        default: nil
        }
    }

    /// The doubles that are surely within the bounds; `nil` if a bound is not exactly a double.
    var doubles: ClosedRange<Double>? {
        guard let least = Self.exact(min, else: -.greatestFiniteMagnitude),
            let most = Self.exact(max, else: .greatestFiniteMagnitude), least <= most
        else { return nil }
        return least...most
    }

    /// A bound as a double if no digit is lost.
    private static func exact(_ bound: Number?, else none: Double) -> Double? {
        switch bound {
        case nil: none
        case .integer(let number) where number.magnitude < 1 << 53: Double(number)
        case .double(let number) where number.isFinite: number
        default: nil
        }
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        let min = try options.number("min")
        let max = try options.number("max")
        self.init(
            min: min, max: max, strict: try options.boolean("strict") ?? false,
            allowArray: try options.boolean("allowArray") ?? false)
    }

    /// Throws for bounds that no number is between, and for a locale if strings are rejected.
    func check(_ input: NumberInput?, whole: Bool) throws(OptionError) {
        if strict, input != nil { throw NumberInput.refusedText }
        try Self.checkFinite(min, "min")
        try Self.checkFinite(max, "max")
        if let min, let max, min > max || whole && Number.noInteger(from: min, to: max) {
            throw OptionError(
                option: "max",
                reason:
                    "no \(whole ? "integer" : "number") is at least \(min.plainText) and at most \(max.plainText)")
        }
    }

    /// Throws for a bound that is not finite.
    private static func checkFinite(_ bound: Number?, _ option: String) throws(OptionError) {
        guard let bound, !bound.isFinite else { return }
        throw OptionError(
            option: option,
            reason: "expected a finite number, found '\(bound.plainText)'; leave it out to have no bound"
        )
    }

    func validate(
        _ value: borrowing Value, whole: Bool, _ type: @autoclosure () -> Code, _ context: inout ValidationContext
    ) {
        if allowArray, value.kind == .list {
            return validateItems(of: value, &context) { $0.validate($1, whole: whole, type(), &$2) }
        }
        guard isNumber(value, whole: whole) else { return context.report(type()) }
        if min == nil, max == nil { return }
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
            context.report("number.tooSmall", ["min": ParameterValue(min)])
        } else if let max, number > max {
            context.report("number.tooBig", ["max": ParameterValue(max)])
        }
    }

    /// Reports the violation of the first invalid item only.
    private func validateItems(
        of list: borrowing Value, _ context: inout ValidationContext,
        _ validate: (NumberBounds, borrowing Value, inout ValidationContext) -> Void
    ) {
        let items = NumberBounds(min: min, max: max, strict: strict)
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
    var strict: Bool { get }
    var allowArray: Bool { get }
    var input: NumberInput? { get }
    /// `nil` until the rule is bound to an attribute, and without a locale of its own.
    var reader: NumberReader? { get set }

    init(min: Number?, max: Number?, strict: Bool, allowArray: Bool, input: NumberInput?)
}

extension BoundedNumberValidator {
    public static var options: [OptionDescription] { NumberBounds.options }

    private var bounds: NumberBounds { NumberBounds(min: min, max: max, strict: strict, allowArray: allowArray) }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let bounds = try NumberBounds(options)
        self.init(
            min: bounds.min, max: bounds.max, strict: bounds.strict, allowArray: bounds.allowArray,
            input: try NumberInput.read(options))
    }

    public func checkOptions() throws(OptionError) { try bounds.check(input, whole: Self.isWhole) }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        reader = try input?.reader()
    }

    package var quickTest: QuickTest {
        let test: QuickTest? =
            Self.isWhole ? bounds.integers.map { .integer($0) } : bounds.doubles.map { .number($0) }
        return test ?? .none
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let input, let reader = reader ?? context.reader(of: input) else {
            return bounds.validate(value, whole: Self.isWhole, Self.codes[0].code, &context)
        }
        bounds.validate(value, whole: Self.isWhole, by: reader, Self.codes[0].code, &context)
    }
}
