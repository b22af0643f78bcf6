internal import ICUBridge
internal import ProvisoMessages

/// A table of data that changes over time, with its origin and version.
///
/// `proviso data` prints these tables; Docs/RuleFiles.md says how they are updated.
public struct DataSource: Sendable, Hashable {
    /// What the table contains.
    public let name: String
    /// The organization that maintains the data.
    public let source: String
    /// The version or the date of the data in use.
    public let version: String
    /// Whether the table is part of the library; otherwise it comes with a library or a database of the system.
    public let isEmbedded: Bool
    /// The rule types whose results depend on it.
    public let types: [RuleType]

    /// The tables of the built-in rule types, without those of plugins.
    public static var all: [DataSource] {
        let versions = (BridgeText.read { prv_icu_versions($0, $1) } ?? "").split(
            separator: "\n", omittingEmptySubsequences: false)
        let icu = versions.first ?? "?"
        let cldr = versions.count > 1 ? versions[1] : "?"
        let zones = versions.count > 2 ? versions[2] : "?"
        let systemZones = versions.count > 3 ? versions[3] : ""
        return [
            DataSource(
                name: "currencies", source: "ISO 4217, list one (SIX)", version: CodeTables.currencyDate,
                isEmbedded: true, types: ["currency", "number", "integer"]),
            DataSource(
                name: "countries", source: "ISO 3166-1 (iso-codes)", version: CodeTables.countryVersion,
                isEmbedded: true, types: ["countryCode"]),
            DataSource(
                name: "forms of postal codes", source: "by hand, compared with Google's address data (CC BY 4.0)",
                version: CodeTables.addressVersion, isEmbedded: true, types: ["postalCode"]),
            DataSource(
                name: "time zones", source: systemZones.isEmpty ? "IANA, in ICU" : "IANA, /usr/share/zoneinfo",
                version: String(systemZones.isEmpty ? zones : systemZones), isEmbedded: false,
                types: ["timeZone", "datetime", "time", "date"]),
            DataSource(
                name: "locales and language tags", source: "CLDR, in ICU \(icu)", version: String(cldr),
                isEmbedded: false, types: ["languageTag", "number", "integer", "date", "datetime", "time", "compare"]),
            DataSource(
                name: "properties of characters", source: "Unicode, in ICU \(icu)", version: String(icu),
                isEmbedded: false, types: ["script", "confusable", "transliterate", "hostname", "email", "url"]),
        ]
    }
}
