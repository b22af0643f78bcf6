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
    /// The rule types whose results depend on it, by name.
    public let types: [RuleType]

    private init(_ table: DataTable, name: String, source: String, version: String, isEmbedded: Bool) {
        (self.name, self.source, self.version, self.isEmbedded) = (name, source, version, isEmbedded)
        types = Registry.standard.definitions.filter { $0.about.tables.contains(table) }.map(\.type)
    }

    /// The tables of the built-in rule types, without those of plugins.
    public static var all: [DataSource] {
        let (icu, cldr, zones, newerZones) = versions
        let hasICU = prv_icu_is_inside()
        return [
            DataSource(
                .currencies, name: "currencies", source: "ISO 4217, list one (SIX)", version: CodeTables.currencyDate,
                isEmbedded: true),
            DataSource(
                .countries, name: "countries", source: "ISO 3166-1 (iso-codes)", version: CodeTables.countryVersion,
                isEmbedded: true),
            DataSource(
                .postalCodes, name: "forms of postal codes",
                source: "by hand, compared with Google's address data (CC BY 4.0)",
                version: CodeTables.addressVersion, isEmbedded: true),
            DataSource(
                .timeZones, name: "time zones",
                source: newerZones.isEmpty ? "IANA, in ICU" : "IANA, /usr/share/zoneinfo",
                version: newerZones.isEmpty ? zones : newerZones, isEmbedded: hasICU && newerZones.isEmpty),
            DataSource(
                .locales, name: "locales and language tags", source: "CLDR, in ICU \(icu)", version: cldr,
                isEmbedded: hasICU),
            DataSource(
                .characters, name: "properties of characters", source: "Unicode, in ICU \(icu)", version: icu,
                isEmbedded: hasICU),
        ]
    }

    /// The versions of ICU and CLDR, and of the time-zone data in use.
    package static var libraryVersions: (icu: String, cldr: String, timeZones: String) {
        let (icu, cldr, zones, newerZones) = versions
        return (icu, cldr, newerZones.isEmpty ? zones : newerZones)
    }

    /// The versions of ICU, of CLDR and the time zones in it, and of the system's time zones if they are newer.
    private static var versions: (icu: String, cldr: String, zones: String, newerZones: String) {
        let lines = (BridgeText.read { prv_icu_versions($0, $1) } ?? "").split(
            separator: "\n", omittingEmptySubsequences: false)
        func line(_ index: Int, else fallback: String = "?") -> String {
            lines.indices.contains(index) ? String(lines[index]) : fallback
        }
        return (line(0), line(1), line(2), line(3, else: ""))
    }
}
