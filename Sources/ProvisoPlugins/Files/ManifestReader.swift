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

extension ManifestReader {
    /// Reads what the plugin requests beyond what every plugin may do.
    static func capabilities(in manifest: ManifestObject) throws(PluginFault) -> PluginCapabilities {
        var read = PluginCapabilities()
        guard let object = try manifest.object("capabilities", "in the capabilities of its manifest") else {
            return read
        }
        try object.allow("threads", "patience", "memory", "workerOnly", "timeZones", of: "capability")
        read.threads = try object.boolean("threads")
        read.isWorkerOnly = try object.boolean("workerOnly")
        read.readsTimeZones = try object.boolean("timeZones")
        // Milliseconds and MiB: integers of a size that people write and that no unit needs to follow.
        let hour = 3_600_000
        if let time = try object.integer("patience", in: 1...hour) { read.patience = .milliseconds(time) }
        if let size = try object.integer("memory", in: 1...(1 << 20)) { read.memory = UInt64(size) << 20 }
        return read
    }
}

extension ManifestReader {
    /// Reads what a rule type reads besides its own value: the names of options, or "record".
    static func reads(
        in rule: ManifestObject, of type: String, _ options: [PluginManifest.Option]
    ) throws(PluginFault) -> PluginManifest.Reads {
        guard let given = try rule.choice("reads", "record") else { return .nothing }
        guard case .texts(let names) = given else { return .record }
        let byName = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
        for name in names {
            guard let option = byName[name] else {
                let hint = Suggestion.hint(Suggestion.nearest(to: name, in: options.map(\.name)))
                throw PluginFault("has 'reads' of '\(type)' with '\(name)', which is not one of its options\(hint)")
            }
            guard option.kinds.isSubset(of: ValueKindSet(.text, .list)) else {
                throw PluginFault(
                    "has 'reads' of '\(type)' with the option '\(name)': an option that names attributes "
                        + "has the kinds text and list only")
            }
        }
        if let twice = repeated(names) { throw PluginFault("has 'reads' of '\(type)' with '\(twice)' twice") }
        return .attributes(options: names)
    }
}

/// Reads the examples of a rule type: values with their verdicts.
extension ManifestReader {
    /// The maximum number of examples of a rule type, and of bytes in the JSON of one.
    static let maximumExamples = 64
    static let maximumExampleSize = 4096

    static func examples(
        in rule: ManifestObject, of described: PluginManifest.Rule
    ) throws(PluginFault) -> [PluginManifest.Example] {
        guard let nodes = try rule.listIfPresent("examples") else { return [] }
        let type = described.type.rawValue
        guard nodes.count <= maximumExamples else {
            throw PluginFault("has \(nodes.count) examples of '\(type)': there may be \(maximumExamples)")
        }
        var examples: [PluginManifest.Example] = []
        for (index, node) in nodes.enumerated() {
            let place = "in example \(index + 1) of '\(type)' in its manifest"
            guard AnyValue(node).json.utf8.count <= maximumExampleSize else {
                throw PluginFault("has more than \(maximumExampleSize) bytes \(place)")
            }
            examples.append(try example(ManifestObject(node, place), place, described))
        }
        return examples
    }

    private static func example(
        _ given: ManifestObject, _ place: String, _ rule: PluginManifest.Rule
    ) throws(PluginFault) -> PluginManifest.Example {
        try given.allow("value", "options", "record", "valid", "code", "parameters")
        guard let value = given.value("value") else { throw PluginFault("has no 'value' \(place)") }
        let options = try given.members("options", orNone: true)
        do throws(OptionError) {
            try rule.checkOptions(options.map { AnyValue.Member($0.key, AnyValue($0.node)) })
        } catch {
            throw PluginFault("has a wrong option \(place): \(error.option ?? "") \(error.reason)")
        }
        let record = try given.membersIfPresent("record")
        if record != nil, rule.reads == .nothing {
            throw PluginFault("has a 'record' \(place), but the rule type has no 'reads'")
        }
        if let record, record.contains(where: { $0.key == "value" }) {
            throw PluginFault("has a 'record' with 'value' \(place): the attribute 'value' is the example's own value")
        }
        let code = try expectedCode(given, place, rule)
        return PluginManifest.Example(
            value: AnyValue(value), options: AnyValue(options), record: record.map { AnyValue($0) },
            code: code?.code, parameters: try expectedParameters(given, place, code).map { AnyValue($0) })
    }

    /// The expected code; `nil` if the value is valid.
    private static func expectedCode(
        _ given: ManifestObject, _ place: String, _ rule: PluginManifest.Rule
    ) throws(PluginFault) -> CodeDescription? {
        let isValid = try given.boolean("valid")
        guard given.value("code") != nil else {
            if isValid { return nil }
            throw PluginFault("has neither 'valid': true nor a 'code' \(place)")
        }
        guard given.value("valid") == nil else { throw PluginFault("has both 'valid' and 'code' \(place)") }
        let name = try given.text("code")
        guard let code = rule.codes.first(where: { rule.ownName(of: $0.code) == name }) else {
            let near = Suggestion.nearest(to: name, in: rule.ownCodes.map(\.code.rawValue))
            throw PluginFault("has the code '\(name)' \(place), which is not one of its codes\(Suggestion.hint(near))")
        }
        return code
    }

    private static func expectedParameters(
        _ given: ManifestObject, _ place: String, _ code: CodeDescription?
    ) throws(PluginFault) -> [StrictJSON.Member]? {
        guard let parameters = try given.membersIfPresent("parameters") else { return nil }
        guard let code else { throw PluginFault("has 'parameters' without a 'code' \(place)") }
        if let unknown = parameters.first(where: { !code.parameters.contains($0.key) })?.key {
            let hint = Suggestion.hint(Suggestion.nearest(to: unknown, in: code.parameters))
            throw PluginFault("has the parameter '\(unknown)' \(place), which its code does not have\(hint)")
        }
        return parameters
    }
}

extension AnyValue {
    fileprivate init(_ node: StrictJSON.Node) {
        switch node.value {
        case .string(let text): self = .text(text)
        case .object(let members): self.init(members)
        case .array(let nodes): self = .list(nodes.map { AnyValue($0) })
        case .boolean(let flag): self = .boolean(flag)
        // The text of a number is JSON, so this cannot fail.
        case .number(let text): self = (try? AnyValue(json: text)) ?? .decimal(text)
        case .null: self = .null
        }
    }

    fileprivate init(_ members: [StrictJSON.Member]) {
        self = .object(members.map { Member($0.key, AnyValue($0.node)) })
    }
}
