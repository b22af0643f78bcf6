package import ProvisoABI

/// What a value holds.
public enum Kind: UInt32, Sendable, CaseIterable {
    /// The record has no such attribute.
    case absent = 0
    case null
    case boolean
    /// A whole number that fits 64 bits with a sign.
    case integer
    /// A whole number that fits 64 bits without a sign only.
    case unsigned
    case double
    /// A number kept as text, since neither 64 bits nor a double hold it exactly.
    case decimal
    case text
    case bytes
    case list
    case object
}

extension proviso_value {
    package var kindOrAbsent: Kind { Kind(rawValue: kind) ?? .absent }

    /// Null, absent, and empty texts, lists and objects: what the rules skip unless told otherwise.
    package var isEmpty: Bool {
        if kind <= Kind.null.rawValue { return true }
        return kind >= Kind.text.rawValue && length == 0
    }

    package static var absent: proviso_value { proviso_value() }
}
