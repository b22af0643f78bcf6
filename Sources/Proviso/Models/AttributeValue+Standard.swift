internal import JSONBridge
internal import ProvisoABI

extension String: AttributeValue {
    public static var valueKind: ValueKind { .text }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.text(self) }

    public init?(attribute value: AnyValue) {
        guard case .text(let text) = value else { return nil }
        self = text
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

extension AttributeValue where Self: FixedWidthInteger & SignedInteger {
    public static var valueKind: ValueKind { .integer }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.integer(Int64(self))) }

    public init?(attribute value: AnyValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Int: AttributeValue {}
extension Int64: AttributeValue {}
extension Int32: AttributeValue {}

extension Double: AttributeValue {
    public static var valueKind: ValueKind { .number }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.double(self)) }

    public init?(attribute value: AnyValue) {
        switch value {
        case .double(let number): self = number
        case .integer(let number): self = Double(number)
        case .unsigned(let number): self = Double(number)
        default: return nil
        }
    }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    public static var valueKind: ValueKind { Wrapped.valueKind }

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

extension AnyValue: AttributeValue {
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(self) }

    public init?(attribute value: AnyValue) { self = value }
}
