package import Proviso

/// The number of messages in a locale's catalog.
package struct LocaleStats: Sendable {
    package let locale: String
    /// The number of messages, of `total`.
    package let messages: Int
    package let total: Int
    /// The number that a native speaker, whom the catalog names, has reviewed.
    package let reviewed: Int

    /// Counts the messages of a catalog that the English one has too.
    package init(_ document: ArbDocument, locale: String, english: ArbDocument) {
        let known = english.keys
        let present = known.filter { !(document[$0] ?? "").isEmpty }
        self.locale = locale
        messages = present.count
        total = known.count
        reviewed = present.count { document.isReviewed($0) ?? false }
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
