internal import JSONBridge
internal import ProvisoMessages

/// Hashes of borrowed values that agree with equality, seeded again in each process: no data can plan collisions.
///
/// Strictly, a number and the text that spells it differ; loosely they are equal, and so are Boolean and 1 and 0.
enum ValueHash {
    static func strict(_ value: borrowing Value) -> Int { hash(value, strict: true) }

    static func hash(_ value: borrowing Value, strict: Bool) -> Int {
        var hasher = Hasher()
        hash(value, strict, into: &hasher)
        return hasher.finalize()
    }

    private static func hash(_ value: borrowing Value, _ strict: Bool, into hasher: inout Hasher) {
        if !strict, value.kind == .text || value.kind == .boolean, let number = Number(spelledBy: value) {
            return hash(number, into: &hasher)
        }
        switch value.kind {
        case .absent, .null: hasher.combine(0)
        case .boolean: hasher.combine(value.boolean)
        case .integer, .unsigned, .double, .decimal:
            guard let number = Number(value) else { return hasher.combine(1) }
            hash(number, into: &hasher)
        case .text, .bytes:
            hasher.combine(3)
            if let text = value.text { hasher.combine(bytes: UnsafeRawBufferPointer(text.buffer)) }
        case .list:
            hasher.combine(value.count)
            for item in value.nodes { hash(unsafe Value(unsafe: item.value), strict, into: &hasher) }
        case .object:
            // A sum, since the order of the members counts for nothing.
            var sum = 0
            for member in value.nodes {
                var own = Hasher()
                own.combine(bytes: UnsafeRawBufferPointer(member.keyBytes))
                hash(unsafe Value(unsafe: member.value), strict, into: &own)
                sum &+= own.finalize()
            }
            hasher.combine(sum)
        }
    }

    /// Equal numbers of different kinds hash alike: by their double where it stands for them exactly.
    private static func hash(_ number: Number, into hasher: inout Hasher) {
        let double: Double
        switch number {
        case .integer(let integer) where integer.magnitude < 1 << 53:
            return hasher.combine(Double(integer))
        case .integer(let integer): double = Double(integer)
        case .unsigned(let unsigned): double = Double(unsigned)
        case .double(let plain):
            // Zero has a sign as a double only.
            return hasher.combine(plain == 0 ? 0 : plain)
        case .decimal(let text): double = Double(text) ?? .infinity
        }
        if double.isFinite, Number.double(double) == number {
            hasher.combine(double == 0 ? 0 : double)
        } else {
            hasher.combine(DecimalDigits(number.plainText))
        }
    }
}
