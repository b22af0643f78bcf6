internal import Locales
package import Proviso

/// The files of the embedded catalogs.
package enum EmbeddedCatalogs {
    package static var locales: [String] { Catalogs.embedded.locales }

    /// The file of a locale, or `nil` if there is none.
    package static func text(_ locale: String) -> String? {
        let file = locale == "en" ? EmbeddedFile.annotatedEnglish : nil
        return (file ?? EmbeddedFile.all.first { "\($0.locale)" == locale }).map { file in
            file.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// English with the notes for translators, which the catalogs that programs use do not have.
    package static let english: Catalog? = text("en").flatMap { try? Catalog(arb: $0, name: "en.arb") }

    package static func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        guard let text = text(locale) else { return nil }
        return try ArbDocument(text, name: "\(locale).arb")
    }
}
