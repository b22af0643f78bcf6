internal import JSONBridge

/// Hashes of borrowed values that agree with strict equality, seeded anew in each process: no data can plan collisions.
enum ValueHash {
    static func strict(_ value: borrowing Value) -> Int {
        var hasher = Hasher()
        hash(value, into: &hasher)
        return hasher.finalize()
    }

    private static func hash(_ value: borrowing Value, into hasher: inout Hasher) {
        switch value.kind {
        case .absent, .null: hasher.combine(0)
        case .boolean: hasher.combine(value.boolean)
        case .integer, .unsigned, .double, .decimal: hash(number: value, into: &hasher)
        case .text, .bytes:
            hasher.combine(3)
            if let text = value.text { hasher.combine(bytes: UnsafeRawBufferPointer(text.buffer)) }
        case .list:
            hasher.combine(value.count)
            for item in value.nodes { hash(unsafe Value(unsafe: item.value), into: &hasher) }
        case .object:
            // A sum, since the order of the members counts for nothing.
            var sum = 0
            for member in value.nodes {
                var own = Hasher()
                own.combine(bytes: UnsafeRawBufferPointer(member.keyBytes))
                hash(unsafe Value(unsafe: member.value), into: &own)
                sum &+= own.finalize()
            }
            hasher.combine(sum)
        }
    }

    /// Equal numbers of different kinds hash alike: by their double where it stands for them exactly.
    private static func hash(number value: borrowing Value, into hasher: inout Hasher) {
        guard let number = Number(value), let double = value.double else { return hasher.combine(1) }
        let isPlain = if case .integer(let integer) = number { integer.magnitude < 1 << 53 } else { false }
        if isPlain || value.kind == .double || double.isFinite && Number.double(double) == number {
            // Zero has a sign as a double only.
            hasher.combine(double == 0 ? 0 : double)
        } else {
            hasher.combine(DecimalDigits(number.plainText))
        }
    }
}
