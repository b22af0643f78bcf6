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

    /// The tag of a POSIX locale name (`de-CH` for `de_CH.UTF-8`, `sr-Latn-RS` for `sr_RS@latin`); `nil` for `C`,
    /// `POSIX` and what is not a name.
    public static func fromPOSIX(_ name: String) -> String? { isNeutral(name) ? nil : canonical(plain(name)) }

    /// The tag of a locale name that a device or system reports, such as `de_DE`; tags are unchanged.
    ///
    /// `C` and `POSIX` mean English.
    package static func preferred(_ name: String) -> String {
        if isNeutral(name) { return "en" }
        return name.utf8.contains { [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "@")].contains($0) }
            ? plain(name) : name
    }

    /// A tag, and after it one that its readers read as their own: Bosnian in Cyrillic letters is Serbian.
    static func withRelative(_ tag: String) -> [String] {
        tag.lowercased().hasPrefix("bs-cyrl") ? [tag, "sr-Cyrl"] : [tag]
    }

    /// Whether a POSIX locale has no language: `C`, `POSIX`, `C.UTF-8`.
    private static func isNeutral(_ name: String) -> Bool {
        let base = name.prefix { $0 != "." && $0 != "@" }
        return base == "C" || base == "POSIX"
    }

    /// A POSIX name as a tag: without its character set, and with its modifier if that is a script or a variant.
    private static func plain(_ name: String) -> String {
        let base = name.prefix { $0 != "." && $0 != "@" }
        var parts = base.split(whereSeparator: { $0 == "_" || $0 == "-" }).map { String($0) }
        let modifier = name.drop { $0 != "@" }.dropFirst().prefix { $0 != "." }.lowercased()
        if let script = scripts[modifier], !parts.isEmpty {
            parts.insert(script, at: 1)
        } else if modifier == "valencia" {
            parts.append(modifier)
        }
        return parts.joined(separator: "-")
    }

    /// The modifiers of glibc's locales that mean a script; others, such as `euro`, change no message.
    private static let scripts = [
        "latin": "Latn", "iqtelif": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab",
    ]

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

    /// The tag with the Gregorian calendar, unless it names a calendar: `th-u-ca-gregory` for `th`.
    static func gregorian(_ tag: String) -> String {
        let lower = tag.lowercased()
        if lower.holds("-ca-") { return tag }
        return tag + (lower.holds("-u-") ? "-ca-gregory" : "-u-ca-gregory")
    }

    /// The locale for numbers, for a reader of `desired` who gets the messages of `supported`, a close match.
    static func forFormats(of supported: String, desired: String) -> String {
        if supported == desired { return supported }
        let tag = BridgeText.lend(desired) { desired in
            BridgeText.read { prv_icu_locale_for_formats(supported, desired, $0, $1) }
        }
        return tag ?? supported
    }
}
