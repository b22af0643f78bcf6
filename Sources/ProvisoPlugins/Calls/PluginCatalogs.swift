internal import ProvisoABI
internal import ProvisoMessages

/// Reads the catalogs of a plugin: messages for its own codes, which may use only the parameters of those codes.
struct PluginCatalogs {
    /// The parameters of each code.
    private let parameters: [String: [String]]
    /// The codes of violations for each name of a code in the catalogs.
    private let codes: [String: [String]]

    init(_ rules: [PluginManifest.Rule]) {
        parameters = Dictionary(rules.flatMap(\.ownCodes).map { ($0.code.rawValue, $0.parameters) }) { $0 + $1 }
        let named = rules.flatMap { rule in rule.codes.map { (rule.ownName(of: $0.code), [$0.code.rawValue]) } }
        codes = Dictionary(named) { $0 + $1 }
    }

    func read(_ start: UnsafePointer<proviso_catalog>?, _ count: UInt64) throws(PluginFault) -> [Catalog] {
        var catalogs: [Catalog] = []
        for entry in try PluginArray.read(start, count, "catalogs") {
            let catalog = try read(entry)
            if catalogs.contains(where: { $0.locale == catalog.locale }) {
                throw PluginFault("has two catalogs for '\(catalog.locale)'")
            }
            catalogs.append(catalog)
        }
        return catalogs
    }

    private func read(_ entry: proviso_catalog) throws(PluginFault) -> Catalog {
        guard let tag = CName.read(entry.locale), let locale = LocaleTag.canonical(tag) else {
            throw PluginFault(
                "has a catalog for '\(CName.text(entry.locale, limit: 128) ?? "")', which is not a BCP 47 tag")
        }
        guard let start = entry.text, entry.length > 0 else {
            throw PluginFault("has an empty catalog for '\(locale)'")
        }
        guard entry.length <= Catalog.maximumSize else {
            throw PluginFault(
                "has a catalog of \(entry.length) bytes for '\(locale)'; at most \(Catalog.maximumSize) are allowed")
        }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(entry.length))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PluginFault("has a catalog for '\(locale)' that is not UTF-8")
        }
        let catalog = try parse(text, locale)
        try check(catalog, locale)
        return catalog.renamed(codes)
    }

    private func parse(_ text: String, _ locale: String) throws(PluginFault) -> Catalog {
        do throws(CatalogError) {
            let catalog = try Catalog(arb: text, name: locale, locale: locale)
            if let problem = catalog.problems().first { throw problem }
            return catalog
        } catch {
            throw PluginFault("has a catalog that cannot be used (\(error))")
        }
    }

    private func check(_ catalog: Catalog, _ locale: String) throws(PluginFault) {
        guard catalog.locale == locale else {
            throw PluginFault("has a catalog for '\(locale)' whose locale is '\(catalog.locale)'")
        }
        for code in catalog.codes {
            guard let parameters = parameters[code] else {
                throw PluginFault("has a message for '\(code)' in its catalog for '\(locale)', but no such code")
            }
            let known = [MessagePattern.labelName, MessagePattern.valueName] + parameters + MessagePattern.ownArguments
            let names = catalog.pattern(for: code)?.placeholders.map(\.name) ?? []
            if let unknown = names.first(where: { !known.contains($0) }) {
                throw PluginFault(
                    "has the placeholder '{\(unknown)}' in its message for '\(code)' in '\(locale)', "
                        + "but the code has no such parameter")
            }
        }
    }
}
