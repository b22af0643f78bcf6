import Proviso

/// The rules about all records together that the data suggests: those that hold are proposed.
struct TableProposals {
    /// A rule, and the evidence if it holds.
    private struct Candidate {
        let rule: String
        let evidence: String
    }

    /// Fewer records say nothing of the whole, and fewer different values nothing of their order.
    private static let (leastRecords, leastValues) = (100, 7)

    private let records: Int
    private let candidates: [Candidate]
    private var dataset: Dataset?
    private var broken: Set<String> = []

    /// The candidates for attributes of which the proposals say that they are dates or keys.
    init(_ profile: DataProfile, _ proposals: [Proposal]) {
        records = profile.records
        guard profile.records >= Self.leastRecords else {
            candidates = []
            return
        }
        let active = Dictionary(grouping: proposals.filter(\.isActive), by: \.path)
        candidates = profile.attributes().flatMap { node, _ -> [Candidate] in
            let own = node.profile
            guard let rules = active[own.path], !own.path.contains("*"), own.values >= Self.leastRecords,
                Set(own.sketch.sample.map { $0.prefix(10) }).count >= Self.leastValues
            else { return [] }
            let subjects = rules.map { Registry.standard.about($0.type).subject }
            let isTime = subjects.contains(.date) || subjects.contains(.datetime)
            let isKey = own.numeric == own.values && subjects.contains(.unique)
            guard isTime || isKey else { return [] }
            let all = "all \(RuleText.count(own.values)) values"
            let path = RuleText.path(own.path)
            return [
                Candidate(rule: "unsorted, { of: \(path), max: 0 }", evidence: "\(all) are in order"),
                isTime
                    ? Candidate(rule: "missingDays, { of: \(path), max: 0 }", evidence: "no day is missing")
                    : Candidate(rule: "gaps, { of: \(path), max: 0 }", evidence: "no number is missing"),
            ]
        }
    }

    /// The candidates as a part of a rule file whose findings have their numbers.
    var text: String {
        if candidates.isEmpty { return "" }
        return "dataset:\n"
            + candidates.enumerated().map { index, candidate in
                "  - { id: t\(index), measure: \(candidate.rule.replacing(", { ", with: ", ").replacing(" }", with: "")) }\n"
            }.joined()
    }

    mutating func begin(_ plan: Plan?) { dataset = candidates.isEmpty ? nil : plan?.makeDataset() }

    func add(_ record: Record, _ report: Report) { dataset?.add(record, report) }

    mutating func end() { broken = Set(dataset?.report().violations.map(\.rule.id) ?? []) }

    /// The lines of the rule file, without those that the data breaks.
    var lines: [String] {
        guard records >= Self.leastRecords else { return [] }
        let holding = candidates.indices.filter { dataset != nil && !broken.contains("t\($0)") }
        let rows =
            "- [rows, { min: \(Self.rounded(records / 2, up: false)), max: \(Self.rounded(records * 2, up: true)) }]"
        let range = "\(RuleText.records(records)): half of that to twice as many"
        if holding.isEmpty { return ["# dataset:", "  # \(rows)   # \(range)"] }
        return ["dataset:", "  # \(rows)   # \(range)"]
            + holding.map { "  - [\(candidates[$0].rule)]   # \(candidates[$0].evidence)" }
    }

    /// A number with one digit that is not zero.
    private static func rounded(_ number: Int, up: Bool) -> Int {
        var unit = 1
        while number / unit >= 10 { unit *= 10 }
        return (up ? (number + unit - 1) / unit : number / unit) * unit
    }
}
