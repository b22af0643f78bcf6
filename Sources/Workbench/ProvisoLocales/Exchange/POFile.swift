import Proviso

/// gettext's PO: the key is the context, English the id, what is not reviewed is fuzzy.
enum POFile {
    static func write(_ translations: Translations) -> String {
        var text = """
            msgid ""
            msgstr ""
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"
            "Language: \(translations.locale ?? "")\\n"

            """
        for unit in translations.units {
            text += "\n"
            for note in unit.notes { text += "#. \(note.split(separator: "\n").joined(separator: " "))\n" }
            let isFuzzy = unit.isReviewed == false && !unit.text.isEmpty
            text += "#, \(isFuzzy ? "fuzzy, " : "")icu-message-format\n"
            text += "msgctxt \(quoted(unit.key))\nmsgid \(quoted(unit.english))\nmsgstr \(quoted(unit.text))\n"
        }
        return text
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        var reader = POReader()
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            try reader.read(line.last == "\r" ? line.dropLast() : line, number)
        }
        reader.finish()
        return Translations(locale: reader.locale, units: reader.units)
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

    mutating func read(_ line: Substring, _ number: Int) throws(Translations.Failure) {
        if line.isEmpty || line.allSatisfy({ $0 == " " }) { return }
        if line.hasPrefix("#") {
            if current != nil { finish() }
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
        case "msgctxt": begin(.context)
        case "msgid": begin(.id)
        case "msgstr": begin(.text)
        case "msgid_plural":
            throw Translations.Failure(line: number, reason: "plurals must be inside the message, not in msgid_plural")
        default:
            throw Translations.Failure(
                line: number, reason: "unexpected keyword \"\(keyword)\": expected msgctxt, msgid or msgstr")
        }
        if let current { fields[current] = try string(rest, number) }
    }

    private mutating func begin(_ field: Field) {
        if fields[.text] != nil { finish() }
        current = field
    }

    mutating func finish() {
        defer { (fields, current, isFuzzy) = ([:], nil, false) }
        guard let text = fields[.text] else { return }
        guard let key = fields[.context] else {
            let line = text.split(separator: "\n").first { $0.hasPrefix("Language:") }
            let tag = line?.dropFirst("Language:".count).filter { $0 != " " }.map { $0 == "_" ? "-" : $0 }
            locale = tag.flatMap { LocaleTag.canonical(String($0)) }
            return
        }
        units.append(.init(key: key, english: fields[.id] ?? "", text: text, notes: [], isReviewed: !isFuzzy))
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
