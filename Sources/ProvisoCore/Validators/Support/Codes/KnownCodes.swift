internal import ICUBridge
internal import ProvisoMessages

/// Lists of codes, each made at its first use.
///
/// Currencies and countries are tables of this library, so that results are the same on every machine; `DataSource`
/// gives their dates. Time zones and subtags come from ICU, time zones also from a newer system database.
enum KnownCodes {
    static let currencies = TextTable(words(CodeTables.currencies))
    static let currenciesEver = TextTable(words(CodeTables.currencies) + words(CodeTables.formerCurrencies))
    static let countries = TextTable(words(CodeTables.countries).map { String($0.prefix(2)) })
    static let countriesAlpha3 = TextTable(words(CodeTables.countries).map { String($0.suffix(3)) })
    static let timeZones = table(PRV_ICU_TIME_ZONES)
    /// Subtags in lowercase.
    static let languages = table(PRV_ICU_LANGUAGES, lowercased: true)
    static let scripts = table(PRV_ICU_SCRIPTS, lowercased: true)
    static let regions = table(PRV_ICU_REGIONS, lowercased: true)
    static let variants = table(PRV_ICU_VARIANTS, lowercased: true)

    static func isTimeZone(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { timeZones.contains($0) }
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace }.map { String($0) }
    }

    private static func table(_ list: prv_icu_code_list, lowercased: Bool = false) -> TextTable {
        TextTable(lowercased ? self.list(list).map { $0.lowercased() } : self.list(list))
    }

    /// The codes of a list for suggestions, read on every call.
    static func list(_ list: prv_icu_code_list) -> [String] {
        (BridgeText.read { prv_icu_codes(list, $0, $1) } ?? "").split(separator: "\n").map { String($0) }
    }
}

extension TextTable {
    /// Whether the table, whose strings are lowercase, has a string in any case of its ASCII letters.
    ///
    /// For short strings: those of more than 64 bytes are not looked up.
    func containsFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= 64 else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            for index in 0..<text.count { buffer[index] = text[index].lowercased }
            return contains(UnsafeBufferPointer(rebasing: buffer[..<text.count]))
        }
    }
}
