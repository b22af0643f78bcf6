/// The characters that `characters` accepts: bits for ASCII, groups for the others, and single ones.
struct CharacterTable: Sendable {
    /// Bit n stands for the ASCII character n.
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)
    /// The groups whose characters above ASCII pass.
    private var groups: CharacterGroups = []
    private var takesEmoji = false
    /// The characters above ASCII that are named one by one.
    private var single: Set<Unicode.Scalar> = []

    init(_ classes: [CharacterClass], also: String = "", ascii isASCII: Bool = false) {
        for code in UInt8.min..<0x80 where classes.contains(where: { $0.holds(ascii: Unicode.Scalar(code)) }) {
            insertASCII(code)
        }
        if !isASCII {
            for group in classes { groups.formUnion(group.groups) }
            takesEmoji = classes.contains(.emoji)
        }
        for scalar in also.unicodeScalars {
            if scalar.isASCII { insertASCII(UInt8(truncatingIfNeeded: scalar.value)) } else { single.insert(scalar) }
        }
    }

    private mutating func insertASCII(_ code: UInt8) {
        if code < 64 { ascii.low |= 1 << UInt64(code) } else { ascii.high |= 1 << UInt64(code - 64) }
    }

    /// Whether all characters of a string are in the table.
    func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.allScalars(contains) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let code = scalar.value
        if code < 64 { return ascii.low >> UInt64(code) & 1 == 1 }
        if code < 128 { return ascii.high >> UInt64(code - 64) & 1 == 1 }
        if !groups.isEmpty, groups.contains(CharacterGroups(of: scalar)) { return true }
        return takesEmoji && scalar.isPartOfEmoji || !single.isEmpty && single.contains(scalar)
    }

    /// The first characters of a string that are not in the table, each once.
    func others(in text: UnsafeBufferPointer<UInt8>, most: Int) -> [Unicode.Scalar] {
        var others: [Unicode.Scalar] = []
        _ = text.allScalars { scalar in
            if !contains(scalar), !others.contains(scalar) { others.append(scalar) }
            return others.count < most
        }
        return others
    }
}
