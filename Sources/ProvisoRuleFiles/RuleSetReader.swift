internal import ProvisoCore
internal import ProvisoMessages

/// Reads a rule file and collects all errors in its form, each with its position.
struct RuleSetReader: PartReader {
    var ruleSet = RuleSet()
    var diagnostics: [RuleSetError.Diagnostic] = []

    /// The rule sets of the included files, in their order.
    var included: [RuleSet] = []
    let loader: RuleFileLoader
    /// What counts as empty in a file of this format, if the file does not say it.
    private var usualEmpty = Emptiness.typed
    /// The labels of rule types, which need all rules.
    var typeLabels: [(type: RuleType, labels: RuleNode)] = []

    /// The options of rule types that no rule of the type uses.
    var unusedOptions: [(type: RuleType, option: String, code: Code?, position: SourcePosition)] = []
    /// What the values of variables add to the file.
    private var expansion: VariableExpansion
    /// The variables that something in the file uses.
    var usedVariables: Set<String> = []

    private init(_ loader: RuleFileLoader) {
        self.loader = loader
        expansion = VariableExpansion(loader.limits)
    }

    static func read(
        _ root: RuleNode, loader: RuleFileLoader, given: [String: RuleVariables.Given]
    ) throws(RuleSetError) -> RuleSet {
        var reader = RuleSetReader(loader)
        let written = reader.withVariables(root, given)
        // Strings and lists may have become longer.
        if reader.expansion.weight > 0, reader.diagnostics.isEmpty { try loader.limits?.check(written) }
        reader.read(written)
        reader.suggestLocales(in: root)
        guard reader.diagnostics.isEmpty else { throw RuleSetError(first: reader.diagnostics) }
        var ruleSet = try RuleSet.joined(reader.included + [reader.ruleSet])
        ruleSet.includes = loader.places
        return ruleSet
    }

    /// The document with the values of its variables.
    private mutating func withVariables(_ root: RuleNode, _ given: [String: RuleVariables.Given]) -> RuleNode {
        guard let pairs = root.mapping else { return root }
        let variables = RuleVariables(pairs.first { $0.key.scalar == FileKey.variables.rawValue }?.value, given: given)
        diagnostics += variables.diagnostics
        ruleSet.variableNames = variables.names
        for case (let name, .node(let value)) in given where !variables.names.contains(name) {
            let reason = "the included file has no variable '\(name)'"
            report(value, reason, suggestion: Suggestion.nearest(to: name, in: variables.names))
        }
        loader.note(declared: variables.names)
        defer { warnOfUnusedVariables(variables, in: root) }
        return RuleNode(
            content: .mapping(
                pairs.map { key, value in
                    switch key.scalar.flatMap(FileKey.init) {
                    case .variables: return (key, value)
                    case .define:
                        guard let pairs = value.mapping else { return (key, value) }
                        let replaced = pairs.map { name, text in (name, use(variables, text) { $0.expression($1) }) }
                        return (key, RuleNode(content: .mapping(replaced), position: value.position))
                    case .types:
                        guard let types = value.mapping else { return (key, value) }
                        let replaced = types.map { name, type in
                            (name, use(variables, type, left: RuleTypeReader.optionNames(type)))
                        }
                        return (key, RuleNode(content: .mapping(replaced), position: value.position))
                    case .rules, .shapes, .dataset: return (key, use(variables, value))
                    case .closed: return (key, use(variables, value) { $0.closed($1) })
                    default: return (key, use(variables, value, isOfRules: false))
                    }
                }), position: root.position)
    }

    private mutating func use(
        _ variables: RuleVariables, _ node: RuleNode, left: Set<String>? = nil, isOfRules: Bool = true,
        by replace: (inout VariableUse, RuleNode) -> RuleNode = { $0.replaced($1) }
    ) -> RuleNode {
        var use = VariableUse(
            values: variables.values, names: variables.names, left: left, patterns: variables.patterns,
            isOfRules: isOfRules)
        use.expansion = expansion
        defer {
            expansion = use.expansion
            diagnostics += use.diagnostics
            usedVariables.formUnion(use.used)
        }
        return replace(&use, node)
    }

    private mutating func readDefine(_ node: RuleNode) {
        for (key, value) in mapping(node, "define must be a mapping of names to expressions: 'net: gross - tax'") {
            guard let name = name(key) else { continue }
            guard let text = value.scalar else {
                report(value, "expected an expression, such as \"items.map(i, i.net).sum()\"")
                continue
            }
            ruleSet.define[name] = text
            ruleSet.positions[.definition(name)] = key.position
            ruleSet.positions[.expression(name)] = value.textPosition
        }
    }

