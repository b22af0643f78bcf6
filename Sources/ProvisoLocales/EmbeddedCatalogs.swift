internal import Locales
package import Proviso

/// The files of the embedded catalogs.
package enum EmbeddedCatalogs {
    package static var locales: [String] { Catalogs.embedded.locales }

    /// The file of a locale, or `nil` if there is none.
    package static func text(_ locale: String) -> String? {
        for index in 0..<prv_locale_file_count {
            guard let file = prv_locale_file_at(index)?.pointee, let name = file.locale, String(cString: name) == locale
            else { continue }
            return String(decoding: UnsafeRawBufferPointer(start: file.bytes, count: Int(file.length)), as: UTF8.self)
        }
        return nil
    }

    package static func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        guard let text = text(locale) else { return nil }
        return try ArbDocument(text, name: "\(locale).arb")
    }
}
