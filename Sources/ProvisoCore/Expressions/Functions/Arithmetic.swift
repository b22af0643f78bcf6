/// The operators on numbers, strings, lists and times.
///
/// An int and a double of the data are added as doubles: JSON does not tell 1 from 1.0. Nor has it times: text of the
/// data in RFC 3339 is one where a time is needed.
enum Arithmetic {
    static func add(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)): return int(one.addingReportingOverflow(two))
        case (.uint(let one), .uint(let two)): return uint(one.addingReportingOverflow(two))
        case (.double(let one), .double(let two)): return .double(one + two)
        case (.bytes(let one), .bytes(let two)): return .bytes(one + two)
        case (.timestamp(let one), .duration(let two)), (.duration(let two), .timestamp(let one)):
            return timestamp(one.total + two.total)
        case (.duration(let one), .duration(let two)): return duration(one.total + two.total)
        default: break
        }
        if let (one, two) = mixed(one, two) { return .double(one + two) }
        if let (one, two) = times(one, two) { return add(one, two) }
        if let one = one.string, let two = two.string { return .string(one + two) }
        if let one = one.listItems, let two = two.listItems { return .list(ExprList(one + two)) }
        return .noOverload
    }

    static func subtract(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)): return int(one.subtractingReportingOverflow(two))
        case (.uint(let one), .uint(let two)): return uint(one.subtractingReportingOverflow(two))
        case (.double(let one), .double(let two)): return .double(one - two)
        case (.timestamp(let one), .timestamp(let two)): return duration(one.total - two.total)
        case (.timestamp(let one), .duration(let two)): return timestamp(one.total - two.total)
        case (.duration(let one), .duration(let two)): return duration(one.total - two.total)
        default: break
        }
        if let (one, two) = mixed(one, two) { return .double(one - two) }
        if let (one, two) = times(one, two) { return subtract(one, two) }
        // Two strings of the data can be times; nothing else subtracts strings.
        guard let one = one.time, let two = two.time else { return .noOverload }
        return subtract(.timestamp(one), .timestamp(two))
    }

    /// A string of the data beside a time or a duration, as a time.
    static func times(_ one: ExprValue, _ two: ExprValue) -> (ExprValue, ExprValue)? {
        switch (one, two) {
        case (.text, .timestamp), (.text, .duration): one.time.map { (.timestamp($0), two) }
        case (.timestamp, .text), (.duration, .text): two.time.map { (one, .timestamp($0)) }
        default: nil
        }
    }

    static func multiply(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)): int(one.multipliedReportingOverflow(by: two))
        case (.uint(let one), .uint(let two)): uint(one.multipliedReportingOverflow(by: two))
        case (.double(let one), .double(let two)): .double(one * two)
        default: mixed(one, two).map { .double($0 * $1) } ?? .noOverload
        }
    }

    static func divide(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)): two == 0 ? divisionByZero : int(one.dividedReportingOverflow(by: two))
        case (.uint(let one), .uint(let two)): two == 0 ? divisionByZero : .uint(one / two)
        case (.double(let one), .double(let two)): .double(one / two)
        default: mixed(one, two).map { .double($0 / $1) } ?? .noOverload
        }
    }

    static func remainder(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        switch (one, two) {
        case (.int(let one), .int(let two)):
            two == 0 ? divisionByZero : int(one.remainderReportingOverflow(dividingBy: two))
        case (.uint(let one), .uint(let two)): two == 0 ? divisionByZero : .uint(one % two)
        case (.double(let one), .double(let two)): remainder(one, two)
        default: mixed(one, two).map { remainder($0, $1) } ?? .noOverload
        }
    }

    /// Of integers that the data writes as 10.0 too; it is that of the integers, and 0.3 % 0.1 has no meaning.
    private static func remainder(_ one: Double, _ two: Double) -> ExprValue {
        two == 0 ? divisionByZero : .double(one.truncatingRemainder(dividingBy: two))
    }

    static func negate(_ value: ExprValue) -> ExprValue {
        switch value {
        case .int(let number): int(Int64(0).subtractingReportingOverflow(number))
        case .double(let number): .double(-number)
        case .duration(let time): duration(-time.total)
        default: .noOverload
        }
    }

    static var divisionByZero: ExprValue { .failure(.division, "a number is divided by zero") }

    private static func mixed(_ one: ExprValue, _ two: ExprValue) -> (Double, Double)? {
        switch (one, two) {
        case (.int(let one), .double(let two)): (Double(one), two)
        case (.double(let one), .int(let two)): (one, Double(two))
        case (.uint(let one), .double(let two)): (Double(one), two)
        case (.double(let one), .uint(let two)): (one, Double(two))
        default: nil
        }
    }

    static func int(_ result: (partialValue: Int64, overflow: Bool)) -> ExprValue {
        result.overflow ? .error(.overflow) : .int(result.partialValue)
    }

    static func uint(_ result: (partialValue: UInt64, overflow: Bool)) -> ExprValue {
        result.overflow ? .error(.overflow) : .uint(result.partialValue)
    }

    static func timestamp(_ total: Int128) -> ExprValue {
        guard let time = ExprTime(total: total), time.isTimestamp else { return .error(.timeRange) }
        return .timestamp(time)
    }

    static func duration(_ total: Int128) -> ExprValue {
        guard let time = ExprTime(total: total), time.isDuration else { return .error(.durationRange) }
        return .duration(time)
    }
}

extension ExprValue {
    /// The time that text of the data is: a date, or a date and time, in RFC 3339.
    var time: ExprTime? {
        guard case .text(let bytes) = self, (10...40).contains(bytes.count) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return ExprTime(timestamp: bytes.count == 10 ? text + "T00:00:00Z" : text)
    }
}