    private mutating func read(_ root: RuleNode) {
        guard let pairs = root.mapping else {
            return report(root, "a rule file must be a mapping with the key 'rules'")
        }
        for (key, value) in pairs {
            guard let name = name(key) else { continue }
            switch FileKey(rawValue: name) {
            case .proviso: readVersion(value)
            case .attributes: readAttributes(value)
            case .labels: ruleSet.labels = texts(value, of: "label") { $0.readForms($1, of: $2, in: $3) }
            case .hints: ruleSet.hints = texts(value, of: "hint")
            case .scenarios: readScenarios(value)
            case .rules: readRules(value)
            case .messages: readMessages(value)
            case .optional: readOptional(value)
            case .requires: readRequires(value)
            case .closed: readClosed(value)
            case .shapes: readShapes(value)
            case .types: readTypes(value)
            case .define: readDefine(value)
            case .nulls: readNulls(value)
            case .records: readRecords(value)
            case .table: readTable(value)
            case .include: readIncludes(value)
            case .variables: break
            case .tests: readTests(value)
            case .empty: readEmpty(value)
            case .nullable: readNullable(value)
            case .dataset: readDataset(value)
            case nil:
                report(unknown: name, at: key)
            }
        }
        applyTypeLabels()
        if !pairs.contains(where: { $0.key.scalar == FileKey.empty.rawValue }) { ruleSet.empty = usualEmpty }
        warnOfUnusedOptions()
        if !Self.isRuleFile(root) {
            report(root, "the key 'rules' is missing")
        }
    }

    static var mainKeys: String { FileKey.main.map { "'\($0.rawValue)'" }.joined(separator: ", ") }

    /// Whether a document is a rule file, with or without mistakes.
    static func isRuleFile(_ root: RuleNode) -> Bool {
        root.mapping?.contains { pair in FileKey.main.contains { $0.rawValue == pair.key.scalar } } ?? false
    }

