import Proviso

/// A flat JSON object of `key: text`, in the order of the catalog.
enum FlatJSONFile {
    static func write(_ translations: Translations) -> String {
        let rows = translations.units.map { "  \(ArbDocument.quoted($0.key)): \(ArbDocument.quoted($0.text))" }
        return "{\n\(rows.joined(separator: ",\n"))\n}\n"
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        let root: StrictJSON.Node
        do {
            root = try StrictJSON.read(text)
        } catch {
            throw failure(at: error.offset, in: text, error.reason)
        }
        guard case .object(let members) = root.value else {
            throw failure(at: root.offset, in: text, "expected an object of keys and strings")
        }
        var units: [Translations.Unit] = []
        for member in members {
            guard case .string(let value) = member.node.value else {
                throw failure(at: member.offset, in: text, "\"\(member.key)\" must be a string")
            }
            units.append(.init(key: member.key, english: "", text: value, notes: [], isDone: nil))
        }
        return Translations(locale: nil, units: units)
    }

    static func failure(at offset: Int, in text: String, _ reason: String) -> Translations.Failure {
        var text = text
        let line = text.withUTF8 { bytes in
            var lines = LineCounter(bytes)
            return lines.place(of: offset).line
        }
        return Translations.Failure(line: line, reason: reason)
    }
}
