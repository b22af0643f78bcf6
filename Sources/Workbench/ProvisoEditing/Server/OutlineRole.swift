internal import Proviso

/// What a place of a rule file is for.
enum OutlineRole: Hashable, Sendable {
    case file, rules, rule, options, inner, innerRules
    /// A list of conditions, or one condition.
    case conditions
    case option(String)
    case attributes, type, scenarios, severity, emptiness, truth, locale
    case labels, texts, scenarioMap, messages, codes, code, message
    case shapes, shape, closed, types, typeKeys, variables, variable, definitions, includes, include,
        includedFile
    case tests, test, record, findings, finding, table, other
}

/// A place of a rule file, with the rule that it belongs to.
struct OutlinePlace: Sendable {
    var role = OutlineRole.file
    /// The way to the innermost rule, condition or inner rule.
    var rule: [OutlineStep] = []
    /// Whether the rule is `[attributes, type, …]`, `[type, …]` for an inner rule.
    var isInner = false
    /// The way to the shape whose value the paths begin at; empty for the record.
    var scope: [OutlineStep] = []
    /// What the option is for, whose value or part it is.
    var option: OptionDescription.Role?
    /// The code whose message it is, as it is written.
    var code: String?
}

extension RuleOutline {
    /// The place at the end of a way.
    func place(_ path: [OutlineStep]) -> OutlinePlace {
        var place = OutlinePlace()
        for (index, step) in path.enumerated() { enter(step, at: Array(path[..<index]), &place) }
        return place
    }

    private func enter(_ step: OutlineStep, at path: [OutlineStep], _ place: inout OutlinePlace) {
        switch (place.role, step) {
        case (.file, .key(let key)): place.role = Self.topLevel[key] ?? .other
        case (.rules, .item):
            (place.role, place.rule, place.isInner) = (.rule, path + [step], false)
        case (.innerRules, .item):
            (place.role, place.rule, place.isInner) = (.inner, path + [step], true)
        case (.rule, .item(let number)): place.role = number == 0 ? .attributes : number == 1 ? .type : .options
        case (.inner, .item(let number)): place.role = number == 0 ? .type : .options
        case (.conditions, .item(let number)):
            guard isCondition(path) else { break }
            (place.rule, place.isInner) = (path, false)
            place.role = number == 0 ? .attributes : number == 1 ? .type : .options
        case (.conditions, .key(let key)):
            if ["attributes", "type", "options"].contains(key) {
                (place.rule, place.isInner) = (path, false)
                place.role = key == "attributes" ? .attributes : key == "type" ? .type : .options
            } else if let role = Self.conditionKeys[key] {
                (place.role, place.option) = (role, key == "expr" ? .expression : nil)
            } else if isCondition(path) {
                (place.rule, place.isInner) = (path, false)
                enterOption(key, path + [step], &place)
            } else {
                place.role = .other
            }
        case (.rule, .key(let key)), (.inner, .key(let key)), (.options, .key(let key)):
            enterOption(key, path + [step], &place)
        case (.option(let name), .key(let key)):
            switch place.option {
            case .attributes, .mappedAttributes: place.role = .other
            case .expressions: place.option = .expression
            case _ where name == "shapes": enterShape(path + [step], &place)
            default: place.role = ["attribute", "keysOf"].contains(key) ? .attributes : .other
            }
        case (.option, .item), (.attributes, .item), (.scenarios, .item): break
        case (.shapes, .key): enterShape(path + [step], &place)
        case (.shape, .key(let key)): place.role = Self.shapeKeys[key] ?? .other
        case (.shape, .item): (place.role, place.rule, place.isInner) = (.rule, path + [step], false)
        case (.types, .key): place.role = .typeKeys
        case (.typeKeys, .key(let key)): place.role = Self.typeKeys[key] ?? .other
        case (.closed, .key(let key)): place.role = key == "open" ? .attributes : .other
        case (.labels, .key): place.role = .texts
        case (.scenarioMap, .key): place.role = .attributes
        case (.messages, .key): place.role = .codes
        case (.codes, .key(let key)): (place.role, place.code) = (.message, key)
        case (.message, .key), (.texts, .key): break
        case (.variables, .key): place.role = .variable
        case (.definitions, .key): (place.role, place.option) = (.option("expr"), .expression)
        case (.includes, .item): break
        case (.includes, .key(let key)): place.role = key == "file" ? .includedFile : .other
        case (.tests, .item): place.role = .test
        case (.test, .key(let key)): place.role = Self.testKeys[key] ?? .other
        case (.findings, .item(let number)):
            if case .item = path.last { place.role = number == 0 ? .finding : .code }
        case (.findings, .key(let key)): place.role = key == "path" ? .finding : key == "code" ? .code : .other
        case (.record, _): break
        default: place.role = .other
        }
    }

    private func enterShape(_ path: [OutlineStep], _ place: inout OutlinePlace) {
        (place.role, place.scope) = (.shape, path)
    }

