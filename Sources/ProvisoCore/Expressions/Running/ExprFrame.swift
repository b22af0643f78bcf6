/// What an expression reads and uses while it runs.
package struct ExprFrame {
    /// The values of variables, by their number in the program's list of names; `nil` if they are absent.
    let inputs: UnsafeMutablePointer<ExprValue?>
    /// The variables of macros.
    let locals: UnsafeMutablePointer<ExprValue>
    /// The steps that are left.
    var budget: Int
    /// The bytes of text and items of lists that may still be made.
    var memory: Int
    /// The time of the run, for `now`.
    let now: ExprTime
    /// The validation, for the rules that `is` applies; `nil` outside of rules.
    var context: UnsafeMutablePointer<ValidationContext>?

    /// A variable, `nil` if it is absent.
    @inline(__always)
    func input(_ index: Int) -> ExprValue? { inputs[index] }

    /// Takes a step from the budget; false if none is left.
    @inline(__always)
    mutating func step(_ cost: Int = 1) -> Bool {
        budget &-= cost
        return budget >= 0
    }

    /// Takes memory for a value that was made; the value, or the error that it is too much.
    mutating func taking(_ value: ExprValue) -> ExprValue {
        let size: Int
        switch value {
        case .string(let text): size = text.utf8.count
        case .bytes(let bytes): size = bytes.count
        case .list(let list): size = list.items.count * 16
        case .map(let map): size = map.entries.count * 32
        default: return value
        }
        memory -= size + 16
        budget -= size / 16
        return memory < 0 || budget < 0 ? .error(.cost) : value
    }
}

/// A part of a program that gives a value.
///
/// Immutable, so that threads can share it; classes, because each part is called through one pointer.
class ExprStep: @unchecked Sendable {
    func run(_ frame: inout ExprFrame) -> ExprValue { .noOverload }
}

final class ConstantStep: ExprStep, @unchecked Sendable {
    let value: ExprValue
    init(_ value: ExprValue) { self.value = value }
    override func run(_ frame: inout ExprFrame) -> ExprValue { value }
}

final class InputStep: ExprStep, @unchecked Sendable {
    let index: Int
    let name: String
    init(_ index: Int, _ name: String) { (self.index, self.name) = (index, name) }
    override func run(_ frame: inout ExprFrame) -> ExprValue {
        frame.input(index) ?? .failure(.noKey, "'\(name)' is absent")
    }
}

final class LocalStep: ExprStep, @unchecked Sendable {
    let index: Int
    init(_ index: Int) { self.index = index }
    override func run(_ frame: inout ExprFrame) -> ExprValue { frame.locals[index] }
}

final class NowStep: ExprStep, @unchecked Sendable {
    override func run(_ frame: inout ExprFrame) -> ExprValue { .timestamp(frame.now) }
}

/// What one run of an expression may take.
package struct ExprLimits: Sendable {
    /// The number of steps.
    package var steps = 1_000_000
    /// The bytes of text and items of lists that it makes.
    package var memory = 16 << 20

    package init() {}
}
