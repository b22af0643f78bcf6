internal import JSONBridge
internal import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

extension String: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(self) }

    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Substring: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(String(self)) }

    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }
}

extension Character: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard case .text(let text) = value, text.count != 1 else {
            return Self(attribute: value) == nil ? [Misfit(path: path, expected: .text)] : []
        }
        return [Misfit(path: path, expected: .text, finding: Finding("string.notEqual", ["length": .integer(1)]))]
    }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(String(self)) }

    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value, text.count == 1, let only = text.first else { return nil }
        self = only
    }
}

extension Bool: AttributeValue {
    public static var valueKind: ValueKind { .boolean }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.boolean(self)) }

    public init?(attribute value: AnyValue) {
        guard case .boolean(let truth) = value else { return nil }
        self = truth
    }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    public static var valueKind: ValueKind { Wrapped.valueKind }
    public static var codes: [CodeDescription] { Wrapped.codes }
    public static var holdsEmptyText: Bool { Wrapped.holdsEmptyText }

    public static func formValue(_ value: AnyValue) -> AnyValue {
        value == .text("") && !holdsEmptyText ? .null : Wrapped.formValue(value)
    }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        value == .null || value == .absent ? [] : Wrapped.misfits(in: value, at: path)
    }

    public func value(in writer: ValueWriter) -> WrittenValue {
        map { $0.value(in: writer) } ?? writer.value(.null)
    }

    public init?(attribute value: AnyValue) {
        if value == .null || value == .absent {
            self = .none
        } else if let wrapped = Wrapped(attribute: value) {
            self = wrapped
        } else {
            return nil
        }
    }
}

extension Array: AttributeValue where Element: AttributeValue {
    public static var valueKind: ValueKind { .list }
    public static var codes: [CodeDescription] { Element.codes }

    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .list(let items) = value else { return value }
        return .list(items.map { Element.formValue($0) })
    }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard case .list(let items) = value else { return [Misfit(path: path, expected: .list)] }
        return items.enumerated().flatMap { Element.misfits(in: $1, at: path.appending(.index($0))) }
    }

    public func value(in writer: ValueWriter) -> WrittenValue {
        let nodes = writer.arena.nodes(count)
        for index in indices { nodes[index].value = self[index].value(in: writer).raw }
        return WrittenValue(raw: proviso_value(nodes: nodes, count: count, kind: .list))
    }

    public init?(attribute value: AnyValue) {
        guard case .list(let items) = value else { return nil }
        self = items.compactMap { Element(attribute: $0) }
        if count != items.count { return nil }
    }
}

extension Set: AttributeProperty where Element: AttributeValue {}

/// A list without order; data that repeats an item gives it once.
extension Set: AttributeValue where Element: AttributeValue {
    public static var valueKind: ValueKind { .list }
    public static var codes: [CodeDescription] { Element.codes }

    public static func formValue(_ value: AnyValue) -> AnyValue { [Element].formValue(value) }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        [Element].misfits(in: value, at: path)
    }

    public func value(in writer: ValueWriter) -> WrittenValue { Array(self).value(in: writer) }

    public init?(attribute value: AnyValue) {
        guard let items = [Element](attribute: value) else { return nil }
        self.init(items)
    }
}

extension Dictionary: AttributeValue where Key == String, Value: AttributeValue {
    public static var valueKind: ValueKind { .object }
    public static var codes: [CodeDescription] { Value.codes }

    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { AnyValue.Member($0.key, Value.formValue($0.value)) })
    }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard case .object(let members) = value else { return [Misfit(path: path, expected: .object)] }
        return members.flatMap { member in
            Value.misfits(in: member.value, at: path.appending(.key(member.key))).map { misfit in
                var misfit = misfit
                misfit.pattern.components[path.components.count] = .each
                return misfit
            }
        }
    }

    public func value(in writer: ValueWriter) -> WrittenValue {
        WrittenValue(raw: written(in: writer.arena) { (copy $0).value(in: ValueWriter(arena: $1)).raw })
    }

    public init?(attribute value: AnyValue) {
        guard case .object(let members) = value else { return nil }
        self = [:]
        for member in members {
            guard let held = Value(attribute: member.value) else { return nil }
            self[member.key] = held
        }
    }
}

extension AnyValue: AttributeValue {
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(self) }

    public init?(attribute value: AnyValue) { self = value }
}
