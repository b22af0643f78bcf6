extension String {
    /// The string with blanks after it up to a number of characters.
    package func padded(to width: Int) -> String { self + blanks(width) }

    /// The string with blanks before it up to a number of characters.
    package func aligned(to width: Int) -> String { blanks(width) + self }

    private func blanks(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) }

    /// The string on one line, with every invisible character made visible: for terminals, logs, cells and commands.
    ///
    /// Line breaks, control characters, bidirectional controls, byte order marks, tags and noncharacters are written as
    /// `\n`, `\r`, `\t` or `\u{1B}`. Otherwise, data could forge lines, control a terminal or reverse the text next to
    /// it.
    package var visible: String { visible(keepsDirections: false) }

    /// The same for a message of the localizer: its isolates (U+2068 … U+2069) and direction marks are kept.
    ///
    /// An isolate is kept only if its end exists too.
    package func visible(keepsDirections: Bool) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        guard unicodeScalars.contains(where: { $0.isHidden || $0.needsBase }) else { return self }
        let kept = keepsDirections ? isolates : []
        var result = ""
        var before: Unicode.Scalar = " "
        for (index, scalar) in unicodeScalars.enumerated() {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where kept.contains(index) || keepsDirections && scalar.isDirectionMark,
                _ where scalar.needsBase ? scalar.isShown(after: before) : !scalar.isHidden:
                result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
            before = scalar
        }
        return result
    }

    /// The positions where isolates begin and end, of those with both.
    private var isolates: Set<Int> {
        var (open, pairs): ([Int], Set<Int>) = ([], [])
        for (index, scalar) in unicodeScalars.enumerated() {
            if scalar == "\u{2068}" { open.append(index) }
            if scalar == "\u{2069}", let start = open.popLast() { pairs.formUnion([start, index]) }
        }
        return pairs
    }
}

extension Unicode.Scalar {
    /// Whether a message for people must not contain the character itself.
    package var isHidden: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        case 0x061C, 0x200E, 0x200F: true
        // Soft hyphens, fillers and marks without appearance: two different values would look the same.
        case 0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2060...0x2065, 0x206A...0x206F: true
        case 0x3164, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0080...0xE00FF: true
        case 0xE01F0...0xE0FFF: true
        default: value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
        }
    }

    /// Whether the character is seen only by what it does to the one before it: variation selectors, and the space without
    /// width that separates words in Thai, Lao, Burmese and Khmer.
    package var needsBase: Bool {
        switch value {
        case 0x180B...0x180D, 0x180F, 0x200B, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Whether a character that needs another one follows one that it changes.
    fileprivate func isShown(after before: Unicode.Scalar) -> Bool {
        switch value {
        case 0x200B: [0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF].contains { $0.contains(before.value) }
        case 0x180B...0x180F: (0x1800...0x18AF).contains(before.value) && !before.isHidden && !before.needsBase
        default: !before.isHidden && !before.needsBase && !before.properties.isWhitespace && !before.isASCIILetter
        }
    }

    /// Digits and signs may become emoji by a variation selector; letters have none.
    private var isASCIILetter: Bool { isASCII && properties.isAlphabetic }

    /// Whether the character only sets a direction and has no other appearance.
    fileprivate var isDirectionMark: Bool { value == 0x061C || value == 0x200E || value == 0x200F }
}
