package import Proviso

/// An explanation for people: a line for each rule and value, and below it what the rule saw.
package struct ExplanationText {
    private let localizer: ReportLocalizer
    private let palette: Palette

    package init(_ localizer: ReportLocalizer, palette: Palette) {
        (self.localizer, self.palette) = (localizer, palette)
    }

    /// The lines for turns.
    package func lines(_ turns: [RuleTurn]) -> [String] {
        let all = Self.flat(turns)
        let widths = Widths(
            place: all.map { Self.place($0.rule).count }.max() ?? 0, path: all.map { Self.path($0).count }.max() ?? 0,
            type: all.map { $0.rule.type.rawValue.count }.max() ?? 0)
        return turns.flatMap { lines($0, widths, indent: "") }
    }

    /// How many rules there are of each outcome: `12 rules: 9 passed, 2 failed, 1 skipped`.
    package static func summary(_ turns: [RuleTurn]) -> String {
        let words = rules(turns).map { TurnText.word($0.outcome) }
        let order = ["passed", "failed", "skipped", "blocked", "inactive", "pending"]
        let counts = order.compactMap { word -> String? in
            let count = words.count { $0 == word }
            return count == 0 ? nil : "\(count) \(word)"
        }
        return counts.isEmpty ? "no rules" : counts.joined(separator: ", ")
    }

    private struct Widths {
        let place: Int
        let path: Int
        let type: Int
    }

    private static func flat(_ turns: [RuleTurn]) -> [RuleTurn] { turns.flatMap { [$0] + flat($0.inner) } }

    /// The rules of the file; not those of which a rule type is made.
    private static func rules(_ turns: [RuleTurn]) -> [RuleTurn] { flat(turns).filter { !$0.isPart } }

    private static func place(_ rule: RuleReference) -> String { rule.position?.description.visible ?? "-" }

    private static func path(_ turn: RuleTurn) -> String {
        turn.path.components.isEmpty ? ValuePath.record : turn.path.description.visible
    }

    private func lines(
        _ turn: RuleTurn, _ widths: Widths, indent: String, in outer: RuleTurn? = nil
    ) -> [String] {
        let place = palette.dim(Self.place(turn.rule).padded(to: widths.place))
        let word = palette.outcome(TurnText.word(turn.outcome).padded(to: 8), of: turn)
        let type = turn.rule.type.rawValue.visible.padded(to: widths.type)
        let path = Self.path(turn).padded(to: widths.path)
        let head = "\(indent)\(place)  \(word)  \(path)  \(type)  \(detail(turn))".trimmedEnd
        let violations =
            turn.inner.isEmpty
            ? turn.violations
            : turn.violations.filter { found in
                !turn.inner.contains { $0.holds(found) }
            }
        let messages = violations.map { found in
            // The type may have a code of its own, which is reported instead.
            let isReported = !turn.isPart || outer?.reports(found) ?? true
            return message(found, of: turn, word: isReported ? palette.severity(found.severity) : "because")
        }
        let inner = turn.inner.flatMap { lines($0, widths, indent: indent + "    ", in: turn) }
        return [head] + turn.notes.map { palette.dim("\(indent)    \($0)") } + messages.map { "\(indent)    \($0)" }
            + inner
    }

    /// Why the rule did not run, or else the value.
    private func detail(_ turn: RuleTurn) -> String {
        if let reason = TurnText.reason(turn.outcome) { return reason }
        return turn.value.map { TurnText.value($0) } ?? ""
    }

    private func message(_ violation: Violation, of turn: RuleTurn, word: String) -> String {
        let text = ViolationText(violation, in: localizer)
        let place = violation.path == turn.path ? "" : " \(violation.path.pointer.visible)"
        let code = text.details("\(violation.code.rawValue.visible)\(place)")
        return "\(word): \(text.lineMessage) [\(code)]" + Self.origin(violation, in: turn)
    }

    /// Where it is written, if that is not where the rule is.
    private static func origin(_ violation: Violation, in turn: RuleTurn) -> String {
        let rules = [violation.rule.position, turn.rule.position]
        guard let position = violation.rulePosition, !rules.contains(position) else { return "" }
        let branch = violation.branch.map { ", in the schema at \($0), which was probably meant" } ?? ""
        return " (\(position)\(branch))".visible
    }
}

extension RuleTurn {
    /// Whether the turn, or one in it, reported a violation.
    fileprivate func holds(_ violation: Violation) -> Bool {
        reports(violation) || inner.contains { $0.holds(violation) }
    }

    fileprivate func reports(_ violation: Violation) -> Bool {
        violations.contains { $0.code == violation.code && $0.path == violation.path && $0.rule === violation.rule }
    }
}

extension String {
    /// Without white space at the end.
    fileprivate var trimmedEnd: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

/// Keeps the explanation of one record, and writes nothing.
package struct ExplanationReport: ReportWriter {
    private let target: ExplainedRecord

    package init(_ target: ExplainedRecord) { self.target = target }

    package var wantsAll: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.number == target.number else { return }
        target.set(outcome)
    }
}
