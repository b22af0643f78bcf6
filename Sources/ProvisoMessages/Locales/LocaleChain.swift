internal import Synchronization

/// The locales whose messages in a rule set suit a reader, best first.
///
/// First comes the requested tag, then its parents by CLDR, then the locale of the catalog and its parents. Each is
/// followed by the tags with the same meaning: `pt` and `pt-BR`, `zh-TW` and `zh-Hant`, `no` and `nb`.
enum LocaleChain {
    static func locales(asked: String, catalog: String) -> [String] {
        if asked == "en", catalog == "en" { return english }
        // A longer tag is not valid.
        let asked = asked.utf8.count <= 100 ? asked : catalog
        let key = asked + " " + catalog
        return cache.withLock { cache in
            if let known = cache[key] { return known }
            let made = make(asked: asked, catalog: catalog)
            // The cache is bounded, because requests control its keys.
            if cache.count < mostCached { cache[key] = made }
            return made
        }
    }

    /// The chain for English, which saves most programs the 0.1 ms that ICU needs to find its tables.
    private static let english = ["en", "en-US", "en-Latn-US", "en-Latn"]
    private static let cache = Mutex<[String: [String]]>([:])
    private static let mostCached = 256

    private static func make(asked: String, catalog: String) -> [String] {
        let first = [asked, catalog].compactMap(LocaleTag.canonical)
        return first.flatMap { [$0] + LocaleTag.parents(of: $0) }.flatMap(sameLocale).withoutRepetition()
    }

    /// A tag and those with the same meaning by CLDR's likely subtags, without extensions.
    static func sameLocale(as tag: String) -> [String] {
        let plain = LocaleTag.withoutExtensions(tag)
        var tags = [tag, plain, LocaleTag.shortest(plain) ?? plain]
        if let likely = LocaleTag.likely(plain) {
            let parts = likely.split(separator: "-")
            if parts.count == 3 {
                // With its likely region, a language equals its forms with script and with region.
                for form in ["\(parts[0])-\(parts[2])", likely, "\(parts[0])-\(parts[1])"]
                where LocaleTag.likely(form) == likely { tags.append(form) }
            }
        }
        return tags.flatMap { [$0] + (otherNorwegian($0).map { [$0] } ?? []) }
    }

    /// The other tag of Norwegian Bokmål: CLDR uses both `nb` and the macrolanguage `no`.
    private static func otherNorwegian(_ tag: String) -> String? {
        let language = tag.prefix { $0 != "-" }
        guard language == "no" || language == "nb" else { return nil }
        return (language == "no" ? "nb" : "no") + tag.dropFirst(2)
    }
}
