internal import ProvisoCore
internal import ProvisoMessages

/// Reads one rule of a rule file, in the short or the long form.
struct RuleReader: PartReader {
    var diagnostics: [RuleSetError.Diagnostic] = []
    /// What is probably meant otherwise.
    var warnings: [RuleSetError.Diagnostic] = []
    /// The lists that were read before, which cause no second warning.
    var lists = ReadLists()
    /// The number of items in an option's list whose positions are kept, for errors that name an item.
    private static let mostPlacedItems = 64

    /// Reads `[attributes, type, {options}]`, or a mapping with the keys `attributes` and `type`.
    mutating func rule(_ node: RuleNode) -> Rule? {
        let attributes: RuleNode?
        let type: RuleNode?
        var keys: [(key: RuleNode, value: RuleNode)]
        if let items = node.list {
            guard (2...3).contains(items.count) else {
                return refuse(node, "the short form of a rule is [attributes, type] or [attributes, type, {options}]")
            }
            (attributes, type) = (items[0], items[1])
            guard let options = items.count == 3 ? items[2].mapping : [] else {
                report(
                    items[2], "the third part of a rule must be a mapping of options",
                    suggestion: Self.options(items[2], of: items[1].text))
                return nil
            }
            keys = options
        } else if let pairs = node.mapping {
            attributes = pairs.first { $0.key.scalar == RuleKey.attributes.rawValue }?.value
            type = pairs.first { $0.key.scalar == RuleKey.type.rawValue }?.value
            keys = pairs.filter { ![RuleKey.attributes.rawValue, RuleKey.type.rawValue].contains($0.key.scalar) }
        } else {
            return refuse(node, "a rule must be a list [attributes, type, …] or a mapping")
        }
        guard let attributes else { return missing(.attributes, in: node, among: keys) }
        guard let type else { return missing(.type, in: node, among: keys) }
        guard let name = name(ofType: type) else { return nil }
        var rule = Rule(names(attributes), .type(RuleType(rawValue: name)), position: node.position)
        rule.attributePositions = places(attributes)
        if let place = keys.first(where: { $0.key.scalar == RuleKey.severity.rawValue })?.key,
            keys.contains(where: { $0.key.scalar == RuleKey.tolerate.rawValue })
        {
            report(place, "'severity' has no effect beside 'tolerate', which makes findings warnings: remove it")
        }
        keys.removeAll { readCommon($0.key, $0.value, into: &rule) }
        rule.constraint = body(type, name: name, options: keys)
        return rule
    }

    /// Reads the name of a rule type; `max: 255` in its place is another library's syntax.
    private mutating func name(ofType node: RuleNode) -> String? {
        if let name = node.text, !name.isEmpty { return name }
        var meant = node.list.flatMap { $0.count == 1 ? $0[0].text : nil }
        if let pair = node.mapping?.first, let name = pair.key.scalar {
            let arguments = Self.arguments(pair.value).joined(separator: ",")
            meant = ForeignRule.suggestion(for: "\(name):\(arguments)") { $0 }
        }
        report(node, "a rule type must be a name", suggestion: meant)
        return nil
    }

    /// How `email: required`, or `email: [required, email]`, is written as rules.
    static func listed(_ pair: (key: RuleNode, value: RuleNode)?) -> String? {
        guard let pair, let attribute = pair.key.text, attribute.utf8.count <= 64, !attribute.isEmpty else {
            return nil
        }
        let types = (pair.value.list ?? [pair.value]).compactMap(\.text)
            .flatMap { $0.split(separator: "|") }.filter {
                $0.utf8.allSatisfy { $0.isDigit || ($0 | 0x20).isLowercase }
            }
        guard !types.isEmpty else { return nil }
        return types.prefix(3).map { "'[\(attribute), \($0)]'" }.joined(separator: " and ")
    }

    /// Reads a list of names, or one string with names separated by commas.
    mutating func names(_ node: RuleNode) -> [String] {
        if let text = node.text { return AttributeList.split(text) }
        guard let items = node.list else {
            report(node, "expected a name or a list of names")
            return []
        }
        return items.compactMap { item in
            if item.text == nil { report(item, "expected a name") }
            return item.text.map(Blanks.trim)
        }
    }

