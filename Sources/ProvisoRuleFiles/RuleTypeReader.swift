internal import ProvisoCore
internal import ProvisoMessages

/// Reads the rule types of a rule file, which are made of other rules.
struct RuleTypeReader: PartReader {
    static let kinds: [String: OptionDescription.Kind] = [
        "string": .text, "pattern": .pattern, "integer": .integer, "number": .number, "boolean": .boolean,
        "list": .list, "any": .any,
    ]

    /// A rule type of the file.
    struct Definition {
        let definition: RuleDefinition
        let position: SourcePosition
        let code: Code?
        var labels: RuleNode?
        var messages: RuleNode?
        /// The options that no rule of the type uses.
        let unused: [(name: String, position: SourcePosition)]
    }

    var diagnostics: [RuleSetError.Diagnostic] = []
    private(set) var warnings: [RuleSetError.Diagnostic] = []

    /// The names of a type's options, which are not variables of the file.
    static func optionNames(_ type: RuleNode) -> Set<String> {
        let options = type.mapping?.first { $0.key.scalar == TypeKey.options.rawValue }?.value
        return Set(options?.mapping?.compactMap { $0.key.scalar } ?? [])
    }

    mutating func types(_ node: RuleNode) -> [Definition] {
        guard let pairs = node.mapping else {
            report(node, "types must be a mapping of names to rules: 'sku: { rules: [string, [match, { … }]] }'")
            return []
        }
        return pairs.compactMap { key, value in
            guard let name = key.text, !name.isEmpty else {
                report(key, "expected a name")
                return nil
            }
            return type(name, key, value)
        }
    }

    private mutating func type(_ name: String, _ key: RuleNode, _ node: RuleNode) -> Definition? {
        var parts: [TypeKey: RuleNode] = [:]
        if node.list != nil || node.scalar != nil {
            parts[.rules] = node
        }
        for (key, value) in node.mapping ?? [] {
            if let part = known(key, TypeKey.self) { parts[part] = value }
        }
        guard let rules = parts[.rules] else {
            report(node, "a rule type needs the key 'rules' with a list of rules")
            return nil
        }
        if rules.list?.isEmpty == true {
            report(rules, "the rule type '\(name)' has no rules: 'sku: [string]' has one")
        }
        let options = parts[.options].map { self.options($0) } ?? []
        let code = parts[.code].flatMap { self.code($0) }
        let body = Body(rules: Self.listed(rules), options: options, code: code)
        // Mistakes are found where they are written, not where the type is used.
        let (found, unused) = body.check()
        diagnostics += found.diagnostics
        warnings += found.warnings
        let definition = RuleDefinition(
            composed: RuleType(rawValue: name), at: key.position, options: options.map(\.description),
            codes: code.map { [CodeDescription($0, parameters: options.map(\.description.name))] } ?? []
        ) { (reader: OptionReader) throws(OptionError) -> Composition in try body.composition(reader) }
        return Definition(
            definition: definition, position: key.position, code: code, labels: parts[.labels],
            messages: parts[.messages], unused: unused.map { ($0.description.name, $0.position) })
    }

    /// The rules in a list; `[string, { max: 5 }]` is one rule.
    private static func listed(_ node: RuleNode) -> [RuleNode] {
        guard let items = node.list else { return [node] }
        let isOne =
            items.count == 2 && items[0].scalar != nil && items[1].mapping != nil
            && !(items[1].mapping ?? []).contains { $0.key.scalar == RuleKey.type.rawValue }
        return isOne ? [node] : items
    }

    private mutating func code(_ node: RuleNode) -> Code? {
        guard let text = node.text, Code(rawValue: text).isWellFormed else {
            report(node, "a code is letters, digits, '-', '_' and single dots, such as sku.invalid or BR-CO-10")
            return nil
        }
        return Code(rawValue: text)
    }

    // MARK: options

    struct Option {
        let description: OptionDescription
        let fallback: RuleNode?
        let position: SourcePosition
        /// The fallback as messages show it, and its size: the same for all rules that use the type.
        let parameter: ParameterValue?
        let size: NodeSize?

        init(_ description: OptionDescription, _ fallback: RuleNode?, at position: SourcePosition) {
            (self.description, self.fallback, self.position) = (description, fallback, position)
            parameter = fallback.flatMap { ParameterValue(option: $0.value) }
            size = fallback.map { NodeSize($0) }
        }
    }

    private mutating func options(_ node: RuleNode) -> [Option] {
        guard let pairs = node.mapping else {
            report(node, "options must be a mapping of names to defaults: 'max: 12', or 'max: { type: integer }'")
            return []
        }
        return pairs.compactMap { key, value in
            guard let name = key.text, RuleVariables.isName(name), RuleKey(rawValue: name) == nil else {
                report(key, "'\(key.scalar ?? "")' cannot be the name of an option")
                return nil
            }
            return option(name, value, at: key.position)
        }
    }

