internal import Proviso
internal import ProvisoRuleFiles

/// The schemas of rules, inner rules and conditions.
///
/// The options of a rule type are written once, in the definition `options:TYPE`, to which the forms of rules refer.
struct RuleSchemas {
    let manuals: [RuleFileSchema.Manual]

    init(_ manuals: [RuleFileSchema.Manual]) { self.manuals = manuals }

    /// Where a rule is written, which decides about its keys.
    private enum Form: String, CaseIterable {
        case rule, inner, condition

        var keys: [RuleKey] {
            switch self {
            case .rule: RuleKey.allCases.filter { $0 != .attributes && $0 != .type }
            case .inner: RuleKey.inner + [.options]
            case .condition: [.options]
            }
        }
    }

    var definitions: [AnyValue.Member] {
        var all = manuals.map { AnyValue.Member("options:\($0.definition.type)", Self.options($0)) }
        for form in Form.allCases {
            for manual in manuals {
                all.append(AnyValue.Member("\(form):\(manual.definition.type)", Self.body(manual, form, isList: true)))
            }
            all.append(AnyValue.Member("\(form)List", listForm(form)))
            all.append(AnyValue.Member("\(form)Mapping", mappingForm(form)))
        }
        all.append(AnyValue.Member("rule", Self.switching("rule")))
        all.append(AnyValue.Member("inner", inner))
        all.append(AnyValue.Member("attributeOption", Self.attribute))
        all.append(AnyValue.Member("conditions", Self.conditions))
        return all
    }

