import Proviso

/// A flat JSON object of `key: text`, in the order of the catalog.
enum FlatJSONFile {
    static func write(_ translations: Translations) -> String {
        let rows = translations.units.map { "  \(ArbDocument.quoted($0.key)): \(ArbDocument.quoted($0.text))" }
        return "{\n\(rows.joined(separator: ",\n"))\n}\n"
    }

    static func read(_ text: String) throws(Translations.Failure) -> Translations {
        var text = text
        let result = text.withUTF8 { bytes -> Result<CatalogJSON.Node, CatalogJSON.Failure> in
            do throws(CatalogJSON.Failure) { return .success(try CatalogJSON.read(bytes)) } catch {
                return .failure(error)
            }
        }
        switch result {
        case .failure(let error):
            throw Translations.Failure(line: line(of: error.offset, in: text), reason: error.text)
        case .success(let root):
            guard case .object(let members) = root.value else {
                throw Translations.Failure(line: 1, reason: "an object of keys and texts belongs here")
            }
            var units: [Translations.Unit] = []
            for member in members {
                guard case .string(let value) = member.node.value else {
                    let reason = "\"\(member.name)\" must be a string"
                    throw Translations.Failure(line: line(of: member.offset, in: text), reason: reason)
                }
                units.append(.init(key: member.name, english: "", text: value, notes: [], isReviewed: nil))
            }
            return Translations(locale: nil, units: units)
        }
    }

    private static func line(of offset: Int, in text: String) -> Int {
        text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    }
}
