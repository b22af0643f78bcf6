import Proviso

/// Which parts of conditions and expressions were true, and which were false, in the cases.
struct BranchCoverage {
    private struct Branch {
        let rule: RuleReference
        let attribute: String
        let text: String
        let position: SourcePosition?
        var isTrue = false
        var isFalse = false
    }

    private var branches: [Branch] = []
    private var numbers: [String: Int] = [:]

    init(_ plan: Plan, _ tests: [RuleTest]) {
        for test in tests {
            let scenario = test.scenario ?? RuleSet.defaultScenario
            if let explanation = try? plan.explain(test.record, scenario: scenario) { read(explanation.turns) }
        }
    }

    /// The parts that had one value only, in the order in which the cases reached them.
    var lines: [(rule: String, line: String)] {
        branches.compactMap { branch in
            let missing: String
            switch (branch.isTrue, branch.isFalse) {
            case (true, true): return nil
            case (true, false): missing = "is false"
            case (false, true): missing = "is true"
            case (false, false): missing = "is needed"
            }
            let place = branch.position.map { "\($0): " } ?? ""
            return (
                branch.rule.id,
                "\(place)rule \(branch.rule.id) of '\(branch.attribute)': in no case '\(branch.text)' \(missing)"
            )
        }
    }

    private mutating func read(_ turns: [RuleTurn]) {
        for turn in turns {
            for trace in turn.conditions { for part in trace.parts { read(part, of: turn) } }
            // The whole expression is the last part: whether it is false is what the rule finds.
            read(turn.parts.dropLast(), at: turn.rule.position, of: turn)
            read(turn.inner)
        }
    }

    private mutating func read(_ trace: ConditionTrace, of turn: RuleTurn) {
        note(trace.text, trace.holds, at: trace.position ?? turn.rule.position, of: turn)
        for part in trace.parts { read(part, of: turn) }
        read(trace.values.dropLast(), at: trace.position ?? turn.rule.position, of: turn)
    }

    /// The parts of an expression that are true or false.
    private mutating func read(_ parts: ArraySlice<EvaluatedPart>, at position: SourcePosition?, of turn: RuleTurn) {
        for part in parts where part.note == nil {
            if case .boolean(let truth)? = part.value { note(part.text, truth, at: position, of: turn) }
        }
    }

    private mutating func note(_ text: String, _ truth: Bool?, at position: SourcePosition?, of turn: RuleTurn) {
        let key = "\(turn.rule.id) \(turn.attribute) \(text)"
        let number = numbers[key] ?? branches.count
        if number == branches.count {
            numbers[key] = number
            branches.append(Branch(rule: turn.rule, attribute: turn.attribute, text: text, position: position))
        }
        if truth == true { branches[number].isTrue = true }
        if truth == false { branches[number].isFalse = true }
    }
}
