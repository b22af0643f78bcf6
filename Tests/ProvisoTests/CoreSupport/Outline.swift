import Proviso

extension RuleSet {
    /// All that the rule set says, without the places where it says it.
    var outline: [String] {
        var lines = rules.map(\.outline)
        lines += scenarios.map { "scenario \($0.key): \($0.value)" }.sorted()
        lines += labels.flatMap { attribute, texts in texts.map { "label \(attribute) \($0.key): \($0.value)" } }
            .sorted()
        lines += messages.flatMap { tag, texts in texts.map { "message \(tag) \($0.key): \($0.value)" } }.sorted()
        if let attributes { lines.append("attributes \(attributes)") }
        return lines
    }
}

extension Rule {
    var outline: String {
        var parts = [attributes.joined(separator: ","), constraint.outline]
        if !on.isEmpty { parts.append("on \(on.joined(separator: ","))") }
        if !except.isEmpty { parts.append("except \(except.joined(separator: ","))") }
        for (word, conditions) in [("when", when), ("unless", unless)] {
            parts += conditions.map { "\(word) (\($0.outline))" }
        }
        if let all = messages.all { parts.append(all.outline) }
        if let skipOnEmpty { parts.append("skipOnEmpty \(skipOnEmpty)") }
        if !skipOnError { parts.append("skipOnError false") }
        if severity != .error { parts.append(severity.rawValue) }
        if bail { parts.append("bail") }
        if let id { parts.append("id \(id)") }
        return parts.joined(separator: " ")
    }
}

extension Constraint {
    var outline: String {
        var parts = [type.rawValue]
        for (name, option) in options.sorted(by: { $0.key < $1.key }) {
            switch option {
            case .value(let value): parts.append("\(name)=\(value.outline)")
            case .rule(let body): parts.append("\(name)=[\(body.outline)]")
            case .condition(let condition): parts.append("\(name)=(\(condition.outline))")
            case .shapes(let shapes): parts.append("\(name)=\(shapes.map(\.name))")
            }
        }
        if let all = messages.all { parts.append(all.outline) }
        if let skipOnEmpty { parts.append("skipOnEmpty \(skipOnEmpty)") }
        return parts.joined(separator: " ")
    }
}

extension Condition {
    var outline: String {
        switch test {
        case .rule(let attribute, let body): "\(attribute) \(body.outline)"
        case .closure: "closure"
        case .expression(let text): "expr \(text)"
        case .any(let conditions): "any(\(conditions.map(\.outline).joined(separator: "; ")))"
        case .all(let conditions): "all(\(conditions.map(\.outline).joined(separator: "; ")))"
        case .not(let condition): "not(\(condition.outline))"
        case .items(_, let condition): "items(\(condition.outline))"
        case .number(_, let conditions): "number(\(conditions.map(\.outline).joined(separator: "; ")))"
        }
    }
}

extension MessageOverride {
    var outline: String {
        let locales = byLocale.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "message {" + ((text.map { [$0] } ?? []) + locales).joined(separator: "; ") + "}"
    }
}

extension AnyValue {
    /// The value as short text for comparison.
    var outline: String {
        switch self {
        case .absent: "absent"
        case .null: "null"
        case .boolean(let truth): "\(truth)"
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)u"
        case .double(let number): "\(number)d"
        case .decimal(let text): "\(text)n"
        case .text(let text): "'\(text)'"
        case .list(let items): "[" + items.map(\.outline).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\($0.key):\($0.value.outline)" }.joined(separator: ",") + "}"
        }
    }
}