    /// The positions of names, without `!`; names in one string have the position where it begins.
    func places(_ node: RuleNode) -> [String: SourcePosition] {
        let items = node.list ?? [node]
        let places = items.flatMap { item in
            let names = node.list == nil ? item.text.map(AttributeList.split) : item.text.map { [Blanks.trim($0)] }
            return (names ?? []).map { (RuleSet.plain($0), item.position) }
        }
        return Dictionary(places) { first, _ in first }
    }

    /// Reads a key that every rule accepts; false if the key is not one of them.
    mutating func readCommon(_ key: RuleNode, _ value: RuleNode, into rule: inout Rule) -> Bool {
        switch key.scalar.flatMap(RuleKey.init) {
        case .on, .except:
            if key.scalar == RuleKey.on.rawValue { rule.on = names(value) } else { rule.except = names(value) }
            let named = key.scalar == RuleKey.on.rawValue ? rule.on : rule.except
            if named.contains("") { report(value, "a scenario has a name: remove the empty one") }
            if value.list?.isEmpty ?? false {
                let reason =
                    key.scalar == RuleKey.on.rawValue ? "no scenario, so the rule would run in all" : "no scenario"
                report(value, "'\(key.scalar ?? "")' names \(reason): name one, or remove the key")
            }
            rule.scenarioPositions.merge(places(value)) { first, _ in first }
        case .when: rule.when = conditions(value)
        case .unless: rule.unless = conditions(value)
        case .message: rule.messages.all = message(value)
        case .skipOnEmpty: rule.skipOnEmpty = truth(value)
        case .empty: rule.empty = emptiness(value)
        case .nullable: rule.nullable = truth(value)
        case .skipOnError: rule.skipOnError = truth(value) ?? true
        case .bail: rule.bail = truth(value) ?? false
        case .id:
            rule.id = value.text
            if value.text?.isEmpty ?? true { report(value, "expected a name") }
        case .tolerate:
            rule.tolerate = share(value)
            if let share = rule.tolerate, share < 0 || share > 1 {
                report(value, "a share is from 0% to 100%, or from 0 to 1")
            }
        case .severity:
            let words = Severity.allCases.map(\.rawValue)
            if let severity = value.scalar.flatMap(Severity.init) {
                rule.severity = severity
            } else {
                report(
                    value, "severity must be one of \(words.joined(separator: ", "))",
                    suggestion: value.scalar.flatMap { Self.severity($0) ?? Suggestion.nearest(to: $0, in: words) })
            }
        case .attributes, .type, .options, nil: return false
        }
        return true
    }

    private mutating func body(
        _ type: RuleNode, name: String, options keys: [(key: RuleNode, value: RuleNode)]
    ) -> Constraint {
        var options: [String: OptionValue] = [:]
        var positions = [RuleKey.type.rawValue: type.position]
        for (key, value) in keys.flatMap({ unfolded($0.key, $0.value) }) {
            guard let option = key.scalar else {
                report(key, "an option's name must be a string")
                continue
            }
            if options[option] != nil { report(key, "the option '\(option)' appears twice") }
            // The position of the rule type has the name of an option that `compare` has.
            if option != RuleKey.type.rawValue { positions[option] = key.position }
            positions[Constraint.value(of: option)] = value.position
            positions[Constraint.text(of: option)] = value.textPosition
            for (name, text) in value.mapping?.prefix(Self.mostPlacedItems) ?? [] {
                positions[Constraint.text(of: option, item: name.scalar ?? "")] = text.textPosition
            }
            for item in value.list?.prefix(Self.mostPlacedItems) ?? [] {
                if let text = item.text { positions[Constraint.value(of: option, item: text)] = item.position }
            }
            if let known = lists.value(of: value) {
                options[option] = .value(known)
                continue
            }
            options[option] = self.value(of: option, value)
            warn(of: value, Registry.standard[RuleType(rawValue: name)]?.options?.first { $0.name == option }?.kind)
        }
        return Constraint(type: RuleType(rawValue: name), options: options, positions: positions)
    }

