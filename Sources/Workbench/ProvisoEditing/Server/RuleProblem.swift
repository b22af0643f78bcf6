internal import Proviso
internal import ProvisoMessages

/// A problem of a rule file with the words that it is about.
struct RuleProblem: Sendable {
    enum Level: Int { case error = 1, warning = 2 }

    let range: Range<Int>
    let message: String
    let level: Level
    /// What to write instead; `nil` if no single word is wrong.
    var fix: String?
    /// What the fix replaces, if it is not the range.
    var fixed: Range<Int>

    init(_ diagnostic: RuleSetError.Diagnostic, level: Level, in lines: LineTable, _ outline: RuleOutline) {
        let found = Self.range(of: diagnostic, in: lines, outline)
        (self.range, self.level) = (found.range, level)
        let subject = diagnostic.rule.map { "\($0): " } ?? ""
        message = subject + diagnostic.reason + Suggestion.hint(diagnostic.suggestion)
        fixed = found.range
        if Self.isSyntax(diagnostic.reason) {
            fix = diagnostic.suggestion.flatMap(Self.replacement) ?? Self.correction(of: found.range, in: lines)
            if diagnostic.suggestion != nil, !found.isWord { fix = nil }
            return
        }
        guard let meant = diagnostic.suggestion, found.isWord else { return }
        let word = outline.word(from: max(0, found.range.lowerBound - 1)).flatMap { $0.inner == found.range ? $0 : nil }
        fix = Self.replacement(meant)
        if fix == "true" || fix == "false" { fixed = word?.range ?? fixed }
        if fix?.hasPrefix("[") == true { mend(word, lines, outline) }
    }

    /// Makes a suggestion that is a whole rule replace `email: required`, where that is the only entry of a block.
    private mutating func mend(_ word: RuleOutline.Word?, _ lines: LineTable, _ outline: RuleOutline) {
        guard let rule = fix else { return }
        fix = nil
        guard let word, word.isKey, outline.keys(of: word.path).count == 1,
            let entry = outline.extents[word.path + [.key(word.text)]], lines.line(of: entry.lowerBound) > 0,
            lines.string(lines.range(ofLine: lines.line(of: entry.lowerBound)).lowerBound..<entry.lowerBound).isBlank
        else { return }
        (fix, fixed) = ("- " + rule, entry)
    }

    /// What to write for a suggestion; `nil` if it says more than a name.
    private static func replacement(_ meant: String) -> String? {
        let quotes = meant.split(separator: "'", omittingEmptySubsequences: false)
        if quotes.count == 1 { return meant }
        guard quotes.count == 3, quotes[0].isEmpty, quotes[2].isEmpty else { return nil }
        return String(quotes[1])
    }

    /// The wrong word at a place: the one that the reason names, or all that begins there.
    private static func range(
        of diagnostic: RuleSetError.Diagnostic, in lines: LineTable, _ outline: RuleOutline
    ) -> (range: Range<Int>, isWord: Bool) {
        guard let position = diagnostic.position else { return (lines.range(ofLine: 0), false) }
        let start = offset(position.line, position.column, lines)
        let line = lines.range(ofLine: position.line - 1)
        if isSyntax(diagnostic.reason) {
            if let word = unquoted(diagnostic, near: start, lines) { return (word, true) }
            return (syntaxRange(diagnostic.reason, at: start, line, lines), false)
        }
        let names = names(in: diagnostic.reason)
        let word = outline.word(from: start).flatMap { $0.range.lowerBound == start ? $0 : nil }
        if word == nil, isWithoutValue(start..<max(start, line.upperBound), lines.bytes),
            let key = outline.word(before: start), key.range.lowerBound >= line.lowerBound
        {
            return (key.inner, names.contains(key.text))
        }
        let whole =
            word.map(\.inner) ?? outline.extent(from: start) ?? start..<max(start, line.upperBound)
        if let word, names.contains(word.text) { return (word.inner, true) }
        for name in names {
            if let key = outline.key(name, in: whole) { return (key.inner, true) }
            if let place = find(name, in: whole, lines.bytes) { return (place, true) }
        }
        let shown = whole.clamped(to: start..<max(line.upperBound, start))
        let range = whole.isEmpty ? lastWord(before: start, lines) : word == nil ? shown : whole
        // A sentence in which no word was found is not replaced as a whole.
        return (range, word.map { !$0.text.utf8.contains(0x20) } ?? false)
    }

    private static func offset(_ line: Int, _ column: Int, _ lines: LineTable) -> Int {
        // A byte order mark is not counted.
        let mark = line == 1 && lines.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
        return lines.offset(line: line - 1, column: column - 1 + mark, in: .scalars)
    }

