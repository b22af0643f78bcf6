internal import ProvisoMessages

/// Counts the characters of a kind in a string, for three validators.
struct CharacterCount: Sendable {
    enum Kind: Sendable { case digit, upper, lower }

    static let options = [
        OptionDescription("min", .integer, "how many there must be at least, 1 by default"),
        OptionDescription("unicode", .boolean, "whether those of all scripts count, not only ASCII's"),
    ]

    let kind: Kind
    let min: Int
    let unicode: Bool

    init(_ kind: Kind, min: Int, unicode: Bool) {
        self.kind = kind
        self.min = min
        self.unicode = unicode
    }

    init(_ kind: Kind, _ options: borrowing OptionReader) throws(OptionError) {
        self.init(kind, min: try options.count("min") ?? 1, unicode: try options.boolean("unicode") ?? false)
    }

    func check() throws(OptionError) {
        if min < 1 { throw OptionError(option: "min", reason: "must be at least 1, or every string passes") }
    }

    var parameters: Parameters { ["min": .integer(Int64(min))] }

    func isReached(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        var index = 0
        while count < min, index < text.count {
            let byte = text[index]
            if byte < 0x80 || !unicode {
                if holds(byte) { count += 1 }
                index += 1
            } else {
                let (scalar, width) = text.scalar(at: index)
                if scalar.properties.generalCategory == category { count += 1 }
                index += width
            }
        }
        return count >= min
    }

    private func holds(_ byte: UInt8) -> Bool {
        switch kind {
        case .digit: byte.isDigit
        case .upper: byte.isUppercase
        case .lower: byte.isLowercase
        }
    }

    private var category: Unicode.GeneralCategory {
        switch kind {
        case .digit: .decimalNumber
        case .upper: .uppercaseLetter
        case .lower: .lowercaseLetter
        }
    }
}