    /// Reads the value of an option: a value, or for some names a rule, a condition or shapes.
    private mutating func value(of option: String, _ node: RuleNode) -> OptionValue? {
        switch option {
        case "rule": return innerBody(node).map { .rule($0) }
        case "where":
            let conditions = self.conditions(node)
            let position = node.position
            return .condition(conditions.count == 1 ? conditions[0] : Condition(.all(conditions), position: position))
        case "shapes" where node.mapping != nil: return .shapes(shapes(node))
        default: return .value(node.value)
        }
    }

    /// The contents of the key `options`, or any other key unchanged.
    private mutating func unfolded(_ key: RuleNode, _ value: RuleNode) -> [(key: RuleNode, value: RuleNode)] {
        guard key.scalar == RuleKey.options.rawValue else { return [(key, value)] }
        if value.mapping == nil { report(value, "options must be a mapping") }
        return value.mapping ?? []
    }

    /// Reads a rule within a rule: `type`, `[type, {options}]`, or a mapping with the key `type`.
    ///
    /// Of the common keys it accepts those of `RuleKey.inner`.
    mutating func innerBody(_ node: RuleNode) -> Constraint? {
        let type: RuleNode?
        var keys: [(key: RuleNode, value: RuleNode)]
        if let items = node.list {
            guard (1...2).contains(items.count), let options = items.count == 2 ? items[1].mapping : [] else {
                return refuse(node, "an inner rule must be [type] or [type, {options}]")
            }
            (type, keys) = (items[0], options)
        } else if let pairs = node.mapping {
            type = pairs.first { $0.key.scalar == RuleKey.type.rawValue }?.value
            keys = pairs.filter { $0.key.scalar != RuleKey.type.rawValue }
        } else {
            (type, keys) = (node, [])
        }
        guard let type else { return missing(.type, in: node, among: keys) }
        guard let name = name(ofType: type) else { return nil }
        var common = Rule([], .type(RuleType(rawValue: name)))
        keys.removeAll { key, value in
            guard let name = key.scalar.flatMap(RuleKey.init), RuleKey.inner.contains(name) else { return false }
            return readCommon(key, value, into: &common)
        }
        var body = body(type, name: name, options: keys)
        body.messages = common.messages
        (body.skipOnEmpty, body.empty, body.nullable) = (common.skipOnEmpty, common.empty, common.nullable)
        return body
    }

    mutating func message(_ node: RuleNode) -> MessageOverride? {
        if let text = node.text {
            if text.isBlank { report(node, "a message must not be empty") }
            if node.value.kind != .text { report(node, "expected a string", suggestion: "\"\(text)\"") }
            return MessageOverride(text, position: node.position)
        }
        guard let pairs = node.mapping else {
            report(node, "a message must be a string, or strings by locale")
            return nil
        }
        var override = MessageOverride(position: node.position)
        for (key, value) in pairs {
            let tag = key.scalar ?? ""
            let canonical = TextLocale.canonical(tag)
            if canonical == nil {
                report(key, TextLocale.reason(tag), suggestion: TextLocale.suggestion(for: tag))
            }
            if value.text == nil { report(value, "expected a string") }
            if value.text?.isBlank ?? false { report(value, "a message must not be empty") }
            if override.byLocale[canonical ?? tag] != nil { report(key, "the locale '\(tag)' appears twice") }
            override.byLocale[canonical ?? tag] = value.text
            override.positions[canonical ?? tag] = value.position
        }
        return override
    }

    mutating func truth(_ node: RuleNode) -> Bool? {
        guard case .boolean(let truth) = node.value else {
            report(node, "expected true or false", suggestion: Suggestion.truth(node.text))
            return nil
        }
        return truth
    }