    private mutating func option(_ name: String, _ node: RuleNode, at position: SourcePosition) -> Option {
        var (kind, fallback, summary): (OptionDescription.Kind?, RuleNode?, String) = (nil, node, "")
        if let pairs = node.mapping {
            fallback = nil
            for (key, value) in pairs {
                switch known(key, TypeOptionKey.self) {
                case .type: kind = self.kind(value)
                case .default: fallback = value
                case .description: summary = value.text ?? ""
                case nil: break
                }
            }
        }
        if let fallback, !summary.holds("by default") {
            summary += (summary.isEmpty ? "" : "; ") + "\(fallback.value.json) by default"
        }
        let usual = kind ?? fallback.map { Self.kind(of: $0.value) } ?? .any
        let description = OptionDescription(name, usual, summary, isRequired: fallback == nil)
        if let fallback {
            do throws(OptionError) {
                try OptionReader([name: .value(fallback.value)]).check(description)
            } catch {
                report(fallback, "the default of '\(name)': \(error.reason)", suggestion: error.suggestion)
            }
        }
        return Option(description, fallback, at: position)
    }

    private mutating func kind(_ node: RuleNode) -> OptionDescription.Kind? {
        if let kind = node.scalar.flatMap({ Self.kinds[$0] }) { return kind }
        let known = Self.kinds.keys.sorted()
        report(
            node, "the type of an option is one of \(known.joined(separator: ", "))",
            suggestion: node.scalar.flatMap { Suggestion.word(for: $0, in: known) })
        return nil
    }

    private static func kind(of value: AnyValue) -> OptionDescription.Kind {
        switch value {
        case .text: .text
        case .integer, .unsigned: .integer
        case .double, .decimal: .number
        case .boolean: .boolean
        case .list: .list
        default: .any
        }
    }

    // MARK: the rules of a type

    /// The rules of a type, which are read once for each rule that uses it, with the values of its options.
    private struct Body: Sendable {
        let rules: [RuleNode]
        let options: [Option]
        let code: Code?
        /// The long lists in the rules, and those that are fallbacks of options.
        let lists: ReadLists

        init(rules: [RuleNode], options: [Option], code: Code?) {
            (self.rules, self.options, self.code) = (rules, options, code)
            lists = ReadLists(in: rules + options.compactMap(\.fallback))
        }

        /// What is found in the rules whatever the options, and the options that no rule uses.
        func check() -> (found: Reading, unused: [Option]) {
            var values: [String: RuleNode] = [:]
            for option in options {
                values[option.description.name] = option.fallback
            }
            let found = read(values)
            let named = rules.reduce(into: Set<String>()) { $0.formUnion($1.namesOfVariables) }
            let unused = options.filter { option in
                let name = option.description.name
                return !found.used.contains(name) && !named.contains(name)
            }
            return (found, unused)
        }

        func composition(_ reader: OptionReader) throws(OptionError) -> Composition {
            var values: [String: RuleNode] = [:]
            var sizes: [String: NodeSize] = [:]
            var parameters: [Parameter] = []
            for option in options {
                let name = option.description.name
                try reader.check(option.description)
                let place = SourcePosition(file: nil, line: 1, column: 1)
                let given = reader.value(name)
                guard let node = given.map({ RuleNode($0, position: place) }) ?? option.fallback else {
                    throw OptionError(option: name, reason: "is required")
                }
                values[name] = node
                sizes[name] = given == nil ? option.size : nil
                if let value = given == nil ? option.parameter : ParameterValue(option: node.value) {
                    parameters.append(Parameter(name: name, value: value))
                }
            }
            let reading = read(values, sizes: sizes, lists)
            if let first = reading.diagnostics.first {
                throw OptionError(reason: first.reason, suggestion: first.suggestion)
            }
            return Composition(
                reading.rules, code: code, parameters: Parameters(parameters), nodes: reading.nodes)
        }

        struct Reading {
            let rules: [Constraint]
            let diagnostics: [RuleSetError.Diagnostic]
            let warnings: [RuleSetError.Diagnostic]
            let used: Set<String>
            /// How many parts the values have that were put in.
            let nodes: Int
        }

        /// `sizes` are those of the values that are known, and `lists` those that were read before.
        private func read(
            _ values: [String: RuleNode], sizes: [String: NodeSize] = [:], _ lists: ReadLists = ReadLists()
        ) -> Reading {
            let names = options.map(\.description.name)
            let patterns = options.filter { $0.description.kind == .pattern }.map(\.description.name)
            var use = VariableUse(values: values, names: names, patterns: Set(patterns))
            use.sizes = sizes
            var reader = RuleReader()
            reader.lists = lists
            let rules = rules.compactMap { reader.innerBody(use.replaced($0)) }
            return Reading(
                rules: rules, diagnostics: use.diagnostics + reader.diagnostics, warnings: reader.warnings,
                used: use.used, nodes: use.expansion.weight)
        }
    }
}

extension ParameterValue {
    /// An option's value as messages show it; `nil` for objects.
    fileprivate init?(option value: AnyValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .boolean(let truth): self = .boolean(truth)
        case .list(let items): self = .list(items.compactMap { ParameterValue(option: $0) })
        default: return nil
        }
    }
}
