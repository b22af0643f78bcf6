internal import Proviso
internal import ProvisoProof

/// What a rule asserts of its value in the words of JSON Schema, from what its type and options say of themselves.
struct RuleAssertions {
    /// The schema, and what it does not say.
    struct Said {
        var schema: AnyValue = .object([])
        var losses: [String] = []
        /// Whether the schema says nothing of the rule.
        var isLost = false

        static func lost(_ reason: String) -> Said { Said(losses: [reason], isLost: true) }
    }

    let plan: Plan

    /// The values that rules may skip.
    static let empties: [AnyValue] = [.null, "", .list([]), .object([])]

    func said(_ rule: Constraint) -> Said {
        let about = plan.registry.about(rule.type)
        switch about.effect {
        case .none: break
        case .namesAttribute: return Said()
        case .changesValue: return .lost("the value is changed before other rules see it")
        case .suppliesValue: return .lost("a value is put where there is none")
        }
        switch about.subject {
        case .number(let isWhole, let range): return number(rule, isWhole, range)
        case .multiple:
            guard let step = rule.value(.step), step.number != nil else { return otherAttribute(rule) }
            let losses = accepts(rule, anyOf: ["0", .text(step.number?.plainText ?? "1")]) ? [Self.texts] : []
            return written(rule, SchemaParts.number.with(["multipleOf": step]), [.step], losses)
        case .length: return length(rule)
        case .pattern: return pattern(rule)
        case .boolean: return values(rule, Self.truths)
        case .choice: return choice(rule)
        case .comparison: return comparison(rule)
        case .date, .datetime, .time, .form: return form(rule, about)
        case .beginning: return part(rule, before: "^", after: "")
        case .end: return part(rule, before: "", after: "$")
        case .part: return part(rule, before: "", after: "")
        case .required:
            if let only = rule.value(.choices) { return written(rule, ["const": only], [.choices]) }
            let filled: AnyValue = ["not": ["enum": .list(Self.empties)]]
            return Said(schema: accepts(rule, anyOf: [" "]) ? filled : filled.with(["pattern": SchemaMembers.notBlank]))
        case .present: return Said()
        case .missing: return missing(rule)
        case .count:
            let bounds = sizes(rule, ["Items", "Properties"])
            return written(rule, bounds.schema.with(["type": ["array", "object"]]), Self.sizeRoles, bounds.losses)
        case .items: return items(rule)
        case .difference:
            // Items without the members that are compared do not count.
            let isWhole = rule.options.isEmpty
            return written(rule, isWhole ? ["type": "array", "uniqueItems": true] : ["type": "array"], [])
        case .keys: return keys(rule)
        case .shape:
            guard let name = rule.text(.shape) else { return .lost("the shape has no name") }
            let most = rule.value(.maximum)?.int ?? 32
            let depth = nests(name) ? ["values that are in each other on more than \(most) levels are refused"] : []
            return written(rule, ["$ref": .text("#/$defs/" + Self.step(name))], [.shape, .maximum], depth)
        case .schema:
            guard let schema = rule.constant("schema") else { return .lost("the schema is in a file of its own") }
            return Said(schema: ["allOf": [schema]])
        case .lowercase, .uppercase, .characters:
            return Said(schema: ["type": "string"], losses: ["which characters it must have"])
        case .union, .order: return .lost("JSON Schema has no keyword for it that tools read alike")
        case .expression: return .lost("expressions")
        case .unique, .existing: return .lost("other records decide")
        case .file, .remote: return .lost("files and other programs decide")
        }
    }

    /// Whether values of a shape may contain values of the same shape.
    private func nests(_ name: String) -> Bool {
        var (open, known): ([String], Set<String>) = ([name], [])
        while let next = open.popLast() {
            for rule in plan.ruleSet.shapes[next]?.rules ?? [] {
                for inner in rule.constraint.writtenOut(in: plan.registry).compactMap({ $0.text(.shape) }) {
                    if inner == name { return true }
                    if known.insert(inner).inserted { open.append(inner) }
                }
            }
        }
        return false
    }

    /// A name in a JSON Pointer.
    static func step(_ name: String) -> String { String(ValuePath([.key(name)]).pointer.dropFirst()) }

    // MARK: What the options of a rule say

