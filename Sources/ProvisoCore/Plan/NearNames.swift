internal import ProvisoMessages

/// Finds attributes that one rule alone names, and that are spelled nearly as another one: that rule never runs.
struct NearNames {
    let ruleSet: RuleSet
    /// How many rules name or read each attribute, and how often other parts of the rule set name it.
    let uses: [String: Int]
    /// Names that a `safe` rule of their own says to be right.
    let confirmed: Set<String>

    /// For how many names similar ones are searched, each among all others.
    private static let mostSearched = 100

    /// A warning for each, with the name that was probably meant.
    var warnings: [RuleSetError.Diagnostic] {
        var places: [String: (name: String, rule: Rule, number: Int)] = [:]
        var order: [String] = []
        for (index, rule) in ruleSet.rules.enumerated() {
            for name in rule.attributes.map(RuleSet.plain) {
                for part in Self.withBeginnings(name) where places[part] == nil {
                    places[part] = (name, rule, index + 1)
                    order.append(part)
                }
            }
        }
        let bySigns = Dictionary(grouping: order, by: Self.withoutSigns)
        var told: Set<Set<String>> = []
        var warned: Set<String> = []
        // Of two names that are used once, the later one is probably the misspelled one.
        return order.reversed().filter { uses[$0, default: 0] < 2 && $0.utf8.count > 2 }.prefix(Self.mostSearched)
            .compactMap { name -> RuleSetError.Diagnostic? in
                let near =
                    bySigns[Self.withoutSigns(name)]?.first { Self.differInSigns(name, $0) }
                    ?? Suggestion.nearest(to: name, in: order, limit: 1) { Self.differInLetter(name, $0) }
                guard let near, let place = places[name], confirmed.isDisjoint(with: [name, near]),
                    told.insert([name, near]).inserted
                else { return nil }
                // What is in two objects with similar names is not a second mistake.
                guard warned.insert(place.name).inserted else { return nil }
                let isLetter = Self.differInLetter(name, near)
                let found = RuleSetError.Diagnostic(
                    position: place.rule.attributePositions[place.name] ?? place.rule.position,
                    reason: "the attribute '\(name)' differs \(isLetter ? "in one letter" : "only in its spelling") "
                        + "from '\(near)', and only this rule names it (add '[\(name), safe]' if both are right)",
                    suggestion: near)
                return place.rule.located([found], number: place.number).first
            }
    }

    /// A path and what it leads through, without the items of lists.
    static func withBeginnings(_ name: String) -> [String] {
        PathText.beginnings(of: name).filter { !$0.hasSuffix(".*") } + [name]
    }

    /// A name without what people leave out, or write in another way: case, `_`, `-`, `*` and the punctuation of paths.
    private static func withoutSigns(_ name: String) -> String {
        let signs = name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.isDigit }
        return String(String.UnicodeScalarView(signs))
    }

    /// Whether two names differ in nothing else; `tags` and `tags.*`, `userName` and `user.name` are both right.
    private static func differInSigns(_ one: String, _ other: String) -> Bool {
        if one == other || one.hasPrefix("\(other).") || other.hasPrefix("\(one).") { return false }
        func withoutDots(_ name: String) -> String { name.lowercased().filter { $0 != "." } }
        return withoutDots(one) != withoutDots(other) || one.count { $0 == "." } == other.count { $0 == "." }
    }

    /// Whether two paths differ in one part, and there in a letter that people get wrong.
    ///
    /// Letters at the ends of words make other words, such as `host` and `post`, `mail` and `email`, `item` and `items`.
    static func differInLetter(_ one: String, _ other: String) -> Bool {
        let (left, right) = (PathText.parts(of: one), PathText.parts(of: other))
        guard left.count == right.count, !Mentions.differInDigits(one, other) else { return false }
        let different = zip(left, right).filter { $0 != $1 }
        guard different.count == 1, let (own, near) = different.first, own.lowercased() != near.lowercased() else {
            return false
        }
        return isSlip(Array(own.unicodeScalars), Array(near.unicodeScalars))
    }

    private static func isSlip(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
        let before = zip(one, other).prefix { $0 == $1 }.count
        let after = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
        let shorter = min(one.count, other.count)
        let end = min(after, shorter - before)
        let (left, right) = (one[before..<one.count - end], other[before..<other.count - end])
        guard (left + right).allSatisfy(\.properties.isAlphabetic) else { return false }
        switch (left.count, right.count) {
        case (1, 0), (0, 1):
            let longer = left.isEmpty ? other : one
            let letter = longer[before]
            if before > 0, longer[before - 1] == letter { return shorter > 2 }
            let next = before + 1 < longer.count ? longer[before + 1] : nil
            // A plural within a name: `startAt`, `startsAt`.
            if letter == "s", next?.properties.isLowercase != true { return false }
            return before > 0 && next != nil && shorter > 4
        case (1, 1): return before > 0 && end > 0 && shorter > 5
        case (2, 2): return left.first == right.last && left.last == right.first && shorter > 4
        default: return false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension PlanBuilder {
    /// Warnings for attributes that are probably misspelled; those of a model are checked already.
    func nearNames(of bound: [BoundRule]) -> [RuleSetError.Diagnostic] {
        if declared != nil || ruleSet.rules.count < 2 { return [] }
        var uses: [String: Int] = [:]
        for rule in ruleSet.rules {
            for name in Set(rule.attributes.flatMap { NearNames.withBeginnings(RuleSet.plain($0)) }) {
                uses[name, default: 0] += 1
            }
        }
        for rule in bound {
            let read = rule.drafts.reduce(into: Set<Int>()) { $0.formUnion($1.reads.attributes) }
            for index in read {
                for name in NearNames.withBeginnings(attributes(at: index).name) { uses[name, default: 0] += 1 }
            }
        }
        let listed = (ruleSet.attributes ?? []) + ruleSet.optional + ruleSet.nullable + ruleSet.openParts.paths
        let others = ruleSet.scenarios.values.flatMap(\.self).map(RuleSet.plain)
        for name in listed + others + Array(ruleSet.labels.keys) + ruleSet.hints.keys { uses[name, default: 0] += 1 }
        let confirmed = ruleSet.rules.filter {
            $0.attributes.count == 1 && registry.about($0.constraint.type).effect == .namesAttribute
        }
        return NearNames(
            ruleSet: ruleSet, uses: uses, confirmed: Set(confirmed.flatMap(\.attributes).map(RuleSet.plain))
        ).warnings
    }
}
