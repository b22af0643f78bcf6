internal import ProvisoCore
internal import ProvisoMessages
internal import Synchronization

/// One mass assignment: what it may set, and its result.
package struct Assignment {
    let scenario: String
    let safeOnly: Bool
    let source: AssignmentSource
    /// Those of the plan, if a plan makes models from data.
    let scopes: AssignmentScopes
    /// Whether the model is being made from the data, so that its constants have no values of their own yet.
    private(set) var setsConstants: Bool
    /// Where the value is that is being assigned.
    private(set) var path = ValuePath([])
    /// The same as rules name it.
    private(set) var pattern = ValuePath([])
    /// What the properties could not hold.
    private(set) var mismatches: [TypeMismatch] = []
    /// The attributes that the data lacks although their properties need a value.
    private(set) var missing: [MissingValue] = []
    /// The items of sets in the order of the data, and as often: a set keeps neither, and rules are about both.
    private(set) var lists: [(path: ValuePath, items: AnyValue)] = []
    /// The attributes that may not be set or do not exist.
    var refused: [String] = []

    init(
        scenario: String, safeOnly: Bool, source: AssignmentSource = .data, setsConstants: Bool = false,
        scopes: AssignmentScopes = AssignmentScopes()
    ) {
        self.scenario = scenario
        self.safeOnly = safeOnly
        self.source = source
        self.scopes = scopes
        self.setsConstants = setsConstants
    }

    /// Assigns what is in the value; `name` is what rules write in the place of a dictionary's key.
    mutating func enter(
        _ component: ValuePath.Component, named name: ValuePath.Component? = nil, _ body: (inout Assignment) -> Void
    ) {
        path.components.append(component)
        pattern.components.append(name ?? component.pattern)
        body(&self)
        path.components.removeLast()
        pattern.components.removeLast()
    }

    /// Assigns to a model that was made for this.
    mutating func fillingNew(_ body: (inout Assignment) -> Void) {
        let before = setsConstants
        setsConstants = true
        body(&self)
        setsConstants = before
    }

    /// Notes that a value is of another kind than the property.
    mutating func refuse(_ expected: AttributeType, _ value: AnyValue? = nil) {
        // A null has the wrong type for an object, which the rules for the object's keys do not report.
        let finding = value == .null ? Finding(.typeMismatch, ["expected": .text(expected.rawValue)]) : nil
        note([TypeMismatch(path: path, expected: expected, finding: finding)])
    }

    /// Notes that the property holds models that data cannot make: nothing is wrong with the data.
    mutating func refuse(_ model: ModelType) {
        let reason = model.notParsable(in: pattern.description)
        note([TypeMismatch(path: path, expected: .other, finding: Finding(.fault, ["reason": .text(reason)]))])
    }

    /// Notes what a property could not hold of the value.
    mutating func note(_ found: [TypeMismatch]) {
        mismatches += found.map { mismatch in
            var mismatch = mismatch
            mismatch.pattern = ValuePath(
                pattern.components + mismatch.pattern.components.dropFirst(path.components.count))
            return mismatch
        }
    }

    /// Keeps the items of a set as the data has them.
    mutating func keep(_ items: AnyValue) { lists.append((path, items)) }

    mutating func miss(_ attribute: String) {
        missing.append(
            MissingValue(path: path.appending(.key(attribute)), pattern: pattern.appending(.key(attribute))))
    }

    /// Whether the value means that an optional property is nil: an empty string does too where a form sent it.
    func isNothing(_ value: AnyValue, holdsEmptyText: Bool) -> Bool {
        value.isNull || source == .form && !holdsEmptyText && value == .text("")
    }
}

/// What mass assignment may set of models of each type, found once in each scenario.
final class AssignmentScopes: Sendable {
    private struct Scope: Hashable {
        let type: ObjectIdentifier
        let scenario: String
    }

    private let known = Mutex<[Scope: Set<String>]>([:])

    func assignable(of type: Any.Type, in scenario: String, _ find: () -> Set<String>) -> Set<String> {
        let scope = Scope(type: ObjectIdentifier(type), scenario: scenario)
        if let names = known.withLock({ $0[scope] }) { return names }
        let names = find()
        known.withLock { $0[scope] = names }
        return names
    }
}

/// An attribute that data left out although its property needs a value.
struct MissingValue {
    let path: ValuePath
    let pattern: ValuePath
}

extension ValuePath.Component {
    /// The component as rules name it.
    fileprivate var pattern: ValuePath.Component { if case .index = self { .each } else { self } }
}

extension RuleSet {
    /// The list of a scenario, with the attributes that hold models if the scenario declares none.
    func scenarioList(_ scenario: String, nested: [String]) -> [String] {
        let list = scenarioList(scenario)
        if scenarios[scenario] != nil { return list }
        return list + nested.filter { !list.contains($0) && !list.contains("!\($0)") }
    }

    /// What mass assignment may set in a scenario.
    ///
    /// A rule for `address.city` lets `address` be set as a whole; one for `!address.role` forbids it, since what is
    /// in it cannot be distinguished.
    func assignable(in scenario: String, nested: [String]) -> Set<String> {
        let list = scenarioList(scenario, nested: nested)
        func roots(_ names: [String]) -> Set<String> { Set(names.map { String($0.prefix { $0 != "." }) }) }
        let unsafe = roots(list.filter { $0.hasPrefix("!") }.map(Self.plain))
        return roots(list.filter { !$0.isEmpty && !$0.hasPrefix("!") }).subtracting(unsafe)
    }
}
