internal import ICUBridge
internal import ProvisoMessages

extension TextLocale {
    /// The tag that was probably meant: `en-US` for `en_US`, `de` for `German`, `germn` and `Deutsch`.
    package static func suggestion(for tag: String) -> String? {
        guard tag.utf8.count <= 100 else { return nil }
        let isPOSIX = tag.utf8.contains { "_.@".utf8.contains($0) }
        if isPOSIX, let hyphenated = LocaleTag.fromPOSIX(tag), hyphenated != tag, canonical(hyphenated) != nil {
            return hyphenated
        }
        let parts = tag.split(separator: " ")
        if parts.count == 2, [2, 4].contains(parts[1].utf8.count), let joined = canonical(parts.joined(separator: "-"))
        {
            return joined
        }
        let name = tag.lowercased()
        if let language = languagesOfCountries[name] { return language }
        let names = [name, name.split(separator: " ").first.map(String.init) ?? ""]
        if let meant = names.lazy.compactMap({ embeddedNames[$0] }).first { return meant }
        if let meant = names.lazy.compactMap({ allNames[$0] }).first { return meant }
        // A short word is a code, and every code is similar to another one.
        guard name.count > 4 else { return nil }
        return Suggestion.nearest(to: name, in: embeddedNames.keys).flatMap { embeddedNames[$0] }
    }

    /// The tag of a rule file that a misspelled one probably means: one of the file, or else one that has a catalog.
    ///
    /// `besides` are those that cannot be meant, because they are there already; `other` is what the tag alone suggests.
    package static func nearest(
        to tag: String, in used: [String], besides: Set<String>, or other: String?
    ) -> String? {
        if let other, used.contains(other) { return other }
        let folded = tag.lowercased().filter { $0 != "-" && $0 != "_" }
        let catalogs = Catalogs.embedded.locales.filter { !besides.contains($0) }
        func same(_ known: String) -> Bool { known.lowercased().filter { $0 != "-" } == folded }
        if let spelled = used.first(where: same) ?? catalogs.first(where: same) { return spelled }
        if let near = Suggestion.nearest(to: tag, in: used) { return near }
        if let other { return other }
        // A letter is similar to every code.
        guard tag.utf8.count > 1 else { return nil }
        // The languages that most files have.
        for usual in ["en", "de", "fr", "es"] where !besides.contains(usual) {
            if let near = Suggestion.nearest(to: tag, in: [usual]) { return near }
        }
        let regional = ["pt-BR", "en-US", "en-GB", "de-AT", "de-CH", "fr-CA", "es-MX", "zh-CN"]
        return tag.utf8.count > 3 ? Suggestion.nearest(to: tag, in: catalogs + regional) : nil
    }

    /// Country codes that people mistake for language codes, and that are not language codes.
    private static let languagesOfCountries = [
        "jp": "ja", "cz": "cs", "cn": "zh", "dk": "da", "gr": "el", "ua": "uk", "vn": "vi", "kr": "ko", "by": "be",
        "ir": "fa", "il": "he", "rs": "sr", "al": "sq", "us": "en", "gb": "en", "at": "de", "mx": "es", "pk": "ur",
    ]

    /// The languages that have catalogs; a name that several tags share means one of these.
    private static let embeddedNames = named(Catalogs.embedded.locales)
    private static let allNames = named(KnownCodes.list(PRV_ICU_LANGUAGES).filter { $0.utf8.count <= 3 })

    /// Tags by their names in English and in their own language, in lowercase.
    private static func named(_ tags: [String]) -> [String: String] {
        var named: [String: String] = [:]
        for tag in tags where tag != "und" {
            for language in ["en", tag] {
                guard let name = BridgeText.read({ prv_icu_locale_name(tag, language, $0, $1) }) else { continue }
                // ICU returns the tag itself if it has no name for it.
                if name != tag, named[name.lowercased()] == nil { named[name.lowercased()] = tag }
            }
        }
        return named
    }
}
