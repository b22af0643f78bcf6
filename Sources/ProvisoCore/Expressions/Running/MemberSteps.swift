/// `target.field`.
final class SelectStep: ExprStep, @unchecked Sendable {
    let target: ExprStep
    let field: ExprValue.StaticKey
    let isOptional: Bool

    init(_ target: ExprStep, _ field: String, isOptional: Bool) {
        (self.target, self.field, self.isOptional) = (target, ExprValue.StaticKey(field), isOptional)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = isOptional ? target.lenient(&frame) : target.run(&frame)
        return Self.select(value, field, isOptional: isOptional, &frame)
    }

    static func select(
        _ value: ExprValue, _ field: ExprValue.StaticKey, isOptional: Bool, _ frame: inout ExprFrame
    ) -> ExprValue {
        if case .error = value { return value }
        if case .optional(let optional) = value {
            guard let inner = optional.value else { return value }
            let found = select(inner, field, isOptional: true, &frame)
            return found
        }
        guard value.mapCount != nil else { return .noOverload }
        guard let member = frame.member(field, of: value) else {
            if isOptional { return .optional(ExprOptional(nil)) }
            return .failure(.noKey, "there is no '\(field.text)'")
        }
        if case .error = member { return member }
        return isOptional ? .optional(ExprOptional(member)) : member
    }
}

extension ExprStep {
    /// The value; for a variable that is absent no error, but an optional without a value.
    func lenient(_ frame: inout ExprFrame) -> ExprValue {
        if let input = self as? InputStep, frame.input(input.index) == nil { return .optional(ExprOptional(nil)) }
        return run(&frame)
    }
}

/// `has(target.field)`.
final class HasStep: ExprStep, @unchecked Sendable {
    let target: ExprStep
    let field: ExprValue.StaticKey

    init(_ target: ExprStep, _ field: String) { (self.target, self.field) = (target, ExprValue.StaticKey(field)) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = target.run(&frame)
        if case .error = value { return value }
        if case .optional(let optional) = value {
            guard let inner = optional.value else { return .bool(false) }
            return inner.mapCount == nil ? .noOverload : .bool(frame.member(field, of: inner) != nil)
        }
        return value.mapCount == nil ? .noOverload : .bool(frame.member(field, of: value) != nil)
    }
}

/// `has(name)` of a variable that may be absent.
final class HasInputStep: ExprStep, @unchecked Sendable {
    let index: Int
    init(_ index: Int) { self.index = index }
    override func run(_ frame: inout ExprFrame) -> ExprValue { .bool(frame.input(index) != nil) }
}

/// `target[index]`.
final class IndexStep: ExprStep, @unchecked Sendable {
    let target: ExprStep
    let index: ExprStep
    let isOptional: Bool

    init(_ target: ExprStep, _ index: ExprStep, isOptional: Bool) {
        (self.target, self.index, self.isOptional) = (target, index, isOptional)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = target.run(&frame)
        if case .error = value { return value }
        let place = index.run(&frame)
        if case .error = place { return place }
        return Self.index(value, place, isOptional: isOptional, &frame)
    }

    private static func index(
        _ value: ExprValue, _ place: ExprValue, isOptional: Bool, _ frame: inout ExprFrame
    ) -> ExprValue {
        if case .optional(let optional) = value {
            guard let inner = optional.value else { return value }
            return index(inner, place, isOptional: true, &frame)
        }
        let found: ExprValue?
        if let count = value.listCount {
            guard case .int(let number)? = ExprKey(place) else {
                return .failure(.argument, "the index of a list must be an integer")
            }
            found = number >= 0 && number < count ? value.item(Int(number)) : nil
        } else if value.mapCount != nil {
            found = frame.member(place, of: value)
            if case .error? = found { return .error(.cost) }
        } else {
            return .noOverload
        }
        if isOptional { return .optional(ExprOptional(found)) }
        return found
            ?? .failure(.noKey, value.listCount == nil ? "there is no such key" : "the index is outside the list")
    }
}

/// A list literal.
final class ListStep: ExprStep, @unchecked Sendable {
    let items: [(step: ExprStep, isOptional: Bool)]
    init(_ items: [(step: ExprStep, isOptional: Bool)]) { self.items = items }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var values: [ExprValue] = []
        values.reserveCapacity(items.count)
        for (step, isOptional) in items {
            let value = step.run(&frame)
            if case .error = value { return value }
            guard isOptional else {
                values.append(value)
                continue
            }
            guard case .optional(let optional) = value else { return .noOverload }
            if let value = optional.value { values.append(value) }
        }
        return frame.taking(.list(ExprList(values)))
    }
}

/// A map literal.
final class MapStep: ExprStep, @unchecked Sendable {
    let entries: [(key: ExprStep, value: ExprStep, isOptional: Bool)]
    init(_ entries: [(key: ExprStep, value: ExprStep, isOptional: Bool)]) { self.entries = entries }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        var found: [(key: ExprValue, value: ExprValue)] = []
        for entry in entries {
            let key = entry.key.run(&frame)
            if case .error = key { return key }
            let value = entry.value.run(&frame)
            if case .error = value { return value }
            if case .double = key { return .failure(.argument, "a key of a map cannot be a double") }
            if entry.isOptional {
                guard case .optional(let optional) = value else { return .noOverload }
                if let value = optional.value { found.append((key, value)) }
            } else {
                found.append((key, value))
            }
        }
        return frame.taking(Self.map(found))
    }

    static func map(_ entries: [(key: ExprValue, value: ExprValue)]) -> ExprValue {
        ExprMap(entries).map { .map($0) } ?? .failure(.argument, "a map has a key twice, or one of the wrong kind")
    }
}