    /// Whether a file that cannot be read was meant to be a rule file: one of its lines begins with a main key.
    static func hasMainLine(_ bytes: [UInt8]) -> Bool {
        let marks = Set("\"' {\t\u{FEFF}".utf8)
        return bytes.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
            let start = line.drop { marks.contains($0) }
            return FileKey.main.contains { key in
                start.starts(with: key.rawValue.utf8)
                    && start.dropFirst(key.rawValue.utf8.count).first { !marks.contains($0) } == UInt8(ascii: ":")
            }
        }
    }

    mutating func report(unknown name: String, at key: RuleNode) {
        let name = name.count <= 64 ? name : name.prefix(64) + "…"
        if FamiliarNames.isOfSchema(name) {
            return report(
                key, "unknown key '\(name)': a rule file is not a JSON Schema",
                suggestion: FamiliarNames.schemaKey(name))
        }
        report(key, "unknown key '\(name)'", suggestion: FamiliarNames.near(name, in: FileKey.names))
    }

    private mutating func readVersion(_ node: RuleNode) {
        switch node.value {
        case 1: usualEmpty = .typed
        case 2: usualEmpty = .absent
        default: report(node, "this version reads rule files of the formats 1 and 2, not '\(node.scalar ?? "")'")
        }
    }

    private mutating func readEmpty(_ node: RuleNode) {
        var reader = RuleReader()
        if let empty = reader.emptiness(node) { ruleSet.empty = empty }
        diagnostics += reader.diagnostics
    }

    private mutating func readNullable(_ node: RuleNode) {
        ruleSet.nullable = names(node)
        for (name, place) in RuleReader().places(node) { ruleSet.positions[.nullable(name)] = place }
    }

    /// Reads labels or hints: attribute, locale, string.
    ///
    /// `whole` reads the forms of a label, where an entry is more than a string.
    mutating func texts(
        _ node: RuleNode, of kind: String,
        whole: ((inout RuleSetReader, RuleNode, String, String) -> String?)? = nil
    ) -> [String: [String: String]] {
        var texts: [String: [String: String]] = [:]
        for (key, value) in mapping(node, "\(kind)s must be a mapping of attributes") {
            guard let attribute = name(key) else { continue }
            ruleSet.positions[kind == "label" ? .label(attribute) : .hint(attribute)] = key.position
            if let text = value.text {
                if kind == "label" { refuseBlank(text, "a label", at: value) }
                texts[attribute, default: [:]][""] = text
                continue
            }
            for (locale, text) in mapping(value, "a \(kind) must be a string, or strings by locale") {
                let tag = self.locale(locale)
                if texts[attribute]?[tag] != nil { report(locale, "the locale '\(tag)' appears twice") }
                let isWhole = whole != nil && text.mapping != nil
                if kind == "label", let label = text.text { refuseBlank(label, "a label", at: text) }
                let text = isWhole ? whole?(&self, text, attribute, tag) : self.text(text)
                if let text { texts[attribute, default: [:]][tag] = text }
            }
        }
        return texts
    }

    /// Reads a label with its gender and cases.
    private mutating func readForms(_ node: RuleNode, of attribute: String, in locale: String) -> String? {
        var label: String?
        for (key, value) in node.mapping ?? [] {
            guard let name = name(key), let text = text(value) else { continue }
            if name == FormKey.text {
                refuseBlank(text, "a label", at: value)
                label = text
            } else if let form = LabelForm(rawValue: name) {
                if form == .gender, !LabelForm.genders.contains(text) {
                    let near = Suggestion.nearest(to: text, in: LabelForm.genders)
                    report(
                        value, "'\(text)' is not a gender (\(LabelForm.genders.joined(separator: ", ")))",
                        suggestion: near)
                }
                ruleSet.labelForms[attribute, default: [:]][locale, default: [:]][form] = text
            } else {
                report(
                    key, "a label has no form '\(name)'", suggestion: Suggestion.nearest(to: name, in: FormKey.names))
            }
        }
        if label == nil { report(node, "the label's 'text' is missing") }
        return label
    }

    private mutating func readAttributes(_ node: RuleNode) {
        ruleSet.attributes = names(node)
        for (name, place) in RuleReader().places(node) { ruleSet.positions[.attribute(name)] = place }
    }

    private mutating func readOptional(_ node: RuleNode) {
        ruleSet.optional = names(node)
        for (name, place) in RuleReader().places(node) { ruleSet.positions[.optional(name)] = place }
    }

    private mutating func readRequires(_ node: RuleNode) {
        for (key, value) in mapping(node, "requires must be a mapping of plugins to versions, such as '>=1.2 <2'") {
            guard let plugin = name(key) else { continue }
            // YAML reads 1.2 as a number.
            guard let range = value.scalar else {
                report(value, "expected a range of versions, such as '>=1.2 <2'")
                continue
            }
            if ruleSet.requires[plugin] != nil { report(key, "'\(plugin)' appears twice in 'requires'") }
            ruleSet.requires[plugin] = range
            ruleSet.positions[.plugin(plugin)] = key.position
            ruleSet.positions[.versions(plugin)] = value.position
        }
    }

    private mutating func readClosed(_ node: RuleNode) {
        var reader = RuleReader()
        (ruleSet.closed, ruleSet.openParts) = reader.closed(node)
        ruleSet.warnings += reader.warnings
        diagnostics += reader.diagnostics
    }

    private mutating func readShapes(_ node: RuleNode) {
        var reader = RuleReader()
        for shape in reader.shapes(node) {
            ruleSet.shapes[shape.name] = shape.shape
            ruleSet.positions[.shape(shape.name)] = shape.position
        }
        ruleSet.warnings += reader.warnings
        diagnostics += reader.diagnostics
    }

    private mutating func readDataset(_ node: RuleNode) {
        var reader = DatasetReader()
        ruleSet.dataset = reader.rules(node)
        ruleSet.warnings += reader.warnings
        diagnostics += reader.diagnostics
    }

    private mutating func readTests(_ node: RuleNode) {
        var reader = RuleTestReader()
        ruleSet.tests = reader.tests(node)
        diagnostics += reader.diagnostics
    }

    private mutating func readScenarios(_ node: RuleNode) {
        for (key, value) in mapping(node, "scenarios must be a mapping of names to lists of attributes") {
            guard let scenario = name(key) else { continue }
            let attributes = names(value)
            ruleSet.scenarios[scenario] = attributes
            ruleSet.positions[.scenario(scenario)] = key.position
            for (index, attribute) in attributes.enumerated() {
                let place = value.list.flatMap { $0.indices.contains(index) ? $0[index].position : nil }
                ruleSet.positions[.attributeOf(scenario: scenario, RuleSet.plain(attribute))] = place ?? value.position
            }
        }
    }

    mutating func readMessages(_ node: RuleNode) {
        for (key, value) in mapping(node, "messages must be a mapping of locales") {
            if value.mapping == nil, let code = key.scalar, TextLocale.canonical(code) == nil {
                let reason = "messages are grouped by locale, and '\(code)' is not one"
                report(key, reason, suggestion: "messages: {en: {\(code): …}}")
                continue
            }
            let locale = locale(key)
            for (code, message) in mapping(value, "a locale's messages must be a mapping of codes") {
                guard let name = name(code), let text = text(message) else { continue }
                refuseBlank(text, "a message", at: message)
                ruleSet.messages[locale, default: [:]][Code(rawValue: name)] = text
                ruleSet.positions[.code(Code(rawValue: name), locale: locale)] = code.position
                ruleSet.positions[.message(Code(rawValue: name), locale: locale)] = message.position
            }
        }
    }

    private mutating func readRules(_ node: RuleNode) {
        var reader = RuleReader()
        ruleSet.rules += reader.rules(node)
        diagnostics += reader.diagnostics
        ruleSet.warnings += reader.warnings
    }

    /// Reads a key that names a locale, which need not have a catalog.
    mutating func locale(_ node: RuleNode) -> String {
        let tag = node.scalar ?? ""
        let canonical = TextLocale.canonical(tag)
        if canonical == nil { report(node, TextLocale.reason(tag), suggestion: TextLocale.suggestion(for: tag)) }
        return canonical ?? tag
    }

    mutating func name(_ key: RuleNode) -> String? {
        if key.text?.isEmpty ?? true { report(key, "expected a name") }
        return key.text
    }

    private mutating func names(_ node: RuleNode) -> [String] {
        var reader = RuleReader()
        defer { diagnostics += reader.diagnostics }
        return reader.names(node)
    }

    mutating func text(_ node: RuleNode) -> String? {
        if node.text == nil { report(node, "expected a string") }
        return node.text
    }

    /// Refuses a label or a message that shows nothing.
    private mutating func refuseBlank(_ text: String, _ what: String, at node: RuleNode) {
        if text.isBlank { report(node, "\(what) must not be empty") }
    }

    mutating func mapping(_ node: RuleNode, _ reason: String) -> [(key: RuleNode, value: RuleNode)] {
        if node.mapping == nil { report(node, reason) }
        return node.mapping ?? []
    }
}