    /// Whether the text is not YAML or JSON; the words between quotation marks are signs then.
    private static func isSyntax(_ reason: String) -> Bool {
        reason.hasPrefix("not YAML") || reason.hasPrefix("not valid JSON")
    }

    /// What to write for a sign: nothing for a comma too many, spaces for tabs.
    private static func correction(of range: Range<Int>, in lines: LineTable) -> String? {
        guard let first = lines.bytes[range].first else { return nil }
        if first == UInt8(ascii: ","), range.count == 1 { return "" }
        return first == 0x09 ? String(repeating: "  ", count: range.count) : nil
    }

    /// The word that needs quotation marks, if the error proposes them.
    private static func unquoted(
        _ diagnostic: RuleSetError.Diagnostic, near start: Int, _ lines: LineTable
    ) -> Range<Int>? {
        guard let quoted = diagnostic.suggestion.flatMap(replacement), quoted.utf8.count > 2, quoted.hasPrefix("\""),
            quoted.hasSuffix("\"")
        else { return nil }
        let bare = Array(quoted.utf8.dropFirst().dropLast())
        let first = lines.range(ofLine: lines.line(of: start)).lowerBound
        for offset in first..<max(first, min(lines.bytes.count - bare.count + 1, first + 2_000))
        where lines.bytes[offset..<offset + bare.count].elementsEqual(bare) {
            return offset..<offset + bare.count
        }
        return nil
    }

    /// What is not closed, if the reason says where it begins, or the word or sign that was found.
    private static func syntaxRange(
        _ reason: String, at start: Int, _ line: Range<Int>, _ lines: LineTable
    ) -> Range<Int> {
        if let begin = reason.parts(between: "(in what begins at ").dropFirst().first {
            let numbers = begin.prefix { $0 != ")" }.split(separator: ":").compactMap { Int($0) }
            let open = numbers.count == 2 ? offset(numbers[0], numbers[1], lines) : start
            let end = lines.range(ofLine: lines.line(of: open)).upperBound
            if end < line.lowerBound { return open..<max(open, end) }
        }
        if reason.holds("no comma after the last"), let comma = lines.bytes[..<start].lastIndex(of: UInt8(ascii: ",")) {
            return comma..<comma + 1
        }
        guard start < line.upperBound else { return lastWord(before: start, lines) }
        var end = start + 1
        while end < line.upperBound, lines.bytes[start] == 0x09, lines.bytes[end] == 0x09 { end += 1 }
        while end < line.upperBound, lines.bytes[start].isNamePart, lines.bytes[end].isNamePart { end += 1 }
        return start..<end
    }

    /// Whether only closing brackets, commas and comments follow in the line.
    private static func isWithoutValue(_ rest: Range<Int>, _ bytes: [UInt8]) -> Bool {
        guard let first = bytes[rest].first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return true }
        return ",]}#".utf8.contains(first)
    }

    /// At the end of the text, the word before it.
    private static func lastWord(before start: Int, _ lines: LineTable) -> Range<Int> {
        let line = lines.range(ofLine: lines.line(of: start))
        return line.isEmpty ? start..<min(start + 1, lines.bytes.count) : line.lowerBound..<max(start, line.upperBound)
    }

    /// The names between quotation marks in a reason, without the braces of placeholders.
    private static func names(in reason: String) -> [String] {
        let parts = reason.split(separator: "'", omittingEmptySubsequences: false)
        return stride(from: 1, to: max(1, parts.count - 1), by: 2).map { index in
            let name = parts[index]
            return String(name.hasPrefix("{") && name.hasSuffix("}") ? name.dropFirst().dropLast() : name)
        }.filter { !$0.isEmpty && $0.utf8.count <= 200 }
    }

    /// The place of a name that no other letters surround.
    private static func find(_ name: String, in range: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
        let wanted = Array(name.utf8)
        guard range.count >= wanted.count else { return nil }
        for start in range.lowerBound...(range.upperBound - wanted.count) where bytes[start] == wanted[0] {
            let end = start + wanted.count
            guard bytes[start..<end].elementsEqual(wanted) else { continue }
            let isBegun = start > range.lowerBound && bytes[start - 1].isNamePart && wanted[0].isNamePart
            let isContinued = end < range.upperBound && bytes[end].isNamePart && bytes[end - 1].isNamePart
            if !isBegun, !isContinued { return start..<end }
        }
        return nil
    }
}

extension UInt8 {
    /// Whether the byte belongs to a name: a letter, a digit, `_`, or a part of a character outside ASCII.
    var isNamePart: Bool {
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x7A || self >= 0x30 && self <= 0x39 || self == 0x5F || self >= 0x80
    }
}
