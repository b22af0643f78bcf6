internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Keeps what the parts of a rule's conditions were.
struct TraceProbe: ConditionProbe {
    private let observation: Observation
    /// The conditions as they were written; empty for those that no rule file has.
    private let written: [[Condition]]
    private let implied: Int
    private(set) var traces: [ConditionTrace] = []
    /// The condition and the parts that are being evaluated, outer ones first.
    private var open: [Part] = []

    /// A part of a condition, while it is evaluated.
    private struct Part {
        let source: Condition?
        /// What it is made of, as written; empty if that is not known.
        let sources: [Condition]
        var next = 0
        var traces: [ConditionTrace] = []
        /// What a check saw.
        var value: (path: ValuePath, text: String, value: AnyValue, explanation: ValidatorExplanation)?

        /// The source of the next part.
        mutating func take() -> Condition? {
            defer { next += 1 }
            return sources.indices.contains(next) ? sources[next] : nil
        }
    }

    init(_ info: StepInfo, _ observation: Observation) {
        self.observation = observation
        let rule = info.source?.rule
        written = [rule?.when ?? [], rule?.unless ?? []].filter { !$0.isEmpty }
        // A rule of a nested model has a condition of its own: that the model exists.
        implied = info.conditions.count - written.count
    }

    static var looks: Bool { true }

    mutating func begin(_ condition: BoundCondition) {
        let index = traces.count - implied
        open = [Part(source: nil, sources: index < 0 ? [] : written[index])]
    }

    mutating func end(_ condition: BoundCondition, _ holds: Bool) {
        let word = traces.count < implied ? "exists" : condition.runsWhenHeld ? "when" : "unless"
        traces.append(ConditionTrace(word, holds, parts: open.removeLast().traces))
    }

    mutating func begin(_ test: BoundCondition.Test) {
        let source = open[open.count - 1].take()
        open.append(Part(source: source, sources: source?.parts ?? []))
    }

    mutating func end(_ test: BoundCondition.Test, _ holds: Bool) {
        let part = open.removeLast()
        let text =
            switch test {
            case .closure: "a closure"
            case .any: "any"
            case .all: "all"
            case .not: "not"
            case .number, .items: ConditionText.head(part.source)
            case .check, .once: part.value?.text ?? ""
            }
        var trace = ConditionTrace(
            text, holds, path: part.value?.path, value: part.value?.value, parts: part.traces,
            position: part.source?.position)
        if let explanation = part.value?.explanation {
            (trace.values, trace.missing) = (explanation.parts, explanation.missing)
        }
        open[open.count - 1].traces.append(trace)
    }

    mutating func beginItem() { open[open.count - 1].next = 0 }

    mutating func skip(_ test: BoundCondition.Test) {
        let source = open[open.count - 1].take()
        open[open.count - 1].traces.append(
            ConditionTrace(source.map { ConditionText.text($0) } ?? "a closure", nil, position: source?.position))
    }

    mutating func check(
        _ check: Check, _ reference: AttributeReference, _ node: UnsafeMutablePointer<prv_node>,
        _ context: inout ValidationContext
    ) {
        let own = context.path(of: reference.attribute)
        let path = reference.attribute.isOfRecord ? own : observation.path(own)
        let value = context.record.outermost.state.pointee.kept.copy(node.pointee.value)
        var explanation = ValidatorExplanation()
        if check.runner == ExprValidator.self, !check.skips(node.pointee.value) {
            explanation = check.runner.explanation(
                check.address, unsafe Value(unsafe: node.pointee.value), &context, withParts: true)
            context.node = node
        }
        let last = open.count - 1
        let text = open[last].source.map { ConditionText.text($0) } ?? reference.name
        open[last].value = (path, text, value, explanation)
    }
}

extension ValidationContext {
    /// The path of another attribute's value, in the same items as the value being validated.
    func path(of attribute: AttributeInfo) -> ValuePath {
        record.path(of: attribute.path.components, depth: min(depth, attribute.lists))
    }
}

extension Condition {
    /// The conditions that it is made of.
    var parts: [Condition] {
        switch test {
        case .any(let conditions), .all(let conditions), .number(_, let conditions): conditions
        case .not(let condition), .items(_, let condition): [condition]
        case .rule, .closure, .expression: []
        }
    }
}
