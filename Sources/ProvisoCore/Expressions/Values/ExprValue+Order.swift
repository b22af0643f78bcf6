/// Equality and order, by cel-spec: numbers of all kinds are compared by their value.
extension ExprValue {
    /// Whether two values are equal; values of different kinds are not.
    package func equals(_ other: ExprValue) -> Bool {
        switch (self, other) {
        case (.null, .null): return true
        case (.bool(let one), .bool(let two)): return one == two
        case (.int(let one), .int(let two)): return one == two
        case (.bytes(let one), .bytes(let two)): return one == two
        case (.timestamp(let one), .timestamp(let two)), (.duration(let one), .duration(let two)): return one == two
        case (.type(let one), .type(let two)): return one == two
        case (.address(let one), .address(let two)): return one.unmapped == two.unmapped
        case (.network(let one), .network(let two)): return one == two
        case (.optional(let one), .optional(let two)):
            guard let first = one.value, let second = two.value else { return (one.value == nil) == (two.value == nil) }
            return first.equals(second)
        default: break
        }
        if let order = numericOrder(other) { return order == .equal }
        if let equal = withUTF8({ one in other.withUTF8 { $0.count == one.count && $0.elementsEqual(one) } }) {
            return equal ?? false
        }
        if let count = listCount {
            guard count == other.listCount else { return false }
            return (0..<count).allSatisfy { item($0).equals(other.item($0)) }
        }
        if let count = mapCount {
            guard count == other.mapCount else { return false }
            return entriesEqual(other, count: count)
        }
        return false
    }

    enum Order {
        case less, equal, greater, none
    }

    /// The order of two numbers, `none` if one is not a number; `nil` if one is not numeric.
    func numericOrder(_ other: ExprValue) -> Order? {
        switch (self, other) {
        case (.int(let one), .int(let two)): Self.order(one, two)
        case (.uint(let one), .uint(let two)): Self.order(one, two)
        case (.double(let one), .double(let two)): one.isNaN || two.isNaN ? Order.none : Self.order(one, two)
        case (.int(let one), .uint(let two)): one < 0 ? .less : Self.order(UInt64(one), two)
        case (.uint(let one), .int(let two)): two < 0 ? .greater : Self.order(one, UInt64(two))
        case (.int(let one), .double(let two)): Self.order(one, two)
        case (.double(let one), .int(let two)): Self.reversed(Self.order(two, one))
        case (.uint(let one), .double(let two)): Self.order(one, two)
        case (.double(let one), .uint(let two)): Self.reversed(Self.order(two, one))
        default: nil
        }
    }

    private static func order<Number: Comparable>(_ one: Number, _ two: Number) -> Order {
        one < two ? .less : one > two ? .greater : .equal
    }

    private static func reversed(_ order: Order) -> Order {
        switch order {
        case .less: .greater
        case .greater: .less
        case .equal, .none: order
        }
    }

    /// As cel-go compares them: by their values as doubles, where a double is not beyond the integers.
    private static func order(_ one: Int64, _ two: Double) -> Order {
        if two.isNaN { return .none }
        return two > 0x1p63 ? .less : two < -0x1p63 ? .greater : order(Double(one), two)
    }

    private static func order(_ one: UInt64, _ two: Double) -> Order {
        if two.isNaN { return .none }
        return two > 0x1p64 ? .less : two < 0 ? .greater : order(Double(one), two)
    }

    /// The order of two values; `nil` if they have none.
    func order(_ other: ExprValue) -> Order? {
        if let order = numericOrder(other) { return order }
        switch (self, other) {
        case (.bool(let one), .bool(let two)): return Self.order(one ? 1 : 0, two ? 1 : 0)
        case (.bytes(let one), .bytes(let two)): return Self.bytes(one, two)
        case (.timestamp(let one), .timestamp(let two)), (.duration(let one), .duration(let two)):
            return Self.order(one, two)
        default: return withUTF8 { one in other.withUTF8 { Self.bytes(one, $0) } } ?? nil
        }
    }

    private static func bytes<Bytes: Collection<UInt8>, Others: Collection<UInt8>>(_ one: Bytes, _ two: Others) -> Order
    {
        if one.elementsEqual(two) { return .equal }
        return one.lexicographicallyPrecedes(two) ? .less : .greater
    }
}
