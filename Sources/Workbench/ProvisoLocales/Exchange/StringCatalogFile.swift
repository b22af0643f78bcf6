import Proviso

/// Xcode's String Catalog (`.xcstrings`): each message with its English and the translations of one or more languages.
///
/// A message is one string in the syntax of catalogs, plurals included, because Xcode's own plurals cannot hold it.
enum StringCatalogFile {
    static func write(_ translations: Translations) -> String {
        let locale = translations.locale ?? source
        var writer = JSONWriter(escapesHidden: false)
        writer.object {
            $0.member("sourceLanguage", source)
            $0.member("strings") {
                $0.object { strings in
                    for unit in translations.units {
                        strings.member(unit.key) { $0.object { write(unit, locale, to: &$0) } }
                    }
                }
            }
            $0.member("version", "1.0")
        }
        return writer.text + "\n"
    }

    private static let source = "en"

    private static func write(_ unit: Translations.Unit, _ locale: String, to writer: inout JSONWriter) {
        if !unit.notes.isEmpty { writer.member("comment", unit.notes.joined(separator: "\n")) }
        // Else Xcode removes what no Swift file of the app has.
        writer.member("extractionState", "manual")
        writer.member("localizations") {
            $0.object {
                if locale != source { write(unit.english, state: "translated", for: source, to: &$0) }
                let state = unit.isDone == true ? "translated" : "needs_review"
                if !unit.text.isEmpty { write(unit.text, state: state, for: locale, to: &$0) }
            }
        }
    }

    private static func write(_ text: String, state: String, for locale: String, to writer: inout JSONWriter) {
        writer.member(locale) {
            $0.object {
                $0.member("stringUnit") {
                    $0.object {
                        $0.member("state", state)
                        $0.member("value", text)
                    }
                }
            }
        }
    }

    /// Reads the translations of a locale, or of the only one beside the source language.
    static func read(_ text: String, locale: String?) throws(Translations.Failure) -> Translations {
        let root: StrictJSON.Node
        do {
            root = try StrictJSON.read(text)
        } catch {
            throw FlatJSONFile.failure(at: error.offset, in: text, error.reason)
        }
        guard case .object(let members) = root.value, let source = members.text("sourceLanguage"),
            let strings = members.object("strings")
        else {
            throw Translations.Failure(line: 1, reason: "expected a String Catalog: \"sourceLanguage\" and \"strings\"")
        }
        let found = Set(strings.flatMap { $0.members?.object("localizations")?.map(\.key) ?? [] }).sorted()
        let others = found.filter { $0 != source }
        guard let own = locale ?? (others.count == 1 ? others[0] : others.isEmpty ? source : nil) else {
            let names = others.joined(separator: ", ")
            throw Translations.Failure(line: 0, reason: "it has several languages (\(names)): name one with --locale")
        }
        var units: [Translations.Unit] = []
        for string in strings {
            let texts = string.members?.object("localizations") ?? []
            guard let localized = texts.object(own) else { continue }
            guard let unit = localized.object("stringUnit"), let value = unit.text("value") else {
                throw FlatJSONFile.failure(
                    at: string.offset, in: text,
                    "\"\(string.key)\" has variations: plurals must be inside the message, as in English")
            }
            units.append(
                .init(
                    key: string.key, english: texts.object(source)?.object("stringUnit")?.text("value") ?? "",
                    text: value, notes: [], isDone: unit.text("state") == "translated"))
        }
        return Translations(locale: LocaleTag.canonical(LocaleTag.preferred(own)), units: units)
    }
}

extension [StrictJSON.Member] {
    fileprivate func text(_ key: String) -> String? {
        guard case .string(let text)? = first(where: { $0.key == key })?.node.value else { return nil }
        return text
    }

    fileprivate func object(_ key: String) -> [StrictJSON.Member]? { first { $0.key == key }?.members }
}

extension StrictJSON.Member {
    fileprivate var members: [StrictJSON.Member]? {
        guard case .object(let members) = node.value else { return nil }
        return members
    }
}
