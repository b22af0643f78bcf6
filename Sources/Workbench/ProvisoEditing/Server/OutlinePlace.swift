internal import Proviso
internal import ProvisoRuleFiles

/// A place of a rule file, with the rule that it belongs to.
struct OutlinePlace: Sendable {
    /// What it is for.
    var role = RuleFileValue.file
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
        case (.list(let item), .item): enter(item, path + [step], &place)
        case (.innerRules, .item), (.ruleType, .item): enter(.inner, path + [step], &place)
        case (.shape, .item): enter(.rule, path + [step], &place)
        case (.includes, .item): place.role = .include
        case (.rule, .item(let number)): place.role = number == 0 ? .attributes : number == 1 ? .type : .options
        case (.inner, .item(let number)): place.role = number == 0 ? .type : .options
        case (.dataset, .item(let number)): place.role = number == 0 ? Self.measures : .dataset
        case (.filter, _): enter(step, at: path, as: .conditions, &place)
        case (.conditions, .item(let number)):
            guard isCondition(path) else { break }
            (place.rule, place.isInner) = (path, false)
            place.role = number == 0 ? .attributes : number == 1 ? .type : .options
        case (.conditions, .key(let key)): enterCondition(key, path, &place)
        case (.rule, .key(let key)), (.inner, .key(let key)), (.options, .key(let key)):
            enterOption(key, path + [step], &place)
        case (.option(let name), .key(let key)):
            switch place.option {
            case .attributes, .mappedAttributes: place.role = .any
            case .expressions: place.option = .expression
            case _ where name == "shapes": enter(.shape, path + [step], &place)
            default: place.role = RuleFileValue.reference.value(of: key) == .attribute ? .attributes : .any
            }
        case (.option, .item), (.attributes, .item), (.scenarios, .item), (.record, _): break
        case (.finding, .item(let number)): place.role = number == 0 ? .path : .code
        case (.message, .key): place.role = .text
        case (.label, .key): place.role = .labelText
        case (let role, .key(let key)):
            if role.names == .code { place.code = key }
            enter(role.value(of: key) ?? .any, path + [step], &place)
        default: place.role = .any
        }
    }

    private static let measures = RuleFileValue.dataset.value(of: DatasetKey.measure.rawValue) ?? .any

    private func enter(
        _ step: OutlineStep, at path: [OutlineStep], as role: RuleFileValue, _ place: inout OutlinePlace
    ) {
        place.role = role
        enter(step, at: path, &place)
    }

    /// Enters a value, at the end of a way.
    private func enter(_ value: RuleFileValue, _ path: [OutlineStep], _ place: inout OutlinePlace) {
        place.role = value
        switch value {
        case .rule: (place.rule, place.isInner) = (path, false)
        case .inner: (place.rule, place.isInner) = (path, true)
        case .shape: place.scope = path
        case .expression: (place.role, place.option) = (.option(ConditionKey.expr.rawValue), .expression)
        default: break
        }
    }

    private func enterCondition(_ key: String, _ path: [OutlineStep], _ place: inout OutlinePlace) {
        if let common = RuleKey(rawValue: key), [.attributes, .type, .options].contains(common) {
            (place.rule, place.isInner) = (path, false)
            place.role = common.about.value
        } else if let value = RuleFileValue.conditions.value(of: key) {
            enter(value, path + [.key(key)], &place)
        } else if isCondition(path) {
            (place.rule, place.isInner) = (path, false)
            enterOption(key, path + [.key(key)], &place)
        } else {
            place.role = .any
        }
    }

    /// Enters a key of a rule, or an option of its type.
    private func enterOption(_ key: String, _ path: [OutlineStep], _ place: inout OutlinePlace) {
        // All that is in `options` is an option, also with the name of a key.
        let isOption = path.dropLast().last == .key(RuleKey.options.rawValue)
        place.option = nil
        if !isOption, let common = RuleKey(rawValue: key),
            common == .attributes ? place.role == .rule : common != .type || place.role != .options
        {
            place.role = common.about.value
            return
        }
        place.option = role(of: key, place)
        switch key {
        case "rule": enter(.inner, path, &place)
        case "where": place.role = .conditions
        case "shapes": place.role = .map(.shape, .shape)
        default: place.role = [.attribute, .target].contains(place.option) ? .attributes : .option(key)
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
}
