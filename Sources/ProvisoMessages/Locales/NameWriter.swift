internal import ICUBridge

/// Writes the names of countries, scripts, languages and currencies in one language, and quotes text.
package final class NameWriter: Sendable {
    /// What a code stands for.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case region, script, language, currency

        fileprivate var raw: prv_icu_name_kind {
            switch self {
            case .region: PRV_ICU_NAME_REGION
            case .script: PRV_ICU_NAME_SCRIPT
            case .language: PRV_ICU_NAME_LANGUAGE
            case .currency: PRV_ICU_NAME_CURRENCY
            }
        }
    }

    private let handle: BridgeHandle
    /// CLDR's quotation marks of the locale.
    private let opening: String
    private let closing: String

    package init?(locale: String) {
        guard let pointer = prv_icu_names_create(locale) else { return nil }
        handle = BridgeHandle(pointer: pointer)
        let marks = BridgeText.read { prv_icu_locale_quotes(locale, $0, $1) } ?? ""
        let lines = marks.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // French separates its marks from the text; in Switzerland it does not. CLDR has the German marks for de-CH.
        let space = locale == "fr" || locale.hasPrefix("fr-") && locale != "fr-CH" ? "\u{A0}" : ""
        let own = ["de-CH", "de-LI"].contains(locale) ? ["«", "»"] : lines.prefix(2).map { String($0) ?? "\"" }
        opening = (own.first ?? "\"") + space
        closing = space + (own.last ?? "\"")
    }

    deinit { prv_icu_names_destroy(handle.pointer) }

    /// The name of a code; `nil` for one that CLDR has no name for.
    package func name(_ code: String, _ kind: Kind) -> String? {
        BridgeText.lend(code) { code in
            BridgeText.read { prv_icu_names_write(handle.pointer, kind.raw, code, $0, $1) }
        }
    }

    /// The code of a script by its code or its name in Unicode: `Latn` for `Latin`.
    static func scriptCode(_ name: String) -> String? {
        BridgeText.lend(name) { name in BridgeText.read { prv_icu_script_code(name, $0, $1) } }
    }

    /// The text between the locale's quotation marks; with `isolating`, also between FSI and PDI.
    package func quoted(_ text: String, isolating: Bool) -> String {
        opening + (isolating ? "\u{2068}\(text)\u{2069}" : text) + closing
    }
}
