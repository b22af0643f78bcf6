internal import ProvisoMessages

/// The words for what happened to a rule.
package enum TurnText {
    package static func word(_ outcome: RuleOutcome) -> String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .blocked: "blocked"
        case .inactive: "inactive"
        case .pending: "pending"
        }
    }

    /// Why a rule did not run; `nil` if it did.
    package static func reason(_ outcome: RuleOutcome) -> String? {
        switch outcome {
        case .passed, .failed, .pending: nil
        case .skipped(let reason): words(reason)
        case .blocked(let rule): rule.map { "by the error of \(words($0))" } ?? "by an earlier error"
        case .inactive(let reason): words(reason)
        }
    }

    /// A rule by its type and place: `email (rules.yaml:3:5)`.
    static func words(_ rule: RuleReference) -> String {
        if rule.id == "structure" { return "the structure: it has the wrong kind of value" }
        return "\(rule.type.rawValue.visible)\(rule.position.map { " (\($0))" } ?? "")"
    }

    static func words(_ reason: SkipReason) -> String {
        switch reason {
        case .empty: "the value is empty"
        case .when: "when is false"
        case .unless: "unless is true"
        case .missing(let names): "\(names.map(\.visible).joined(separator: ", ")) is missing"
        case .noValue: "there is no such value"
        case .undecided: "its condition has no value"
        }
    }

    package static func words(_ reason: InactiveReason) -> String {
        switch reason {
        case .on(let scenarios): "only in \(list(scenarios))"
        case .except(let scenarios): "not in \(list(scenarios))"
        case .unlisted: "the scenario does not list the attribute"
        case .unselected: "the attribute was not to be validated"
        }
    }

    private static func list(_ scenarios: [String]) -> String {
        scenarios.count == 1
            ? "the scenario \(scenarios[0].visible)"
            : "the scenarios \(scenarios.map(\.visible).joined(separator: ", "))"
    }

    /// The name of a skip's reason for programs.
    package static func name(_ reason: SkipReason) -> String {
        switch reason {
        case .empty: "empty"
        case .when: "when"
        case .unless: "unless"
        case .missing: "missing"
        case .noValue: "noValue"
        case .undecided: "undecided"
        }
    }

    /// A value on one line.
    package static func value(_ value: AnyValue) -> String {
        if case .absent = value { return "absent" }
        // More items than characters are not shown.
        var room = longest
        let text = value.beginning(&room).json.visible
        return text.count > longest ? "\(text.prefix(longest - 1))…" : text
    }

    /// How many characters of a value are shown.
    private static let longest = 72
}

extension RuleTurn: CustomStringConvertible {
    /// One line: `skipped state required: when is false`.
    public var description: String {
        let at = path.components.isEmpty ? ValuePath.record : path.description.visible
        let line = "\(TurnText.word(outcome)) \(at) \(rule.type.rawValue.visible)"
        if let detail = TurnText.reason(outcome) ?? value.map({ TurnText.value($0) }) { return "\(line): \(detail)" }
        return line
    }

    /// What the rule saw, a line for each: conditions, parts, values of other attributes, changes.
    package var notes: [String] {
        var notes = conditions.flatMap { $0.lines(indent: "") }
        notes += parts.map(\.line)
        notes += reads.map { "\($0.path.description.visible) = \(TurnText.value($0.value))" }
        notes += changes.map {
            "\($0.path.description.visible) changed from \(TurnText.value($0.before)) to \(TurnText.value($0.after))"
        }
        notes += nulls.map { reading in
            let place = reading.position.map { " (\($0))" } ?? ""
            return
                "\(reading.path.description.visible) was \(TurnText.value(reading.text)), which nulls\(place) makes null"
        }
        return notes + (inner.first { !$0.isPart }?.shape.map { ["shape \($0.visible)"] } ?? [])
    }
}

extension EvaluatedPart {
    fileprivate var line: String {
        let note = note.map { " (\($0.visible))" } ?? ""
        return "\(text.visible) = \(value.map { TurnText.value($0) } ?? "no value")\(note)"
    }
}

extension ConditionTrace {
    /// How many parts of a condition are shown, such as items of a list.
    private static let mostParts = 20

    fileprivate func lines(indent: String) -> [String] {
        var line = "\(indent)\(text.visible) is \(holds.map { $0 ? "true" : "false" } ?? "not evaluated")"
        if !missing.isEmpty {
            line += ": \(TurnText.words(.missing(missing)))"
        } else if let last = values.last, last.value == nil {
            line += ": the expression has no value"
        } else if values.isEmpty, let path, let value {
            line += ": \(path.description.visible) = \(TurnText.value(value))"
        }
        var shown = parts.prefix(Self.mostParts).flatMap { $0.lines(indent: indent + "  ") }
        // The whole expression is the condition itself, unless it has no value.
        let own = values.last?.value == nil ? values : values.dropLast()
        shown += own.map { "\(indent)  \($0.line)" }
        let rest = parts.count - Self.mostParts
        return [line] + shown + (rest > 0 ? ["\(indent)  … and \(rest) more"] : [])
    }
}

extension AnyValue {
    /// The value with no more items and members than there is room for.
    fileprivate func beginning(_ room: inout Int) -> AnyValue {
        switch self {
        case .list(let items):
            var kept: [AnyValue] = []
            for item in items where room > 0 {
                room -= 1
                kept.append(item.beginning(&room))
            }
            return .list(kept)
        case .object(let members):
            var kept: [Member] = []
            for member in members where room > 0 {
                room -= 1
                kept.append(Member(member.key, member.value.beginning(&room)))
            }
            return .object(kept)
        default: return self
        }
    }
}
