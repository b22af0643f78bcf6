/// The characters that `characters` accepts: bits for ASCII, categories of Unicode for the others, and single ones.
struct CharacterTable: Sendable {
    /// Bit n stands for the ASCII character n.
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)
    /// Bit n stands for the general category with this number.
    private var categories: UInt32 = 0
    /// The characters above ASCII that are named one by one.
    private var single: Set<Unicode.Scalar> = []

    init(classes: [CharactersValidator.Class], also: String, ascii isASCII: Bool) {
        for group in classes { categories |= group.categories }
        for code in UInt8.min..<0x80 {
            let scalar = Unicode.Scalar(code)
            if classes.contains(where: { $0.holdsASCII(scalar) }) { insertASCII(code) }
        }
        if isASCII { categories = 0 }
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
        if categories != 0, categories & scalar.properties.generalCategory.bit != 0 { return true }
        return !single.isEmpty && single.contains(scalar)
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

extension CharactersValidator.Class {
    /// Whether the class has an ASCII character.
    fileprivate func holdsASCII(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .any: true
        case .hex: scalar.properties.isASCIIHexDigit
        default: categories & scalar.properties.generalCategory.bit != 0
        }
    }

    /// The general categories of the class, as bits.
    fileprivate var categories: UInt32 {
        let members: [Unicode.GeneralCategory] =
            switch self {
            case .letters:
                [
                    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                    .spacingMark, .enclosingMark,
                ]
            case .digits: [.decimalNumber]
            case .numbers: [.decimalNumber, .letterNumber, .otherNumber]
            case .spaces: [.spaceSeparator]
            case .punctuation:
                [
                    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                    .finalPunctuation, .otherPunctuation,
                ]
            case .symbols: [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
            case .hex: []
            case .printable, .any: []
            }
        switch self {
        case .any: return .max
        case .printable:
            let printed: [Self] = [.letters, .numbers, .spaces, .punctuation, .symbols]
            return printed.reduce(0) { $0 | $1.categories }
        default: return members.reduce(0) { $0 | $1.bit }
        }
    }
}

extension Unicode.GeneralCategory {
    /// A bit of its own for each category.
    fileprivate var bit: UInt32 { 1 << number }

    private var number: UInt32 {
        switch self {
        case .uppercaseLetter: 0
        case .lowercaseLetter: 1
        case .titlecaseLetter: 2
        case .modifierLetter: 3
        case .otherLetter: 4
        case .nonspacingMark: 5
        case .spacingMark: 6
        case .enclosingMark: 7
        case .decimalNumber: 8
        case .letterNumber: 9
        case .otherNumber: 10
        case .connectorPunctuation: 11
        case .dashPunctuation: 12
        case .openPunctuation: 13
        case .closePunctuation: 14
        case .initialPunctuation: 15
        case .finalPunctuation: 16
        case .otherPunctuation: 17
        case .mathSymbol: 18
        case .currencySymbol: 19
        case .modifierSymbol: 20
        case .otherSymbol: 21
        case .spaceSeparator: 22
        case .lineSeparator: 23
        case .paragraphSeparator: 24
        case .control: 25
        case .format: 26
        case .surrogate: 27
        case .privateUse: 28
        case .unassigned: 29
        @unknown default: 29
        }
    }
}
