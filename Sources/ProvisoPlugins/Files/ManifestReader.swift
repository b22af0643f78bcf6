internal import ProvisoCore
internal import ProvisoMessages

/// Reads the JSON of a manifest and checks everything that can be checked without the plugin.
package enum ManifestReader {
    package static func read(_ text: [UInt8], minor: Int) throws(PluginFault) -> PluginManifest {
        let manifest = try ManifestObject(parsing: text)
        try manifest.allow("id", "version", "vendor", "locales", "rules")
        let id = try manifest.text("id")
        guard CName.isIdentifier(id), id.utf8.count <= 128 else {
            throw PluginFault("has the id '\(id)': it must be reverse DNS, as 'org.example.payments'")
        }
        let rules = try manifest.list("rules").map { node throws(PluginFault) in
            try rule(ManifestObject(node, "in its manifest for a rule type"))
        }
        guard !rules.isEmpty else { throw PluginFault("offers no rule type") }
        if let twice = repeated(rules.map(\.type.rawValue)) { throw PluginFault("has the rule type '\(twice)' twice") }
        return PluginManifest(
            id: id, version: try manifest.text("version"), vendor: try manifest.text("vendor", or: ""), minor: minor,
            rules: rules, locales: try locales(in: manifest))
    }

    private static func locales(in manifest: ManifestObject) throws(PluginFault) -> [String] {
        let locales = try manifest.texts("locales").map { tag throws(PluginFault) in
            guard let locale = LocaleTag.canonical(tag) else {
                throw PluginFault("has the locale '\(tag)', which is not a BCP 47 tag")
            }
            return locale
        }
        if let twice = repeated(locales) { throw PluginFault("has the locale '\(twice)' twice") }
        return locales
    }

    private static func rule(_ unnamed: ManifestObject) throws(PluginFault) -> PluginManifest.Rule {
        let type = try unnamed.text("type")
        guard CName.isRuleType(type) else {
            throw PluginFault(
                "has the rule type '\(type)': it must be 'vendor/name' in lowercase letters, digits and hyphens")
        }
        let rule = unnamed.named("in its manifest for '\(type)'")
        try rule.allow("type", "summary", "kinds", "invalidCode", "options", "codes")
        let codes = try rule.members("codes", orNone: false).map { member throws(PluginFault) in
            guard CName.isCode(member.name) else {
                throw PluginFault("has the code '\(member.name)' for '\(type)': it must be '<rule>.<problem>'")
            }
            let names = try rule.texts(in: member.node, of: member.name)
            return CodeDescription(Code(rawValue: member.name), parameters: names)
        }
        let invalid = Code(rawValue: try rule.text("invalidCode"))
        guard codes.contains(where: { $0.code == invalid }) else {
            throw PluginFault("has an 'invalidCode' of '\(type)' that is not one of its codes: '\(invalid)'")
        }
        // A message for a problem is written as an option too, so those names are reserved; `type` is allowed in
        // `options`.
        let keys = RuleKey.names.filter { $0 != RuleKey.type.rawValue }
        let taken = keys + ["rule"] + codes.map { String($0.code.problem) }
        let options = try rule.members("options", orNone: true).map { member throws(PluginFault) in
            guard CName.isOption(member.name), !taken.contains(member.name) else {
                throw PluginFault("has an option of '\(type)' with a reserved or invalid name: '\(member.name)'")
            }
            return try option(
                member.name, ManifestObject(member.node, "in its manifest for the option '\(member.name)' of '\(type)'")
            )
        }
        return PluginManifest.Rule(
            type: RuleType(rawValue: type), summary: try rule.text("summary", or: ""), kinds: try rule.kinds("kinds"),
            invalidCode: invalid, options: options, codes: codes)
    }

    private static func option(
        _ name: String, _ option: ManifestObject
    ) throws(PluginFault) -> PluginManifest.Option {
        try option.allow("kinds", "required", "values", "summary")
        return PluginManifest.Option(
            name: name, kinds: try option.kinds("kinds"), isRequired: try option.truth("required"),
            values: try option.texts("values"), summary: try option.text("summary", or: ""))
    }

    private static func repeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }
}

