package import Proviso

/// The counts of all rules, for people and for programs.
package struct StatisticsText {
    private let rules: [PlannedRule]
    private let statistics: RuleStatistics

    package init(_ statistics: RuleStatistics, _ rules: [PlannedRule]) {
        (self.statistics, self.rules) = (statistics, rules)
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
            zip(row, widths).map { Self.padded($0, $1) }.joined(separator: "  ") + "  " + row[4]
        }
        let idle = counts.count { $0.ran == 0 }
        if idle > 0 { lines.append("\(idle) of \(rules.count) rules never ran") }
        let quiet = counts.count { $0.ran > 0 && $0.failed == 0 }
        if quiet > 0 { lines.append("\(quiet) of \(rules.count) rules ran and never failed") }
        return lines
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
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
