internal import ProvisoCore
internal import ProvisoMessages

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
