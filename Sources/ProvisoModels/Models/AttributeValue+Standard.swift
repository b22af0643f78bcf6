internal import JSONBridge
internal import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

extension String: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(self) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Substring: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(String(self)) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }
}

extension Character: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .text }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard case .text(let text) = value, text.count != 1 else {
            return Self(attribute: value) == nil ? [TypeMismatch(path: path, expected: .text)] : []
        }
        return [TypeMismatch(path: path, expected: .text, finding: Finding("string.notEqual", ["length": .integer(1)]))]
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(String(self)) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value, text.count == 1, let only = text.first else { return nil }
        self = only
    }
}

extension Bool: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .boolean }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.boolean(self)) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard case .boolean(let truth) = value else { return nil }
        self = truth
    }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { Wrapped.attributeType }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { Wrapped.codes }
    /// Whether an empty string is a value of the type.
    public static var holdsEmptyText: Bool { Wrapped.holdsEmptyText }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue {
        value == .text("") && !holdsEmptyText ? .null : Wrapped.formValue(value)
    }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        value == .null || value == .absent ? [] : Wrapped.typeMismatches(in: value, at: path)
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        map { $0.value(in: writer) } ?? WrittenValue(raw: .missing)
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
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
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .list }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { Element.codes }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .list(let items) = value else { return value }
        return .list(items.map { Element.formValue($0) })
    }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard case .list(let items) = value else { return [TypeMismatch(path: path, expected: .list)] }
        return items.enumerated().flatMap { Element.typeMismatches(in: $1, at: path.appending(.index($0))) }
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        let nodes = writer.arena.nodes(count)
        for index in indices { nodes[index].value = self[index].value(in: writer).raw }
        return WrittenValue(raw: proviso_value(nodes: nodes, count: count, kind: .list))
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard case .list(let items) = value else { return nil }
        self = items.compactMap { Element(attribute: $0) }
        if count != items.count { return nil }
    }
}

/// A value that has no order of its own, although data has one.
protocol UnorderedValue {
    /// The items as the data has them, in the form that the type gives them; `nil` if there are none.
    static func inOrder(_ value: AnyValue) -> AnyValue?
}

extension Set: UnorderedValue where Element: AttributeValue {
    static func inOrder(_ value: AnyValue) -> AnyValue? { [Element](attribute: value).map { AnyValue(of: $0) } }
}

extension Optional: UnorderedValue where Wrapped: UnorderedValue {
    static func inOrder(_ value: AnyValue) -> AnyValue? { Wrapped.inOrder(value) }
}

extension Set: AttributeProperty where Element: AttributeValue {}

/// A list without order; an item that data repeats is kept once.
///
/// Rules for data see the list of the data. Otherwise the items are numbered in their sorted order.
extension Set: AttributeValue where Element: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .list }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { Element.codes }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue { [Element].formValue(value) }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        [Element].typeMismatches(in: value, at: path)
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        let items = map { item in (item, key: AnyValue(of: item)) }
        return items.sorted { $0.key.precedes($1.key) }.map { $0.0 }.value(in: writer)
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let items = [Element](attribute: value) else { return nil }
        self.init(items)
    }
}

extension Dictionary: AttributeValue where Key == String, Value: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .object }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { Value.codes }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { AnyValue.Member($0.key, Value.formValue($0.value)) })
    }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard case .object(let members) = value else { return [TypeMismatch(path: path, expected: .object)] }
        return members.flatMap { member in
            Value.typeMismatches(in: member.value, at: path.appending(.key(member.key))).map { mismatch in
                var mismatch = mismatch
                mismatch.pattern.components[path.components.count] = .each
                return mismatch
            }
        }
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue {
        WrittenValue(raw: written(in: writer.arena) { (copy $0).value(in: ValueWriter(arena: $1)).raw })
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
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
    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(self) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) { self = value }
}

extension AnyValue {
    /// Any order that is always the same; numbers come by size and strings by their characters.
    fileprivate func precedes(_ other: AnyValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let two)): one < two
        case (.integer(let one), .integer(let two)): one < two
        case (.double(let one), .double(let two)): one < two
        default: "\(kind)" == "\(other.kind)" ? "\(self)" < "\(other)" : "\(kind)" < "\(other.kind)"
        }
    }
}

extension proviso_value {
    /// The value with another one inside of it, where a path leads.
    func replacing(_ value: AnyValue, at path: ArraySlice<ValuePath.Component>, in arena: Arena) -> proviso_value {
        guard let first = path.first else { return value.raw(in: arena) }
        let place: Int? =
            switch first {
            case .key(let key): nodes.firstIndex { $0.hasKey(key) }
            case .index(let index): nodes.indices.contains(index) ? index : nil
            case .each: nil
            }
        guard let place, let start = nodes.baseAddress else { return self }
        let node = UnsafeMutablePointer(mutating: start + place)
        node.pointee.value = node.pointee.value.replacing(value, at: path.dropFirst(), in: arena)
        return self
    }
}
