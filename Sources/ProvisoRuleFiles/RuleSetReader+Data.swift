internal import ProvisoCore
internal import ProvisoMessages

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
