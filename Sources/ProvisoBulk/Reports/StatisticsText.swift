package import Proviso

/// The counts of all rules, for people and for programs.
package struct StatisticsText {
    private let rules: [PlannedRule]
    private let statistics: RuleStatistics
    /// The parts of conditions and expressions by the rank of the rule.
    private let branches: [Int: [PlannedBranch?]]

    package init(_ statistics: RuleStatistics, _ rules: [PlannedRule], _ branches: [Int: [PlannedBranch?]] = [:]) {
        (self.statistics, self.rules, self.branches) = (statistics, rules, branches)
    }

    /// The parts of a rule's conditions and expression, with their counts.
    private func parts(_ rule: PlannedRule) -> [(branch: PlannedBranch, count: RuleStatistics.BranchCounts)] {
        (branches[rule.order] ?? []).enumerated().compactMap { number, branch in
            branch.map { ($0, statistics.branch(number, of: rule.order)) }
        }
    }

    /// The parts that were never true or never false, of rules that were reached.
    private var oneSided: [String] {
        rules.filter { statistics[$0.order].ran + statistics[$0.order].condition > 0 }.flatMap { rule in
            parts(rule).compactMap { branch, count in
                if count.isTrue > 0, count.isFalse > 0 { return nil }
                let word = count.isTrue > 0 ? "false" : count.isFalse > 0 ? "true" : "needed"
                let place = (branch.position ?? rule.rule.position).map { "\($0): " } ?? ""
                return "\(place)rule \(rule.rule.id) of '\(rule.attribute)': '\(branch.text)' was never \(word)".visible
            }
        }
    }

    /// A table with a line for each rule and attribute, and the reasons why rules never ran.
    package var lines: [String] {
        let counts = rules.map { statistics[$0.order] }
        var table = [["ran", "failed", "skipped", "blocked", "rule"]]
        for (rule, count) in zip(rules, counts) {
            let numbers = [count.ran, count.failed, count.skipped, count.blocked].map { $0.grouped() }
            table.append(numbers + [Self.name(rule) + note(rule, count)])
        }
        let widths = (0..<4).map { column in table.map { $0[column].count }.max() ?? 0 }
        var lines = table.map { row in
            zip(row, widths).map { $0.aligned(to: $1) }.joined(separator: "  ") + "  " + row[4]
        }
        let of = rules.count == 1 ? "1 rule" : "\(rules.count.grouped()) rules"
        let idle = counts.count { $0.ran == 0 }
        if idle > 0 { lines.append("\(idle) of \(of) never ran") }
        let quiet = counts.count { $0.ran > 0 && $0.failed == 0 }
        if quiet > 0 { lines.append("\(quiet) of \(of) ran and never failed") }
        return lines + oneSided
    }

    private static func name(_ rule: PlannedRule) -> String {
        "\(rule.rule.position.map { "\($0) " } ?? "")\(rule.attribute.visible) \(rule.rule.type.rawValue.visible)"
    }

    private func note(_ rule: PlannedRule, _ count: RuleStatistics.Counts) -> String {
        if let reason = rule.inactive { return ": \(TurnText.words(reason))" }
        var reasons: [String] = []
        if count.empty > 0 { reasons.append("empty \(count.empty.grouped())") }
        if count.condition > 0 { reasons.append("condition \(count.condition.grouped())") }
        if count.missing > 0 { reasons.append("needs a missing value \(count.missing.grouped())") }
        if count.noValue > 0 { reasons.append("no item \(count.noValue.grouped())") }
        if reasons.isEmpty { return count.ran == 0 && count.blocked == 0 ? ": never reached" : "" }
        return (count.ran == 0 ? ": never ran: " : ": ") + reasons.joined(separator: ", ")
    }

    /// One JSON document.
    package var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("rules") { writer in
                writer.list { writer in
                    for rule in rules { write(rule, to: &writer) }
                }
            }
        }
        return writer.text + "\n"
    }

    private func write(
        _ parts: [(branch: PlannedBranch, count: RuleStatistics.BranchCounts)], to writer: inout JSONWriter
    ) {
        writer.list { writer in
            for (branch, count) in parts {
                writer.object {
                    $0.member("part", branch.text)
                    $0.position(branch.position)
                    $0.member("true", count.isTrue)
                    $0.member("false", count.isFalse)
                }
            }
        }
    }

    private func write(_ rule: PlannedRule, to writer: inout JSONWriter) {
        let count = statistics[rule.order]
        writer.object {
            $0.member("rule", rule.rule.id)
            $0.member("type", rule.rule.type.rawValue)
            $0.member("attribute", rule.attribute)
            $0.position(rule.rule.position)
            if let reason = rule.inactive { $0.member("inactive", TurnText.words(reason)) }
            $0.member("ran", count.ran)
            $0.member("passed", count.passed)
            $0.member("failed", count.failed)
            $0.member("blocked", count.blocked)
            $0.member("skipped") {
                $0.object {
                    $0.member("empty", count.empty)
                    $0.member("condition", count.condition)
                    $0.member("missing", count.missing)
                    $0.member("noValue", count.noValue)
                }
            }
            let parts = parts(rule)
            if !parts.isEmpty { $0.member("parts") { write(parts, to: &$0) } }
        }
    }
}

extension JSONWriter {
    mutating func position(_ position: SourcePosition?) {
        guard let position else { return }
        if let file = position.file { member("file", file) }
        member("line", position.line)
        member("column", position.column)
    }
}
