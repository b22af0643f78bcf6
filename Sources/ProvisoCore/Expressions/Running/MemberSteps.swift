/// `target.field`.
final class SelectStep: ExprStep, @unchecked Sendable {
    let target: ExprStep
    let field: ExprValue.StaticKey
    let isOptional: Bool

    init(_ target: ExprStep, _ field: String, isOptional: Bool) {
        (self.target, self.field, self.isOptional) = (target, ExprValue.StaticKey(field), isOptional)
    }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = target.run(&frame)
        let found = Self.select(value, field, isOptional: isOptional, &frame)
        guard !isOptional, found.isMissing, !value.isError, let label else { return found }
        return .missing(label)
    }

    override var label: String? { target.label.map { "\($0).\(field.text)" } }
    override var isOfData: Bool { target.isOfData }

    static func select(
        _ value: ExprValue, _ field: ExprValue.StaticKey, isOptional: Bool, _ frame: inout ExprFrame
    ) -> ExprValue {
        if isOptional, value.isNothing { return .optional(ExprOptional(nil)) }
        if case .error = value { return value }
        if case .null = value { return .missing(nil) }
        if case .optional(let optional) = value {
            guard let inner = optional.value else { return value }
            let found = select(inner, field, isOptional: true, &frame)
            return found
        }
        guard value.mapCount != nil else { return .noOverload }
        guard let member = frame.member(field, of: value) else {
            if isOptional { return .optional(ExprOptional(nil)) }
            if case .node = value { return .missing(field.text) }
            return .failure(.noKey, "there is no '\(field.text)'")
        }
        if case .error = member { return member }
        return isOptional ? .optional(ExprOptional(member)) : member
    }
}

/// `has(target.field)`.
final class HasStep: ExprStep, @unchecked Sendable {
    let target: ExprStep
    let field: ExprValue.StaticKey

    init(_ target: ExprStep, _ field: String) { (self.target, self.field) = (target, ExprValue.StaticKey(field)) }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let value = target.run(&frame)
        if value.isNothing { return .bool(false) }
        if case .error = value { return value }
        if case .optional(let optional) = value {
            guard let inner = optional.value else { return .bool(false) }
            return inner.mapCount == nil ? .noOverload : .bool(frame.member(field, of: inner) != nil)
        }
        return value.mapCount == nil ? .noOverload : .bool(frame.member(field, of: value) != nil)
    }
}

/// `has(value)`: whether a value of the data is there, also null.
final class PresentStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        switch value.run(&frame) {
        case .error(let error): error.kind == .missing || error.kind == .noKey ? .bool(false) : .error(error)
        case .optional(let optional): .bool(optional.value != nil)
        default: .bool(true)
        }
    }
}

/// A value of the data as an optional.
final class OptionalStep: ExprStep, @unchecked Sendable {
    let value: ExprStep
    init(_ value: ExprStep) { self.value = value }

    override func run(_ frame: inout ExprFrame) -> ExprValue {
        let found = value.run(&frame)
        if found.isMissing { return .optional(ExprOptional(nil)) }
        return found.isError ? found : .optional(ExprOptional(found))
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
        if isOptional, value.isNothing { return .optional(ExprOptional(nil)) }
        if case .error = value { return value }
        let place = index.run(&frame)
        if case .error = place { return place }
        let found = Self.index(value, place, isOptional: isOptional, &frame)
        if case .error(.noOverload) = found { return .noOverload(target, value, index, place) }
        return found.isMissing ? .missing(label) : found
    }

    override var label: String? {
        guard let target = target.label else { return nil }
        guard let constant = index as? ConstantStep else { return "\(target)[…]" }
        return constant.value.string.map { "\(target).\($0)" } ?? "\(target)[\(constant.value.owned.description)]"
    }

    override var isOfData: Bool { target.isOfData }

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
        if case .node = value, found == nil { return .missing(nil) }
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