    /// Reports a missing key, at the misspelled key if there is one.
    private mutating func missing<Result>(
        _ key: RuleKey, in node: RuleNode, among keys: [(key: RuleNode, value: RuleNode)]
    ) -> Result? {
        let near = keys.lazy.compactMap { other, _ -> (node: RuleNode, name: String, meant: String)? in
            guard let name = other.scalar, RuleKey(rawValue: name) == nil,
                let meant = FamiliarNames.key(for: name, among: [key.rawValue])
                    ?? Suggestion.nearest(to: name, in: [key.rawValue])
            else { return nil }
            return (other, name, meant)
        }.first
        guard let near else {
            let only = keys.count == 1 ? keys.first : nil
            let isOther = only?.key.scalar.map { RuleKey(rawValue: $0) == nil } ?? false
            report(
                node, "a rule needs the key '\(key.rawValue)'",
                suggestion: key == .attributes && isOther ? Self.listed(only) : nil)
            return nil
        }
        report(near.node, "a rule needs the key '\(key.rawValue)', not '\(near.name)'", suggestion: near.meant)
        return nil
    }

    private mutating func refuse<Result>(_ node: RuleNode, _ reason: String) -> Result? {
        report(node, reason)
        return nil
    }
}

/// Guesses what a malformed rule means; used only for errors.
extension RuleReader {
    /// The arguments of another library's rule: `5`, `[2, 5]`, `{minimum: 2}` or `{in: 2..5}`.
    static func arguments(_ node: RuleNode) -> [String] {
        guard let pairs = node.mapping else { return (node.list ?? [node]).compactMap(\.scalar) }
        return pairs.flatMap { key, value -> [String] in
            guard let name = key.scalar, let value = value.scalar else { return [] }
            let ends = value.parts(between: "..").filter { !$0.isEmpty }
            return ["in", "within"].contains(name) && ends.count == 2 ? ends.map { String($0) } : ["\(name)=\(value)"]
        }
    }

    /// The options that a malformed value means: `{range: [x, y]}` for `[x, y]` after `in`.
    static func options(_ node: RuleNode, of type: String?) -> String? {
        let items = (node.list ?? [node]).compactMap(\.scalar)
        guard let meant = type.flatMap({ Registry.standard[RuleType(rawValue: $0)]?.mainOption }),
            ![.rule, .condition, .shapes].contains(meant.kind), (1...8).contains(items.count)
        else { return nil }
        let option = meant.name
        guard items.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit || ($0 | 0x20).isLowercase || $0 == 0x5F } }) else {
            return "'{\(option): …}'"
        }
        return "'{\(option): \(node.list == nil ? items[0] : "[" + items.joined(separator: ", ") + "]")}'"
    }

    /// The severity that another tool's name for it means.
    static func severity(_ word: String) -> String? {
        switch word.lowercased() {
        case "warn", "minor", "soft": "warning"
        case "err", "fatal", "critical", "high", "severe", "blocker", "major": "error"
        case "information", "notice", "hint", "note", "low", "debug", "infos": "info"
        default: nil
        }
    }
}

/// Finds values that YAML reads as something else than they look like.
extension RuleReader {
    /// Warns of an option's value that is probably a mistake, by the kind of the option.
    mutating func warn(of node: RuleNode, _ kind: OptionDescription.Kind?) {
        switch kind {
        case .pattern:
            guard case .scalar(let text, _) = node.content else { return }
            if let (reason, suggestion) = PatternAdvice.find(in: text) {
                warnings.append(
                    RuleSetError.Diagnostic(position: node.position, reason: reason, suggestion: suggestion))
            }
            guard let sign = text.unicodeScalars.first(where: Self.isControl) else { return }
            let letter = Self.escapes[sign] ?? "x"
            warnings.append(
                RuleSetError.Diagnostic(
                    position: node.position,
                    reason: "the pattern has a control character, which '\\\(letter)' means within double quotes: "
                        + "write the pattern within single quotes"))
        case .list, .any:
            for item in node.list ?? [node] {
                guard case .scalar(let text, isPlain: true) = item.content, let number = Self.number(in: text) else {
                    continue
                }
                warnings.append(
                    RuleSetError.Diagnostic(
                        position: item.position, reason: "\(text) is the number \(number)",
                        suggestion: "\"\(text)\""))
            }
        default: break
        }
    }

