internal import ICUBridge

/// Functions on BCP 47 tags, based on CLDR data.
public enum LocaleTag {
    /// The canonical form of a tag (`zh-Hans` for `zh-hans`, `he` for `iw`); `nil` if the tag is not well-formed.
    ///
    /// Tags of more than 100 bytes and tags with extensions that CLDR cannot read (`de-t-m0`) count as not well-formed.
    public static func canonical(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_canonical(tag, $0, $1) }
        }
    }

    /// The shortest tag with the same meaning (`zh-TW` for `zh-Hant-TW`); `nil` if the tag is not well-formed.
    static func shortest(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_shortest(tag, $0, $1) }
        }
    }

    /// The tag with its most likely script and region (`de-Latn-DE` for `de`).
    package static func likely(_ tag: String) -> String? {
        BridgeText.lend(tag) { tag in
            BridgeText.read { prv_icu_locale_likely(tag, $0, $1) }
        }
    }

    /// The tag without extensions and private-use parts (`de` for `de-u-nu-arab`).
    static func withoutExtensions(_ tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        return parts.prefix { $0.utf8.count > 1 }.joined(separator: "-")
    }

    /// The tag of a POSIX locale name (`de-CH` for `de_CH.UTF-8`); `nil` for `C` and `POSIX`.
    public static func fromPOSIX(_ name: String) -> String? {
        let base = name.prefix { $0 != "." && $0 != "@" }
        guard base != "C", base != "POSIX" else { return nil }
        return canonical(String(base.map { $0 == "_" ? "-" : $0 }))
    }

    /// The tag of a locale name that a device reports, such as `de_DE` of Foundation's `Locale`; tags are unchanged.
    package static func preferred(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        // `de_DE@calendar=buddhist`, `de_DE.UTF-8`
        return String(name.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    }

    /// The parent of a locale by CLDR (`es-419` for `es-MX`); `nil` if the parent is the root.
    ///
    /// The parent always has the same script: `zh-Hant` and `sr-Latn` have no parent.
    public static func parent(of tag: String) -> String? {
        // English is the language of most programs. This saves them the 0.1 ms that ICU needs to find its tables.
        if tag == "en" { return nil }
        let parent = BridgeText.read { prv_icu_locale_parent(tag, $0, $1) }
        return parent.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The parents of a locale, nearest first.
    public static func parents(of tag: String) -> [String] {
        var result: [String] = []
        var current = tag
        while let next = parent(of: current), next != current, result.count < 8 {
            result.append(next)
            current = next
        }
        return result
    }

    /// Whether a tag is just a language with its usual script, as `zh-Hans` is for `zh`.
    static func isUsualScript(_ tag: String, of language: String) -> Bool {
        let (whole, start) = (tag.utf8, language.utf8)
        guard whole.count == start.count + 5, whole.starts(with: start), !start.contains(UInt8(ascii: "-")) else {
            return false
        }
        return whole.dropFirst(start.count).first == UInt8(ascii: "-") && parent(of: tag) == language
    }

    /// Whether a locale is written from right to left.
    public static func isRightToLeft(_ tag: String) -> Bool { prv_icu_locale_is_rtl(tag) }

    /// The locale for numbers, for a reader of `desired` who gets the messages of `supported`, a close match.
    static func forFormats(of supported: String, desired: String) -> String {
        if supported == desired { return supported }
        let tag = BridgeText.lend(desired) { desired in
            BridgeText.read { prv_icu_locale_for_formats(supported, desired, $0, $1) }
        }
        return tag ?? supported
    }
}
