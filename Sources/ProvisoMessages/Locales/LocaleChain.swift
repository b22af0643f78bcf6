internal import Synchronization

/// The locales whose texts of a rule set suit a reader, the best first.
///
/// First comes the tag that was asked for, then its parents by CLDR, then the catalog's locale and its parents. Next to
/// each stand the tags that mean the same: `pt` and `pt-BR`, `zh-TW` and `zh-Hant`, `no` and `nb`.
enum LocaleChain {
    static func locales(asked: String, catalog: String) -> [String] {
        if asked == "en", catalog == "en" { return english }
        // Longer tags are none.
        let asked = asked.utf8.count <= 100 ? asked : catalog
        let key = asked + " " + catalog
        return cache.withLock { cache in
            if let known = cache[key] { return known }
            let made = make(asked: asked, catalog: catalog)
            // What readers ask for must not fill the memory.
            if cache.count < mostCached { cache[key] = made }
            return made
        }
    }

    /// ICU's tables, which take 0.1 ms to find, are not needed for the language of most programs.
    private static let english = ["en", "en-US", "en-Latn-US", "en-Latn"]
    private static let cache = Mutex<[String: [String]]>([:])
    private static let mostCached = 256

    private static func make(asked: String, catalog: String) -> [String] {
        let first = [asked, catalog].compactMap(LocaleTag.canonical)
        return first.flatMap { [$0] + LocaleTag.parents(of: $0) }.flatMap(sameLocale).withoutRepetition()
    }

    /// A tag and those that mean the same by CLDR's likely subtags, without extensions.
    static func sameLocale(as tag: String) -> [String] {
        let plain = LocaleTag.withoutExtensions(tag)
        var tags = [tag, plain, LocaleTag.shortest(plain) ?? plain]
        if let likely = LocaleTag.likely(plain) {
            let parts = likely.split(separator: "-")
            if parts.count == 3 {
                // With the region likely for it, a language is its script's and its region's too.
                for form in ["\(parts[0])-\(parts[2])", likely, "\(parts[0])-\(parts[1])"]
                where LocaleTag.likely(form) == likely { tags.append(form) }
            }
        }
        return tags.flatMap { [$0] + (otherNorwegian($0).map { [$0] } ?? []) }
    }

    /// CLDR writes Norwegian Bokmål as `nb` and as its macrolanguage `no`.
    private static func otherNorwegian(_ tag: String) -> String? {
        let language = tag.prefix { $0 != "-" }
        guard language == "no" || language == "nb" else { return nil }
        return (language == "no" ? "nb" : "no") + tag.dropFirst(2)
    }
}