/// Suggestions for misspelled locales: every code of two letters is similar to others, but a file has few of them.
extension RuleSetReader {
    /// Adds suggestions to the errors about locales: what the rest of the file uses, and this label or message lacks.
    mutating func suggestLocales(in root: RuleNode) {
        var wrong: [String: [Int]] = [:]
        for (index, diagnostic) in diagnostics.enumerated() {
            guard let tag = TextLocale.tag(refusedFor: diagnostic.reason) else { continue }
            wrong[tag, default: []].append(index)
        }
        guard !wrong.isEmpty else { return }
        var used: [String] = []
        var lacking: [SourcePosition: Set<String>] = [:]
        Self.collect(root, &used, &lacking, wrong: Set(wrong.keys))
        for (tag, places) in wrong {
            for index in places {
                let position = diagnostics[index].position
                let others = position.flatMap { lacking[$0] } ?? []
                let near = TextLocale.nearest(
                    to: tag, in: used.filter { !others.contains($0) }, besides: others,
                    or: diagnostics[index].suggestion)
                diagnostics[index] = RuleSetError.Diagnostic(
                    position: position, reason: diagnostics[index].reason, suggestion: near)
            }
        }
    }

    /// Collects the locales of all mappings whose keys are locales, and beside each wrong one those of its mapping.
    private static func collect(
        _ node: RuleNode, _ used: inout [String], _ beside: inout [SourcePosition: Set<String>], wrong: Set<String>
    ) {
        for item in node.list ?? [] { collect(item, &used, &beside, wrong: wrong) }
        guard let pairs = node.mapping else { return }
        let tags = pairs.compactMap { $0.key.scalar }
        let right = tags.filter { !wrong.contains($0) }
        if right.allSatisfy({ TextLocale.canonical($0) != nil }) {
            for tag in right where !used.contains(tag) { used.append(tag) }
            for (key, _) in pairs where key.scalar.map(wrong.contains) ?? false {
                beside[key.position] = Set(right)
            }
        }
        for (_, value) in pairs { collect(value, &used, &beside, wrong: wrong) }
    }
}
