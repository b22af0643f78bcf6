internal import ICUBridge

/// Questions about BCP 47 tags, answered from CLDR's data.
public enum LocaleTag {
    /// The canonical form of a tag (`zh-hans` as `zh-Hans`, `iw` as `he`); nothing when it is not well-formed.
    ///
    /// Tags of more than 100 bytes, and those with extensions that CLDR cannot read (`de-t-m0`), count as such.
    public static func canonical(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_canonical(tag, $0, $1) }
        }
    }

    /// The shortest tag that means the same (`en-US` as `en`, `zh-Hant-TW` as `zh-TW`); nothing when it is not well-formed.
    static func shortest(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_shortest(tag, $0, $1) }
        }
    }

    /// The tag with the script and the region that are most likely for it (`de` as `de-Latn-DE`).
    package static func likely(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_likely(tag, $0, $1) }
        }
    }

    /// A tag up to its first extension or private part (`de-u-nu-arab` as `de`).
    static func withoutExtensions(_ tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        return parts.prefix { $0.utf8.count > 1 }.joined(separator: "-")
    }

    /// The tag of a POSIX locale name (`de_CH.UTF-8` as `de-CH`); nothing for `C` and `POSIX`.
    public static func fromPOSIX(_ name: String) -> String? {
        let base = name.prefix { $0 != "." && $0 != "@" }
        guard base != "C", base != "POSIX" else { return nil }
        return canonical(String(base.map { $0 == "_" ? "-" : $0 }))
    }

    /// The tag for a locale's name that a reader's device gives, such as `de_DE` of Foundation's `Locale`; tags stay.
    package static func preferred(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        // `de_DE@calendar=buddhist`, `de_DE.UTF-8`
        return String(name.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    }

    /// The parent CLDR gives a locale (`es-MX` has `es-419`); nothing when it is the root.
    ///
    /// No step changes the script: `zh-Hant` and `sr-Latn` have no parent.
    public static func parent(of tag: String) -> String? {
        // The language of most programs: ICU's tables, which take 0.1 ms to find, are not needed for it.
        if tag == "en" { return nil }
        let parent = BridgeText.read { prv_icu_locale_parent(tag, $0, $1) }
        return parent.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The parents of a locale, the nearest first.
    public static func parents(of tag: String) -> [String] {
        var result: [String] = []
        var current = tag
        while let next = parent(of: current), next != current, result.count < 8 {
            result.append(next)
            current = next
        }
        return result
    }

    /// Whether a tag names just a language and the script it is usually written in, as `zh-Hans` does for `zh`.
    static func isUsualScript(_ tag: String, of language: String) -> Bool {
        let (whole, start) = (tag.utf8, language.utf8)
        guard whole.count == start.count + 5, whole.starts(with: start), !start.contains(UInt8(ascii: "-")) else {
            return false
        }
        return whole.dropFirst(start.count).first == UInt8(ascii: "-") && parent(of: tag) == language
    }

    /// Whether a locale's text runs from right to left.
    public static func isRightToLeft(_ tag: String) -> Bool { prv_icu_locale_is_rtl(tag) }

    /// The locale to write numbers in for a reader of `desired` who gets the messages of `supported`, a close match.
    static func forFormats(of supported: String, desired: String) -> String {
        if supported == desired { return supported }
        let tag = BridgeText.lend(desired) { desired in
            BridgeText.read { prv_icu_locale_for_formats(supported, desired, $0, $1) }
        }
        return tag ?? supported
    }
}
