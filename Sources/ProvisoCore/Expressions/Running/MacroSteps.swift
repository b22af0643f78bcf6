/// A macro over the items of a list or the entries of a map.
class LoopStep: ExprStep, @unchecked Sendable {
    let range: ExprStep
    /// The locals of the index or key, if it has a name, and of the item.
    let keyLocal: Int?
    let itemLocal: Int

    init(_ range: ExprStep, keyLocal: Int?, itemLocal: Int) {
        (self.range, self.keyLocal, self.itemLocal) = (range, keyLocal, itemLocal)
    }

    /// Calls `body` for each item until it returns a value; the error if the range is none.
    @inline(__always)
    final func each(
        _ frame: inout ExprFrame, _ body: (inout ExprFrame) -> ExprValue?
    ) -> ExprValue? {
        let values = range.run(&frame)
        if case .error = values { return values }
        if let count = values.listCount {
            for index in 0..<count {
                guard frame.step() else { return .error(.cost) }
                if let keyLocal { frame.locals[keyLocal] = .int(Int64(index)) }
                frame.locals[itemLocal] = values.item(index)
                if let result = body(&frame) { return result }
            }
            return nil
        }
        guard let count = values.mapCount else { return .noOverload(range, values) }
        for index in 0..<count {
            guard frame.step() else { return .error(.cost) }
            let (key, value) = values.entry(index)
            // With one name, macros see the keys of a map.
            if let keyLocal {
                frame.locals[keyLocal] = key
                frame.locals[itemLocal] = value
            } else {
                frame.locals[itemLocal] = key
            }
            if let result = body(&frame) { return result }
        }
        return nil
    }
}

/// `all` and `exists`: an item that decides makes errors of the others unimportant.
final class AnyAllStep: LoopStep, @unchecked Sendable {
    let condition: ExprStep
    let deciding: Bool

    init(_ range: ExprStep, keyLocal: Int?, itemLocal: Int, _ condition: ExprStep, deciding: Bool) {
        (self.condition, self.deciding) = (condition, deciding)
        super.init(range, keyLocal: keyLocal, itemLocal: itemLocal)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var failure: ExprValue?
        let decided = each(&frame) { frame in
            let found = condition.run(&frame)
            if let truth = found.truth { return truth == deciding ? .bool(deciding) : nil }
            let problem = found.isError ? found : .noOverload(condition, found)
            if problem.error?.kind == .cost { return problem }
            // Whether something is missing does not depend on the order of the items.
            if failure == nil || problem.isMissing && failure?.isMissing != true { failure = problem }
            return nil
        }
        return decided ?? failure ?? .bool(!deciding)
    }
}

final class ExistsOneStep: LoopStep, @unchecked Sendable {
    let condition: ExprStep

    init(_ range: ExprStep, keyLocal: Int?, itemLocal: Int, _ condition: ExprStep) {
        self.condition = condition
        super.init(range, keyLocal: keyLocal, itemLocal: itemLocal)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var count = 0
        let failure = each(&frame) { frame in
            let found = condition.run(&frame)
            guard let truth = found.truth else { return found.isError ? found : .noOverload(condition, found) }
            count += truth ? 1 : 0
            return nil
        }
        return failure ?? .bool(count == 1)
    }
}

/// `map`, `filter` and the macros that make lists and maps.
final class TransformStep: LoopStep, @unchecked Sendable {
    enum Kind { case list, items, map, entries }

    let filter: ExprStep?
    let result: ExprStep?
    let kind: Kind

    init(_ range: ExprStep, keyLocal: Int?, itemLocal: Int, filter: ExprStep?, result: ExprStep?, kind: Kind) {
        (self.filter, self.result, self.kind) = (filter, result, kind)
        super.init(range, keyLocal: keyLocal, itemLocal: itemLocal)
    }

    /// Calls `body` with each result.
    @inline(__always)
    func results(_ frame: inout ExprFrame, _ body: (ExprValue, ExprValue, inout ExprFrame) -> ExprValue?) -> ExprValue?
    {
        each(&frame) { frame in
            if let filter {
                let found = filter.run(&frame)
                guard let truth = found.truth else { return found.isError ? found : .noOverload(filter, found) }
                if !truth { return nil }
            }
            let value = result.map { $0.run(&frame) } ?? frame.locals[itemLocal]
            if case .error = value { return value }
            return body(keyLocal.map { frame.locals[$0] } ?? .null, value, &frame)
        }
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch kind {
        case .list, .items:
            var items: [ExprValue] = []
            let failure = results(&frame) { _, value, frame in
                items.append(value)
                return frame.make(16) ? nil : .error(.cost)
            }
            return failure ?? .list(ExprList(items))
        case .map, .entries:
            var entries: [(key: ExprValue, value: ExprValue)] = []
            let failure = results(&frame) { key, value, frame in
                if kind == .map {
                    entries.append((key, value))
                } else {
                    guard let count = value.mapCount else { return .noOverload }
                    guard frame.step(count), frame.make(count * 32) else { return .error(.cost) }
                    for index in 0..<count { entries.append(value.entry(index)) }
                }
                return frame.make(32) ? nil : .error(.cost)
            }
            return failure ?? MapStep.map(entries)
        }
    }
}

/// `map(…).sum()`: the sum without a list.
final class SumStep: ExprStep, @unchecked Sendable {
    let items: TransformStep
    init(_ items: TransformStep) { self.items = items }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var sum: ExprValue?
        let failure = items.results(&frame) { _, value, _ in
            if case .null = value { return .missing(items.result?.label) }
            let next = sum.map { Arithmetic.add($0, value) } ?? value
            if case .error = next { return next }
            sum = next
            return nil
        }
        return failure ?? ListFunctions.checkedSum(sum)
    }
}

/// `cel.bind`, `optMap` and `optFlatMap`: a name for a value.
final class BindStep: ExprStep, @unchecked Sendable {
    enum Kind { case bind, optMap, optFlatMap }

    let value: ExprStep
    let local: Int
    let result: ExprStep
    let kind: Kind

    init(_ value: ExprStep, local: Int, _ result: ExprStep, _ kind: Kind) {
        (self.value, self.local, self.result, self.kind) = (value, local, result, kind)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        guard kind != .bind else {
            // An unused value that fails does not matter: the error shows where it is used.
            frame.locals[local] = found
            return result.run(&frame)
        }
        if case .error = found { return found }
        guard case .optional(let optional) = found else { return .noOverload }
        guard let inner = optional.value else { return found }
        frame.locals[local] = inner
        let made = result.run(&frame)
        if case .error = made { return made }
        if kind == .optMap { return .optional(ExprOptional(made)) }
        guard case .optional = made else { return .noOverload }
        return made
    }
}

/// `sortBy`: the items in the order of what is made of each.
final class SortByStep: LoopStep, @unchecked Sendable {
    let key: ExprStep

    init(_ range: ExprStep, itemLocal: Int, _ key: ExprStep) {
        self.key = key
        super.init(range, keyLocal: nil, itemLocal: itemLocal)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var items: [ExprValue] = []
        var keys: [ExprValue] = []
        let failure = each(&frame) { frame in
            items.append(frame.locals[itemLocal])
            keys.append(key.run(&frame))
            return keys.last?.isError ?? false ? keys.last : nil
        }
        if let failure { return failure }
        return frame.taking(ListFunctions.sorted(items, by: keys))
    }
}
