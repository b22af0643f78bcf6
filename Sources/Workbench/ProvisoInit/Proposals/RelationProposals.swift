import Proviso

/// The rules that relate attributes to each other and to other files.
enum RelationProposals {
    private static let pairs = [
        ("start", "end"), ("begin", "end"), ("from", "to"), ("min", "max"), ("low", "high"), ("first", "last"),
        ("created", "updated"), ("open", "close"), ("lower", "upper"), ("valid_from", "valid_to"), ("birth", "death"),
        ("ordered", "shipped"), ("departure", "arrival"),
    ]

    /// The types of numbers and times whose minimum may be another attribute, and whether their values are numbers.
    private static let ordered: [String: Bool] = Registry.standard.definitions.reduce(into: [:]) { types, definition in
        let about = definition.about
        guard definition.option(.minimum)?.acceptsAttribute == true,
            about.isNumber || [.date, .datetime, .time].contains(about.subject)
        else { return }
        types[definition.type.rawValue] = about.isNumber
    }

    /// The order of two numbers or dates whose names say it.
    static func orders(_ nodes: [DataProfile.Node], _ proposals: [Proposal]) -> [Proposal] {
        let rules = proposals.filter(\.isActive).map { ($0.path, String($0.rule.prefix { $0 != "," })) }
        let types = Dictionary(rules.filter { ordered[$0.1] != nil }) { $1 }
        return nodes.flatMap { node -> [Proposal] in
            let (path, key) = (node.profile.path, node.profile.key.lowercased())
            guard let type = types[path] else { return [] }
            return pairs.compactMap { first, last -> Proposal? in
                guard let range = key.lastPlace(of: last) else { return nil }
                let partner = key.replacingCharacters(range, with: first)
                guard let other = nodes.first(where: { $0.profile.path.lowercased() == sibling(path, partner) }),
                    let otherType = types[other.profile.path], other.profile.path != path,
                    otherType == type || ordered[type] == true && ordered[otherType] == true
                else { return nil }
                let format = proposals.first { $0.path == path && $0.rule.hasPrefix(type + ", { format") }
                let bound = "min: { attribute: \(RuleText.path(other.profile.path)) }"
                let rule = format.map { String($0.rule.dropLast(2)) + ", \(bound) }" } ?? "\(type), { \(bound) }"
                var proposal = Proposal(path, rule, "never below \(RuleText.comment(other.profile.path))")
                proposal.isByNames = true
                return proposal
            }.prefix(1).map { $0 }
        }
    }

    private static func sibling(_ path: String, _ key: String) -> String {
        let parts = path.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return (parts.dropLast().map(String.init) + [key]).joined(separator: ".")
    }

    /// The columns of other files that are keys.
    static func keys(of profile: DataProfile, file: String, collection: String) -> [KeyColumn] {
        profile.attributes().compactMap { node, _ in
            let own = node.profile
            guard own.values > 1, own.sketch.repeats == 0, !own.sketch.hashesOverflowed, !own.path.holds("*")
            else { return nil }
            return KeyColumn(file: file, collection: collection, attribute: own.path, hashes: own.sketch.hashes)
        }
    }

    /// Rules for values that are keys of another file.
    static func exist(_ node: DataProfile.Node, _ keys: [KeyColumn]) -> Proposal? {
        let profile = node.profile
        guard profile.values > 0, profile.lists + profile.objects == 0 else { return nil }
        let values = profile.sketch.hashes
        guard !profile.sketch.hashesOverflowed else { return nil }
        let fitting = keys.filter { key in
            values.isSubset(of: key.hashes) && isPlausible(profile, key)
        }
        guard let key = fitting.max(by: { likeness(profile, $0) < likeness(profile, $1) }) else { return nil }
        let name = RuleText.scalar(key.collection)
        return Proposal(
            profile.path, "exist, { target: \(name), targetAttribute: \(RuleText.path(key.attribute)) }",
            "all are in \(RuleText.comment(key.file))", isPlain: false, keys: key)
    }

    /// Values that are keys of the same records, such as the `id` of a parent; comments, because `exist` needs an option.
    static func inner(
        _ nodes: [DataProfile.Node], _ proposals: [Proposal], of collection: String
    ) -> [(proposal: Proposal, key: String)] {
        let unique = Set(proposals.filter { $0.isActive && $0.rule == "unique" && $0.long == nil }.map(\.path))
        let keys = nodes.map(\.profile).filter { unique.contains($0.path) && $0.values >= 10 }
        return nodes.map(\.profile).compactMap { own in
            guard own.values > 0, own.lists + own.objects == 0, !own.sketch.hashesOverflowed,
                let key = keys.first(where: { own.path != $0.path && refers(own, to: $0) })
            else { return nil }
            let options = "target: \(RuleText.scalar(collection)), targetAttribute: \(RuleText.path(key.path))"
            let evidence =
                "all \(RuleText.count(own.values)) are in \(RuleText.comment(key.path)); needs --collection \(collection)=FILE"
            return (Proposal(own.path, "exist, { \(options) }", evidence, isActive: false, isPlain: false), key.path)
        }
    }

    private static func refers(_ own: AttributeProfile, to key: AttributeProfile) -> Bool {
        guard (own.sketch.distinct ?? 0) >= 3, own.sketch.hashes.isSubset(of: key.sketch.hashes) else { return false }
        let name = own.key.lowercased()
        let words = [
            "parent", "manager", "supervisor", "boss", "previous", "next", "reply", "master", "replace", "original",
        ]
        if words.contains(where: { name.holds($0) }) { return true }
        // Small numbers are in every list of numbers.
        let hasForm = own.numeric * 2 < own.values || own.longest >= 4 && key.longest >= 4 && own.leadingZeros > 0
        return hasForm || name.hasSuffix("_" + key.key.lowercased())
    }

    /// Small integers are in every list of numbers, so their names must agree.
    private static func isPlausible(_ profile: AttributeProfile, _ key: KeyColumn) -> Bool {
        if likeness(profile, key) > 0 { return true }
        return profile.numeric == 0 && profile.longest >= 2 && (profile.sketch.distinct ?? 0) >= 3
    }

    private static func likeness(_ profile: AttributeProfile, _ key: KeyColumn) -> Int {
        let name = profile.key.lowercased()
        let (target, stem) = (key.attribute.lowercased(), String(key.collection.lowercased().prefix(5)))
        return (name == target && target != "id" ? 2 : 0) + (name.holds(stem) ? 2 : 0)
            + (name.holds(stem) && name.hasSuffix(target) ? 1 : 0)
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
