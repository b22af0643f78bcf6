/// Characters that belong together.
public enum CharacterClass: String, Sendable, CaseIterable {
    /// Letters of all scripts, with the marks that many of them need.
    case letters
    /// Decimal digits of all scripts.
    case digits
    /// Digits, and other numbers such as "½" and "Ⅳ".
    case numbers
    /// ASCII digits and the letters from a to f.
    case hex
    case spaces, punctuation, symbols
    /// Emoji above ASCII, with what joins and varies them.
    case emoji
    /// Letters, numbers, spaces, punctuation and symbols.
    case printable
    case any
}

extension CharacterClass {
    /// The groups of the class.
    var groups: CharacterGroups {
        switch self {
        case .letters: .letters
        case .digits: .digits
        case .numbers: [.digits, .otherNumbers]
        case .spaces: .spaces
        case .punctuation: .punctuation
        case .symbols: .symbols
        case .printable: [.letters, .digits, .otherNumbers, .spaces, .punctuation, .symbols]
        case .any: .all
        case .hex, .emoji: []
        }
    }

    /// Whether the class has an ASCII character.
    func holds(ascii scalar: Unicode.Scalar) -> Bool {
        self == .hex ? scalar.properties.isASCIIHexDigit : groups.contains(CharacterGroups(of: scalar))
    }
}

/// Groups of general categories of Unicode; each category is in one of them.
struct CharacterGroups: OptionSet, Sendable {
    let rawValue: UInt8

    static let letters = Self(rawValue: 1)
    static let digits = Self(rawValue: 2)
    static let otherNumbers = Self(rawValue: 4)
    static let spaces = Self(rawValue: 8)
    static let punctuation = Self(rawValue: 16)
    static let symbols = Self(rawValue: 32)
    /// What cannot be seen, or is not assigned.
    static let others = Self(rawValue: 64)
    static let all = Self(rawValue: 127)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The group of a character.
    init(of scalar: Unicode.Scalar) {
        self =
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark:
                .letters
            case .decimalNumber: .digits
            case .letterNumber, .otherNumber: .otherNumbers
            case .spaceSeparator: .spaces
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation:
                .punctuation
            case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbols
            default: .others
            }
    }
}

extension Unicode.Scalar {
    /// Whether the character is an emoji above ASCII, or joins or varies emoji (UTS #51).
    var isPartOfEmoji: Bool {
        switch value {
        case ..<0x80: false
        // The joiner, the keycap, the variation selector, and the tags of flags.
        case 0x200D, 0x20E3, 0xFE0F, 0xE0020...0xE007F: true
        default: properties.isEmoji
        }
    }

    /// The character if people can see it alone, otherwise its code point: `U+200B`.
    var shown: String {
        let group = CharacterGroups(of: self)
        let category = properties.generalCategory
        let isMark = category == .nonspacingMark || category == .spacingMark || category == .enclosingMark
        if !isMark, group != .others, group != .spaces { return String(self) }
        let hex = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    }
}
