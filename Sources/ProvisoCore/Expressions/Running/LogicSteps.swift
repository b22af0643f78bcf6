/// `&&` and `||`: a side that decides alone makes errors of the other side unimportant.
final class LogicStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    /// What decides: false for `&&`, true for `||`.
    let deciding: Bool

    init(_ left: ExprStep, _ right: ExprStep, deciding: Bool) {
        (self.left, self.right, self.deciding) = (left, right, deciding)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        // Tables spell true and false.
        if one.truth == deciding { return .bool(deciding) }
        let two = right.run(&frame)
        if two.truth == deciding { return .bool(deciding) }
        // Whether something is missing does not depend on the order of the sides.
        if one.isMissing { return one }
        if two.isMissing { return two }
        if case .error = one { return one }
        if case .error = two { return two }
        guard one.truth != nil, two.truth != nil else { return .noOverload(left, one, right, two) }
        return .bool(!deciding)
    }
}

final class NotStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }
    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch value.run(&frame) {
        case .bool(let truth): .bool(!truth)
        case .error(let error): .error(error)
        case let other: other.spelledTruth.map { .bool(!$0) } ?? .noOverload(value, other)
        }
    }
}

/// `condition ? first : second`.
final class ChoiceStep: ExprStep, @unchecked Sendable {
    let condition: ExprStep
    let first: ExprStep
    let second: ExprStep

    init(_ condition: ExprStep, _ first: ExprStep, _ second: ExprStep) {
        (self.condition, self.first, self.second) = (condition, first, second)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch condition.run(&frame) {
        case .bool(let truth): truth ? first.run(&frame) : second.run(&frame)
        case .error(let error): .error(error)
        case let other:
            other.spelledTruth.map { $0 ? first.run(&frame) : second.run(&frame) } ?? .noOverload(condition, other)
        }
    }
}

final class EqualStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let wanted: Bool
    /// Whether a side is a literal string, which is only a string.
    let isLiteral: Bool
    /// Whether the comparison tests for null; then what is missing is null, and else null is missing.
    let testsNull: Bool

    init(_ left: ExprStep, _ right: ExprStep, wanted: Bool) {
        (self.left, self.right, self.wanted) = (left, right, wanted)
        isLiteral = left.isLiteralString || right.isLiteralString
        testsNull = left.isNull || right.isNull
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = side(left, &frame)
        if case .error = one { return one }
        let two = side(right, &frame)
        if case .error = two { return two }
        guard frame.step(), frame.step(over: one, isDeep: true) else { return .error(.cost) }
        return .bool((one.equals(two) || !isLiteral && one.meansSame(two)) == wanted)
    }

    @inline(__always)
    private func side(_ step: ExprStep, _ frame: inout ExprFrame) -> ExprValue {
        let value = step.run(&frame)
        switch value {
        case .null where !testsNull && step.isOfData: return .missing(step.label)
        case .error(let error) where testsNull && error.kind == .missing: return .null
        default: return value
        }
    }
}

final class OrderStep: ExprStep, @unchecked Sendable {
    enum Operation { case less, lessOrEqual, greater, greaterOrEqual }

    let left: ExprStep
    let right: ExprStep
    let operation: Operation
    private let isLiteral: Bool

    init(_ left: ExprStep, _ right: ExprStep, _ operation: Operation) {
        (self.left, self.right, self.operation) = (left, right, operation)
        isLiteral = left.isLiteralString || right.isLiteralString
    }

    private func order(_ one: ExprValue, _ two: ExprValue) -> ExprValue.Order? {
        if let order = one.order(two) { return order != .equal && one.isClose(to: two) ? .equal : order }
        if let (one, two) = Arithmetic.times(one, two) { return one.order(two) }
        guard !isLiteral, let (one, two) = ExprValue.numbers(one, two, both: false) else { return nil }
        return one.isClose(to: two) ? .equal : one.order(two)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step(), frame.step(over: one, isDeep: false) else { return .error(.cost) }
        guard let order = order(one, two) else { return .noOverload(left, one, right, two) }
        switch operation {
        case .less: return .bool(order == .less)
        case .lessOrEqual: return .bool(order == .less || order == .equal)
        case .greater: return .bool(order == .greater)
        case .greaterOrEqual: return .bool(order == .greater || order == .equal)
        }
    }
}

