import Proviso

/// The part of JSON Schema (draft 7) that the schema of rule files uses; other keywords are a failure.
struct SchemaEvaluator {
    let root: AnyValue

    private static let ignored: Set<String> = [
        "$schema", "title", "description", "markdownEnumDescriptions", "definitions", "then", "else",
    ]

    func accepts(_ value: AnyValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: AnyValue, _ schema: AnyValue) -> Bool {
        guard case .object(let members) = schema else { return schema != false }
        return members.allSatisfy { accepts(value, $0.key, $0.value, in: schema) }
    }

    private func accepts(_ value: AnyValue, _ keyword: String, _ rule: AnyValue, in schema: AnyValue) -> Bool {
        let items = value.items
        let members = value.members
        switch keyword {
        case "$ref": return accepts(value, resolve(rule.text ?? ""))
        case "type": return (rule.items ?? [rule]).contains { value.has(type: $0.text ?? "") }
        case "enum": return rule.items?.contains(value) ?? false
        case "const": return value == rule
        case "pattern": return value.text.map { $0.contains(Self.pattern(rule.text ?? "")) } ?? true
        case "minLength": return (value.text?.count).map { $0 >= rule.int } ?? true
        case "minimum": return value.number.map { $0 >= Double(rule.int) } ?? true
        case "minItems": return (items?.count).map { $0 >= rule.int } ?? true
        case "maxItems": return (items?.count).map { $0 <= rule.int } ?? true
        case "minProperties": return (members?.count).map { $0 >= rule.int } ?? true
        case "required":
            return members.map { found in
                (rule.items ?? []).allSatisfy { name in found.contains { $0.key == name.text } }
            }
                ?? true
        case "items":
            guard let items else { return true }
            guard let rules = rule.items else { return items.allSatisfy { accepts($0, rule) } }
            return zip(items, rules).allSatisfy { accepts($0, $1) }
        case "contains": return items.map { $0.contains { accepts($0, rule) } } ?? true
        case "properties":
            return (members ?? []).allSatisfy { member in rule[member.key].map { accepts(member.value, $0) } ?? true }
        case "additionalProperties":
            let known = schema["properties"]
            return (members ?? []).allSatisfy { known?[$0.key] != nil || accepts($0.value, rule) }
        case "propertyNames": return (members ?? []).allSatisfy { accepts(.text($0.key), rule) }
        case "allOf": return (rule.items ?? []).allSatisfy { accepts(value, $0) }
        case "anyOf": return (rule.items ?? []).contains { accepts(value, $0) }
        case "oneOf": return (rule.items ?? []).count { accepts(value, $0) } == 1
        case "if": return schema[accepts(value, rule) ? "then" : "else"].map { accepts(value, $0) } ?? true
        default:
            if Self.ignored.contains(keyword) { return true }
            preconditionFailure("the evaluator does not know '\(keyword)'")
        }
    }

    private static func pattern(_ text: String) -> Regex<AnyRegexOutput> {
        (try? Regex(text)) ?? Regex(verbatim: "\u{0}")
    }

    private func resolve(_ pointer: String) -> AnyValue {
        pointer.split(separator: "/").dropFirst().reduce(root) { part, key in
            part[String(key).replacing("~1", with: "/").replacing("~0", with: "~")] ?? false
        }
    }
}

extension AnyValue {
    fileprivate var items: [AnyValue]? {
        if case .list(let items) = self { items } else { nil }
    }

    fileprivate var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    fileprivate subscript(key: String) -> AnyValue? { members?.first { $0.key == key }?.value }

    fileprivate var int: Int {
        if case .integer(let number) = self { Int(number) } else { 0 }
    }

    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    fileprivate func has(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .integer, .unsigned: type == "integer" || type == "number"
        case .double, .decimal: type == "number"
        case .text: type == "string"
        case .list: type == "array"
        case .object: type == "object"
        case .absent: false
        }
    }
}
