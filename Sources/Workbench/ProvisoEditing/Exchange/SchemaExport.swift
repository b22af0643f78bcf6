package import Proviso
internal import ProvisoProof

/// A rule set as a JSON Schema of draft 2020-12, as far as its rule types say what they assert.
package struct SchemaExport {
    /// What the schema does not say of a rule.
    package struct Loss: Sendable {
        package let rule: String
        package let attribute: String
        package let position: SourcePosition?
        package let reason: String

        /// The loss in one line.
        package var text: String {
            (position.map { "\($0): " } ?? "") + (rule.isEmpty ? "" : "rule \(rule) for '\(attribute)': ") + reason
        }
    }

    /// The schema, with a `$comment` of what it does not say.
    package let schema: AnyValue
    package let losses: [Loss]
    let title: String

    /// Writes the schema of the rules of one scenario.
    package init(_ plan: Plan, scenario: String, title: String) {
        self.title = title
        let (assertions, trials) = (RuleAssertions(plan: plan), SchemaTrials())
        var writer = SchemaTreeWriter(plan.ruleSet, assertions, attributes: plan.attributeNames, trials: trials)
        var members = SchemaMembers(["$schema": "https://json-schema.org/draft/2020-12/schema", "title": .text(title)])
        members.add(writer.schema(of: plan.ruleSet.rules.filter { rule in rule.isActive(in: scenario) }))
        var losses = writer.losses
        var definitions: [AnyValue.Member] = []
        for (name, shape) in plan.ruleSet.shapes.sorted(by: { $0.key < $1.key }) {
            var inner = RuleSet(rules: shape.rules, closed: shape.closed, nullable: shape.nullable)
            (inner.empty, inner.openParts) = (shape.empty ?? plan.ruleSet.empty, shape.openParts)
            (inner.shapes, inner.types, inner.define) = (plan.ruleSet.shapes, plan.ruleSet.types, plan.ruleSet.define)
            var writer = SchemaTreeWriter(inner, assertions, attributes: inner.ruledAttributes, trials: trials)
            definitions.append(AnyValue.Member(name, writer.schema(of: shape.rules)))
            losses += writer.losses
        }
        losses += plan.dataset.map { step in
            Loss(
                rule: step.id, attribute: step.rule.name, position: step.rule.position,
                reason: "a schema is about one record, and the rule about all of them")
        }
        let data = plan.ruleSet.data
        let unsaid = [
            ("nulls", !data.nulls.isEmpty), ("records", data.records != nil), ("table", data.table != TableFormat()),
        ]
        losses += unsaid.filter(\.1).map { key, _ in
            Loss(
                rule: "", attribute: ValuePath.record, position: nil,
                reason: "'\(key)' of the rule file: a schema is about values, not about how files write them")
        }
        if trials.isSpent {
            losses.append(
                Loss(
                    rule: "", attribute: ValuePath.record, position: nil,
                    reason: "which empty values are skipped, of some attributes: too many rules are for the objects "
                        + "around them, so export a part of the rules"))
        }
        if !definitions.isEmpty { members.set("$defs", .object(definitions)) }
        if !losses.isEmpty { members.set("$comment", .text(Self.comment(losses))) }
        schema = members.schema
        self.losses = losses
    }

    private static func comment(_ losses: [Loss]) -> String {
        "Not said here: "
            + losses.map { "'\($0.attribute)': \($0.reason)" }.withoutRepetition().joined(separator: "; ")
    }

    /// A schema that also allows some values, which rules skip.
    static func allowing(_ values: [AnyValue], _ schema: AnyValue) -> AnyValue {
        if values.isEmpty || schema == .object([]) { return schema }
        let titles = schema.members.filter { ["title", "description"].contains($0.key) }
        let rest = AnyValue.object(schema.members.filter { !["title", "description"].contains($0.key) })
        guard case .object = schema else { return ["anyOf": [["enum": .list(values)], schema]] }
        return .object(titles + [.init("anyOf", [["enum": .list(values)], rest])])
    }

    // MARK: Other forms

    /// An OpenAPI 3.1 description whose components have the schema, and each shape.
    package var openAPI: AnyValue {
        var root = schema.members.filter { !["$schema", "$defs"].contains($0.key) }
        root = root.map { .init($0.key, Self.moved($0.value)) }
        let shapes = (schema.members.first { $0.key == "$defs" }?.value.members ?? []).map {
            AnyValue.Member($0.key, Self.moved($0.value))
        }
        return [
            "openapi": "3.1.0", "info": ["title": .text(title), "version": "1"], "paths": .object([]),
            "components": ["schemas": .object([.init(title, .object(root))] + shapes)],
        ]
    }

    /// A schema with its references to shapes where OpenAPI has them.
    private static func moved(_ schema: AnyValue) -> AnyValue {
        switch schema {
        case .list(let items): return .list(items.map(moved))
        case .object(let members):
            return .object(
                members.map { member in
                    if member.key == "$ref", let text = member.value.text, text.hasPrefix("#/$defs/") {
                        return .init("$ref", .text("#/components/schemas/" + text.dropFirst("#/$defs/".count)))
                    }
                    return .init(member.key, moved(member.value))
                })
        default: return schema
        }
    }

    /// The columns of a table as a Frictionless Table Schema, and what it does not say.
    package var tableSchema: (schema: AnyValue, losses: [String]) {
        var losses: [String] = []
        let fields = columns(of: schema, [], isRequired: true, &losses)
        return (["fields": .list(fields), "missingValues": [""]], losses)
    }

    /// The columns of an object: the member `city` of `address` is the column `address.city`.
    private func columns(
        of object: AnyValue, _ path: [ValuePath.Component], isRequired: Bool, _ losses: inout [String]
    ) -> [AnyValue] {
        let required = object.object?["required"]?.words ?? []
        let whole = path.isEmpty ? "the record" : "'\(ValuePath(path).column)'"
        for keyword in ["allOf", "anyOf", "additionalProperties"] where object.object?[keyword] != nil {
            losses.append("'\(keyword)' of \(whole)")
        }
        return (object.object?["properties"]?.members ?? []).flatMap { member -> [AnyValue] in
            var inner = member.value
            // An empty field of a table is not a value.
            if let choices = inner.object?["anyOf"]?.list, choices.count == 2, choices[0].object?["enum"] != nil {
                inner = .object(inner.members.filter { $0.key != "anyOf" } + choices[1].members)
            }
            let (own, isNeeded) = (path + [.key(member.key)], isRequired && required.contains(member.key))
            if inner.object?["properties"] != nil {
                return columns(of: inner, own, isRequired: isNeeded, &losses)
            }
            return [field(ValuePath(own).column, inner, isRequired: isNeeded, &losses)]
        }
    }

    /// A pattern that a part of a string must meet, as one for the whole string.
    private static func whole(_ pattern: String) -> String {
        let any = #"[\s\S]*"#
        if pattern.contains("|") { return "\(any)(?:\(pattern))\(any)" }
        let isEnd = pattern.hasSuffix("$") && pattern.reversed().dropFirst().prefix { $0 == "\\" }.count % 2 == 0
        let inner = pattern.dropFirst(pattern.hasPrefix("^") ? 1 : 0).dropLast(isEnd ? 1 : 0)
        return (pattern.hasPrefix("^") ? "" : any) + inner + (isEnd ? "" : any)
    }

    private static let times: Set<String> = Set("date time date-time".split(separator: " ").map(String.init))

    private func field(
        _ name: String, _ schema: AnyValue, isRequired: Bool, _ losses: inout [String]
    ) -> AnyValue {
        let types = schema.object?["type"]?.words ?? []
        let format = schema.object?["format"]?.text
        var field: [AnyValue.Member] = [.init("name", .text(name))]
        var constraints: [AnyValue.Member] = isRequired ? [.init("required", true)] : []
        for member in schema.members {
            switch member.key {
            case "title", "description": field.append(member)
            case "type", "format": continue
            case "not" where isRequired: continue
            case "pattern": constraints.append(.init("pattern", .text(Self.whole(member.value.text ?? ""))))
            case "minLength", "maxLength", "minimum", "maximum", "enum": constraints.append(member)
            default: losses.append("'\(member.key)' of '\(name)'")
            }
        }
        // Dates and times are types in a table; what JSON Schema calls 'date-time' has no hyphen there.
        // What has a pattern or a length is a string, as all fields are.
        let usual = constraints.contains { ["pattern", "minLength", "maxLength"].contains($0.key) } ? "string" : "any"
        let type = format.flatMap { Self.times.contains($0) ? $0.filter { $0 != "-" } : nil } ?? types.first ?? usual
        field.insert(.init("type", .text(type)), at: 1)
        if let format, ["email", "uri", "uuid"].contains(format) { field.append(.init("format", .text(format))) }
        return .object(field + (constraints.isEmpty ? [] : [.init("constraints", .object(constraints))]))
    }
}