    private static let escapes: [Unicode.Scalar: String] = ["\u{8}": "b", "\u{7}": "a", "\u{B}": "v", "\u{1B}": "e"]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && !["\t", "\n", "\r", "\u{C}"].contains(scalar)
    }

    /// The number that a plain value is, if it is written as codes and versions are: `01234`, `1.10`.
    private static func number(in text: String) -> String? {
        let digits = text.utf8
        guard digits.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), digits.count > 1 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isCode = parts[0].count > 1 && parts[0].utf8.first == UInt8(ascii: "0")
        let isVersion = parts.count == 2 && parts[1].count > 1 && parts[1].utf8.last == UInt8(ascii: "0")
        guard isCode || isVersion, case let value = RuleNode.plain(text), value.kind != .text else { return nil }
        // With many digits the text itself is kept.
        return value.description == text ? nil : value.description
    }
}

/// Reads shapes.
extension RuleReader {
    /// Reads shapes by name, in their order.
    mutating func shapes(_ node: RuleNode) -> [NamedShape] {
        guard let pairs = node.mapping else {
            report(node, "shapes must be a mapping of names to rules: 'card: { rules: […] }'")
            return []
        }
        var shapes: [NamedShape] = []
        for pair in pairs {
            guard let name = pair.key.text, !name.isEmpty else {
                report(pair.key, "expected a name")
                continue
            }
            guard let shape = shape(pair.value) else { continue }
            var named = NamedShape(name, shape)
            named.position = pair.key.position
            shapes.append(named)
        }
        return shapes
    }

    /// Reads `{ closed: true, rules: […] }`, or the list of rules alone.
    private mutating func shape(_ node: RuleNode) -> RuleShape? {
        var shape = RuleShape()
        shape.position = node.position
        if node.list != nil {
            shape.rules = rules(node)
            return shape
        }
        guard let pairs = node.mapping else {
            report(node, "a shape must be a mapping with the key 'rules'")
            return nil
        }
        var hasRules = false
        for (key, value) in pairs {
            switch known(key, ShapeKey.self) {
            case .rules:
                shape.rules = rules(value)
                hasRules = true
            case .closed: (shape.closed, shape.openParts) = closed(value)
            case .empty: shape.empty = emptiness(value)
            case .nullable:
                shape.nullable = names(value)
                shape.nullablePositions = places(value)
            case nil: break
            }
        }
        if !hasRules { report(node, "the shape's key 'rules' is missing") }
        return shape
    }

    /// Reads what counts as empty.
    mutating func emptiness(_ node: RuleNode) -> Emptiness? {
        let words = Emptiness.allCases.map(\.rawValue)
        if let empty = node.scalar.flatMap(Emptiness.init) { return empty }
        report(
            node, "empty must be one of \(words.joined(separator: ", "))",
            suggestion: node.scalar.flatMap { Suggestion.word(for: $0, in: words) })
        return nil
    }

    /// Reads `true`, or what a closed rule set or shape leaves open: `{ allow: "^x-", open: [extra] }`.
    mutating func closed(_ node: RuleNode) -> (isClosed: Bool, openParts: OpenParts) {
        guard let pairs = node.mapping else { return (truth(node) ?? false, OpenParts()) }
        var parts = OpenParts()
        for (key, value) in pairs {
            switch known(key, ClosedKey.self) {
            case .allow:
                parts.allow = value.text
                parts.positions[key.scalar ?? ""] = value.position
                warn(of: value, .pattern)
                if parts.allow == nil { report(value, "expected a regular expression of keys, such as '^x-'") }
            case .open:
                parts.paths = names(value)
                parts.positions.merge(places(value)) { $1 }
            case nil: break
            }
        }
        return (true, parts)
    }

    /// Reads a list of rules.
    mutating func rules(_ node: RuleNode) -> [Rule] {
        guard let items = node.list else {
            let meant = Self.listed(node.mapping?.first)
            let example = meant == nil ? ", such as '- [name, required]'" : ""
            report(node, "rules must be a list\(example)", suggestion: meant)
            return []
        }
        var rules: [Rule] = []
        for item in items {
            if let rule = rule(item) { rules.append(rule) }
        }
        return rules
    }
}
