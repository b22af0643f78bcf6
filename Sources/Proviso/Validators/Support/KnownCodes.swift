internal import ICUBridge

/// Codes that ICU's data knows, each list read when it is first asked for.
///
/// They are as old or new as the ICU library the program runs with.
enum KnownCodes {
    static let currencies = table(PRV_ICU_CURRENCIES)
    static let currenciesEver = table(PRV_ICU_CURRENCIES_EVER)
    static let countries = table(PRV_ICU_COUNTRIES)
    static let countriesAlpha3 = table(PRV_ICU_COUNTRIES_ALPHA3)
    static let timeZones = table(PRV_ICU_TIME_ZONES)
    /// Subtags in lower case.
    static let languages = table(PRV_ICU_LANGUAGES, lowercased: true)
    static let scripts = table(PRV_ICU_SCRIPTS, lowercased: true)
    static let regions = table(PRV_ICU_REGIONS, lowercased: true)
    static let variants = table(PRV_ICU_VARIANTS, lowercased: true)

    private static func table(_ list: prv_icu_code_list, lowercased: Bool = false) -> TextTable {
        TextTable(lowercased ? self.list(list).map { $0.lowercased() } : self.list(list))
    }

    /// The codes of a list, read each time: for suggestions.
    static func list(_ list: prv_icu_code_list) -> [String] {
        (BridgeText.read { prv_icu_codes(list, $0, $1) } ?? "").split(separator: "\n").map { String($0) }
    }
}

extension TextTable {
    /// Whether the table, whose texts are in lower case, holds a text whatever the case of its ASCII letters.
    ///
    /// For short texts: those of more than 64 bytes are not looked up.
    func containsFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= 64 else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            for index in 0..<text.count { buffer[index] = text[index].lowercased }
            return contains(UnsafeBufferPointer(rebasing: buffer[..<text.count]))
        }
    }
}
