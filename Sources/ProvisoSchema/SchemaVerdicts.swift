internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

extension [SchemaFinding] {
    /// Each finding once, however many schemas have it.
    func withoutRepetition() -> Self {
        if count < 2 { return self }
        var seen: Set<SameFinding> = []
        return filter { seen.insert(SameFinding($0)).inserted }
    }
}

/// A finding, equal to others that say the same about the same value.
private struct SameFinding: Hashable {
    private let finding: SchemaFinding

    init(_ finding: SchemaFinding) { self.finding = finding }

    static func == (one: SameFinding, other: SameFinding) -> Bool {
        let (left, right) = (one.finding, other.finding)
        guard left.code == right.code, left.path == right.path else { return false }
        // 'required' and 'dependentRequired' may miss the same member.
        return left.code == "present.invalid" || left.message === right.message && left.parameters == right.parameters
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(finding.code)
        hasher.combine(finding.node)
        hasher.combine(finding.path.last)
    }
}

/// The verdicts of schemas about one value.
///
/// `allOf` of two schemas, each `allOf` of the same two, and so on, would double the work at each.
final class SchemaVerdicts {
    struct Verdict {
        let holds: Bool
        /// Which parts of the value it evaluated; `nil` if that was not looked for.
        let marks: [UInt64]?
        let findings: [SchemaFinding]
        /// Whether everything was collected that is wrong.
        let isWhole: Bool

        func says(enoughFor run: SchemaRun) -> Bool {
            holds ? run.marks == nil || marks != nil : isWhole || !run.collects
        }
    }

    var known: [ObjectIdentifier: Verdict] = [:]
}
