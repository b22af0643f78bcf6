import Foundation
import Proviso
import ProvisoCatalogChecks
import ProvisoLocales

/// A way to break a message, as people and tools do.
struct Defect: Sendable {
    let name: String
    /// The broken text; nothing where a message offers no place for it.
    let apply: @Sendable (_ text: String, _ locale: String, _ english: String) -> String?

    init(_ name: String, _ apply: @escaping @Sendable (_ text: String, _ locale: String, _ english: String) -> String?)
    {
        self.name = name
        self.apply = apply
    }

    /// Replaces the first occurrence.
    static func swap(_ name: String, _ old: String, _ new: String) -> Defect {
        Defect(name) { text, _, _ in text.swapping(old, new) }
    }

    /// Takes a plural's branch out.
    static func dropping(_ category: String) -> Defect {
        Defect("dropped \(category)") { text, _, _ in text.removingBranch(category) }
    }

    static let all: [Defect] = [
        swap("renamed label", "{attribute}", "{attribut}"), swap("translated label", "{attribute}", "{اسم}"),
        swap("renamed number", "{min, plural", "{minimum, plural"), swap("renamed file", "{file}", "{datei}"),
        swap("renamed number", "{limit, ", "{limits, "), swap("translated other", "other{", "andere{"),
        swap("translated other", "other{", "その他{"), swap("translated plural", "plural,", "Plural-Form,"),
        swap("number without a style", "{min, number}", "{min}"), swap("bare number", "{#", "{{limit}"),
        swap("bare number", "{#", "{{max}"), swap("integer style", "{max, number}", "{max, number, integer}"),
        swap("label as number", "{attribute}", "{attribute, number}"),
        swap("number as date", "{min, number}", "{min, date}"),
        swap("label left out", "{attribute}", "X"), swap("printf", "{attribute}", "%s"),
        swap("template", "{attribute}", "${attribute}"), swap("bad quoting", "{attribute}", "'{attribute}"),
        swap("quoted label", "{attribute}", "'{'attribute'}'"), swap("open brace", "{attribute}", "{attribute"),
        swap("number left out of other", "other{#", "other{"), dropping("one"), dropping("few"), dropping("many"),
        dropping("two"), dropping("zero"), swap("extra category", "other{", "few{# x} other{"),
        swap("branch twice", "other{", "other{#} other{"), swap("offset", "plural, ", "plural, offset:1 "),
        swap("unknown category", "other{", "several{#} other{"), swap("select translated", "integer {", "Zahl {"),
        swap("select branch lost", "boolean {", "bool {"),
        Defect("English left in") { _, _, english in english },
        Defect("English branch") { text, _, english in
            english.contains("characters}") ? text.swapping("other{#", "other{# characters}}", through: "}}") : nil
        },
        Defect("half in English") { text, _, english in
            english.contains(" must be ") ? "{attribute} must be " + text : nil
        },
        Defect("empty") { _, _, _ in "" },
        Defect("wrong quotation marks") { text, locale, _ in
            let wrong: [Character: Character] = ["„": "”", "«": "“", "“": "\"", "「": "«", "»": "\""]
            guard let index = text.firstIndex(where: { wrong[$0] != nil }) else { return nil }
            return text.replacingCharacters(in: index...index, with: String(wrong[text[index]] ?? "\""))
        },
        Defect("straight quotation marks") { text, _, _ in
            let marks = Set("„“«»「」”")
            return text.contains(where: marks.contains) ? String(text.map { marks.contains($0) ? "\"" : $0 }) : nil
        },
        Defect("quotation mark lost") { text, _, _ in
            text.lastIndex(where: Set("“»」”").contains).map { text.replacingCharacters(in: $0...$0, with: "") }
        },
        Defect("right-to-left override") { text, _, _ in "\u{202E}" + text },
        Defect("embedding") { text, _, _ in text.swapping(" ", " \u{202A}") },
        Defect("left-to-right mark") { text, locale, _ in locale == "ar" ? nil : text + "\u{200E}" },
        Defect("zero width space") { text, _, _ in text.swapping("}", "}\u{200B}") },
        Defect("byte order mark") { text, _, _ in "\u{FEFF}" + text },
        Defect("soft hyphen") { text, _, _ in text.swapping("{attribute}", "{attribute}\u{AD}") },
        Defect("isolate not closed") { text, _, _ in text.swapping("{attribute}", "\u{2068}{attribute}") },
        Defect("line break") { text, _, _ in text.swapping(" ", "\n") },
        Defect("tab") { text, _, _ in text.swapping("{attribute}", "\t{attribute}") },
        Defect("not NFC") { text, _, _ in
            let decomposed = text.decomposedStringWithCanonicalMapping
            return decomposed.unicodeScalars.elementsEqual(text.unicodeScalars) ? nil : decomposed
        },
        Defect("wrong script") { text, locale, _ in
            switch locale {
            case "ru": text.swapping("о", "o")
            case "zh-Hans": text.swapping("{attribute}", "{attribute}驗")
            case "ja": text.swapping("{attribute}", "{attribute}ㄱ")
            case "ar": text.swapping("{attribute}", "{attribute} قيمةа")
            default: text.swapping("e", "е")
            }
        },
        Defect("foreign word") { text, locale, _ in
            ["ru", "zh-Hans", "ja", "ar"].contains(locale) ? text.swapping("{attribute}", "{attribute} value") : nil
        },
        swap("open bracket", "{attribute}", "({attribute}"), swap("closing bracket", "{attribute}", "{attribute}]"),
        Defect("no full stop") { text, _, _ in Set(".。").contains(text.last ?? " ") ? String(text.dropLast()) : nil },
        Defect("exclamation") { text, _, _ in Set(".。").contains(text.last ?? " ") ? text.dropLast() + "!" : nil },
        Defect("trailing space") { text, _, _ in text + " " }, Defect("leading space") { text, _, _ in " " + text },
        Defect("two spaces") { text, _, _ in text.swapping(" {", "  {") },
        swap("space before the mark", "}.", "} ."), swap("bold", "{attribute}", "<b>{attribute}</b>"),
        swap("entity", "{attribute}", "&quot;{attribute}&quot;"), swap("Markdown", "{attribute}", "*{attribute}*"),
        swap("code", "{attribute}", "`{attribute}`"), swap("hash outside", "{attribute}", "# {attribute}"),
        Defect("too long") { text, _, _ in text + String(repeating: "x", count: 4_100) },
        Defect("private use") { text, _, _ in text.swapping("{attribute}", "{attribute}\u{E000}") },
    ]
}

extension String {
    func swapping(_ old: String, _ new: String) -> String? {
        range(of: old, options: .literal).map { replacingCharacters(in: $0, with: new) }
    }

    /// Replaces from `old` through the next `end`.
    func swapping(_ old: String, _ new: String, through end: String) -> String? {
        guard let start = range(of: old), let stop = self[start.upperBound...].range(of: end) else { return nil }
        return replacingCharacters(in: start.lowerBound..<stop.upperBound, with: new)
    }

    func removingBranch(_ category: String) -> String? {
        guard let start = range(of: " \(category){") else { return nil }
        var depth = 1
        var index = start.upperBound
        while index < endIndex, depth > 0 {
            if self[index] == "{" { depth += 1 }
            if self[index] == "}" { depth -= 1 }
            index = self.index(after: index)
        }
        return replacingCharacters(in: start.lowerBound..<index, with: "")
    }
}
