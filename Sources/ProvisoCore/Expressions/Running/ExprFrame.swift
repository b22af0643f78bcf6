internal import JSONBridge

/// What an expression reads and uses while it runs.
package struct ExprFrame {
    /// The values of variables, by their number in the program's list of names; `nil` if they are absent.
    let inputs: UnsafeMutablePointer<ExprValue?>
    /// The variables of macros.
    let locals: UnsafeMutablePointer<ExprValue>
    /// The steps that are left before more are taken from the meter of the record.
    private(set) var budget: Int
    /// What the budget was when it was last taken from the meter.
    private var claimed: Int
    /// The bytes of strings and lists that may still be made.
    private(set) var memory: Int
    private var hasAllMemory = false
    /// The time of the run, for `now`.
    let now: ExprTime
    /// The validation, for the rules that `is` applies; `nil` outside of rules.
    var context: UnsafeMutablePointer<ValidationContext>?
    /// What is kept for searches of an expression outside of rules.
    private var ownTables: ExprTables?
    /// The last lists that the expression made and searched.
    var madeTables: [MadeTable] = []

    init(
        inputs: UnsafeMutablePointer<ExprValue?>, locals: UnsafeMutablePointer<ExprValue>, limits: ExprLimits,
        now: ExprTime, in context: UnsafeMutablePointer<ValidationContext>?
    ) {
        (self.inputs, self.locals, self.now, self.context) = (inputs, locals, now, context)
        budget = context.map { $0.pointee.meter.pointee.claim() } ?? limits.steps
        claimed = budget
        memory = limits.memory
    }

    /// A variable, `nil` if it is absent.
    @inline(__always)
    func input(_ index: Int) -> ExprValue? { inputs[index] }

    /// The locale of the person who typed the values.
    var locale: String? { context?.pointee.record.locale }

    /// The steps that were taken and are not paid yet.
    var taken: Int { claimed - budget }

    /// Takes steps from the budget; false if none are left.
    @inline(__always)
    mutating func step(_ cost: Int = 1) -> Bool {
        budget &-= cost
        return budget >= 0 || claimMore()
    }

    /// Pays the record's meter for the steps so far, at the end and before another rule runs.
    mutating func settle() {
        guard let context else { return }
        context.pointee.meter.pointee.charge(taken)
        budget = context.pointee.meter.pointee.claim()
        claimed = budget
    }

    /// Takes the steps that the size of the record allows; false if that is not enough.
    @inline(never)
    private mutating func claimMore() -> Bool {
        guard let context else { return false }
        context.pointee.meter.pointee.charge(taken)
        let isEnough = context.pointee.meter.pointee.extend()
        budget = isEnough ? context.pointee.meter.pointee.claim() : 0
        claimed = budget
        return isEnough
    }

    /// Takes memory for what is made; false if that is too much.
    @inline(__always)
    mutating func make(_ bytes: Int) -> Bool {
        memory &-= bytes
        return memory >= 0 || makeMore()
    }

    @inline(never)
    private mutating func makeMore() -> Bool {
        guard let context, !hasAllMemory else { return false }
        hasAllMemory = true
        memory += context.pointee.meter.pointee.memory
        return memory >= 0
    }

    /// Takes memory and steps for a value that was made; the value, or the error that it is too much.
    mutating func taking(_ value: ExprValue) -> ExprValue {
        let size: Int
        switch value {
        case .string(let text): size = text.utf8.count
        case .bytes(let bytes): size = bytes.count
        case .list(let list): size = list.items.count * 16
        case .map(let map): size = map.entries.count * 32
        default: return value
        }
        return make(size + 16) && step(size / 16) ? value : .error(.cost)
    }

    /// Pays for a function that is about to look at a value: at the value itself, or also at all that is in it.
    ///
    /// What is in a value twice is paid twice, since the function walks it twice.
    @inline(__always)
    mutating func step(over value: ExprValue, isDeep: Bool) -> Bool {
        step(over: value, ExprPrice(isDeep: isDeep))
    }

    /// Pays for a function that takes longer than a look at its values.
    @inline(__always)
    mutating func step(over value: ExprValue, _ price: ExprPrice) -> Bool {
        switch value {
        case .text(let bytes): return step(bytes.count &* price.looks / 16)
        case .string(let text): return step(text.utf8.count &* price.looks / 16)
        case .bytes(let bytes): return step(bytes.count &* price.looks / 16)
        case .list, .map, .node, .optional: return !price.isDeep || walk(value, times: price.looks)
        default: return true
        }
    }

    @inline(never)
    private mutating func walk(_ value: ExprValue, times: Int) -> Bool {
        var weight = value.weight(atMost: budget)
        if weight > budget {
            // More may be allowed than has been taken.
            guard claimMore() else { return false }
            weight = value.weight(atMost: budget)
        }
        return step(weight &* times)
    }

    /// What is kept for searches in large lists and objects.
    var tables: ExprTables {
        mutating get {
            if let context { return context.pointee.record.expressionTables }
            let tables = ownTables ?? ExprTables()
            ownTables = tables
            return tables
        }
    }
}

/// A part of a program that gives a value.
///
/// Immutable, so that threads can share it; classes, because each part is called through one pointer.
class ExprStep: @unchecked Sendable {
    func run(_ frame: inout ExprFrame) -> ExprValue { .noOverload }
    /// What the value is called, if it is one of the data.
    var label: String? { nil }
    /// Whether a null that it gives is one of the data, and not one that the expression or a collection says.
    var isOfData: Bool { false }
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
    override func run(_ frame: inout ExprFrame) -> ExprValue { frame.input(index) ?? .missing(name) }
    override var label: String? { name }
    override var isOfData: Bool { true }
}

final class LocalStep: ExprStep, @unchecked Sendable {
    let index: Int
    private let name: String
    /// Whether it stands for an item, and not for a value that the expression names.
    private let isItem: Bool
    init(_ index: Int, _ name: String, isItem: Bool) { (self.index, self.name, self.isItem) = (index, name, isItem) }
    override func run(_ frame: inout ExprFrame) -> ExprValue { frame.locals[index] }
    override var label: String? { name }
    override var isOfData: Bool { isItem }
}

final class NowStep: ExprStep, @unchecked Sendable {
    override func run(_ frame: inout ExprFrame) -> ExprValue { .timestamp(frame.now) }
}

/// What one run of an expression may take outside of rules; in a rule the record's meter decides.
package struct ExprLimits: Sendable {
    /// The number of steps.
    package var steps = 1_000_000
    /// The bytes of strings and items of lists that it makes; in a rule more for a large record.
    package var memory = 16 << 20

    package init() {}
}
