package import Proviso

/// An explanation for programs.
package struct ExplanationJSON {
    private let localizer: ReportLocalizer

    package init(_ localizer: ReportLocalizer) { self.localizer = localizer }

    /// One JSON document.
    package func text(
        _ explanation: Explanation, _ turns: [RuleTurn], file: String, record: Int, at place: SourcePlace
    ) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("file", file)
            writer.member("record", record)
            writer.member("line", place.line)
            writer.member("scenario", explanation.scenario)
            writer.member("valid", explanation.report.isValid)
            writer.member("rules") { list(&$0, turns) }
        }
        return writer.text + "\n"
    }

    private func list(_ writer: inout JSONWriter, _ turns: [RuleTurn]) {
        writer.list { writer in for turn in turns { write(turn, to: &writer) } }
    }

    /// One rule at one value.
    package func write(_ turn: RuleTurn, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", turn.rule.id)
            writer.member("type", turn.rule.type.rawValue)
            writer.position(turn.rule.position)
            writer.member("attribute", turn.attribute)
            writer.member("path", turn.path.pointer)
            if let shape = turn.shape { writer.member("shape", shape) }
            writer.member("outcome", TurnText.word(turn.outcome))
            writeReason(turn.outcome, to: &writer)
            if let value = turn.value, value != .absent { writer.member("value") { $0.value(value) } }
            if !turn.conditions.isEmpty { writer.member("conditions") { write(turn.conditions, to: &$0) } }
            if !turn.parts.isEmpty { writer.member("parts") { write(turn.parts, to: &$0) } }
            if !turn.reads.isEmpty { writer.member("reads") { write(turn.reads, to: &$0) } }
            if !turn.changes.isEmpty { writer.member("changes") { write(turn.changes, to: &$0) } }
            if !turn.nulls.isEmpty { writer.member("nulls") { write(turn.nulls, to: &$0) } }
            if !turn.violations.isEmpty { writer.member("violations") { write(turn.violations, to: &$0) } }
            if !turn.inner.isEmpty { writer.member("inner") { list(&$0, turn.inner) } }
        }
    }

    private func writeReason(_ outcome: RuleOutcome, to writer: inout JSONWriter) {
        switch outcome {
        case .passed, .failed, .pending: return
        case .skipped(let reason):
            writer.member("reason", TurnText.name(reason))
            if case .missing(let names) = reason { writer.member("missing", names) }
        case .blocked(let rule):
            guard let rule else { return }
            writer.member("by") {
                $0.object {
                    $0.member("rule", rule.id)
                    $0.member("type", rule.type.rawValue)
                    $0.position(rule.position)
                }
            }
        case .inactive(let reason):
            switch reason {
            case .on(let scenarios): writer.member("on", scenarios)
            case .except(let scenarios): writer.member("except", scenarios)
            case .unlisted: writer.member("reason", "unlisted")
            case .unselected: writer.member("reason", "unselected")
            }
        }
    }

    private func write(_ traces: [ConditionTrace], to writer: inout JSONWriter) {
        writer.list { writer in
            for trace in traces {
                writer.object { writer in
                    writer.member("condition", trace.text)
                    if let holds = trace.holds { writer.member("holds", holds) }
                    writer.position(trace.position)
                    if let path = trace.path { writer.member("path", path.pointer) }
                    if let value = trace.value, value != .absent { writer.member("value") { $0.value(value) } }
                    if !trace.missing.isEmpty { writer.member("missing", trace.missing) }
                    if !trace.parts.isEmpty { writer.member("parts") { write(trace.parts, to: &$0) } }
                    if !trace.values.isEmpty { writer.member("values") { write(trace.values, to: &$0) } }
                }
            }
        }
    }

    private func write(_ parts: [EvaluatedPart], to writer: inout JSONWriter) {
        writer.list { writer in
            for part in parts {
                writer.object { writer in
                    writer.member("part", part.text)
                    if let value = part.value { writer.member("value") { $0.value(value) } }
                    if let note = part.note { writer.member("note", note) }
                }
            }
        }
    }

    private func write(_ reads: [ReadValue], to writer: inout JSONWriter) {
        writer.list { writer in
            for read in reads {
                writer.object { writer in
                    writer.member("attribute", read.attribute)
                    writer.member("path", read.path.pointer)
                    if read.value != .absent { writer.member("value") { $0.value(read.value) } }
                }
            }
        }
    }

    private func write(_ nulls: [NullReading], to writer: inout JSONWriter) {
        writer.list { writer in
            for reading in nulls {
                writer.object { writer in
                    writer.member("path", reading.path.pointer)
                    writer.member("text") { $0.value(reading.text) }
                    writer.position(reading.position)
                }
            }
        }
    }

    private func write(_ changes: [ValueChange], to writer: inout JSONWriter) {
        writer.list { writer in
            for change in changes {
                writer.object { writer in
                    writer.member("path", change.path.pointer)
                    if change.before != .absent { writer.member("before") { $0.value(change.before) } }
                    writer.member("after") { $0.value(change.after) }
                }
            }
        }
    }

    private func write(_ violations: [Violation], to writer: inout JSONWriter) {
        writer.list { writer in
            for violation in violations {
                writer.object { writer in
                    writer.violation(violation)
                    writer.member("message", ViolationText(violation, in: localizer).message)
                }
            }
        }
    }
}
