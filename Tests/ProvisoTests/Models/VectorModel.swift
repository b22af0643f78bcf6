import Proviso

/// Models, rules and answers as the rows of other libraries' behaviour describe them.
enum VectorModel {
    struct Attached: ValidatableModel {
        var a: String?
        static let attributes = [Attribute<Attached>("a", \.a)]
        static let ruleSet = RuleSet()
    }

    static func model(_ row: VectorRow, attributes: AnyValue? = nil) -> DynamicModel {
        let rules = (row["rules"]?.asList ?? []).filter { $0["raw"] == nil }.map(rule)
        var scenarios: [String: [String]] = [:]
        for member in row["scenarios"]?.members ?? [] {
            scenarios[member.key] = member.value.asList?.compactMap(\.asText) ?? []
        }
        let ruleSet = RuleSet(rules: rules, scenarios: scenarios)
        var model = DynamicModel(attributes ?? row["attributes"] ?? .object([]), ruleSet: ruleSet)
        let listed = scenarios.values.flatMap { $0 }.map { $0.hasPrefix("!") ? String($0.dropFirst()) : $0 }
        for name in listed where !model.hasAttribute(name) { model.defineAttribute(name) }
        if let name = row["form_name"]?.asText, !name.isEmpty { model.formName = name }
        if let scenario = row["scenario"]?.asText { model.scenario = scenario }
        return model
    }

    /// A rule in the words of the rows; their filter `trim` is the rule type of that name.
    static func rule(_ rule: AnyValue) -> Rule {
        let attributes = rule["attributes"]?.asList?.compactMap(\.asText)
        let common = ["attributes", "type", "on", "except", "when", "skipOnEmpty"]
        var options = AnyValue.object(rule.members.filter { !common.contains($0.key) })
        var type = rule["type"]?.asText ?? "safe"
        if type == "filter", rule["filter"] == "trim" { (type, options) = ("trim", .object([])) }
        var made = Rule(attributes ?? names(rule["attributes"]), VectorRule.body(type, options))
        made.on = names(rule["on"])
        made.except = names(rule["except"])
        if rule["when"] != nil { made.when = [Condition { $0.value(of: "firstName").text?.string == "cebe" }] }
        if case .boolean(let skips)? = rule["skipOnEmpty"] { made.skipOnEmpty = skips }
        return made
    }

    private static func names(_ value: AnyValue?) -> [String] {
        value?.asList?.compactMap(\.asText) ?? value?.asText?.split(separator: ",").map(String.init) ?? []
    }

    /// What the classes of Apple's library are here.
    static func plain(_ value: AnyValue) -> AnyValue {
        switch value["$type"] {
        case "nsnull": .null
        case nil: value
        default: value["items"] ?? .null
        }
    }

    static func errors(_ model: DynamicModel) throws -> AnyValue {
        let texts = try model.texts()
        return .object(
            model.errors.byAttribute.map { group in
                AnyValue.Member(group.attribute, .names(texts[group.attribute] ?? []))
            })
    }

    /// What a model says to a call such as `getFirstError(lastName)`.
    static func answer(_ model: DynamicModel, to call: String) throws -> AnyValue {
        let localizer = try model.plan().localizer(preferring: "en")
        let parts = call.split(whereSeparator: { $0 == "(" || $0 == ")" }).map(String.init)
        let name = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "getErrors": return parts.count > 1 ? .names(try model.texts(of: name)) : try errors(model)
        case "getErrors.count": return .integer(Int64(model.errors.errors.count))
        case "hasErrors": return .boolean(parts.count > 1 ? model.hasErrors(of: name) : model.hasErrors)
        case "getFirstErrors":
            return .object(model.firstErrors.map { AnyValue.Member($0.key, .text(localizer.text($0.value))) })
        case "getFirstError": return model.firstError(of: name).map { .text(localizer.text($0)) } ?? .null
        case "getErrorSummary": return .names(model.errorSummary(showsAll: name == "true").map(localizer.text))
        default: return .absent
        }
    }
}

extension AnyValue {
    static func names(_ names: [String]) -> AnyValue { .list(names.map { .text($0) }) }
}
