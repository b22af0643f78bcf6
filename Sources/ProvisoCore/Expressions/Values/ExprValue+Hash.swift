internal import JSONBridge
internal import ProvisoABI

extension ExprValue {
    /// A hash that equal values share, numbers of all kinds too.
    var hashed: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }

    private func hash(into hasher: inout Hasher) {
        switch self {
        case .int(let number): return hasher.combine(Double(number))
        case .uint(let number): return hasher.combine(Double(number))
        // Zero has a sign as a double only.
        case .double(let number): return hasher.combine(number == 0 ? 0 : number)
        case .bytes(let bytes): return hasher.combine(bytes)
        case .timestamp(let time), .duration(let time): return hasher.combine(time.total)
        case .address(let address): return hasher.combine(address.unmapped)
        case .network(let network): return hasher.combine(network)
        case .optional(let optional): return optional.value?.hash(into: &hasher) ?? hasher.combine(0)
        default: break
        }
        if withUTF8({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) != nil { return }
        if let key = ExprKey(self) { return hasher.combine(key) }
        if let count = listCount {
            hasher.combine(count)
            for index in 0..<count { item(index).hash(into: &hasher) }
        } else if let count = mapCount {
            // The order of the entries does not count.
            var sum = count
            for index in 0..<count {
                let (key, value) = entry(index)
                sum &+= key.hashed &* 31 ^ value.hashed
            }
            hasher.combine(sum)
        }
        // Other values are few: comparing them is enough.
    }

    /// Whether two maps with the same number of entries are equal.
    func entriesEqual(_ other: ExprValue, count: Int) -> Bool {
        guard case .node(let raw) = other, count > Self.mostSearched else {
            return (0..<count).allSatisfy { index in
                let (key, value) = entry(index)
                return other.member(of: key).map { $0.equals(value) } ?? false
            }
        }
        // Searching the members for each key would take the square of their number.
        let nodes = Self.nodes(raw)
        return MemberTable.with(nodes) { table in
            (0..<count).allSatisfy { index in
                let (key, value) = entry(index)
                guard let place = key.withUTF8({ table.index(of: $0) }) ?? nil else { return false }
                return ExprValue(nodes[place].value)?.equals(value) ?? false
            }
        }
    }

    private static let mostSearched = 16
}
