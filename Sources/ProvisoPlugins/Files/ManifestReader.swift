internal import ProvisoCore
internal import ProvisoMessages

/// Reads the JSON of a manifest and checks what can be checked without the plugin.
package enum ManifestReader {
    /// The maximum size of a manifest: more than any plugin needs, and fast to read for every file of a directory.
    static let longest = 1 << 20
    private static let longestName = 128

    package static func read(_ text: [UInt8], minor: Int) throws(PluginFault) -> PluginManifest {
        guard text.count <= longest else {
            throw PluginFault("has a manifest of \(text.count) bytes; at most \(longest) are allowed")
        }
        let manifest = try ManifestObject(parsing: text)
        try manifest.allow("id", "version", "vendor", "locales", "rules", "capabilities")
        let id = try manifest.text("id")
        try check(id, "an id")
        guard CName.isIdentifier(id) else {
            throw PluginFault("has the id '\(id)': it must be reverse DNS, as 'org.example.payments'")
        }
        let given = try manifest.list("rules")
        guard given.count <= 1024 else { throw PluginFault("has \(given.count) rule types; at most 1024 are allowed") }
        let rules = try given.map { node throws(PluginFault) in
            try rule(ManifestObject(node, "in its manifest for a rule type"))
        }
        guard !rules.isEmpty else { throw PluginFault("offers no rule type") }
        if let twice = repeated(rules.map(\.type.rawValue)) { throw PluginFault("has the rule type '\(twice)' twice") }
        return PluginManifest(
            id: id, version: try version(in: manifest, minor: minor), vendor: try manifest.text("vendor", or: ""),
            minor: minor,
            rules: rules, locales: try locales(in: manifest), capabilities: try capabilities(in: manifest))
    }

    /// Interface 1.0 accepts a version in any form, which is then the lowest; later ones need a semantic version.
    private static func version(in manifest: ManifestObject, minor: Int) throws(PluginFault) -> String {
        let version = try manifest.text("version")
        try check(version, "a version")
        guard minor > 0, SemanticVersion(version) == nil else { return version }
        throw PluginFault("has the version '\(version)': it must be numbers such as '1.2.3', or '1.2.3-beta.1'")
    }

    private static func locales(in manifest: ManifestObject) throws(PluginFault) -> [String] {
        let locales = try manifest.texts("locales").map { tag throws(PluginFault) in
            guard let locale = LocaleTag.canonical(tag) else {
                throw PluginFault("has the locale '\(tag)', which is not a language tag")
            }
            return locale
        }
        if let twice = repeated(locales) { throw PluginFault("has the locale '\(twice)' twice") }
        return locales
    }

    private static func rule(_ unnamed: ManifestObject) throws(PluginFault) -> PluginManifest.Rule {
        let type = try unnamed.text("type")
        try check(type, "a rule type")
        guard CName.isRuleType(type) else {
            throw PluginFault(
                "has the rule type '\(type)': a plugin's is 'vendor/name' in lowercase letters, digits and hyphens")
        }
        let rule = unnamed.named("in its manifest for '\(type)'")
        try rule.allow("type", "summary", "kinds", "invalidCode", "options", "codes", "reads", "examples")
        let codes = try rule.members("codes", orNone: false).map { member throws(PluginFault) in
            try check(member.key, "a code")
            guard CName.isCode(member.key) else {
                throw PluginFault("has the code '\(member.key)' for '\(type)': it must be '<rule>.<problem>'")
            }
            let names = try rule.texts(in: member.node, of: member.key)
            if let taken = names.first(where: ["attribute", "subject", "value"].contains) {
                throw PluginFault(
                    "has the parameter '\(taken)' of the code '\(member.key)': every message has it, so give it another name"
                )
            }
            return CodeDescription(code(member.key, of: type), parameters: names)
        }
        let ownInvalid = try rule.text("invalidCode")
        let invalid = code(ownInvalid, of: type)
        guard codes.contains(where: { $0.code == invalid }) else {
            throw PluginFault("has an 'invalidCode' of '\(type)' that is not one of its codes: '\(ownInvalid)'")
        }
        // `type` is allowed in `options`.
        let taken = RuleKey.names.filter { $0 != RuleKey.type.rawValue } + ["rule"]
        let options = try rule.members("options", orNone: true).map { member throws(PluginFault) in
            guard CName.isOption(member.key) else {
                let form = "a name consists of at most 64 letters, digits and hyphens"
                throw PluginFault("has the option '\(member.key)' of '\(type)': \(form)")
            }
            guard !taken.contains(member.key) else {
                throw PluginFault(
                    "has the option '\(member.key)' of '\(type)': rule files use this name for every rule")
            }
            return try option(
                member.key, ManifestObject(member.node, "in its manifest for the option '\(member.key)' of '\(type)'")
            )
        }
        var described = PluginManifest.Rule(
            type: RuleType(rawValue: type), summary: try rule.text("summary", or: ""), kinds: try rule.kinds("kinds"),
            invalidCode: invalid, options: options, codes: codes, reads: try reads(in: rule, of: type, options))
        described.examples = try examples(in: rule, of: described)
        return described
    }

    /// A code as violations have it: it begins with the vendor, so that no vendor can take another's codes.
    private static func code(_ own: String, of type: String) -> Code {
        Code(rawValue: type.prefix { $0 != "/" } + "/" + own)
    }

    private static func option(
        _ name: String, _ option: ManifestObject
    ) throws(PluginFault) -> PluginManifest.Option {
        try option.allow("kinds", "required", "values", "summary")
        return PluginManifest.Option(
            name: name, kinds: try option.kinds("kinds"), isRequired: try option.boolean("required"),
            values: try option.texts("values"), summary: try option.text("summary", or: ""))
    }

    /// Refuses a name that is too long to be shown.
    private static func check(_ name: String, _ what: String) throws(PluginFault) {
        guard name.utf8.count > longestName else { return }
        throw PluginFault("has \(what) of \(name.utf8.count) bytes; at most \(longestName) are allowed")
    }

    static func repeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }
}
