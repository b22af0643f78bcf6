package import Proviso

/// How far a locale's catalog is.
package struct LocaleStats: Sendable {
    package let locale: String
    /// Messages there are, of `total`.
    package let messages: Int
    package let total: Int
    /// Those a native speaker has read; English is what all others are made from, and counts as read.
    package let reviewed: Int

    /// The messages of the library's own catalogs, or of a folder's, against English's.
    package init(_ document: ArbDocument, locale: String, english: ArbDocument) {
        let known = english.keys
        let present = known.filter { !(document[$0] ?? "").isEmpty }
        self.locale = locale
        messages = present.count
        total = known.count
        reviewed = present.count { document.isReviewed($0) ?? (locale == "en") }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("locale", locale)
            $0.member("messages", messages)
            $0.member("total", total)
            $0.member("reviewed", reviewed)
        }
    }
}
