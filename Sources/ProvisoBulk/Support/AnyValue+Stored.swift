internal import Proviso

extension AnyValue {
    /// The maximum that is read as a count: a sum of a few such numbers does not overflow.
    static let maximumCount = 1 << 53

    /// A count that was read from a file; `nil` if the value cannot be one.
    var count: Int? { int.flatMap { (0...Self.maximumCount).contains($0) ? $0 : nil } }

    /// The Boolean, or `nil` for another value.
    var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

    /// The items of a list, or no items for another value.
    var items: [AnyValue] {
        guard case .list(let items) = self else { return [] }
        return items
    }
}
