internal import Proviso

/// The part of a source line around a value, as a terminal shows it.
package struct SourceExcerpt: Sendable, Equatable {
    /// One line, with control characters escaped.
    let text: String
    /// The terminal's column of the value, from 0.
    let column: Int

    /// How many characters are shown before and after the value's start.
    private static let before = 32
    private static let after = 44

    /// The line of a record around a byte of it.
    init(_ record: UnsafeRawBufferPointer, at offset: Int) {
        let offset = max(0, min(offset, record.count))
        let start = record[..<offset].lastIndex(of: .lineBreak).map { $0 + 1 } ?? 0
        let end = record[offset...].firstIndex(where: { $0 == .lineBreak }) ?? record.count
        // Cut by bytes first: a line can be many megabytes long, and a character of one code point has at most four
        // bytes.
        let first = Self.text(record[max(start, offset - 8 * Self.before)..<offset])
        let rest = Self.text(record[offset..<min(end, offset + 8 * Self.after)])
        let isCutAtStart = first.count > Self.before
        let isCutAtEnd = rest.count > Self.after
        let head = (isCutAtStart ? "…" : "") + Self.shown(first.suffix(Self.before))
        text = head + Self.shown(rest.prefix(Self.after)) + (isCutAtEnd ? "…" : "")
        column = Self.width(head)
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        // The first bytes can be the end of a character.
        String(decoding: bytes.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
    }

    /// A tab becomes one space, so that the caret is below the value.
    private static func shown(_ part: Substring) -> String {
        var text = String(part.map { $0 == "\t" ? " " : $0 })
        if text.hasSuffix("\r") { text.removeLast() }
        return text.visible
    }

    /// How many columns a terminal needs for a string.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isEmoji = scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
        return isEmoji || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// East Asian characters of two columns (UAX #11, wide and full-width), in blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
