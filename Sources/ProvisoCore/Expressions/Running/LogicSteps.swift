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
        if case .bool(deciding) = one { return one }
        let two = right.run(&frame)
        if case .bool(deciding) = two { return two }
        if case .error = one { return one }
        if case .error = two { return two }
        if case .bool = one, case .bool = two { return two }
        // Tables spell true and false.
        guard let first = one.truth, let second = two.truth else { return .noOverload }
        return .bool(deciding ? first || second : first && second)
    }
}

final class NotStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }
    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch value.run(&frame) {
        case .bool(let truth): .bool(!truth)
        case .error(let error): .error(error)
        case let other: other.spelledTruth.map { .bool(!$0) } ?? .noOverload
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
        case let other: other.spelledTruth.map { $0 ? first.run(&frame) : second.run(&frame) } ?? .noOverload
        }
    }
}

final class EqualStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let wanted: Bool
    /// Whether a side is a literal string, which is only a string.
    let isLiteral: Bool

    init(_ left: ExprStep, _ right: ExprStep, wanted: Bool) {
        (self.left, self.right, self.wanted) = (left, right, wanted)
        isLiteral = left.isLiteralString || right.isLiteralString
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step(), frame.step(over: one, isDeep: true) else { return .error(.cost) }
        return .bool((one.equals(two) || !isLiteral && one.meansSame(two)) == wanted)
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
        guard let order = order(one, two) else { return .noOverload }
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
    /// Whether the function looks at what is in its argument.
    let isDeep: Bool
    let body: @Sendable (ExprValue) -> ExprValue

    init(_ value: ExprStep, isDeep: Bool = false, _ body: @escaping @Sendable (ExprValue) -> ExprValue) {
        (self.value, self.isDeep, self.body) = (value, isDeep, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = value.run(&frame)
        if case .error = value { return value }
        guard frame.step(), frame.step(over: value, isDeep: isDeep) else { return .error(.cost) }
        return frame.taking(body(value))
    }
}

/// A function of two values.
final class BinaryStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let isDeep: Bool
    let body: @Sendable (ExprValue, ExprValue) -> ExprValue

    init(
        _ left: ExprStep, _ right: ExprStep, isDeep: Bool = false,
        _ body: @escaping @Sendable (ExprValue, ExprValue) -> ExprValue
    ) {
        (self.left, self.right, self.isDeep, self.body) = (left, right, isDeep, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step(), frame.step(over: one, isDeep: isDeep), frame.step(over: two, isDeep: isDeep) else {
            return .error(.cost)
        }
        return frame.taking(body(one, two))
    }
}

/// A function of any number of values.
final class CallStep: ExprStep, @unchecked Sendable {
    let arguments: [ExprStep]
    let isDeep: Bool
    let body: @Sendable ([ExprValue]) -> ExprValue

    init(_ arguments: [ExprStep], isDeep: Bool = false, _ body: @escaping @Sendable ([ExprValue]) -> ExprValue) {
        (self.arguments, self.isDeep, self.body) = (arguments, isDeep, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [ExprValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument.run(&frame)
            if case .error = value { return value }
            guard frame.step(over: value, isDeep: isDeep) else { return .error(.cost) }
            values.append(value)
        }
        guard frame.step() else { return .error(.cost) }
        return frame.taking(body(values))
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
        guard case .optional(let optional) = found else { return .noOverload }
        if let inner = optional.value { return isUnwrapped ? inner : found }
        return other.run(&frame)
    }
}

/// `+`, `-`, `*`, `/` and `%`.
final class ArithmeticStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let body: @Sendable (ExprValue, ExprValue) -> ExprValue
    private let isLiteral: Bool

    init(_ left: ExprStep, _ right: ExprStep, _ body: @escaping @Sendable (ExprValue, ExprValue) -> ExprValue) {
        (self.left, self.right, self.body) = (left, right, body)
        isLiteral = left.isLiteralString || right.isLiteralString
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step() else { return .error(.cost) }
        let result = body(one, two)
        if case .error(.noOverload) = result, !isLiteral, let (one, two) = ExprValue.numbers(one, two, both: true) {
            return body(one, two)
        }
        return frame.taking(result)
    }
}

/// A value that the rules say is a number, also where the data spells it as a string.
final class NumberStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = value.run(&frame)
        guard case .text = value else { return value }
        return value.spelledNumber ?? value
    }
}

extension ExprStep {
    var isLiteralString: Bool {
        guard let constant = self as? ConstantStep, case .string = constant.value else { return false }
        return true
    }
}

extension ExprValue {
    /// True or false, also where the data spells it.
    var truth: Bool? {
        if case .bool(let truth) = self { truth } else { spelledTruth }
    }
}
