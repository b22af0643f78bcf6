internal import JSONBridge
package import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

/// A type whose values rules can validate.
///
/// An enum or struct whose raw value is an `AttributeValue` needs only the conformance. Any other type implements
/// `init?(attribute:)`, `value(in:)` and `attributeType`.
public protocol AttributeValue: AttributeProperty {
    /// The type of data that values are made from, for messages about type mismatches.
    static var attributeType: AttributeType { get }

    /// The own codes that `typeMismatches` reports, so that rule sets can have messages for them.
    static var codes: [CodeDescription] { get }

    /// Whether an empty string is a value of the type; if not, an empty string from a form sets an optional property to `nil`.
    static var holdsEmptyText: Bool { get }

    /// The parts of a value that the type cannot hold; empty if a value can be created from it.
    ///
    /// By default a value of the expected type is reported as `in.invalid`, and one of another type as `value.type`.
    static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch]

    /// The value that a form's string represents.
    ///
    /// Forms send only strings. By default a string is read as a number or a Boolean if `attributeType` is one of those.
    static func formValue(_ value: AnyValue) -> AnyValue

    /// Writes the value for validators.
    func value(in writer: ValueWriter) -> WrittenValue

    /// Creates a value from data or from the result of a rule; `nil` if the type cannot hold it.
    init?(attribute value: AnyValue)
}

extension AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .other }

    /// The codes that it reports.
    public static var codes: [CodeDescription] { [] }

    /// Whether an empty string is a value of the type.
    public static var holdsEmptyText: Bool { Self(attribute: .text("")) != nil }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        // A value of the right kind is refused for what it says, and "must be a string" is not true of a string.
        return [
            TypeMismatch(
                path: path, expected: attributeType,
                finding: attributeType.holds(value) ? Finding("in.invalid", InValidator.parameters(range: nil)) : nil)
        ]
    }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .text(let text) = value else { return value }
        switch attributeType {
        case .integer, .number: return text.isEmpty ? .null : Number(text).map { AnyValue($0) } ?? value
        case .boolean:
            return ["1": true, "true": true, "on": true, "0": false, "false": false, "": false][text] ?? value
        case .text, .list, .object, .other: return value
        }
    }
}

/// A value that a property cannot hold.
public struct TypeMismatch: Sendable, Hashable {
    /// Where the value is.
    public var path: ValuePath
    /// The type that the property needs.
    public var expected: AttributeType
    /// The problem of a value of the right type, such as a number that is too big; `nil` for one of another type.
    public var finding: Finding?
    /// The path as rules name it.
    var pattern: ValuePath

    /// Creates a type mismatch.
    public init(path: ValuePath, expected: AttributeType, finding: Finding? = nil) {
        self.path = path
        self.expected = expected
        self.finding = finding
        pattern = ValuePath(path.pattern)
    }
}

/// Writes a property's value for validators.
public struct ValueWriter {
    package let arena: Arena

    /// Writes a string.
    public func text(_ text: String) -> WrittenValue {
        WrittenValue(raw: proviso_value(text: text, in: arena))
    }

    /// Writes any value.
    public func value(_ value: AnyValue) -> WrittenValue {
        WrittenValue(raw: value.raw(in: arena))
    }
}

/// A value that was written for validators.
public struct WrittenValue {
    package let raw: proviso_value
}

/// Integers of any size; one that the type cannot hold is a violation.
extension AttributeValue where Self: FixedWidthInteger {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .integer }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value), number.isWhole else { return [TypeMismatch(path: path, expected: .integer)] }
        return [TypeMismatch(path: path, expected: .integer, finding: outOfRange(number, Number(min), Number(max)))]
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(AnyValue(Number(self))) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) { self.init(whole: value) }
}

extension Int: AttributeValue {}
extension Int8: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}
extension Int128: AttributeValue {}
extension UInt: AttributeValue {}
extension UInt8: AttributeValue {}
extension UInt16: AttributeValue {}
extension UInt32: AttributeValue {}
extension UInt64: AttributeValue {}
extension UInt128: AttributeValue {}

/// Numbers with a fraction, rounded to the nearest one of the type; one beyond its range is a violation.
extension AttributeValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .number }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value) else { return [TypeMismatch(path: path, expected: .number)] }
        let most = Double(greatestFiniteMagnitude)
        return [TypeMismatch(path: path, expected: .number, finding: outOfRange(number, .double(-most), .double(most)))]
    }

    /// Written as the shortest text of the number, so that a `Float` of 0.1 is 0.1.
    public func value(in writer: ValueWriter) -> WrittenValue {
        writer.value(.double(Double(description) ?? Double(self)))
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) { self.init(nearest: value) }
}

extension Float: AttributeValue {}

extension Double: AttributeValue {
    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.double(self)) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        switch value {
        case .double(let number): self = number
        case .integer(let number): self = Double(number)
        case .unsigned(let number): self = Double(number)
        case .decimal(let text):
            guard let number = Double(text), number.isFinite else { return nil }
            self = number
        default: return nil
        }
    }
}

extension AttributeValue {
    fileprivate static func outOfRange(_ number: Number, _ min: Number, _ max: Number) -> Finding {
        number < min
            ? Finding("number.tooSmall", ["min": ParameterValue(min)])
            : Finding("number.tooBig", ["max": ParameterValue(max)])
    }
}

extension Number {
    /// An integer of any size.
    fileprivate init(_ number: some FixedWidthInteger) {
        if let number = Int64(exactly: number) {
            self = .integer(number)
        } else if let number = UInt64(exactly: number) {
            self = .unsigned(number)
        } else {
            self = .decimal("\(number)")
        }
    }
}

/// Types with a raw value, such as enums: data gives the raw value.
///
/// A value of the right kind that is not one of the cases is `in.invalid`, with the cases as `range` where the type lists
/// them.
extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        typeMismatches(in: value, at: path, cases: nil)
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { rawValue.value(in: writer) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let raw = RawValue(attribute: value) else { return nil }
        self.init(rawValue: raw)
    }

    fileprivate static func typeMismatches(in value: AnyValue, at path: ValuePath, cases: [AnyValue]?) -> [TypeMismatch]
    {
        guard RawValue(attribute: value) != nil else { return RawValue.typeMismatches(in: value, at: path) }
        guard Self(attribute: value) == nil else { return [] }
        let finding = Finding("in.invalid", InValidator.parameters(range: cases))
        return [TypeMismatch(path: path, expected: attributeType, finding: finding)]
    }
}

extension AttributeValue where Self: RawRepresentable & CaseIterable, RawValue: AttributeValue {
    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        typeMismatches(in: value, at: path, cases: allCases.map { AnyValue(of: $0.rawValue) })
    }
}

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
