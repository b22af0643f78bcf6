import Proviso

/// The rules of a rule set in parts that have nothing to do with each other.
///
/// A record for a rule is then searched among the rules of its part alone, however many others there are.
struct RuleParts {
    /// From how many rules on the search takes care not to make what it does not need.
    static let manyRules = 40
    /// About how many rules a part of many has; one that reads much has more.
    private static let size = 8
    /// How many cases of the rule set are examples for each part.
    private static let mostExamples = 20

    private let whole: RuleSet
    /// The names with which the paths of each part begin.
    private let names: [Set<String>]
    private let parts: [String: Int]
    /// The numbers of the rules for each name.
    private let rules: [String: [Int]]

    /// Divides the rules of a plan; there is no part if all have to do with each other.
    ///
    /// With `showsAll` few rules are not divided, so that their samples show all of a record.
    init(_ plan: Plan, showsAll: Bool) {
        whole = plan.ruleSet
        let isLarge = whole.rules.count >= Self.manyRules
        guard isLarge || !showsAll, !plan.readsRecord, plan.openReaders.isEmpty else {
            (names, parts, rules) = ([], [:], [:])
            return
        }
        let read = plan.namesRead
        var links = NameLinks()
        var rules: [String: [Int]] = [:]
        for (index, rule) in whole.rules.enumerated() {
            let id = whole.id(of: .root(index))
            let own = rule.attributes.map(Self.first)
            for name in Set(own) { rules[name, default: []].append(index) }
            // Each attribute of a rule is validated on its own, except for what the rule reads.
            for name in own { links.add(name) }
            for name in read[id] ?? [] { for other in own { links.join(other, Self.first(name)) } }
        }
        (names, parts) = Self.parts(links, size: isLarge ? Self.size : 1) { rules[$0]?.count ?? 0 }
        self.rules = rules
    }

    /// Puts names that belong together into parts of about the same size.
    private static func parts(
        _ links: NameLinks, size: Int, weight: (String) -> Int
    ) -> ([Set<String>], [String: Int]) {
        var (names, parts): ([Set<String>], [String: Int]) = ([[]], [:])
        var filled = 0
        for group in links.groups {
            if filled >= size { (filled, names) = (0, names + [[]]) }
            for name in group {
                filled += weight(name)
                names[names.count - 1].insert(name)
                parts[name] = names.count - 1
            }
        }
        return (names, parts)
    }

    /// How many parts there are.
    var count: Int { names.count }

    /// The part of a target; `nil` if it has none.
    func number(of target: ProofTarget) -> Int? { target.path.first.flatMap { parts[$0.word] } }

    /// The rule set of a part: its rules with the numbers that they have in the whole.
    func ruleSet(of part: Int) -> RuleSet {
        let own = names[part]
        func isOwn(_ name: String) -> Bool { own.contains(Self.first(name)) }
        var set = whole
        set.rules = Set(own.flatMap { rules[$0] ?? [] }).sorted().map { index in
            var rule = whole.rules[index]
            rule.id = rule.id ?? String(index + 1)
            rule.attributes = rule.attributes.filter(isOwn)
            rule.messages = RuleMessages()
            return rule
        }
        set.dropUnusedShapes()
        set.scenarios = whole.scenarios.mapValues { $0.filter(isOwn) }
        (set.optional, set.nullable) = (whole.optional.filter(isOwn), whole.nullable.filter(isOwn))
        set.attributes = whole.attributes?.filter(isOwn)
        (set.labels, set.labelForms, set.hints, set.messages, set.dataset) = ([:], [:], [:], [:], [])
        set.tests = whole.tests.prefix(Self.mostExamples).filter { $0.table == nil }.map { test in
            var test = test
            test.record = .object(test.record.members.filter { own.contains($0.key) })
            return test
        }
        return set
    }

    /// The first part of an attribute's path.
    private static func first(_ attribute: String) -> String {
        ValuePath(RuleSet.plain(attribute)).components.first?.word ?? ""
    }
}

/// Names, and which of them belong together.
private struct NameLinks {
    private var order: [String] = []
    private var leaders: [String: String] = [:]

    mutating func add(_ name: String) {
        if leaders[name] != nil { return }
        leaders[name] = name
        order.append(name)
    }

    mutating func join(_ one: String, _ other: String) {
        add(one)
        add(other)
        let (first, second) = (leader(one), leader(other))
        if first != second { leaders[second] = first }
    }

    private mutating func leader(_ name: String) -> String {
        var end = name
        while let next = leaders[end], next != end { end = next }
        // The next search is shorter.
        var step = name
        while let next = leaders[step], next != end {
            leaders[step] = end
            step = next
        }
        return end
    }

    /// The names that belong together, in the order in which they were added.
    var groups: [[String]] {
        var links = self
        var (places, groups): ([String: Int], [[String]]) = ([:], [])
        for name in order {
            let leader = links.leader(name)
            if places[leader] == nil {
                places[leader] = groups.count
                groups.append([])
            }
            groups[places[leader] ?? 0].append(name)
        }
        return groups
    }
}
