/// The named sets of RE2 that strings are made of; a property of Unicode has some of its characters here.
enum PatternClasses {
    static func named(_ name: String) -> CharacterRanges? {
        switch name {
        case "alnum": CharacterRanges([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
        case "alpha": CharacterRanges([0x41...0x5A, 0x61...0x7A])
        case "ascii": CharacterRanges([0...0x7F])
        case "blank": CharacterRanges([0x09...0x09, 0x20...0x20])
        case "cntrl": CharacterRanges([0...0x1F, 0x7F...0x7F])
        case "digit": .digits
        case "graph": CharacterRanges([0x21...0x7E])
        case "lower": CharacterRanges([0x61...0x7A])
        case "print": CharacterRanges([0x20...0x7E])
        case "punct": CharacterRanges([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
        case "space": CharacterRanges([0x09...0x0D, 0x20...0x20])
        case "upper": CharacterRanges([0x41...0x5A])
        case "word": .word
        case "xdigit": CharacterRanges([0x30...0x39, 0x41...0x46, 0x61...0x66])
        default: nil
        }
    }

    static func property(_ name: String) -> CharacterRanges? {
        switch name {
        case "L": CharacterRanges([0x41...0x5A, 0x61...0x7A, 0xE0...0xF6, 0x3B1...0x3C1, 0x430...0x44F])
        case "Lu": CharacterRanges([0x41...0x5A, 0xC0...0xD6])
        case "Ll": CharacterRanges([0x61...0x7A, 0xE0...0xF6])
        case "N", "Nd": .digits
        case "P": CharacterRanges([0x21...0x23, 0x25...0x2A, 0x2C...0x2F, 0x3A...0x3B])
        case "S": CharacterRanges([0x2B...0x2B, 0x3C...0x3E, 0x24...0x24])
        case "Z", "Zs": CharacterRanges([0x20...0x20, 0xA0...0xA0])
        case "M", "Mn": CharacterRanges([0x300...0x304])
        case "Latin": CharacterRanges([0x41...0x5A, 0x61...0x7A, 0xE0...0xF6])
        case "Greek": CharacterRanges([0x3B1...0x3C1])
        case "Cyrillic": CharacterRanges([0x430...0x44F])
        case "Han": CharacterRanges([0x4E00...0x4E20])
        case "Hiragana": CharacterRanges([0x3042...0x3062])
        case "Katakana": CharacterRanges([0x30A2...0x30C2])
        case "Arabic": CharacterRanges([0x628...0x63A])
        case "Hebrew": CharacterRanges([0x5D0...0x5EA])
        case "Thai": CharacterRanges([0xE01...0xE2E])
        case "Hangul": CharacterRanges([0xAC00...0xAC20])
        default: nil
        }
    }
}
