/// Rules and conditions in words that are close to a rule file.
package enum ConditionText {
    /// A condition: `country in { range: [US, CA] }`.
    package static func text(_ condition: Condition) -> String {
        switch condition.test {
        case .rule(let attribute, let body): "\(attribute) \(text(body))"
        case .closure: "a closure"
        case .expression(let text): text
        case .any(let parts), .all(let parts), .number(_, let parts):
            "\(head(condition)): [\(parts.map(text).joined(separator: ", "))]"
        case .not(let part), .items(_, let part): "\(head(condition)): \(text(part))"
        }
    }

    /// The word of a condition that is made of others.
    package static func head(_ condition: Condition?) -> String {
        switch condition?.test {
        case .any: "any"
        case .all: "all"
        case .not: "not"
        case .items(let count, _):
            !count.counted
                ? "everyItem"
                : count.least == 1 && count.most == .max
                    ? "anyItem"
                    : count.most == 0
                        ? "noItem"
                        : number(count)
        case .number(let count, _): number(count)
        case .rule, .closure, .expression, nil: "a condition"
        }
    }

    private static func number(_ count: Condition.ItemCount) -> String {
        if count.least == count.most { return "exactly \(count.least)" }
        let least = count.least > 0 ? ["at least \(count.least)"] : []
        return (least + (count.most < .max ? ["at most \(count.most)"] : [])).joined(separator: ", ")
    }

    /// A rule type with its options: `in { range: [US, CA] }`.
    package static func text(_ rule: Constraint) -> String {
        if rule.options.isEmpty { return rule.type.rawValue }
        let options = rule.options.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        return "\(rule.type) { \(options.joined(separator: ", ")) }"
    }

    private static func text(_ option: OptionValue) -> String {
        switch option {
        case .value(let value): text(value)
        case .rule(let rule): "[\(text(rule))]"
        case .condition(let condition): text(condition)
        case .shapes(let shapes): "{ \(shapes.map { "\($0.name): …" }.joined(separator: ", ")) }"
        }
    }

    /// A value as a rule file may have it: words without quotation marks.
    package static func text(_ value: AnyValue) -> String {
        switch value {
        case .text(let text) where !text.isEmpty && text.utf8.allSatisfy(isPlain): text
        case .list(let items): "[\(items.map(text).joined(separator: ", "))]"
        case .object(let members): "{ \(members.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")) }"
        default: value.json
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
            || byte == 0x2E
    }
}
