internal import ProvisoCore
internal import ProvisoMessages

/// Rule types and included files.
extension RuleSetReader {
    mutating func readTypes(_ node: RuleNode) {
        var reader = RuleTypeReader()
        for type in reader.types(node) {
            let name = type.definition.type
            if ruleSet.types.contains(where: { $0.type == name }) {
                report(node, "the rule type '\(name)' appears twice")
            }
            ruleSet.types.append(type.definition)
            ruleSet.positions[.type(name)] = type.position
            if let messages = type.messages { readMessages(messages) }
            for (option, position) in type.unused {
                unusedOptions.append((type: name, option: option, code: type.code, position: position))
            }
            if let labels = type.labels { typeLabels.append((name, labels)) }
        }
        diagnostics += reader.diagnostics
        ruleSet.warnings += reader.warnings
    }

    /// Warns of options that no rule and no message of their type uses: a rule that sets one changes nothing.
    mutating func warnOfUnusedOptions() {
        for (type, option, code, position) in unusedOptions {
            let texts = code.map { code in ruleSet.messages.values.compactMap { $0[code] } } ?? []
            if texts.contains(where: { $0.holds("{\(option)") }) { continue }
            ruleSet.warnings.append(
                RuleSetError.Diagnostic(
                    position: position,
                    reason: "no rule of the type '\(type)' uses the option '\(option)': "
                        + "write '${\(option)}' where its value belongs, or remove it"))
        }
    }

    /// Warns of variables that nothing uses: to set one changes nothing.
    mutating func warnOfUnusedVariables(_ variables: RuleVariables, in root: RuleNode) {
        let unused = variables.names.filter { !usedVariables.contains($0) }
        if unused.isEmpty { return }
        let named = root.namesOfVariables
        for name in unused where !named.contains(name) {
            ruleSet.warnings.append(
                RuleSetError.Diagnostic(
                    position: variables.positions[name],
                    reason: "nothing uses the variable '\(name)': "
                        + "write '${\(name)}' where its value belongs, or remove it"))
        }
    }

    /// Gives the attributes of rules of a type its labels, where they have none.
    mutating func applyTypeLabels() {
        for (type, node) in typeLabels {
            var texts: [String: String] = [:]
            if let text = node.text {
                texts[""] = text
            } else {
                for (locale, text) in mapping(node, "labels must be a string, or strings by locale") {
                    texts[self.locale(locale)] = self.text(text)
                }
            }
            for rule in ruleSet.rules where rule.constraint.type == type {
                for attribute in rule.attributes.map(RuleSet.plain) where ruleSet.labels[attribute] == nil {
                    ruleSet.labels[attribute] = texts
                }
            }
        }
    }

    mutating func readIncludes(_ node: RuleNode) {
        for entry in node.list ?? [node] {
            guard let pairs = entry.mapping else {
                if let path = text(entry) { include(path, at: entry, prefix: nil, [:]) }
                continue
            }
            var (path, prefix): (RuleNode?, String?)
            var given: [String: RuleVariables.Given] = [:]
            for (key, value) in pairs {
                switch known(key, IncludeKey.self) {
                case .file: path = value
                case .prefix:
                    prefix = text(value)
                    if prefix?.isEmpty == true {
                        report(
                            value,
                            "expected the path of an attribute, such as 'address'; without 'prefix' the rules are for the "
                                + "record itself")
                        prefix = nil
                    }
                case .variables:
                    for (key, value) in mapping(value, "variables must be a mapping of names to values") {
                        if let name = name(key) { given[name] = .node(value) }
                    }
                case nil: break
                }
            }
            guard let path else {
                report(entry, "an included file needs the key 'file'")
                continue
            }
            if let path = text(path) { include(path, at: entry, prefix: prefix, given) }
        }
    }

    private mutating func include(
        _ path: String, at node: RuleNode, prefix: String?, _ given: [String: RuleVariables.Given]
    ) {
        do throws(RuleSetError) {
            let ruleSet = try loader.include(path, at: node, given: given)
            guard let prefix else { return included.append(ruleSet) }
            if ruleSet.closed {
                return report(
                    node,
                    "'\(path)' is closed, which a file with a prefix cannot be: close the rule set that includes it")
            }
            if !ruleSet.dataset.isEmpty {
                return report(
                    node, "'\(path)' has the key 'dataset', which a file with a prefix cannot have: it is about records"
                )
            }
            included.append(ruleSet.prefixed(by: prefix))
        } catch {
            diagnostics += error.diagnostics
        }
    }
}
