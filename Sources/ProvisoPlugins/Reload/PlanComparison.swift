public import ProvisoCore
public import ProvisoMessages

/// How the verdicts of a candidate differ from those of the rules in force.
///
/// A finding is the same in both if its path, code and severity are the same; its parameters may differ.
public struct PlanComparison: Sendable {
    /// The number of validations that were compared.
    public internal(set) var validations = 0
    /// The number of records that only the candidate rejects.
    public internal(set) var becameInvalid = 0
    /// The number of records that only the rules in force reject.
    public internal(set) var becameValid = 0
    /// The number of records with the same verdict and other findings.
    public internal(set) var changedFindings = 0
    /// The number of validations that the candidate could not do, such as those in a scenario that it does not have.
    public internal(set) var failures = 0
    /// The first examples of differences, up to the requested number.
    public internal(set) var examples: [Example] = []
    /// The findings of each kind.
    var counts: [Kind: Int] = [:]

    /// Whether the candidate found the same everywhere.
    public var isEqual: Bool { becameInvalid + becameValid + changedFindings + failures == 0 }

    /// The findings that only one of both has, by rule, in the order of the rules: first those of the rules in force.
    public var changes: [Change] {
        counts.sorted { Kind.precedes($0.key, $1.key) }.map { kind, findings in
            Change(
                isOfCandidate: kind.isOfCandidate, rule: kind.rule, attribute: kind.attribute, code: kind.code,
                severity: kind.severity, findings: findings)
        }
    }

    /// The findings of one rule that the other rule set does not have.
    public struct Change: Sendable {
        /// Whether the rule is one of the candidate, so the findings are new.
        public let isOfCandidate: Bool
        public let rule: RuleReference
        /// The attribute as the rule names it, such as `items.*.sku`.
        public let attribute: String
        public let code: Code
        public let severity: Severity
        /// The number of findings.
        public let findings: Int
    }

    /// A record for which the findings differ.
    public struct Example: Sendable {
        /// The record as JSON; `nil` above 16 KB.
        public let record: String?
        public let scenario: String
        /// What the rules in force found.
        public let current: Report
        /// What the candidate found.
        public let candidate: Report
    }

    /// The same rule, attribute, code and severity.
    struct Kind: Hashable {
        let isOfCandidate: Bool
        let rule: RuleReference
        let attribute: String
        let code: Code
        let severity: Severity

        init(_ violation: Violation, isOfCandidate: Bool) {
            self.isOfCandidate = isOfCandidate
            rule = violation.rule
            attribute = violation.attribute
            code = violation.code
            severity = violation.severity
        }

        static func == (one: Kind, other: Kind) -> Bool {
            one.rule === other.rule && one.code == other.code && one.attribute == other.attribute
                && one.isOfCandidate == other.isOfCandidate && one.severity == other.severity
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(rule))
            hasher.combine(code)
        }

        static func precedes(_ one: Kind, _ other: Kind) -> Bool {
            if one.isOfCandidate != other.isOfCandidate { return other.isOfCandidate }
            let (left, right) = (one.rule.position, other.rule.position)
            let places = (left?.line ?? 0, left?.column ?? 0)
            let others = (right?.line ?? 0, right?.column ?? 0)
            if places != others { return places < others }
            return (one.rule.id, one.attribute, one.code.rawValue)
                < (other.rule.id, other.attribute, other.code.rawValue)
        }
    }
}

extension PlanComparison {
    /// The same finding: the same message in the same place.
    private struct Match: Hashable {
        let path: ValuePath
        let code: Code
        let severity: Severity

        init(_ violation: Violation) {
            (path, code, severity) = (violation.path, violation.code, violation.severity)
        }
    }

    /// The number of kinds that are counted; rules of plugins can have codes without end.
    private static let maximumKinds = 10_000

    /// Counts a validation; returns whether the findings differ.
    mutating func add(_ current: Report, _ candidate: Report) -> Bool {
        validations += 1
        if current.violations.isEmpty, candidate.violations.isEmpty { return false }
        var open: [Match: Int] = [:]
        for violation in current.violations { open[Match(violation), default: 0] += 1 }
        var isChanged = false
        for violation in candidate.violations where !Self.take(violation, from: &open) {
            count(violation, isOfCandidate: true)
            isChanged = true
        }
        // What is left of `open` is missing there; the last of equal findings, as the candidate took the first.
        for violation in current.violations.reversed() where Self.take(violation, from: &open) {
            count(violation, isOfCandidate: false)
            isChanged = true
        }
        switch (current.isValid, candidate.isValid) {
        case (true, false): becameInvalid += 1
        case (false, true): becameValid += 1
        default: changedFindings += isChanged ? 1 : 0
        }
        return isChanged
    }

    private static func take(_ violation: Violation, from open: inout [Match: Int]) -> Bool {
        let match = Match(violation)
        guard let left = open[match], left > 0 else { return false }
        open[match] = left - 1
        return true
    }

    private mutating func count(_ violation: Violation, isOfCandidate: Bool) {
        let kind = Kind(violation, isOfCandidate: isOfCandidate)
        if counts[kind] == nil, counts.count >= Self.maximumKinds { return }
        counts[kind, default: 0] += 1
    }
}
