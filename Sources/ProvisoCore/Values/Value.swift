package import JSONBridge
package import ProvisoABI

/// A borrowed view of an attribute's value, as a validator sees it.
///
/// It copies nothing and cannot outlive its record, which the compiler enforces.
public struct Value: ~Escapable {
    package let raw: proviso_value

    @_lifetime(immortal)
    package init(unsafe raw: proviso_value) {
        self.raw = raw
    }

    /// What the value holds.
    public var kind: ValueKind { raw.kindOrAbsent }

    /// Whether the value is absent, null, or an empty string, list or object.
    public var isEmpty: Bool { raw.isEmpty }

    /// The string, or `nil` if the value is not one.
    public var text: BorrowedText? {
        @_lifetime(copy self)
        get {
            guard raw.kind == ValueKind.text.rawValue else { return nil }
            return unsafe _overrideLifetime(
                BorrowedText(unsafeStart: UnsafeRawPointer(raw.as.text) ?? Self.nowhere, count: Int(raw.length)),
                copying: self)
        }
    }

    /// A number's own text where no other kind holds it exactly.
    package var decimalText: BorrowedText? {
        @_lifetime(copy self)
        get {
            guard raw.kind == ValueKind.decimal.rawValue else { return nil }
            return unsafe _overrideLifetime(
                BorrowedText(unsafeStart: UnsafeRawPointer(raw.as.text) ?? Self.nowhere, count: Int(raw.length)),
                copying: self)
        }
    }

    /// The Boolean, or `nil` if the value is not one.
    public var boolean: Bool? { raw.kind == ValueKind.boolean.rawValue ? raw.as.boolean != 0 : nil }

    /// The integer, or `nil` if the value is not one or does not fit.
    public var integer: Int64? { raw.kind == ValueKind.integer.rawValue ? raw.as.integer : nil }

    /// The number as a double, not exact beyond 53 bits; `nil` if the value is not a number.
    public var double: Double? {
        switch kind {
        case .integer: Double(raw.as.integer)
        case .unsigned: Double(raw.as.unsigned_integer)
        case .double: raw.as.number
        case .decimal: decimalText?.plainDouble
        default: nil
        }
    }

    /// The number of items or members, or of bytes in a string; 0 for anything else.
    public var count: Int { Int(raw.length) }

    /// An item of a list, or a member's value in an object, by a position below `count`; absent anywhere else.
    public subscript(index: Int) -> Value {
        @_lifetime(copy self)
        get {
            let nodes = nodes
            let item = index >= 0 && index < nodes.count ? nodes[index].value : .absent
            return unsafe _overrideLifetime(Value(unsafe: item), copying: self)
        }
    }

    /// The name of an object's member by its position; empty where there is none.
    public func key(at index: Int) -> String {
        let nodes = nodes
        return kind == .object && index >= 0 && index < nodes.count ? nodes[index].keyString : ""
    }

    /// The value of an object's member, absent when there is none.
    @_lifetime(copy self)
    public func member(_ key: String) -> Value {
        let found = raw.member(key)?.pointee.value ?? .absent
        return unsafe _overrideLifetime(Value(unsafe: found), copying: self)
    }

    package var nodes: UnsafeBufferPointer<prv_node> { raw.nodes }

    /// A place for strings of no bytes, which may come without a pointer.
    private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped }
}
