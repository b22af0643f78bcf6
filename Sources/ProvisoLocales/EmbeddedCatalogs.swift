internal import Locales
package import Proviso

/// The files of the embedded catalogs.
package enum EmbeddedCatalogs {
    package static var locales: [String] { Catalogs.embedded.locales }

    /// The file of a locale, or `nil` if there is none.
    package static func text(_ locale: String) -> String? {
        EmbeddedFile.all.first { "\($0.locale)" == locale }.map { file in
            file.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    package static func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        guard let text = text(locale) else { return nil }
        return try ArbDocument(text, name: "\(locale).arb")
    }
}
