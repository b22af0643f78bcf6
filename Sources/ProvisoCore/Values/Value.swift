package import JSONBridge
package import ProvisoABI

/// A borrowed view of what an attribute holds, as a validator sees it.
///
/// Nothing is copied to make one, and it cannot outlive the record it shows: the compiler enforces that.
public struct Value: ~Escapable {
    package let raw: proviso_value

    @_lifetime(immortal)
    package init(unsafe raw: proviso_value) {
        self.raw = raw
    }

    /// What the value holds.
    public var kind: Kind { raw.kindOrAbsent }

    /// Whether the value is absent, null, or an empty text, list or object.
    public var isEmpty: Bool { raw.isEmpty }

    /// The text, or nil when the value is none.
    public var text: Text? {
        @_lifetime(copy self)
        get {
            guard raw.kind == Kind.text.rawValue else { return nil }
            return unsafe _overrideLifetime(
                Text(unsafeStart: UnsafeRawPointer(raw.as.text) ?? Self.nowhere, count: Int(raw.length)),
                copying: self)
        }
    }

    /// A number's own text where no other kind holds it exactly.
    package var decimalText: Text? {
        @_lifetime(copy self)
        get {
            guard raw.kind == Kind.decimal.rawValue else { return nil }
            return unsafe _overrideLifetime(
                Text(unsafeStart: UnsafeRawPointer(raw.as.text) ?? Self.nowhere, count: Int(raw.length)),
                copying: self)
        }
    }

    /// The truth value, or nil when the value is none.
    public var boolean: Bool? { raw.kind == Kind.boolean.rawValue ? raw.as.boolean != 0 : nil }

    /// The whole number, or nil when the value is none or does not fit.
    public var integer: Int64? { raw.kind == Kind.integer.rawValue ? raw.as.integer : nil }

    /// The number as a double, not exact beyond 53 bits; nil when the value is no number.
    public var double: Double? {
        switch kind {
        case .integer: Double(raw.as.integer)
        case .unsigned: Double(raw.as.unsigned_integer)
        case .double: raw.as.number
        case .decimal: decimalText?.plainDouble
        default: nil
        }
    }

    /// The number of items or members, or of bytes in a text; 0 for anything else.
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

    /// A place for texts of no bytes, which may come without a pointer.
    private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped }
}
