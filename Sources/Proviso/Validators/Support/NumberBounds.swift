/// What `number` and `integer` share.
struct NumberBounds {
    static let options = [
        OptionDescription("min", .number, "the least number"),
        OptionDescription("max", .number, "the greatest number"),
        OptionDescription("strict", .boolean, "whether numeric text is refused"),
    ]

    let min: Number?
    let max: Number?
    let strict: Bool

    init(min: Number?, max: Number?, strict: Bool) {
        self.min = min
        self.max = max
        self.strict = strict
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        min = try options.number("min")
        max = try options.number("max")
        strict = try options.boolean("strict") ?? false
        if let min, let max, min > max {
            throw OptionError(
                option: "max", reason: "no number is at least \(min.plainText) and at most \(max.plainText)")
        }
    }

    func judge(
        _ value: borrowing Value, whole: Bool, _ type: @autoclosure () -> Code, _ context: inout ValidationContext
    ) {
        if let integer = value.integer, holds(integer) { return }
        guard isNumber(value, whole: whole) else { return context.report(type()) }
        if min == nil, max == nil { return }
        guard let number = Number(spelledBy: value) else { return context.report(type()) }
        if let min, number < min {
            context.report("number.tooSmall", ["min": ParameterValue(min)])
        } else if let max, number > max {
            context.report("number.tooBig", ["max": ParameterValue(max)])
        }
    }

    /// Whether bounds that are none or integers hold, the commonest case; false decides nothing.
    private func holds(_ integer: Int64) -> Bool {
        switch min {
        case nil: break
        case .integer(let least): if integer < least { return false }
        default: return false
        }
        switch max {
        case nil: return true
        case .integer(let most): return integer <= most
        default: return false
        }
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
