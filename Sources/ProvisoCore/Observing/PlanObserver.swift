internal import ProvisoMessages

/// Sees what happens to each rule while a record is validated.
///
/// Set `Record.observer`. The verdict stays the same. Without an observer, validation runs no code for it.
///
/// ```swift
/// final class Failures: PlanObserver {
///     var ids: [String] = []
///     func observe(_ turn: RuleTurn) {
///         if case .failed = turn.outcome { ids.append(turn.rule.id) }
///     }
/// }
/// ```
public protocol PlanObserver: AnyObject {
    /// Whether turns have values, conditions and parts, which takes much longer; true by default.
    var wantsDetails: Bool { get }

    /// Called after each rule's turn at each value, on the thread that validates.
    ///
    /// The turns of the rules of a shape come before the turn of the rule that applies it; their `shapes` is higher.
    func observe(_ turn: RuleTurn)
}

extension PlanObserver {
    /// Turns have details.
    public var wantsDetails: Bool { true }
}

/// An observer, with the place in the record of the values that it sees.
final class Observation {
    let observer: any PlanObserver
    let wantsDetails: Bool
    /// The observer, if it counts parts of conditions.
    let branches: (any BranchObserver)?
    /// How many shapes the values are in.
    let shapes: Int
    /// The path of the shape's value, where paths begin; empty in the record itself.
    let prefix: ValuePath
    /// The attribute of that value.
    let attribute: String
    /// The name of the shape.
    let shape: String?
    /// The rules that found the last error at each path, as far as they were looked up.
    private var errors: [ValuePath: RuleReference] = [:]
    /// The paths of values of the wrong kind: rules for what should be in them do not run.
    private var structures: [ValuePath: RuleReference] = [:]
    private var looked = 0
    /// The values that `nulls` made null.
    var nulls: [ValuePath: NullReading] = [:]

    init(_ observer: any PlanObserver) {
        shape = nil
        branches = observer as? any BranchObserver
        (self.observer, wantsDetails, shapes) = (observer, observer.wantsDetails, 0)
        (prefix, attribute) = (ValuePath([]), ValuePath.record)
    }

    /// The same observer, for the values of a shape.
    init(_ outer: Observation, at path: ValuePath, of attribute: String, shape: String) {
        (self.shape, branches) = (shape, outer.branches)
        (observer, wantsDetails, shapes) = (outer.observer, outer.wantsDetails, outer.shapes + 1)
        (prefix, nulls) = (outer.path(path), outer.nulls)
        self.attribute = outer.name(attribute)
    }

    /// Forgets the errors of the last validation.
    func begin() { (errors, structures, nulls, looked) = ([:], [:], [:], 0) }

    /// The rule whose error at a path keeps later rules from running, among the violations so far.
    func blocker(at path: ValuePath, among violations: [Violation]) -> RuleReference? {
        learn(violations)
        if let own = errors[path] { return own }
        if structures.isEmpty { return nil }
        let parts = path.components
        return (0...parts.count).reversed().lazy.compactMap { self.structures[ValuePath(Array(parts.prefix($0)))] }
            .first
    }

    /// Remembers the errors that were found since the last time.
    func learn(_ violations: [Violation]) {
        // Async rules have a list of their own, after that of the others.
        if looked > violations.count { looked = 0 }
        for violation in violations[looked...] where violation.severity == .error {
            if violation.rule.id == Self.structure {
                structures[violation.path] = violation.rule
            } else {
                errors[violation.path] = violation.rule
            }
        }
        looked = violations.count
    }

    /// The id of the rule that values have the right structure.
    private static let structure = "structure"

    /// A path in the record.
    func path(_ path: ValuePath) -> ValuePath {
        prefix.components.isEmpty ? path : ValuePath(prefix.components + path.components)
    }

    /// An attribute of the record.
    func name(_ name: String) -> String {
        if name == ValuePath.record { return attribute }
        return attribute == ValuePath.record ? name : "\(attribute).\(name)"
    }

    /// Violations with paths in the record.
    func located(_ violations: ArraySlice<Violation>) -> [Violation] {
        if shapes == 0 { return Array(violations) }
        return violations.map { violation in
            violation.moved(
                to: path(violation.path), attribute: name(violation.attribute), violation.parameters)
        }
    }
}

extension Record {
    /// Sees what happens to each rule in the validations of this record; `nil` if they are not observed.
    public var observer: (any PlanObserver)? {
        get { (state.pointee.observation as? Observation)?.observer }
        set { state.pointee.observation = newValue.map { Observation($0) } }
    }
}

extension ValidationContext {
    /// Whether the validation is observed; not while a condition is evaluated, or a shape is tried.
    var isObserved: Bool { record.state.pointee.observation != nil && !isQuiet && !isCondition }

    /// The observation, if the validation is observed.
    var observation: Observation? {
        isObserved ? record.state.pointee.observation.map { unsafeDowncast($0, to: Observation.self) } : nil
    }
}
