internal import ProvisoCore
internal import ProvisoMessages

/// One mass assignment: what it may set, and what became of it.
package struct Assignment {
    let scenario: String
    let safeOnly: Bool
    let source: AssignmentSource
    /// Whether the model is being made from the data, so that its constants have no values of their own yet.
    private(set) var setsConstants: Bool
    /// Where the value stands that is being assigned.
    private(set) var path = Path([])
    /// The same as rules name it.
    private(set) var pattern = Path([])
    /// What the properties could not hold.
    private(set) var misfits: [Misfit] = []
    /// What data left out although the property has no form of absence.
    private(set) var missing: [MissingValue] = []
    /// What may not be set, or is not there at all.
    var refused: [String] = []

    init(
        scenario: String, safeOnly: Bool, source: AssignmentSource = .data, setsConstants: Bool = false
    ) {
        self.scenario = scenario
        self.safeOnly = safeOnly
        self.source = source
        self.setsConstants = setsConstants
    }

    /// Assigns what lies in the value; `name` is what rules write in the place of a dictionary's key.
    mutating func enter(
        _ component: Path.Component, named name: Path.Component? = nil, _ body: (inout Assignment) -> Void
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
    mutating func refuse(_ expected: ValueKind, _ value: AnyValue? = nil) {
        // A null is no object by its type, which the rules for what lies in the object do not say.
        let finding = value == .null ? Finding(.type, ["expected": .text(expected.rawValue)]) : nil
        note([Misfit(path: path, expected: expected, finding: finding)])
    }

    /// Notes that the property holds models that data cannot make: nothing is wrong with the data.
    mutating func refuse(_ model: ModelType) {
        let reason = model.notParsable(in: pattern.description)
        note([Misfit(path: path, expected: .other, finding: Finding(.fault, ["reason": .text(reason)]))])
    }

    /// Notes what a property could not hold of the value.
    mutating func note(_ found: [Misfit]) {
        misfits += found.map { misfit in
            var misfit = misfit
            misfit.pattern = Path(pattern.components + misfit.pattern.components.dropFirst(path.components.count))
            return misfit
        }
    }

    mutating func miss(_ attribute: String) {
        missing.append(
            MissingValue(path: path.appending(.key(attribute)), pattern: pattern.appending(.key(attribute))))
    }

    /// Whether the value means that an optional property is nil: an empty text does too where a form sent it.
    func isNothing(_ value: AnyValue, holdsEmptyText: Bool) -> Bool {
        value.isNull || source == .form && !holdsEmptyText && value == .text("")
    }
}

/// An attribute that data left out although its property needs a value.
struct MissingValue {
    let path: Path
    let pattern: Path
}

extension Path.Component {
    /// The component as rules name it.
    fileprivate var pattern: Path.Component { if case .index = self { .each } else { self } }
}

extension RuleSet {
    /// The list of a scenario with the attributes that hold models, which are part of it where none was declared.
    func scenarioList(_ scenario: String, nested: [String]) -> [String] {
        let list = scenarioList(scenario)
        if scenarios[scenario] != nil { return list }
        return list + nested.filter { !list.contains($0) && !list.contains("!\($0)") }
    }

    /// What mass assignment may set in a scenario.
    ///
    /// A rule for `address.city` lets `address` be set as a whole; one for `!address.role` forbids it, since what lies
    /// in it cannot be told apart.
    func assignable(in scenario: String, nested: [String]) -> Set<String> {
        let list = scenarioList(scenario, nested: nested)
        func roots(_ names: [String]) -> Set<String> { Set(names.map { String($0.prefix { $0 != "." }) }) }
        let unsafe = roots(list.filter { $0.hasPrefix("!") }.map(Self.plain))
        return roots(list.filter { !$0.isEmpty && !$0.hasPrefix("!") }).subtracting(unsafe)
    }
}
