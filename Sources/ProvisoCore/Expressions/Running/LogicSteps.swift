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
        guard case .bool = one, case .bool = two else { return .noOverload }
        return two
    }
}

final class NotStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }
    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch value.run(&frame) {
        case .bool(let truth): .bool(!truth)
        case .error(let error): .error(error)
        default: .noOverload
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
        default: .noOverload
        }
    }
}

final class EqualStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let wanted: Bool

    init(_ left: ExprStep, _ right: ExprStep, wanted: Bool) {
        (self.left, self.right, self.wanted) = (left, right, wanted)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step() else { return .error(.cost) }
        return .bool(one.equals(two) == wanted)
    }
}

final class OrderStep: ExprStep, @unchecked Sendable {
    enum Operation { case less, lessOrEqual, greater, greaterOrEqual }

    let left: ExprStep
    let right: ExprStep
    let operation: Operation

    init(_ left: ExprStep, _ right: ExprStep, _ operation: Operation) {
        (self.left, self.right, self.operation) = (left, right, operation)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step() else { return .error(.cost) }
        guard let order = one.order(two) ?? Arithmetic.times(one, two).flatMap({ $0.0.order($0.1) }) else {
            return .noOverload
        }
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
    let body: @Sendable (ExprValue) -> ExprValue

    init(_ value: ExprStep, _ body: @escaping @Sendable (ExprValue) -> ExprValue) {
        (self.value, self.body) = (value, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = value.run(&frame)
        if case .error = value { return value }
        guard frame.step() else { return .error(.cost) }
        return frame.taking(body(value))
    }
}

/// A function of two values.
final class BinaryStep: ExprStep, @unchecked Sendable {
    let left: ExprStep
    let right: ExprStep
    let body: @Sendable (ExprValue, ExprValue) -> ExprValue

    init(_ left: ExprStep, _ right: ExprStep, _ body: @escaping @Sendable (ExprValue, ExprValue) -> ExprValue) {
        (self.left, self.right, self.body) = (left, right, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let one = left.run(&frame)
        if case .error = one { return one }
        let two = right.run(&frame)
        if case .error = two { return two }
        guard frame.step() else { return .error(.cost) }
        return frame.taking(body(one, two))
    }
}

/// A function of any number of values.
final class CallStep: ExprStep, @unchecked Sendable {
    let arguments: [ExprStep]
    let body: @Sendable ([ExprValue]) -> ExprValue

    init(_ arguments: [ExprStep], _ body: @escaping @Sendable ([ExprValue]) -> ExprValue) {
        (self.arguments, self.body) = (arguments, body)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [ExprValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument.run(&frame)
            if case .error = value { return value }
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
