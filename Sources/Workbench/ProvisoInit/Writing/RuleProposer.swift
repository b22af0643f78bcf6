package import Proviso

/// Proposes rules for records that were profiled, and counts which records break them.
///
/// The records are read again for each round of checks until no rule is taken back.
package final class RuleProposer {
    /// A file whose keys the records may name.
    package struct Lookup {
        let file: String
        let collection: String
        let profile: DataProfile

        package init(file: String, collection: String, profile: DataProfile) {
            (self.file, self.collection, self.profile) = (file, collection, profile)
        }
    }

    let profile: DataProfile
    let title: String
    private let own: String
    /// What else the reader of the rule file should know.
    package var notes: [String] = []
    private let isTable: Bool
    let data: DataFormat
    /// Words that mean null, with the evidence.
    private(set) var nulls: [(word: String, evidence: String)] = []
    private(set) var proposals: [Proposal] = []
    /// Attributes that no rule can name, with the reason.
    private(set) var unnamed: [String] = []
    /// Whether each rule's violations are known.
    private var plan: Plan?
    private var plain: [String: Int] = [:]
    private var invalid = 0
    /// What the records say together.
    private(set) var tables: TableProposals
    /// The record that is checked.
    private var record: Record?
    /// What the attributes of a record say about each other; `nil` once it is known.
    private var pairs: PairProfile?

    /// `own` is the name of the data as a collection; in a table each record has all attributes.
    package init(
        _ profile: DataProfile, lookups: [Lookup], title: String, data: DataFormat, own: String = "records",
        isTable: Bool = false
    ) {
        (self.profile, self.title, self.data, self.own) = (profile, title, data, own)
        self.isTable = isTable
        tables = TableProposals(profile, [])
        var keys: [KeyColumn] = []
        for lookup in lookups {
            keys += RelationProposals.keys(of: lookup.profile, file: lookup.file, collection: lookup.collection)
        }
        decideNulls()
        propose(keys)
    }

    /// The records with an error, among those that were checked last.
    package var invalidRecords: Int { invalid }

    /// A word means null where the other values of its attribute are of another kind.
    private func decideNulls() {
        let given = Set(data.nulls)
        let nodes = profile.attributes().map(\.node)
        for word in AttributeProfile.nullWords.union(given).sorted() {
            let having = nodes.filter { $0.profile.words[word] != nil }
            guard !having.isEmpty else { continue }
            let clear = having.filter { isUnlike($0.profile, word) }
            let isUsual = word.count > 1 && !["NA", "None", "nan"].contains(word)
            let times = having.reduce(0) { $0 + ($1.profile.words[word] ?? 0) }
            guard given.contains(word) || !clear.isEmpty && clear.count * 2 >= having.count || isUsual && times > 2
            else {
                for node in having { node.profile.countWord(word) }
                continue
            }
            let names = having.prefix(4).map { RuleText.comment($0.profile.path) }.joined(separator: ", ")
            let values = RuleText.count(times) + (times == 1 ? " value" : " values")
            nulls.append((word, "\(values): \(names)" + (having.count > 4 ? ", …" : "")))
        }
        for word in given.subtracting(nulls.map(\.word)).sorted() { nulls.append((word, "as given")) }
    }

    /// Whether no value of the attribute looks like the word: nearly all are numbers, or longer strings.
    private func isUnlike(_ profile: AttributeProfile, _ word: String) -> Bool {
        if profile.values == 0 { return true }
        if profile.numeric * 10 >= profile.values * 9 { return true }
        return profile.shortest > word.count
    }

    private func propose(_ keys: [KeyColumn]) {
        let words = Set(nulls.map(\.word))
        var isFirst = true
        var known: [DataProfile.Node] = []
        var optional: Set<String> = []
        for (node, owners) in profile.attributes() {
            // The columns `price.min` and `price.max` of a table are members of an object that is not a column.
            if isTable, node.profile.objects > 0 { continue }
            if node.profile.objects > 0, node.profile.objects < owners { optional.insert(node.profile.path) }
            if let reason = Self.refusal(of: node.profile.path) {
                unnamed.append("\(RuleText.shown(node.profile.path)): \(RuleText.comment(reason))")
                continue
            }
            known.append(node)
            let parent = PathText.beginnings(of: node.profile.path).last ?? ""
            proposals += AttributeProposals(
                node: node, owners: owners, nulls: words, isFirst: isFirst,
                optionalParent: optional.contains(parent) && !parent.contains("*") ? parent : nil, isTable: isTable
            ).all()
            if let exist = RelationProposals.exist(node, keys) { proposals.append(exist) }
            isFirst = false
        }
        for order in RelationProposals.orders(known, proposals) { insert(order) }
        for inner in RelationProposals.inner(known, proposals, of: own) {
            // A reference has the form of what it refers to, of which more is known.
            if let key = proposals.first(where: { $0.path == inner.key && $0.isActive && $0.rule.hasPrefix("match") }),
                let index = proposals.firstIndex(where: { $0.path == inner.proposal.path && $0.rule.hasPrefix("match") }
                )
            {
                proposals[index].rule = key.rule
            }
            insert(inner.proposal)
        }
        let hasKey = proposals.contains { $0.isActive && $0.rule == "unique" && $0.long == nil }
        pairs = PairProfile(profile, nulls: words, wantsKeys: !hasKey, named: Set(known.map(\.profile.path)))
    }

    /// Adds a proposal after the others of its attribute.
    private func insert(_ proposal: Proposal) {
        let last = proposals.lastIndex { $0.path == proposal.path } ?? proposals.count - 1
        proposals.insert(proposal, at: last + 1)
    }

    /// Why a name cannot be the path of an attribute; `nil` if it can.
    private static func refusal(of path: String) -> String? {
        if path.contains(",") { return "a comma separates attributes" }
        if path.isEmpty || path.hasPrefix("*") { return "the name is empty" }
        let path = RuleText.path(path)
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(parsing: "rules:\n  - [\(path), safe]\n"))
            return nil
        } catch {
            return error.diagnostics.first?.reason ?? "it is not a path"
        }
    }

    /// Makes the plan of the rules that are still proposed.
    package func beginCheck() throws(RuleSetError) {
        var text = ""
        plain = [:]
        for (index, proposal) in proposals.enumerated() where proposal.isActive && proposal.isPlain {
            plain["p\(index)"] = index
            let short = "attributes: \(RuleText.path(proposal.path)), type: \(Self.long(proposal.rule))"
            text += "  - { id: p\(index), \(proposal.long ?? short) }\n"
        }
        for index in proposals.indices { (proposals[index].failures, proposals[index].examples) = (0, []) }
        invalid = 0
        tables = TableProposals(profile, proposals)
        let rules = RuleFileText.nulls(nulls.map(\.word)) + "rules:\n" + text + tables.text
        plan = text.isEmpty ? nil : try Plan(RuleSet(parsing: rules))
        record = plan.map { Record(for: $0) }
        tables.begin(plan)
    }

    /// The type and options of a rule in its long form.
    private static func long(_ rule: String) -> String {
        guard let comma = rule.firstIndex(of: ",") else { return rule }
        let options = rule[rule.index(after: comma)...].drop { $0 == " " }.dropFirst().dropLast()
        return "\(rule[..<comma]),\(options)"
    }

    package func check(_ value: AnyValue, at place: String) throws(RuleSetError) {
        pairs?.add(value)
        guard let plan, let record else { return }
        record.fill(value)
        let report = try plan.validate(record)
        tables.add(record, report)
        if !report.isValid { invalid += 1 }
        for violation in report.violations {
            guard let index = plain[violation.rule.id] else { continue }
            count(index, Self.value(at: violation.path, in: value), place)
        }
    }

    private func count(_ index: Int, _ value: AnyValue, _ place: String) {
        proposals[index].failures += 1
        guard proposals[index].examples.count < 2 else { return }
        let line = place.split(separator: ":").last.map(String.init) ?? place
        proposals[index].examples.append("\(RuleText.shown(value.text ?? value.description)) (line \(line))")
    }

    private static func value(at path: ValuePath, in record: AnyValue) -> AnyValue {
        path.components.reduce(record) { value, component in
            switch component {
            case .key(let key): value.members.last { $0.key == key }?.value ?? value[Int(key) ?? -1] ?? .absent
            case .index(let index): value[index] ?? .absent
            default: .absent
            }
        }
    }

    /// Turns rules that too many values break into comments; whether none was.
    package func endCheck() -> Bool {
        var isSettled = true
        if let found = pairs {
            pairs = nil
            for proposal in found.proposals() {
                isSettled = isSettled && !proposal.isPlain
                insert(proposal)
            }
        }
        for index in proposals.indices where proposals[index].failures > 0 {
            let proposal = proposals[index]
            let limit = max(profile.records / 100, 3)
            if proposal.allowsOutliers, proposal.failures <= limit, proposal.failures * 10 <= profile.records {
                continue
            }
            proposals[index].isActive = false
            if proposal.isByNames { proposals[index].evidence = "rarely" + proposal.evidence.dropFirst("never".count) }
            proposals[index].evidence +=
                "; \(RuleText.count(proposal.failures)) break it: \(proposal.examples.joined(separator: ", "))"
            isSettled = false
        }
        // In a table of prices, `open` and `close` have no order.
        proposals.removeAll { $0.isByNames && $0.failures * 10 > profile.records }
        tables.end()
        return isSettled
    }

    package var text: String { RuleFileText(self).text }
}