/// An object of a manifest; `place` names it in errors.
private struct ManifestObject {
    private let values: [CatalogJSON.Member]
    private let place: String

    init(parsing text: [UInt8]) throws(PluginFault) {
        let result = text.withUnsafeBufferPointer { bytes in
            Result { () throws(CatalogJSON.Failure) in try CatalogJSON.read(bytes) }
        }
        switch result {
        case .success(let node): try self.init(node, "in its manifest")
        case .failure(let error):
            let rest = String(decoding: text.dropFirst(error.offset).prefix(20), as: UTF8.self)
            throw PluginFault("has a manifest that is not valid JSON: \(error.text), before '\(rest)'")
        }
    }

    init(_ node: CatalogJSON.Node, _ place: String) throws(PluginFault) {
        guard case .object(let members) = node.value else {
            throw PluginFault("has something other than an object \(place)")
        }
        self.init(values: members, place: place)
    }

    private init(values: [CatalogJSON.Member], place: String) {
        self.values = values
        self.place = place
    }

    func named(_ place: String) -> ManifestObject { ManifestObject(values: values, place: place) }

    func allow(_ names: String...) throws(PluginFault) {
        guard let unknown = values.first(where: { !names.contains($0.name) })?.name else { return }
        let hint = Suggestion.hint(Suggestion.nearest(to: unknown, in: names))
        throw PluginFault("has the unknown key '\(unknown)' \(place)\(hint)")
    }

    func text(_ name: String, or absent: String? = nil) throws(PluginFault) -> String {
        guard let node = find(name) else {
            if let absent { return absent }
            throw PluginFault("has no '\(name)' \(place)")
        }
        guard case .string(let text) = node.value else { throw wrong(name, "a string") }
        return text
    }

    func truth(_ name: String) throws(PluginFault) -> Bool {
        guard let node = find(name) else { return false }
        guard case .boolean(let truth) = node.value else { throw wrong(name, "true or false") }
        return truth
    }

    func list(_ name: String) throws(PluginFault) -> [CatalogJSON.Node] {
        guard let node = find(name) else { throw PluginFault("has no '\(name)' \(place)") }
        guard case .array(let nodes) = node.value else { throw wrong(name, "a list") }
        return nodes
    }

    func members(_ name: String, orNone mayBeAbsent: Bool) throws(PluginFault) -> [CatalogJSON.Member] {
        guard let node = find(name) else {
            if mayBeAbsent { return [] }
            throw PluginFault("has no '\(name)' \(place)")
        }
        guard case .object(let members) = node.value else { throw wrong(name, "an object") }
        return members
    }

    func texts(_ name: String) throws(PluginFault) -> [String] {
        guard let node = find(name) else { return [] }
        return try texts(in: node, of: name)
    }

    func texts(in node: CatalogJSON.Node, of name: String) throws(PluginFault) -> [String] {
        guard case .array(let nodes) = node.value else { throw wrong(name, "a list of strings") }
        return try nodes.map { node throws(PluginFault) in
            guard case .string(let text) = node.value else { throw wrong(name, "a list of strings") }
            return text
        }
    }

    func kinds(_ name: String) throws(PluginFault) -> KindSet {
        var kinds: KindSet = []
        for node in try list(name) {
            guard case .string(let word) = node.value, let some = Self.kinds[word] else {
                throw wrong(name, "a list of \(Self.kinds.keys.sorted().joined(separator: ", "))")
            }
            kinds.formUnion(some)
        }
        guard !kinds.isEmpty else { throw wrong(name, "a list that is not empty") }
        return kinds
    }

    private static let kinds: [String: KindSet] = Dictionary(
        Kind.allCases.map { ("\($0)", KindSet($0)) } + [("number", KindSet(.integer, .unsigned, .double, .decimal))]
    ) { first, _ in first }

    private func find(_ name: String) -> CatalogJSON.Node? { values.first { $0.name == name }?.node }

    private func wrong(_ name: String, _ what: String) -> PluginFault {
        PluginFault("has an invalid '\(name)' \(place): it must be \(what)")
    }
}
