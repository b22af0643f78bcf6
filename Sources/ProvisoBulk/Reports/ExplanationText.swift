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
        let words = flat(turns).map { TurnText.word($0.outcome) }
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

    private static func place(_ rule: RuleReference) -> String { rule.position?.description.visible ?? "-" }

    private static func path(_ turn: RuleTurn) -> String {
        turn.path.components.isEmpty ? ValuePath.record : turn.path.description.visible
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func lines(_ turn: RuleTurn, _ widths: Widths, indent: String) -> [String] {
        let place = palette.dim(Self.padded(Self.place(turn.rule), widths.place))
        let word = palette.outcome(Self.padded(TurnText.word(turn.outcome), 8), of: turn)
        let type = Self.padded(turn.rule.type.rawValue.visible, widths.type)
        let path = Self.padded(Self.path(turn), widths.path)
        let head = "\(indent)\(place)  \(word)  \(path)  \(type)  \(detail(turn))".trimmedEnd
        var notes = turn.conditions.flatMap { lines($0, indent: "") }
        notes += turn.parts.map(Self.line)
        notes += turn.reads.map { "\($0.path.description.visible) = \(TurnText.value($0.value))" }
        notes += turn.changes.map {
            "\($0.path.description.visible) changed from \(TurnText.value($0.before)) to \(TurnText.value($0.after))"
        }
        let violations = turn.inner.isEmpty ? turn.violations : turn.violations.filter { found in
            !turn.inner.contains { $0.holds(found) }
        }
        let messages = violations.map(message)
        let inner = turn.inner.flatMap { lines($0, widths, indent: indent + "    ") }
        let shape = turn.inner.first?.shape.map { ["shape \($0.visible)"] } ?? []
        return [head] + (notes + shape).map { palette.dim("\(indent)    \($0)") } + messages.map { "\(indent)    \($0)" }
            + inner
    }

    /// Why the rule did not run, or else the value.
    private func detail(_ turn: RuleTurn) -> String {
        if let reason = TurnText.reason(turn.outcome) { return reason }
        return turn.value.map { TurnText.value($0) } ?? ""
    }

    private static func line(_ part: EvaluatedPart) -> String {
        let note = part.note.map { " (\($0.visible))" } ?? ""
        return "\(part.text.visible) = \(part.value.map { TurnText.value($0) } ?? "no value")\(note)"
    }

    private func message(_ violation: Violation) -> String {
        let text = ViolationText(violation, in: localizer)
        return "\(palette.severity(violation.severity)): \(text.lineMessage) [\(violation.code.rawValue.visible)]"
    }

    private func lines(_ trace: ConditionTrace, indent: String) -> [String] {
        let word = trace.holds.map { $0 ? "true" : "false" } ?? "not evaluated"
        var line = "\(indent)\(trace.text.visible) is \(word)"
        if let path = trace.path, let value = trace.value {
            line += ": \(path.description.visible) = \(TurnText.value(value))"
        }
        let parts = trace.parts.prefix(Self.mostParts).flatMap { lines($0, indent: indent + "  ") }
        let rest = trace.parts.count - Self.mostParts
        return [line] + parts + (rest > 0 ? ["\(indent)  … and \(rest) more"] : [])
    }

    /// How many parts of a condition are shown, such as items of a list.
    private static let mostParts = 20
}

extension RuleTurn {
    /// Whether the turn, or one in it, reported a violation.
    fileprivate func holds(_ violation: Violation) -> Bool {
        violations.contains { $0.code == violation.code && $0.path == violation.path && $0.rule === violation.rule }
            || inner.contains { $0.holds(violation) }
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