    /// What a schema says, with a loss for each option that is not one of the roles.
    private func written(
        _ rule: Constraint, _ schema: AnyValue, _ roles: [OptionDescription.Role], _ losses: [String] = []
    ) -> Said {
        let options = plan.registry[rule.type]?.options ?? []
        let others = options.filter { option in
            guard rule.options[option.name] != nil, option.kind != .pattern else { return false }
            if Self.harmless.contains(option.name) { return false }
            return option.role.map { !roles.contains($0) } ?? true
        }
        return Said(schema: schema, losses: losses + others.map { "the option '\($0.name)'" })
    }

    /// Options that decide only about other kinds of values, or about messages.
    private static let harmless: Set<String> = [
        "strict", "grouping", "name", "stopOnFirstError", "allowMessageFromRule",
    ]

    private func otherAttribute(_ rule: Constraint) -> Said { .lost("values of other attributes decide") }

    private static let boundRoles: [OptionDescription.Role] = [.minimum, .maximum, .above, .below]
    private static let sizeRoles: [OptionDescription.Role] = [.minimum, .maximum, .size]

    private func number(_ rule: Constraint, _ isWhole: Bool, _ range: ClosedRange<Double>?) -> Said {
        var schema = SchemaMembers(isWhole ? SchemaParts.integer : SchemaParts.number)
        var losses: [String] = []
        if let range {
            schema.add(["minimum": Self.plain(range.lowerBound), "maximum": Self.plain(range.upperBound)])
        }
        let keywords: [(OptionDescription.Role, String)] = [
            (.minimum, "minimum"), (.maximum, "maximum"), (.above, "exclusiveMinimum"), (.below, "exclusiveMaximum"),
        ]
        for (role, keyword) in keywords {
            guard let value = rule.value(role) else { continue }
            if value.number == nil {
                losses.append("a bound that another attribute has")
            } else {
                schema.add(.object([.init(keyword, value)]))
            }
        }
        let tried = ["1", "0", "10", "-1", "100"] + keywords.compactMap { rule.value($0.0)?.number?.plainText }
        if accepts(rule, anyOf: tried.map { .text($0) }) { losses.append(Self.texts) }
        return written(rule, schema.schema, Self.boundRoles, losses)
    }

    /// A number without a fraction where it has none.
    private static func plain(_ number: Double) -> AnyValue {
        Int64(exactly: number).map { .integer($0) } ?? .double(number)
    }

    private func length(_ rule: Constraint) -> Said {
        let sizes = sizes(rule, ["Length"])
        var losses = sizes.losses
        if let unit = rule.text(.unit), unit != "codePoints" { losses.append("lengths in \(unit)") }
        if accepts(rule, anyOf: Self.digits) { losses.append(Self.spelled) }
        return written(rule, sizes.schema.with(["type": "string"]), Self.sizeRoles + [.unit], losses)
    }

    private static let texts = "strings that spell a number pass too"
    private static let spelled = "numbers pass too, as they are spelled"
    private static let digits = (0...12).map { AnyValue.decimal(String(repeating: "7", count: $0 + 1)) } + [0, 1, 1.5]

    /// The bounds of a length or a count.
    private func sizes(_ rule: Constraint, _ nouns: [String]) -> Said {
        var said = Said()
        var members = SchemaMembers()
        func add(_ sides: [String], _ value: AnyValue?) {
            guard let value else { return }
            guard value.number != nil else { return said.losses.append("a bound that another attribute has") }
            for noun in nouns { for side in sides { members.add(.object([.init(side + noun, value)])) } }
        }
        add(["min"], rule.value(.minimum))
        add(["max"], rule.value(.maximum))
        if let pair = rule.value(.size)?.list, pair.count == 2 {
            add(["min"], pair[0])
            add(["max"], pair[1])
        } else {
            add(["min", "max"], rule.value(.size))
        }
        said.schema = members.schema
        return said
    }

    private func pattern(_ rule: Constraint) -> Said {
        guard let text = rule.pattern else { return .lost("the pattern is not a constant") }
        let whole = rule.constant("whole")?.bool == true ? "^(?:\(text))$" : text
        let schema: AnyValue = ["type": "string", "pattern": .text(whole)]
        guard (try? JSONSchema(schema)) != nil else {
            return Said(schema: ["type": "string"], losses: ["the pattern, which is not one of JSON Schema"])
        }
        let isAccepted = acceptance(by: rule)
        var types: [AnyValue] = ["string"]
        if rule.isReversed {
            if [0, 7, 1.5].contains(where: isAccepted) { types.append("number") }
            if [true, false].contains(where: isAccepted) { types.append("boolean") }
        }
        let other: AnyValue = ["type": .list(types), "not": ["type": "string", "pattern": .text(whole)]]
        var said = written(rule, rule.isReversed ? other : schema, [.reversal])
        let spelled = Self.digits.count(where: isAccepted)
        if rule.isReversed ? types.count > 1 && spelled < Self.digits.count : spelled > 0 {
            said.losses.append(Self.spelled)
        }
        said.losses.removeAll { $0 == "the option 'whole'" }
        return said
    }

