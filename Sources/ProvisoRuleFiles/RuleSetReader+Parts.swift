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

/// What a rule file says of the data: nulls, records and the format of tables.
extension RuleSetReader {
    mutating func readNulls(_ node: RuleNode) {
        let items = node.list ?? [node]
        for item in items {
            // A string that is spelled as null, such as a plain 'null', is a string here.
            guard let text = item.scalar else {
                report(item, "nulls must be a list of strings, such as ['NA', '\\N']")
                continue
            }
            ruleSet.data.nulls.append(text)
            ruleSet.positions[.null(text)] = item.position
        }
    }

    mutating func readRecords(_ node: RuleNode) {
        guard let text = text(node) else { return }
        guard text.isEmpty || text.hasPrefix("/") else {
            return report(
                node, "records must be a JSON Pointer, such as '/data/items'",
                suggestion: ValuePath.pointer(meantBy: text))
        }
        ruleSet.data.records = text.isEmpty ? nil : text
    }

    mutating func readTable(_ node: RuleNode) {
        var table = TableFormat()
        let pairs = mapping(node, "table must be a mapping, such as { delimiter: ';' }")
        for (key, value) in pairs {
            switch known(key, TableKey.self) {
            case .delimiter: table.delimiter = sign(value, "delimiter")
            case .quote: table.quote = sign(value, "quote")
            case .header: table.header = truth(value)
            case .columns: table.columns = columns(value)
            case .comment:
                table.comment = text(value)
                if value.text?.isEmpty ?? false { report(value, "'comment' must not be empty") }
            case .skip:
                if case .integer(let count) = value.value, (0...1_000_000).contains(count) {
                    table.skip = Int(count)
                } else {
                    report(value, "'skip' must be a number of lines, such as 2")
                }
            case .encoding: table.encoding = encoding(value)
            case .ragged:
                table.ragged = value.scalar.flatMap(TableFormat.Ragged.init)
                if table.ragged == nil {
                    let known = TableFormat.Ragged.allCases.map(\.rawValue)
                    report(
                        value, "'ragged' must be one of \(known.joined(separator: ", "))",
                        suggestion: value.scalar.flatMap { Suggestion.word(for: $0, in: known) })
                }
            case nil: break
            }
        }
        if let fault = table.signFault { report(node, fault) }
        ruleSet.data.table = table
    }

    /// One ASCII character; a tab can be written as `\t`.
    private mutating func sign(_ node: RuleNode, _ key: String) -> UInt8? {
        let text = node.scalar ?? ""
        if text == "\\t" || text == "tab" { return 0x09 }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else {
            report(node, "'\(key)' must be one ASCII character, such as ';', or '\\t'")
            return nil
        }
        return byte
    }

    private mutating func truth(_ node: RuleNode) -> Bool? {
        var reader = RuleReader()
        defer { diagnostics += reader.diagnostics }
        return reader.truth(node)
    }

    private mutating func columns(_ node: RuleNode) -> [String]? {
        guard let items = node.list else {
            report(node, "'columns' must be a list of names")
            return nil
        }
        let names = items.map { $0.scalar ?? "" }
        if Set(names).count < names.count || names.isEmpty {
            report(node, "'columns' must be different names, at least one")
            return nil
        }
        return names
    }

    private mutating func encoding(_ node: RuleNode) -> TableFormat.Encoding? {
        let name = node.scalar ?? ""
        if let encoding = TableFormat.Encoding(named: name) { return encoding }
        let known = TableFormat.Encoding.allCases.map(\.rawValue)
        report(
            node, "unknown encoding '\(name)' (\(known.joined(separator: ", ")))",
            suggestion: Suggestion.nearest(to: name.uppercased(), in: known.map { $0.uppercased() }))
        return nil
    }
}
