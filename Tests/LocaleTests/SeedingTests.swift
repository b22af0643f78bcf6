import Proviso
import ProvisoCatalogChecks
import ProvisoLocales
import Testing

/// Defects of all kinds put into clean catalogs: the checker has to find them.
@Suite struct SeedingTests {
    struct Seed {
        let name: String
        let locale: String
        let key: String
        let document: ArbDocument
    }

    /// The languages the defects are written for.
    static let locales = ["ar", "de", "es", "fr", "ja", "ru", "zh-Hans"]

    /// One seed of each kind in each language, in a message that has a place for it.
    static func seeds() throws -> [Seed] {
        guard let english = try EmbeddedCatalogs.document("en") else { return [] }
        var seeds: [Seed] = []
        var turn = 0
        for locale in locales {
            guard let clean = try EmbeddedCatalogs.document(locale) else { continue }
            func seed(_ name: String, _ key: String, _ change: (inout ArbDocument) -> Void) {
                var document = clean
                change(&document)
                seeds.append(Seed(name: name, locale: locale, key: key, document: document))
            }
            for defect in Defect.all where !hasCategory(defect, locale) {
                turn += 7
                let places = english.keys.compactMap { key -> (String, String)? in
                    guard let text = clean[key], let source = english[key], source.contains(where: \.isLetter),
                        key != "value.text", let broken = defect.apply(text, locale, source),
                        broken != text
                            || !broken.unicodeScalars.elementsEqual(text.unicodeScalars)
                    else { return nil }
                    return (key, broken)
                }
                guard !places.isEmpty else { continue }
                let (key, broken) = places[turn % places.count]
                seed(defect.name, key) { $0[key] = broken }
            }
            let keys = english.keys
            seed("missing key", keys[turn % keys.count]) { $0[keys[turn % keys.count]] = nil }
            seed("unknown key", "string.toShort") { $0["string.toShort"] = $0["string.tooShort"] }
            seed("missing label", "label.value") { $0["label.value"] = nil }
        }
        return seeds
    }

    /// A category the language has is no extra one.
    private static func hasCategory(_ defect: Defect, _ locale: String) -> Bool {
        defect.name == "extra category" && ["ar", "ru"].contains(locale)
    }

    @Test func nearlyAllDefectsAreFound() throws {
        let seeds = try Self.seeds()
        #expect(seeds.count >= 200)
        let missed = try seeds.filter { seed in
            try !findings(seed).contains { $0.key == seed.key }
        }
        let names = missed.map { "\($0.name) in \($0.locale) \($0.key): \($0.document[$0.key] ?? "")" }
        #expect(missed.count * 100 <= seeds.count, "\(names.joined(separator: "\n"))")
        print(
            "seeded \(seeds.count) defects of \(Set(seeds.map(\.name)).count) kinds, found \(seeds.count - missed.count)"
        )
        for name in names { print("missed: \(name)") }
    }

    /// Only the message in question is checked where it is there: the others are clean, and many.
    private func findings(_ seed: Seed) throws -> [LocaleFinding] {
        guard let text = seed.document[seed.key] else { return try findings(seed.document, seed.locale) }
        var writer = JSONWriter()
        writer.object {
            $0.member("@@locale", seed.locale)
            $0.member(seed.key, text)
        }
        let details = ",\"@\(seed.key)\":{\"x-reviewed\":false}}"
        let catalog = try Catalog(arb: writer.text.dropLast() + details, name: "\(seed.locale).arb")
        var check = LocaleCheck()
        check.check(catalog, file: "\(seed.locale).arb")
        return check.findings
    }

    private func findings(_ document: ArbDocument, _ locale: String) throws -> [LocaleFinding] {
        let catalog = try Catalog(arb: document.written, name: "\(locale).arb")
        var check = LocaleCheck()
        check.check(catalog, file: "\(locale).arb")
        return check.findings
    }
}
