internal import Glibc
import Proviso

/// gettext's PO: the key is the context, English the id, what is not reviewed is fuzzy.
enum POFile {
    static func write(_ translations: Translations) -> String {
        var text = """
            msgid ""
            msgstr ""
            "Project-Id-Version: proviso \(Version.current)\\n"
            "PO-Revision-Date: \(now)\\n"
            "Last-Translator: none\\n"
            "Language-Team: none\\n"
            "MIME-Version: 1.0\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"
            "Language: \(translations.locale ?? "")\\n"

            """
        for unit in translations.units {
            text += "\n"
            for note in unit.notes { text += "#. \(note.split(separator: "\n").joined(separator: " "))\n" }
            let isFuzzy = unit.isDone == false && !unit.text.isEmpty
            text += "#, \(isFuzzy ? "fuzzy, " : "")icu-message-format\n"
            text += "msgctxt \(quoted(unit.key))\nmsgid \(quoted(unit.english))\nmsgstr \(quoted(unit.text))\n"
        }
        return text
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        var reader = POReader()
        var number = 0
        // Windows ends lines in two characters, which are one in Swift.
        let ends: Set<Character> = ["\n", "\r\n", "\r"]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: ends.contains) {
            number += 1
            try reader.read(line, number)
        }
        try reader.finish()
        return Translations(locale: reader.locale, units: reader.units)
    }

    /// The time as gettext writes it: `2026-11-28 19:30+0000`.
    private static var now: String {
        var (seconds, parts) = (time(nil), tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))+0000"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Reads PO line by line.
private struct POReader {
    private enum Field { case context, id, text }

    private(set) var units: [Translations.Unit] = []
    private(set) var locale: String?
    private var fields: [Field: String] = [:]
    private var current: Field?
    private var isFuzzy = false
    /// The line of the entry's key.
    private var place = 0

    mutating func read(_ line: Substring, _ number: Int) throws(Translations.Failure) {
        if line.isEmpty || line.allSatisfy({ $0 == " " }) { return }
        if line.hasPrefix("#") {
            if current != nil { try finish() }
            if line.hasPrefix("#,"), line.holds("fuzzy") { isFuzzy = true }
            return
        }
        if line.hasPrefix("\"") {
            guard let current else {
                throw Translations.Failure(line: number, reason: "this string does not follow msgctxt, msgid or msgstr")
            }
            fields[current, default: ""] += try string(line, number)
            return
        }
        let keyword = line.prefix { $0 != " " && $0 != "\"" }
        let rest = line.dropFirst(keyword.count).drop { $0 == " " }
        switch keyword {
        case "msgctxt":
            try begin(.context)
            place = number
        case "msgid": try begin(.id)
        case "msgstr": try begin(.text)
        case "msgid_plural":
            throw Translations.Failure(line: number, reason: "plurals must be inside the message, not in msgid_plural")
        default:
            throw Translations.Failure(
                line: number, reason: "unexpected keyword \"\(keyword)\": expected msgctxt, msgid or msgstr")
        }
        if let current { fields[current] = try string(rest, number) }
    }

    private mutating func begin(_ field: Field) throws(Translations.Failure) {
        if fields[.text] != nil { try finish() }
        current = field
    }

    mutating func finish() throws(Translations.Failure) {
        defer { (fields, current, isFuzzy) = ([:], nil, false) }
        guard let text = fields[.text] else { return }
        guard let key = fields[.context] else {
            let line = text.split(separator: "\n").first { $0.hasPrefix("Language:") }
            let tag = line?.dropFirst("Language:".count).filter { $0 != " " }.map { $0 == "_" ? "-" : $0 }
            locale = tag.flatMap { LocaleTag.canonical(String($0)) }
            return
        }
        if units.contains(where: { $0.key == key }) {
            throw Translations.Failure(line: place, reason: "a second entry for \"\(key)\": remove one of the two")
        }
        units.append(.init(key: key, english: fields[.id] ?? "", text: text, notes: [], isDone: !isFuzzy))
    }

    private func string(_ text: Substring, _ number: Int) throws(Translations.Failure) -> String {
        // By scalar: a combining mark after an escape is not a part of it.
        let scalars = text.unicodeScalars
        guard scalars.count > 1, scalars.first == "\"", scalars.last == "\"" else {
            throw Translations.Failure(line: number, reason: "expected a string in quotation marks")
        }
        var result = ""
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            guard isEscaped else {
                if scalar == "\\" { isEscaped = true } else { result.unicodeScalars.append(scalar) }
                continue
            }
            isEscaped = false
            switch scalar {
            case "n": result += "\n"
            case "t": result += "\t"
            case "r": result += "\r"
            case "\"", "\\": result.unicodeScalars.append(scalar)
            default: throw Translations.Failure(line: number, reason: "\\\(scalar) is not an escape")
            }
        }
        guard !isEscaped else { throw Translations.Failure(line: number, reason: "the text does not end") }
        return result
    }
}