    /// The name of a definition in a JSON Pointer: the type of a plugin has a slash.
    private static func name(_ kind: String, _ type: String) -> String {
        "\(kind):" + type.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    private static func switching(_ form: String) -> AnyValue {
        SchemaParts.either(
            SchemaParts.array, SchemaParts.reference("\(form)List"), SchemaParts.reference("\(form)Mapping"))
    }

    /// Rules, conditions and inner rules of a file without own types: their types are those of the registry.
    static let known: [AnyValue.Member] = {
        typealias Parts = SchemaParts
        let (type, options) = (Parts.reference("ruleType"), Parts.reference("knownOptions"))
        let named: AnyValue = ["allOf": [options, ["properties": ["type": type]]]]
        let conditions = Parts.reference("knownConditions")
        let rules = Parts.list(of: Parts.reference("knownRule"))
        let parts = RuleFileValue.conditions.keys.filter { $0.value == .conditions }.map(\.name)
        let combined: [AnyValue.Member] =
            [AnyValue.Member("type", type)] + parts.map { AnyValue.Member($0, conditions) }
        return [
            AnyValue.Member("knownRule", Parts.either(Parts.array, ["items": [[:], type, options]], named)),
            AnyValue.Member(
                "knownInner",
                Parts.either(Parts.array, ["items": [type, options]], Parts.either(Parts.object, named, type))),
            AnyValue.Member(
                "knownConditions",
                Parts.either(
                    Parts.array,
                    Parts.either(
                        ["minItems": 2, "items": [[:], Parts.word]], ["items": [[:], type]],
                        Parts.list(of: conditions)), ["properties": .object(combined)])),
            AnyValue.Member(
                "knownOptions",
                [
                    "properties": [
                        "when": conditions, "unless": conditions, "rule": Parts.reference("knownInner"),
                        "where": conditions, "shapes": ["additionalProperties": Parts.reference("knownShape")],
                    ]
                ]),
            AnyValue.Member("knownShape", Parts.either(Parts.array, rules, ["properties": ["rules": rules]])),
        ]
    }()

    // MARK: options

    /// `{ attribute: name }`, for dates with a distance.
    private static let attribute = SchemaParts.mapping(
        ReferenceKey.keys(of: [.attribute, .plus, .minus]).map(\.member), required: ["attribute"])

    /// `{ keysOf: name }`, for lists.
    private static let keysOption = SchemaParts.mapping(
        ReferenceKey.keys(of: [.keysOf]).map(\.member), required: ["keysOf"])

    /// The options of a type, and the last parts of its codes, which are messages.
    private static func options(_ manual: RuleFileSchema.Manual) -> AnyValue {
        var members = (manual.definition.options ?? []).map { option in
            AnyValue.Member(option.name, value(option).described(option.summary))
        }
        for (name, code) in messages(manual) {
            members.append(
                AnyValue.Member(name, SchemaParts.reference("message").described("The message of \(code).")))
        }
        return manual.definition.options == nil ? ["properties": .object(members)] : SchemaParts.mapping(members)
    }

    private static func messages(_ manual: RuleFileSchema.Manual) -> [(name: String, code: String)] {
        var known = Set((manual.definition.options ?? []).map(\.name))
        return (manual.definition.codes.map(\.code.rawValue) + ["rule.fault"]).compactMap { code in
            let name = code == "rule.fault" ? code : String(code.split(separator: ".").last ?? "")
            return known.insert(name).inserted ? (name, code) : nil
        }
    }

    private static func value(_ option: OptionDescription) -> AnyValue {
        let plain = plainValue(option)
        if option.acceptsKeys {
            return SchemaParts.any(plain, SchemaParts.reference("attributeOption"), keysOption)
        }
        return option.acceptsAttribute ? SchemaParts.any(plain, SchemaParts.reference("attributeOption")) : plain
    }

    private static func plainValue(_ option: OptionDescription) -> AnyValue {
        typealias Parts = SchemaParts
        let variable = Parts.reference("variable")
        let text = option.choices.isEmpty ? Parts.word : Parts.any(Parts.words(option.choices), variable)
        switch option.kind {
        case .any: return [:]
        case .boolean: return Parts.truth
        case .integer: return Parts.any(["type": "integer"], variable)
        case .number: return Parts.any(["type": "number"], variable)
        // Null is the same as no option.
        case .text, .pattern: return Parts.any(text, Parts.null)
        case .texts: return Parts.any(text, Parts.list(of: text), Parts.null)
        case .list: return Parts.any(Parts.array, variable, Parts.null)
        case .rule: return Parts.reference("inner")
        case .condition: return Parts.reference("conditions")
        case .shapes: return Parts.any(Parts.reference("shapes"), variable)
        case .message: return Parts.reference("message")
        }
    }

    /// The keys that a rule of a type accepts in a form; all if the type accepts any option.
    ///
    /// In a list the attributes and the type are not keys, so an option may have their names.
    private static func body(_ manual: RuleFileSchema.Manual, _ form: Form, isList: Bool) -> AnyValue {
        let type = manual.definition.type.rawValue
        var members = form.keys.map { AnyValue.Member($0.rawValue, key($0, type: type)) }
        let own = (manual.definition.options ?? []).map(\.name) + messages(manual).map(\.name)
        // An option with the name of a key is written in `options`.
        let places = isList ? [] : [RuleKey.attributes.rawValue, RuleKey.type.rawValue]
        let taken = Set(members.map(\.key) + places)
        for name in own where !taken.contains(name) {
            members.append(
                AnyValue.Member(name, SchemaParts.reference("\(Self.name("options", type))/properties/\(name)")))
        }
        guard manual.definition.options != nil else { return ["properties": .object(members)] }
        return SchemaParts.mapping(members)
    }

    private static func key(_ key: RuleKey, type: String) -> AnyValue {
        let about = key.about
        let schema = key == .options ? SchemaParts.reference(Self.name("options", type)) : about.value.schema
        return schema.described(about.sentence)
    }

    // MARK: the forms of rules

    /// `[attributes, type, {options}]`; an inner rule has no attributes.
    private func listForm(_ form: Form) -> AnyValue {
        let isInner = form == .inner
        let lead: [AnyValue] = isInner ? [] : [SchemaParts.reference("names")]
        let head = lead + [SchemaParts.reference("anyType"), SchemaParts.object]
        let choices = manuals.map { manual -> AnyValue in
            let type = manual.definition.type.rawValue
            let skipped: [AnyValue] = isInner ? [] : [[:]]
            var body = SchemaParts.reference(Self.name("\(form)", type))
            var then: [AnyValue.Member] = []
            if let required = Self.requirement(manual) {
                body = ["allOf": [body, required]]
                then = [AnyValue.Member("minItems", .integer(isInner ? 2 : 3))]
            }
            body = Self.withNeeds(body, of: manual)
            return [
                "if": ["items": .list(skipped + [["const": .text(type)]])],
                "then": .object(then + [AnyValue.Member("items", .list(skipped + [[:], body]))]),
            ]
        }
        return [
            "type": "array", "minItems": isInner ? 1 : 2, "maxItems": isInner ? 2 : 3, "items": .list(head),
            "allOf": .list(choices),
        ]
    }

    /// The options that a rule of a type must have, beside its keys or in `options`; `nil` if it needs none.
    private static func requirement(_ manual: RuleFileSchema.Manual) -> AnyValue? {
        let names = (manual.definition.options ?? []).filter(\.isRequired).map { AnyValue.text($0.name) }
        return names.isEmpty ? nil : ["anyOf": [["required": .list(names)], ["required": ["options"]]]]
    }

    /// A schema that also wants, beside some options, those without which they have no effect.
    private static func withNeeds(_ schema: AnyValue, of manual: RuleFileSchema.Manual) -> AnyValue {
        let needs = (manual.definition.options ?? []).compactMap { option -> AnyValue? in
            guard let other = option.needs else { return nil }
            return [
                "if": ["required": [.text(option.name)]],
                "then": ["anyOf": [["required": [.text(other)]], ["required": ["options"]]]],
            ]
        }
        return needs.isEmpty ? schema : ["allOf": .list([schema] + needs)]
    }

    /// A mapping with the keys `attributes` and `type`.
    private func mappingForm(_ form: Form) -> AnyValue {
        let lead: [RuleKey] = form == .inner ? [.type] : [.attributes, .type]
        let first = RuleKey.keys(of: lead).map(\.member)
        let choices = manuals.map { manual -> AnyValue in
            let type = manual.definition.type.rawValue
            var branch = Self.body(manual, form, isList: false)
            if case .object(let members) = branch {
                branch = .object(
                    members.map { member in
                        guard member.key == "properties", case .object(let keys) = member.value else { return member }
                        return AnyValue.Member(
                            member.key, .object(lead.map { AnyValue.Member($0.rawValue, [:]) } + keys))
                    })
            }
            if let required = Self.requirement(manual) { branch = ["allOf": [branch, required]] }
            branch = Self.withNeeds(branch, of: manual)
            return ["if": ["required": ["type"], "properties": ["type": ["const": .text(type)]]], "then": branch]
        }
        return [
            "type": "object", "properties": .object(first), "required": .list(lead.map { .text($0.rawValue) }),
            "allOf": .list(choices),
        ]
    }

    /// A rule within a rule: `type`, `[type, {options}]`, or a mapping with the key `type`.
    private var inner: AnyValue {
        SchemaParts.either(SchemaParts.word, SchemaParts.reference("anyType"), Self.switching("inner"))
    }

    // MARK: conditions

    /// A condition, a list of conditions, or a mapping such as `any: […]`.
    private static let conditions: AnyValue = SchemaParts.either(
        SchemaParts.array,
        SchemaParts.either(
            ["minItems": 2, "items": [[:], SchemaParts.word]], SchemaParts.reference("conditionList"),
            SchemaParts.list(of: SchemaParts.reference("conditions")).with(["minItems": 1])),
        SchemaParts.either(
            ["anyOf": [["required": ["attributes"]], ["required": ["type"]]]],
            SchemaParts.reference("conditionMapping"), combined))

    private static let combined = SchemaParts.mapping(ConditionKey.keys.map(\.member)).with(["minProperties": 1])
}
