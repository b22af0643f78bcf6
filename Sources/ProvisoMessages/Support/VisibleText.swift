extension String {
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
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        let kept = keepsDirections ? isolates : []
        return unicodeScalars.enumerated().reduce(into: "") { result, next in
            let (index, scalar) = next
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where !scalar.isHidden || kept.contains(index) || keepsDirections && scalar.isDirectionMark:
                result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
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
        default: value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
        }
    }

    /// Whether the character only sets a direction and has no other appearance.
    fileprivate var isDirectionMark: Bool { value == 0x061C || value == 0x200E || value == 0x200F }
}
