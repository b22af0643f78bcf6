import Proviso

/// What two attributes of a record say together: keys of two attributes, and presence that depends on a value.
final class PairProfile {
    private static let keyLimit = 1 << 18
    private static let pairLimit = 12

    /// Two attributes that may be a key together.
    private struct Pair {
        let names: [String]
        /// How many repetitions there would be by chance.
        let expected: Double
        var hashes: Set<UInt64> = []
        var isKey = true
    }

    /// How often an attribute has a value, for each value of another one.
    private struct Dependence {
        let attribute: String
        let other: String
        var counts: [String: (present: Int, all: Int)] = [:]
    }

    private let nulls: Set<String>
    private var pairs: [Pair] = []
    private var dependences: [Dependence] = []
    private var records = 0

    init(_ profile: DataProfile, nulls: Set<String>, wantsKeys: Bool, named: Set<String>) {
        self.nulls = nulls
        let columns = profile.root.order.map(\.profile).filter {
            named.contains($0.path) && $0.lists + $0.objects == 0 && $0.values > 0 && $0.path == $0.key
        }
        if wantsKeys { pairs = Self.pairs(columns, profile.records) }
        dependences = Self.dependences(columns, profile.records)
    }

    private static func pairs(_ columns: [AttributeProfile], _ records: Int) -> [Pair] {
        let parts = columns.filter { column in
            column.values == records && column.numbers + column.numberTexts == 0 && column.sketch.repeats > 0
                && !column.sketch.hashesOverflowed && (column.texts == 0 || column.longest <= 60)
        }
        guard records >= 30 else { return [] }
        var pairs: [Pair] = []
        for (index, first) in parts.enumerated() {
            for second in parts[(index + 1)...] {
                let product = Double(first.sketch.distinct ?? 0) * Double(second.sketch.distinct ?? 0)
                let expected = Double(records) * Double(records) / 2 / max(product, 1)
                // A pair that would hardly repeat by chance proves nothing.
                guard product >= Double(records), expected >= 5 else { continue }
                pairs.append(Pair(names: [first.key, second.key], expected: expected))
            }
        }
        return Array(pairs.sorted { ($1.expected, $0.names[0]) < ($0.expected, $1.names[0]) }.prefix(pairLimit))
    }

    private static func dependences(_ columns: [AttributeProfile], _ records: Int) -> [Dependence] {
        let optional = columns.filter { $0.values < records && $0.values * 100 >= records }.prefix(40)
        let kinds = columns.filter {
            $0.values == records && !$0.sketch.hasMany && (2...40).contains($0.sketch.counts.count)
        }
        return optional.flatMap { column in
            kinds.prefix(6).map { Dependence(attribute: column.key, other: $0.key) }
        }
    }

    func add(_ record: AnyValue) {
        guard !pairs.isEmpty || !dependences.isEmpty else { return }
        records += 1
        var values: [String: AnyValue] = [:]
        for member in record.members { values[member.key] = member.value }
        func text(_ name: String) -> String? {
            guard let value = values[name], !AttributeProfile.isMissing(value, nulls) else { return nil }
            return value.text ?? value.json
        }
        for index in pairs.indices where pairs[index].isKey {
            let joined = pairs[index].names.map { text($0) ?? "" }.joined(separator: "\u{1F}")
            let isNew = pairs[index].hashes.insert(ValueSketch.hash(joined)).inserted
            if !isNew || pairs[index].hashes.count > Self.keyLimit {
                (pairs[index].isKey, pairs[index].hashes) = (false, [])
            }
        }
        for index in dependences.indices {
            guard let value = values[dependences[index].other], !AttributeProfile.isMissing(value, nulls) else {
                continue
            }
            // In a rule file too, true and "true" are different.
            let kind = value.text.map(RuleText.scalar) ?? value.json
            let present = text(dependences[index].attribute) == nil ? 0 : 1
            var count = dependences[index].counts[kind] ?? (0, 0)
            (count.present, count.all) = (count.present + present, count.all + 1)
            dependences[index].counts[kind] = count
        }
    }

    func proposals() -> [Proposal] { keys + presence }

    /// The pairs that are keys: the clearest one is a rule, others are comments.
    private var keys: [Proposal] {
        pairs.filter(\.isKey).prefix(3).enumerated().map { index, pair in
            let names = pair.names.map(RuleText.path).joined(separator: ", ")
            return Proposal(
                pair.names[1], "unique", "no two of \(RuleText.records(records)) have the same combination",
                isActive: index == 0, isPlain: false,
                long: "attributes: [\(names)], type: unique, targetAttribute: [\(names)]")
        }
    }

    /// The clearest condition for each attribute: it is there for some values of another one, and nowhere else.
    private var presence: [Proposal] {
        var best: [String: (proposal: Proposal, size: Int)] = [:]
        for dependence in dependences {
            let counts = dependence.counts.filter { $0.value.present > 0 }
            let always = counts.filter { $0.value.present == $0.value.all }
            let others = dependence.counts.filter { $0.value.present < $0.value.all }
            let (found, missing) = (
                others.values.reduce(0) { $0 + $1.present }, others.values.reduce(0) { $0 + $1.all }
            )
            let all = always.values.reduce(0) { $0 + $1.all }
            guard found * 10 <= missing, all >= 10, missing >= 10, !always.isEmpty,
                always.count <= 12
            else { continue }
            let size = always.count + (found > 0 ? 100 : 0)
            guard best[dependence.attribute].map({ size < $0.size }) ?? true else { continue }
            // The shorter list; exceptions elsewhere have no such choice.
            let isUnless = found == 0 && others.count < always.count
            let range = (isUnless ? others : always).keys.sorted().joined(separator: ", ")
            let word = isUnless ? "unless" : "when"
            let condition = "\(word): [\(RuleText.path(dependence.other)), in, { range: [\(range)] }]"
            let elsewhere =
                found == 0
                ? (isUnless ? "in none of these" : "nowhere else")
                : "in \(RuleText.count(found)) of \(RuleText.count(missing)) others"
            best[dependence.attribute] = (
                Proposal(
                    dependence.attribute, "required",
                    "in all \(RuleText.count(all)) \(isUnless ? "others" : "of these"), and \(elsewhere)",
                    isActive: found == 0,
                    long: "attributes: \(RuleText.path(dependence.attribute)), type: required, \(condition)"),
                size
            )
        }
        return best.sorted { $0.key < $1.key }.map(\.value.proposal)
    }
}
