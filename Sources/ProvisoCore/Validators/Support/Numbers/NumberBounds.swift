internal import ProvisoABI
internal import ProvisoMessages

/// The common part of `number` and `integer`.
struct NumberBounds {
    static let options: [OptionDescription] =
        [
            OptionDescription("min", .number, "the minimum"),
            OptionDescription("max", .number, "the maximum"),
            OptionDescription("strict", .boolean, "whether numeric strings are rejected"),
            OptionDescription("allowArray", .boolean, "whether the items of a list are validated"),
        ] + NumberInput.options

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

    /// The integers within the bounds, or `nil` if a bound is not an integer.
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

    /// The doubles that are certainly within the bounds, or `nil` if a bound is not an exact double.
    var doubles: ClosedRange<Double>? {
        guard let least = Self.exact(min, else: -.greatestFiniteMagnitude),
            let most = Self.exact(max, else: .greatestFiniteMagnitude), least <= most
        else { return nil }
        return least...most
    }

    /// A bound as a double, if that is exact.
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

    /// Throws for bounds that no number can meet, and for a locale where strings are refused.
    func check(_ input: NumberInput?) throws(OptionError) {
        if strict, input != nil { throw NumberInput.refusedText }
        try Self.checkFinite(min, "min")
        try Self.checkFinite(max, "max")
        if let min, let max, min > max {
            throw OptionError(
                option: "max", reason: "no number is at least \(min.plainText) and at most \(max.plainText)")
        }
    }

    /// Throws for a bound that no number can be compared with.
    private static func checkFinite(_ bound: Number?, _ option: String) throws(OptionError) {
        guard let bound, !bound.isFinite else { return }
        throw OptionError(
            option: option,
            reason: "must be a number with a value: '\(bound.plainText)' has none; leave it out to have no bound"
        )
    }

    func judge(
        _ value: borrowing Value, whole: Bool, _ type: @autoclosure () -> Code, _ context: inout ValidationContext
    ) {
        if allowArray, value.kind == .list {
            return judgeItems(of: value, &context) { $0.judge($1, whole: whole, type(), &$2) }
        }
        guard isNumber(value, whole: whole) else { return context.report(type()) }
        if min == nil, max == nil { return }
        guard let number = Number(spelledBy: value) else { return context.report(type()) }
        judge(number, &context)
    }

    /// Validates strings in the number format of the reader's locale, and other values as usual.
    func judge(
        _ value: borrowing Value, whole: Bool, by reader: NumberReader, _ type: @autoclosure () -> Code,
        _ context: inout ValidationContext
    ) {
        if allowArray, value.kind == .list {
            return judgeItems(of: value, &context) { $0.judge($1, whole: whole, by: reader, type(), &$2) }
        }
        guard let text = value.text else { return judge(value, whole: whole, type(), &context) }
        guard let reading = reader.read(text.buffer), reading.isWhole || !whole else { return context.report(type()) }
        if let alternative = reading.alternative {
            return context.report(
                "number.ambiguous",
                ["first": ParameterValue(reading.number), "second": ParameterValue(alternative)])
        }
        judge(reading.number, &context)
    }

    private func judge(_ number: Number, _ context: inout ValidationContext) {
        if let min, number < min {
            context.report("number.tooSmall", ["min": ParameterValue(min)])
        } else if let max, number > max {
            context.report("number.tooBig", ["max": ParameterValue(max)])
        }
    }

    /// Validates a list and reports the violation of the first invalid item.
    private func judgeItems(
        of list: borrowing Value, _ context: inout ValidationContext,
        _ judge: (NumberBounds, borrowing Value, inout ValidationContext) -> Void
    ) {
        let items = NumberBounds(min: min, max: max, strict: strict)
        let findings = context.findings
        for index in 0..<list.count where context.findings == findings { judge(items, list[index], &context) }
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
