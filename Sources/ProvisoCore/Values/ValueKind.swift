package import ProvisoABI

/// What a value holds.
public enum ValueKind: UInt32, Sendable, CaseIterable {
    /// The record has no such attribute.
    case absent = 0
    /// A null.
    case null
    /// A Boolean.
    case boolean
    /// An integer that fits 64 bits with a sign.
    case integer
    /// An integer that fits 64 bits without a sign only.
    case unsigned
    /// A floating-point number.
    case double
    /// A number kept as text, since neither 64 bits nor a double hold it exactly.
    case decimal
    /// A string.
    case text
    /// Bytes, which are not text.
    case bytes
    /// A list.
    case list
    /// An object.
    case object
}

extension proviso_value {
    package var kindOrAbsent: ValueKind { ValueKind(rawValue: kind) ?? .absent }

    /// Null, absent, and empty strings, lists and objects: what the rules skip unless told otherwise.
    package var isEmpty: Bool {
        if kind <= ValueKind.null.rawValue { return true }
        return kind >= ValueKind.text.rawValue && length == 0
    }

    package static var absent: proviso_value { proviso_value() }
}
