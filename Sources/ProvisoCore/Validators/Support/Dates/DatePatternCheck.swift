internal import ProvisoMessages

/// Finds letters of an ICU date pattern that almost certainly have another meaning than the author intended.
///
/// Patterns of other libraries share the letters, but not their meaning: to ICU `YYYY-MM-DD` is a year of weeks and a
/// day of the year, and such a rule would read wrong dates without an error.
struct DatePatternCheck {
    private struct Field {
        var letter: Character
        let count: Int
        /// The index of the field in `parts`.
        let part: Int
    }

    private let format: String
    private var parts: [String] = []
    private var fields: [Field] = []
    private var problems: [String] = []

    /// The letters of the fields, one for each.
    private var letters: [Character] { fields.map(\.letter) }

    /// Whether the pattern has a time of day or a zone.
    var hasTime: Bool { has("abBhHkKmsSAzZOvVXxjJC") }

    init(_ format: String) {
        self.format = format
        var isQuoted = false
        var last: Character?
        for character in format {
            if character == "'" { isQuoted.toggle() }
            let isLetter = !isQuoted && character.isASCII && character.isLetter
            if isLetter, character == last, let field = fields.last {
                fields[fields.count - 1] = Field(letter: character, count: field.count + 1, part: field.part)
                parts[field.part].append(character)
            } else {
                if isLetter { fields.append(Field(letter: character, count: 1, part: parts.count)) }
                parts.append(String(character))
            }
            last = isLetter ? character : nil
        }
    }

    /// Throws for a pattern without letters, and for one whose letters are most likely confused.
    func check(_ kind: DateKind, option: String) throws(OptionError) {
        if fields.isEmpty {
            throw OptionError(
                option: option,
                reason:
                    "'\(format)' contains no field of \(kind == .time ? "a time of day such as H or m" : "a date such as y, M or d")",
                suggestion: DatePatternDialect.icu(format) ?? Suggestion.nearest(to: format, in: DateReader.styleNames))
        }
        // ICU itself refuses other letters, which may be the name of a style.
        guard letters.allSatisfy(Self.known.contains) else { return }
        var mended = self
        mended.mend(kind)
        if mended.problems.isEmpty { return }
        let suggestion = DatePatternDialect.icu(format) ?? mended.parts.joined()
        throw OptionError(
            option: option,
            reason: "'\(format)' does not mean what it seems to: \(mended.problems.joined(separator: ", "))",
            suggestion: suggestion)
    }

    /// Throws for a pattern without a part of what the rule is about: a date without a day, or a time without an hour.
    ///
    /// Dates and times of day would be read from it, and all be the same.
    func checkParts(_ kind: DateKind) throws(OptionError) {
        // ICU refuses patterns of other languages, which have a suggestion of their own.
        if let meant = DatePatternDialect.icu(format), meant != format { return }
        if kind == .time, !has("abBhHkKmsSAjJC") {
            throw OptionError(
                option: "format",
                reason: "'\(format)' contains no field of a time of day such as H or m: use the rule type 'date'")
        }
        if kind != .time, !has("GyYuUrQqMLwWdDFgEec") {
            throw OptionError(
                option: "format",
                reason: "'\(format)' contains no field of a date such as y, M or d: use the rule type 'time'")
        }
    }

    private mutating func mend(_ kind: DateKind) {
        let isOfDay = has("yYuMLdD") || kind == .date
        if has("m"), !has(Self.hours), !has("ML"), isOfDay { replace("m", by: "M", "stands for minutes") }
        if has(Self.hours), !has("m") { replace("M", by: "m", "stands for the month", after: Self.hours) }
        if has("S"), !has("s") { replace("S", by: "s", "stands for fractions of a second", after: "m") }
        if has("Y"), !has("w") { replace("Y", by: "y", "stands for the year that a week belongs to") }
        if has("w"), has("y"), !has("YMLd") { replace("y", by: "Y", "is not the year that a week belongs to") }
        if has("D"), has("ML") { replace("D", by: "d", "stands for the day of the year") }
        if has("A"), has("hK") { replace("A", by: "a", "stands for the milliseconds of a day") }
        replace("d", by: "E", "is a number with leading zeros, not the name of a weekday", least: 3)
        if format.utf8.contains(UInt8(ascii: "%")) { problems.append("'%' stands for itself") }
        if !has("abB") {
            replace("h", by: "H", "counts to 12 and needs 'a' for AM and PM")
            replace("K", by: "H", "counts to 11 and needs 'a' for AM and PM")
        }
    }

    private static let hours = "hHkKjJC"
    private static let known = "GyMdkHmsSEDFwWahKzYeugAZvcLQqVUOXxrbB"

    private func has(_ letters: String) -> Bool { fields.contains { letters.contains($0.letter) } }

    /// Replaces the fields of a letter; with `previous` only those right after a field of one of these letters.
    private mutating func replace(
        _ letter: Character, by other: Character, _ meaning: String, after previous: String? = nil, least: Int = 1
    ) {
        for index in fields.indices where fields[index].letter == letter && fields[index].count >= least {
            if let previous, index == 0 || !previous.contains(fields[index - 1].letter) { continue }
            let field = fields[index]
            problems.append("'\(parts[field.part])' \(meaning)")
            parts[field.part] = String(repeating: other, count: field.count)
            fields[index].letter = other
        }
    }
}