    private func part(_ rule: Constraint, before: String, after: String) -> Said {
        // Of a list, items are meant.
        guard let words = rule.value(.sought)?.words, !words.isEmpty else { return .lost("what is looked for") }
        let plain = words.map(Self.escaped).joined(separator: "|")
        let pattern = words.count == 1 ? before + plain + after : "\(before)(?:\(plain))\(after)"
        return written(rule, ["type": "string", "pattern": .text(pattern)], [.sought])
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if "\\^$.|?*+()[]{}/".unicodeScalars.contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
    }

    // MARK: Values

    private static let truths: [AnyValue] = [
        true, false, 0, 1, "0", "1", "true", "false", "yes", "no", "on", "off", "y", "n", "t", "f",
    ]

    /// The values that a rule accepts of some.
    private func values(_ rule: Constraint, _ candidates: [AnyValue]) -> Said {
        let found = candidates.filter(acceptance(by: rule))
        if found == [true, false] { return Said(schema: ["type": "boolean"]) }
        return found.isEmpty ? .lost("which values it accepts") : Said(schema: ["enum": .list(found)])
    }

    private func choice(_ rule: Constraint) -> Said {
        guard let range = rule.value(.choices)?.list else { return otherAttribute(rule) }
        // What spells a number is the number, unless the rule is strict.
        let spelled = range.flatMap { value -> [AnyValue] in
            if let text = value.text { return [value] + (Number(.decimal(text)).map { [AnyValue($0)] } ?? []) }
            let truth: [AnyValue] = value == 1 ? [true] : value == 0 ? [false] : []
            return value.number.map { [value, .text($0.plainText)] + truth } ?? [value]
        }
        let isAccepted = acceptance(by: rule)
        let values = spelled.withoutRepetition().filter { isAccepted($0) != rule.isReversed }
        let list: AnyValue = ["enum": .list(values)]
        return written(rule, rule.isReversed ? ["not": list] : list, [.choices, .reversal])
    }

    private func comparison(_ rule: Constraint) -> Said {
        guard let value = rule.value(.comparand), value.number != nil || value.text != nil else {
            return otherAttribute(rule)
        }
        let keywords = [
            ">": "exclusiveMinimum", ">=": "minimum", "<": "exclusiveMaximum", "<=": "maximum",
        ]
        let sign = rule.text(.comparison) ?? "=="
        guard let keyword = keywords[sign] else {
            let others = value.number.map { [AnyValue.text($0.plainText)] } ?? []
            let isNot = sign.hasPrefix("!")
            let same = ([value] + others).filter { accepts(rule, anyOf: [$0]) != isNot }
            let list: AnyValue = ["enum": .list(same)]
            return written(rule, isNot ? ["not": list] : list, [.comparand, .comparison])
        }
        guard value.number != nil else { return .lost("the order of strings") }
        var said = written(
            rule, .object([.init("type", "number"), .init(keyword, value)]), [.comparand, .comparison])
        if accepts(rule, anyOf: ["1", "0", "1000000", "-1000000"]) {
            said.losses.append(Self.texts)
        }
        return said
    }

    /// A form that JSON Schema has a format for: one that accepts what the type shows as valid, and nothing else of it.
    private func form(_ rule: Constraint, _ about: RuleTypeFacts) -> Said {
        let shown = about.valid.filter { accepts(rule, anyOf: [$0]) }
        // A rule that reads another attribute is skipped where there is none.
        let isText = shown.allSatisfy { $0.kind == .text } && !accepts(rule, anyOf: [.list([5])])
        var schema = SchemaMembers(isText ? ["type": "string"] : .object([]))
        if let longest = about.longest { schema.add(["maxLength": .integer(Int64(longest))]) }
        let wrong = about.invalid.filter { $0.kind == .text && !accepts(rule, anyOf: [$0]) }
        let named = isText && !shown.isEmpty && rule.options.isEmpty ? Self.format(accepting: shown, not: wrong) : nil
        guard let named else { return Said(schema: schema.schema, losses: ["the form"], isLost: schema.isEmpty) }
        schema.add(["format": .text(named)])
        return Said(schema: schema.schema, losses: ["formats only annotate, unless a validator tests them"])
    }

