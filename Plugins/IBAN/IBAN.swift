import IBANData
import ProvisoPluginKit

/// A plugin in Swift: the rule type `acme/iban`; its manifest is Data/manifest.c.
let plugin = Plugin(id: "org.proviso.samples.iban", validators: [IBANValidator.self], catalogs: catalogs)

@c(proviso_plugin_entry_v1)
public func entry(_ host: UnsafeRawPointer?) -> UnsafeRawPointer? { plugin.descriptor }

/// An international bank account number (ISO 13616) of a country in the registry.
///
/// It takes the electronic form, in uppercase; `spaces` permits groups of four, `ignoreCase` lowercase letters. One finding
/// at most is reported, in this order: format, country, notAllowed, length, structure, checksum.
struct IBANValidator: PluginValidator {
    static let type = "acme/iban"

    private let registry = Registry.shared
    private let countries: [String]?
    /// Whether each country of the registry is accepted; empty where all are.
    private let accepted: [Bool]
    private let spaces: Bool
    private let ignoreCase: Bool

    init(options: PluginOptions) throws {
        spaces = try options.boolean("spaces") ?? false
        ignoreCase = try options.boolean("ignoreCase") ?? false
        countries = try options.strings("countries")
        if let countries {
            guard !countries.isEmpty else {
                throw PluginOptionError(option: "countries", "It lists no country, so no IBAN could be valid.")
            }
            if let unknown = countries.first(where: { !Registry.shared.codes.contains($0) }) {
                throw PluginOptionError(option: "countries", "It names \(unknown), which is not in the IBAN registry.")
            }
            accepted = Registry.shared.codes.map(countries.contains)
        } else {
            accepted = []
        }
    }

    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict {
        guard let account = Account(value.utf8, spaces: spaces, ignoreCase: ignoreCase) else {
            return call.report("iban.format")
        }
        guard let country = account.country(in: registry) else {
            return call.report("iban.country", ["country": .text(account.countryCode)])
        }
        if let countries, !accepted.indices.contains(country) || !accepted[country] {
            return call.report("iban.notAllowed", ["countries": .list(countries)])
        }
        let length = registry.length(of: country)
        guard account.count == length else {
            return call.report(
                "iban.length", ["country": .text(account.countryCode), "length": .integer(Int64(length))])
        }
        guard account.hasStructure(of: country, in: registry) else {
            return call.report("iban.structure", ["country": .text(account.countryCode)])
        }
        return account.hasRightCheckDigits ? .valid : call.report("iban.checksum")
    }
}

/// The messages, from the file messages.json beside this one.
private var catalogs: [PluginCatalog] {
    var found: [PluginCatalog] = []
    while true {
        let catalog = iban_catalog_at(found.count)
        guard let locale = catalog.locale else { return found }
        let bytes = UnsafeRawBufferPointer(start: catalog.text, count: catalog.length)
        found.append(PluginCatalog(locale: String(cString: locale), bytes: bytes))
    }
}