/// A function of one value.
final class UnaryStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    let price: ExprPrice
    let body: @Sendable (ExprValue) -> ExprValue

    init(_ value: ExprStep, _ price: ExprPrice = .look, _ body: @escaping @Sendable (ExprValue) -> ExprValue) {
        (self.value, self.price, self.body) = (value, price, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        if case .error = found { return found }
        guard frame.step(price.call), frame.step(over: found, price) else { return .error(.cost) }
        let result = body(found)
        if let error = result.error { return .failure(error, value, found) }
        return frame.taking(result)
    }
}

/// A function of two values.
final class BinaryStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let price: ExprPrice
    let body: @Sendable (ExprValue, ExprValue) -> ExprValue

    init(
        _ left: ExprStep, _ right: ExprStep, _ price: ExprPrice = .look,
        _ body: @escaping @Sendable (ExprValue, ExprValue) -> ExprValue
    ) {
        (self.left, self.right, self.price, self.body) = (left, right, price, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step(price.call), frame.step(over: one, price), frame.step(over: two, price) else {
            return .error(.cost)
        }
        let result = body(one, two)
        if let error = result.error { return .failure(error, left, one, right, two) }
        return frame.taking(result)
    }
}

/// A function of any number of values.
final class CallStep: ExprStep, @unchecked Sendable {
    let arguments: [ExprStep]
    let price: ExprPrice
    let body: @Sendable ([ExprValue]) -> ExprValue

    init(
        _ arguments: [ExprStep], _ price: ExprPrice = .look, _ body: @escaping @Sendable ([ExprValue]) -> ExprValue
    ) {
        (self.arguments, self.price, self.body) = (arguments, price, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [ExprValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument.run(&frame)
            if case .error = value { return value }
            guard frame.step(over: value, price) else { return .error(.cost) }
            values.append(value)
        }
        guard frame.step(price.call) else { return .error(.cost) }
        let result = body(values)
        if let error = result.error {
            let missing = zip(arguments, values).first { $1.holdsNull(error) }
            return missing.map { .missing($0.0.label) } ?? result
        }
        return frame.taking(result)
    }
}

/// `or` and `orValue` of optionals, whose second value is needed only sometimes.
final class OrElseStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    let other: ExprStep
    /// Whether the result is the value itself, or an optional.
    let isUnwrapped: Bool

    init(_ value: ExprStep, _ other: ExprStep, isUnwrapped: Bool) {
        (self.value, self.other, self.isUnwrapped) = (value, other, isUnwrapped)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        if case .error = found { return found }
        guard case .optional(let optional) = found else { return .noOverload(value, found) }
        if let inner = optional.value { return isUnwrapped ? inner : found }
        return other.run(&frame)
    }
}

/// `first ?? second`: the second value if the first one is missing or null.
final class CoalesceStep: ExprStep, @unchecked Sendable {
    let first: ExprStep
    let second: ExprStep

    init(_ first: ExprStep, _ second: ExprStep) { (self.first, self.second) = (first, second) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = first.run(&frame)
        if found.isNothing { return second.run(&frame) }
        if case .optional(let optional) = found { return optional.value ?? .null }
        return found
    }
}

/// `value in range`.
final class InStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    let range: ExprStep

    init(_ value: ExprStep, _ range: ExprStep) { (self.value, self.range) = (value, range) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = value.run(&frame)
        if case .error = one { return one }
        if case .null = one, value.isOfData { return .missing(value.label) }
        let two = range.run(&frame)
        if case .error = two { return two }
        var result = FramedFunctions.contains(one, two, &frame)
        // What the data spells as a number equals that number, as with `==`.
        if case .bool(false) = result, case .text = one, let number = one.spelledNumber {
            result = FramedFunctions.contains(number, two, &frame)
        }
        if case .error(.noOverload) = result { return .noOverload(value, one, range, two) }
        return result
    }
}

