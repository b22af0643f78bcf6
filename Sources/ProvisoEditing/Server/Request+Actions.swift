internal import Proviso

extension Request {
    /// Quick fixes for the problems in a range.
    func actions() -> AnyValue {
        guard let range = parameters["range"].flatMap({ document.range($0, in: server.unit) }) else { return .list([]) }
        let near = document.problems.filter {
            $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
        }
        return .list(near.compactMap(action))
    }

    private func action(_ problem: RuleProblem) -> AnyValue? {
        if let fix = problem.fix {
            return action(problem, "Change to '\(fix)'", problem.fixed, fix)
        }
        guard problem.level == .warning, problem.message.holds("the rule repeats rule"),
            let lines = wholeLines(ofRuleAt: problem.range.lowerBound)
        else { return nil }
        return action(problem, "Remove this rule", lines, "")
    }

    private func action(_ problem: RuleProblem, _ title: String, _ range: Range<Int>, _ text: String) -> AnyValue {
        let edit: AnyValue = ["range": server.value(range, in: document.lines), "newText": .text(text)]
        return [
            "title": .text(title), "kind": "quickfix", "isPreferred": true,
            "diagnostics": [server.value(problem, in: document)],
            "edit": ["changes": .object([AnyValue.Member(document.uri, [edit])])],
        ]
    }

    /// The lines of a rule in a block, which has them for itself.
    private func wholeLines(ofRuleAt offset: Int) -> Range<Int>? {
        let bytes = document.lines.bytes
        let rules = outline.extents.filter { path, extent in
            extent.contains(offset) && path.count == 2 && path.first == .key("rules")
        }
        guard let extent = rules.values.first, bytes[extent.lowerBound] == UInt8(ascii: "-") else { return nil }
        let first = document.lines.range(ofLine: document.lines.line(of: extent.lowerBound)).lowerBound
        let last = document.lines.line(of: extent.upperBound - 1)
        let end = last + 1 < document.lines.count ? document.lines.range(ofLine: last + 1).lowerBound : bytes.count
        return first..<end
    }
}
