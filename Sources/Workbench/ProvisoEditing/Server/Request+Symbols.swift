internal import Proviso

extension Request {
    /// The types, the shapes, and the rules by attribute, for an outline.
    func symbols() -> AnyValue {
        var symbols: [AnyValue] = []
        for (top, kind) in [("types", Self.classKind), ("shapes", Self.structKind)] {
            for key in outline.keys(of: [.key(top)]) {
                let extent = outline.extents[[.key(top), .key(key.text)]] ?? key.range
                symbols.append(symbol(key.text, kind, extent, key.range, []))
            }
        }
        var order: [String] = []
        var groups: [String: (first: Range<Int>, extent: Range<Int>, rules: [AnyValue])] = [:]
        for rule in listedRules() {
            for part in rule.attributes {
                let shown = symbol(rule.type.text, Self.functionKind, rule.extent, rule.type.range, [])
                if let known = groups[part.text] {
                    let start = min(known.extent.lowerBound, rule.extent.lowerBound)
                    let extent = start..<max(known.extent.upperBound, rule.extent.upperBound)
                    groups[part.text] = (known.first, extent, known.rules + [shown])
                } else {
                    order.append(part.text)
                    groups[part.text] = (part.range, rule.extent, [shown])
                }
            }
        }
        symbols += order.compactMap { name in
            groups[name].map { symbol(name, Self.fieldKind, $0.extent, $0.first, $0.rules) }
        }
        return .list(symbols)
    }

    // SymbolKind of the protocol.
    private static let classKind: Int64 = 5
    private static let fieldKind: Int64 = 8
    private static let functionKind: Int64 = 12
    private static let structKind: Int64 = 23

    private func symbol(
        _ name: String, _ kind: Int64, _ extent: Range<Int>, _ selection: Range<Int>, _ children: [AnyValue]
    ) -> AnyValue {
        let value: AnyValue = [
            "name": .text(name), "kind": .integer(kind), "range": server.value(extent, in: document.lines),
            "selectionRange": server.value(selection, in: document.lines), "children": .list(children),
        ]
        return value
    }

    private struct ListedRule {
        let type: RuleOutline.Word
        let extent: Range<Int>
        var attributes: [(text: String, range: Range<Int>)] = []
    }

    /// The rules about the record in the order of the text, with the attributes that they name themselves.
    private func listedRules() -> [ListedRule] {
        var order: [[OutlineStep]] = []
        var attributes: [[OutlineStep]: [(text: String, range: Range<Int>)]] = [:]
        var types: [[OutlineStep]: RuleOutline.Word] = [:]
        for word in outline.words where !word.isKey && word.path.first == .key("rules") && word.path.count > 2 {
            let place = outline.place(word.path)
            guard !place.isInner, place.rule.count == 2 else { continue }
            if place.role == .type, types[place.rule] == nil {
                types[place.rule] = word
                order.append(place.rule)
            } else if place.role == .attributes, isOwn(word, place.rule) {
                attributes[place.rule, default: []] += AttributeWords.parts(of: word, in: document.lines)
            }
        }
        return order.compactMap { path in
            guard let type = types[path], let extent = outline.extents[path] else { return nil }
            return ListedRule(type: type, extent: extent, attributes: attributes[path] ?? [])
        }
    }

    /// Whether a word is among the attributes of a rule itself, and not of its conditions or options.
    private func isOwn(_ word: RuleOutline.Word, _ rule: [OutlineStep]) -> Bool {
        guard word.path.count > rule.count, word.path.count <= rule.count + 2 else { return false }
        return word.path[rule.count] == .item(0) || word.path[rule.count] == .key("attributes")
    }
}