/// `+`, `-`, `*`, `/` and `%`.
final class ArithmeticStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let body: @Sendable (ExprValue, ExprValue) -> ExprValue
    private let isLiteral: Bool
    private let areLiterals: Bool

    init(_ left: ExprStep, _ right: ExprStep, _ body: @escaping @Sendable (ExprValue, ExprValue) -> ExprValue) {
        (self.left, self.right, self.body) = (left, right, body)
        isLiteral = left.isLiteralString || right.isLiteralString
        areLiterals = left is ConstantStep && right is ConstantStep
    }

    /// JSON has no infinite numbers: what would be one has no value, for doubles as for integers.
    private func result(_ one: ExprValue, _ two: ExprValue) -> ExprValue {
        func isFinite(_ value: ExprValue) -> Bool {
            guard case .double(let number) = value else { return true }
            return number.isFinite
        }
        let result = body(one, two)
        if areLiterals || isFinite(result) || !isFinite(one) || !isFinite(two) { return result }
        return two.isZero ? Arithmetic.divisionByZero : .error(.overflow)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step(), frame.step(over: one, isDeep: false), frame.step(over: two, isDeep: false) else {
            return .error(.cost)
        }
        let result = result(one, two)
        if case .error(.noOverload) = result {
            if !isLiteral, let (one, two) = ExprValue.numbers(one, two, both: true) { return self.result(one, two) }
            return .noOverload(left, one, right, two)
        }
        return frame.taking(result)
    }
}

/// A value as the rules for it read it: a number where the data spells one, a time in the format of its rule.
final class ReadStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    let reading: ValueReading
    init(_ value: ExprStep, _ reading: ValueReading) { (self.value, self.reading) = (value, reading) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        if case .optional(let optional) = found {
            guard let inner = optional.value, !reading.isRead(inner) else { return found }
            guard frame.step(reading.price) else { return .error(.cost) }
            return .optional(ExprOptional(reading.value(inner, locale: frame.locale)))
        }
        if reading.isRead(found) { return found }
        return frame.step(reading.price) ? reading.value(found, locale: frame.locale) : .error(.cost)
    }

    override var label: String? { value.label }
    override var isOfData: Bool { value.isOfData }
}

/// A list whose items are as the rules for them read them.
final class ReadItemsStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    let reading: ValueReading
    init(_ value: ExprStep, _ reading: ValueReading) { (self.value, self.reading) = (value, reading) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        guard let count = found.listCount, (0..<count).contains(where: { !reading.isRead(found.item($0)) }) else {
            return found
        }
        guard frame.step(count * (1 + reading.price)) else { return .error(.cost) }
        let items = (0..<count).map { reading.value(found.item($0), locale: frame.locale) }
        return frame.taking(.list(ExprList(items)))
    }

    override var label: String? { value.label }
    override var isOfData: Bool { value.isOfData }
}

extension ExprStep {
    var isLiteralString: Bool {
        guard let constant = self as? ConstantStep, case .string = constant.value else { return false }
        return true
    }

    /// Whether the value is null itself, so that a comparison with it tests for null.
    var isNull: Bool {
        guard let constant = self as? ConstantStep, case .null = constant.value else { return false }
        return true
    }
}

extension ExprValue {
    /// The error of an operation that there is not for these values; if one of them is null, it is missing.
    static func noOverload(_ step: ExprStep, _ value: ExprValue) -> ExprValue {
        failure(.noOverload, step, value)
    }

    static func noOverload(_ left: ExprStep, _ one: ExprValue, _ right: ExprStep, _ two: ExprValue) -> ExprValue {
        failure(.noOverload, left, one, right, two)
    }

    static func failure(_ error: ExprError, _ step: ExprStep, _ value: ExprValue) -> ExprValue {
        value.holdsNull(error) ? .missing(step.label) : .error(error)
    }

    static func failure(
        _ error: ExprError, _ left: ExprStep, _ one: ExprValue, _ right: ExprStep, _ two: ExprValue
    ) -> ExprValue {
        one.holdsNull(error) ? .missing(left.label) : failure(error, right, two)
    }

    /// Whether null, or one among the items of a list, is why an operation has no result.
    fileprivate func holdsNull(_ error: ExprError) -> Bool {
        guard error.kind == .noOverload || error.kind == .argument else { return false }
        if case .null = self { return true }
        return (0..<(listCount ?? 0)).contains { index in
            if case .null = item(index) { true } else { false }
        }
    }
}

extension ExprValue {
    /// True or false, also where the data spells it.
    var truth: Bool? {
        if case .bool(let truth) = self { truth } else { spelledTruth }
    }
}