    /// Enters a key of a rule, or an option of its type.
    private func enterOption(_ key: String, _ path: [OutlineStep], _ place: inout OutlinePlace) {
        // All that is in `options` is an option, also with the name of a key.
        let isOption = path.dropLast().last == .key(RuleKey.options.rawValue)
        place.option = nil
        switch isOption ? nil : RuleKey(rawValue: key) {
        case .attributes where place.role == .rule: place.role = .attributes
        case .type where place.role != .options: place.role = .type
        case .on, .except: place.role = .scenarios
        case .when, .unless: place.role = .conditions
        case .message: place.role = .message
        case .severity: place.role = .severity
        case .empty: place.role = .emptiness
        case .skipOnEmpty, .skipOnError, .bail, .nullable: place.role = .truth
        case .options: place.role = .options
        case .id: place.role = .other
        case .attributes, .type, nil:
            place.option = role(of: key, place)
            place.role =
                switch key {
                case "rule": .inner
                case "where": .conditions
                case "shapes": .shapes
                default: [.attribute, .target].contains(place.option) ? .attributes : .option(key)
                }
            if key == "rule" { (place.rule, place.isInner) = (path, true) }
        }
    }

    // MARK: what options are for

    /// What built-in types say of their options: the role by type, for each name of an option.
    private static let optionRoles: [String: [String: OptionDescription.Role]] = {
        var roles: [String: [String: OptionDescription.Role]] = [:]
        for definition in Registry.standard.definitions {
            for option in definition.options ?? [] {
                roles[option.name, default: [:]][definition.type.rawValue] = option.role
            }
        }
        return roles
    }()

    /// What an option is for; of a type that is not built in only whether it names an attribute, by the option's name.
    private func role(of option: String, _ place: OutlinePlace) -> OptionDescription.Role? {
        guard let roles = Self.optionRoles[option] else { return nil }
        let type = type(of: place)?.text ?? ""
        if Registry.standard[RuleType(rawValue: type)] != nil { return roles[type] }
        return roles.values.first { [.attribute, .target].contains($0) }
    }

    /// Whether a rule has an option of one of the roles.
    func hasOption(_ roles: OptionDescription.Role..., of place: OutlinePlace) -> Bool {
        words.contains { word in
            guard word.isKey, word.path.starts(with: place.rule) else { return false }
            return role(of: word.text, place).map(roles.contains) ?? false
        }
    }

    /// How a word in an option names an attribute.
    enum NamedAttribute { case alone, alsoInCollection }

    /// How a word in an option names an attribute; `nil` if it does not, as the names of columns.
    func namedAttribute(_ word: Word, _ place: OutlinePlace) -> NamedAttribute? {
        guard case .option = place.role, [.attributes, .mappedAttributes].contains(place.option) else { return nil }
        if word.isKey { return .alone }
        if place.option == .mappedAttributes, case .key = word.path.last { return nil }
        return hasOption(.collection, of: place) ? .alsoInCollection : .alone
    }

    /// Whether a list is one condition, and not a list of them.
    private func isCondition(_ path: [OutlineStep]) -> Bool {
        scalar(path + [.item(0)]) != nil || scalar(path + [.item(1)]) != nil || scalar(path + [.key("type")]) != nil
    }

    /// The words with the attributes of a rule.
    func attributeWords(of rule: [OutlineStep]) -> [Word] {
        words.filter { word in
            guard !word.isKey, word.path.starts(with: rule), word.path.count <= rule.count + 2 else { return false }
            let place = place(word.path)
            return place.role == .attributes && place.rule == rule
        }
    }

    /// The name of a rule's type.
    func type(of place: OutlinePlace) -> Word? {
        if place.isInner, let word = scalar(place.rule) { return word }
        return scalar(place.rule + [.key("type")]) ?? scalar(inListForm(of: place))
    }

    private func inListForm(of place: OutlinePlace) -> [OutlineStep] {
        place.rule + [.item(place.isInner ? 0 : 1)]
    }

    private static let topLevel: [String: OutlineRole] = [
        "rules": .rules, "attributes": .attributes, "optional": .attributes, "labels": .labels, "hints": .labels,
        "scenarios": .scenarioMap, "messages": .messages, "closed": .closed, "shapes": .shapes, "types": .types,
        "include": .includes, "variables": .variables, "tests": .tests, "table": .table,
        "empty": .emptiness, "nullable": .attributes, "define": .definitions,
    ]
    private static let shapeKeys: [String: OutlineRole] = [
        "rules": .rules, "closed": .closed, "empty": .emptiness, "nullable": .attributes,
    ]
    private static let conditionKeys: [String: OutlineRole] = [
        "any": .conditions, "all": .conditions, "not": .conditions, "anyItem": .conditions, "everyItem": .conditions,
        "noItem": .conditions, "item": .conditions, "of": .conditions, "expr": .option("expr"),
    ]
    private static let typeKeys: [String: OutlineRole] = [
        "rules": .innerRules, "labels": .texts, "messages": .messages, "options": .other,
    ]
    private static let testKeys: [String: OutlineRole] = [
        "record": .record, "before": .record, "scenario": .scenarios, "locale": .locale, "finds": .findings,
        "valid": .truth,
    ]
}