    private static func format(accepting valid: [AnyValue], not wrong: [AnyValue]) -> String? {
        for format in formats {
            let fits = valid.allSatisfy { format.accepts($0) } && !wrong.contains { format.accepts($0) }
            if fits { return format.name }
        }
        return nil
    }

    /// A format of JSON Schema that tests values.
    private struct Format: Sendable {
        let name: String
        let plan: Plan

        init?(_ name: String) {
            var options = JSONSchema.Options()
            options.assertsFormats = true
            guard let schema = try? JSONSchema(["format": .text(name)], options: options),
                let plan = try? Plan(RuleSet(rules: [Rule("v", .schema(schema))]))
            else { return nil }
            (self.name, self.plan) = (name, plan)
        }

        func accepts(_ value: AnyValue) -> Bool {
            (try? plan.validate(.object([.init("v", value)])))?.isValid ?? false
        }
    }

    private static let formats: [Format] = "email uuid ipv4 ipv6 date-time date time hostname uri".split(separator: " ")
        .compactMap { Format(String($0)) }

    // MARK: Structure

    private func missing(_ rule: Constraint) -> Said {
        let allowed = Self.empties.filter(acceptance(by: rule))
        return allowed.isEmpty ? Said(schema: false) : Said(schema: ["enum": .list(allowed)])
    }

    private func items(_ rule: Constraint) -> Said {
        guard case .rule(let inner)? = rule.options["rule"] else { return .lost("the rule of the items") }
        let parts = inner.writtenOut(in: plan.registry).map { said($0) }
        if parts.contains(where: \.isLost) { return .lost("the rule of the items") }
        var members = SchemaMembers()
        for part in parts { members.add(part.schema) }
        let isAccepted = acceptance(by: rule)
        let skipped = Self.empties.filter { isAccepted(.list([$0])) }
        let item = SchemaExport.allowing(skipped, members.schema)
        let both: AnyValue = ["type": ["array", "object"], "items": item, "additionalProperties": item]
        if rule.pattern != nil { return .lost("the keys of the members") }
        var result = written(rule, both, [], parts.flatMap(\.losses))
        result.losses.removeAll { $0 == "the option 'rule'" }
        return result
    }

    private func keys(_ rule: Constraint) -> Said {
        if case .rule? = rule.options["rule"] { return .lost("the rule of the keys") }
        let (allowed, required) = (rule.value(.allowedKeys)?.words, rule.value(.requiredKeys)?.words ?? [])
        let prohibited = rule.value(.prohibitedKeys)?.words ?? []
        var members = SchemaMembers(["type": "object"])
        if !required.isEmpty { members.set("required", .list(required.map { .text($0) })) }
        let known = allowed.map { ($0 + required).withoutRepetition() } ?? []
        let properties = known.map { AnyValue.Member($0, true) } + prohibited.map { AnyValue.Member($0, false) }
        if !properties.isEmpty { members.set("properties", .object(properties)) }
        if allowed != nil { members.set("additionalProperties", false) }
        return written(rule, ["allOf": [members.schema]], [.allowedKeys, .requiredKeys, .prohibitedKeys])
    }

    // MARK: Trying values

    /// Whether the rule alone accepts one of some values.
    func accepts(_ rule: Constraint, anyOf values: [AnyValue]) -> Bool {
        values.contains(where: acceptance(by: rule))
    }

    /// What tells whether a rule alone accepts a value: one plan for all values.
    private func acceptance(by rule: Constraint) -> (AnyValue) -> Bool {
        var alone = RuleSet(rules: [Rule(["v"], rule)])
        (alone.shapes, alone.define, alone.empty) = (plan.ruleSet.shapes, plan.ruleSet.define, plan.ruleSet.empty)
        alone.dropUnusedShapes()
        alone.types = plan.ruleSet.types.filter { plan.registry[$0.type] == nil }
        guard let plan = try? Plan(alone, registry: plan.registry) else { return { _ in false } }
        return { value in (try? plan.validate(.object([.init("v", value)])))?.isValid ?? false }
    }
}
