package import Proviso

/// Writes the page Docs/Locales.md from the embedded catalogs.
package enum LocaleTable {
    /// The messages shown in each language.
    private static let samples: [(code: String, parameters: [Parameter])] = [
        ("required.blank", []), ("email.invalid", []),
        ("string.tooShort", [Parameter(name: "min", value: .integer(3))]),
        ("count.tooMany", [Parameter(name: "max", value: .integer(1))]),
        ("number.tooBig", [Parameter(name: "max", value: .number(1_234_567.5))]),
        (
            "file.wrongExtension",
            [Parameter(name: "extensions", value: .list([.text("png"), .text("jpg"), .text("gif")]))]
        ),
    ]

    package static func markdown() throws(CatalogError) -> String {
        guard let english = try EmbeddedCatalogs.document("en") else { return "" }
        var text = """
            # Locales

            Written by `make docs`; see [Translating.md](Translating.md) for how to add or improve one.
            A message counts as reviewed once a native speaker has read it, whom the catalog names.

            | Locale | Language | Messages | Reviewed | Plural categories | Ordinal categories |
            |---|---|---|---|---|---|

            """
        for locale in EmbeddedCatalogs.locales {
            guard let document = try EmbeddedCatalogs.document(locale) else { continue }
            let stats = LocaleStats(document, locale: locale, english: english)
            let orthography = Orthography.of(locale)
            text += "| [\(locale)](#\(anchor(locale))) | \(Orthography.name(of: locale, in: "en"))"
            text += " | \(stats.messages) of \(stats.total) | \(stats.reviewed)"
            text += " | \(orthography.cardinals.all.inOrder) | \(orthography.ordinals.all.inOrder) |\n"
        }
        text += terms
        text += "\n## Six messages in each\n"
        for locale in EmbeddedCatalogs.locales { text += section(locale) }
        return text
    }

    /// What each language calls the things that messages and reports speak of.
    private static var terms: String {
        let codes = ["records", "attribute", "value", "message", "errors", "warnings", "place", "code"]
        let keys = codes.map { "report.heading.\($0)" }
        func row(_ locale: String) -> String {
            let localizer = Localizer(preferring: [locale], isolation: .never, allowsRelatedLanguages: false)
            return keys.map { localizer.text(for: $0, parameters: [], label: "") }.joined(separator: " | ")
        }
        var text = "\n## Terms\n\nA catalog uses one term for one thing, in its messages too.\n\n"
        text += "| | \(row("en")) |\n|\(String(repeating: "---|", count: codes.count + 1))\n"
        for locale in EmbeddedCatalogs.locales where locale != "en" && LocaleTag.parents(of: locale).isEmpty {
            text += "| \(locale) | \(row(locale)) |\n"
        }
        return text
    }

    private static func section(_ locale: String) -> String {
        let localizer = Localizer(preferring: [locale], isolation: .never, allowsRelatedLanguages: false)
        let direction = LocaleTag.isRightToLeft(locale) ? "rtl" : "ltr"
        let name = Orthography.name(of: locale, in: locale)
        let rows = samples.map { code, parameters in
            "<li>\(localizer.text(for: code, parameters: parameters, label: "E-mail"))</li>\n"
        }
        return "\n### \(locale)\n\n\(name)\n\n<ul lang=\"\(locale)\" dir=\"\(direction)\">\n\(rows.joined())</ul>\n"
    }

    private static func anchor(_ locale: String) -> String { locale.lowercased() }
}
