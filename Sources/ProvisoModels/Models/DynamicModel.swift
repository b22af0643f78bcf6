public import ProvisoCore
public import ProvisoMessages

/// A model whose attributes and rules are given at run time.
///
/// A value type. Attributes that only a rule names exist too, as null.
public struct DynamicModel: StatefulModel, Sendable {
    /// The scenario whose rules run.
    public var scenario = RuleSet.defaultScenario
    /// The violations found so far, and those that were added.
    public var errors = ErrorList()
    /// The name under which forms send the model.
    public var formName = "DynamicModel"
    /// The attributes that the last mass assignment was not allowed to set.
    public private(set) var unsafeAttributes: [String] = []
    /// The rules with labels, hints and scenarios.
    public private(set) var ruleSet: RuleSet
    private var members: [AnyValue.Member]
    private let registry: Registry
    private let catalogs: Catalogs
    /// Made when first needed, and again after every change of rules or attributes.
    private var boundPlan: Plan? {
        didSet { if boundPlan == nil { (asyncPlan, judged) = (nil, []) } }
    }
    /// The plan for async rules, made when first needed.
    private var asyncPlan: AsyncPlan?
    /// The attributes that were validated so far, by their index in the plan.
    var judged: Set<Int> = []

    /// Creates a model from the members of an object.
    public init(
        _ attributes: AnyValue = .object([]), ruleSet: RuleSet = RuleSet(), registry: Registry = .standard,
        catalogs: Catalogs = .embedded
    ) {
        if case .object(let members) = attributes { self.members = members } else { members = [] }
        self.ruleSet = ruleSet
        self.registry = registry
        self.catalogs = catalogs
        defineRuled()
    }

    /// Creates a model with attributes that are null.
    public init(defining attributes: [String], rules: [Rule] = [], registry: Registry = .standard) {
        self.init(
            .object(attributes.map { AnyValue.Member($0, .null) }), ruleSet: RuleSet(rules: rules), registry: registry)
    }

    /// Validates data by rules and returns the model with its errors.
    public static func validateData(
        _ data: AnyValue, _ rules: [Rule], registry: Registry = .standard
    ) throws(RuleSetError) -> DynamicModel {
        var model = DynamicModel(data, ruleSet: RuleSet(rules: rules), registry: registry)
        try model.validate()
        return model
    }

    /// All attributes, in the order they were defined.
    public var attributeNames: [String] { members.map(\.key) }

    var values: AnyValue { .object(members) }

    /// Whether an attribute is defined.
    public func hasAttribute(_ name: String) -> Bool { members.contains { $0.key == name } }

    /// The value of an attribute, `nil` if no attribute has this name.
    ///
    /// Setting `nil` removes the attribute, setting a value defines it.
    public subscript(attribute: String) -> AnyValue? {
        get { members.first { $0.key == attribute }?.value }
        set {
            if let newValue { defineAttribute(attribute, newValue) } else { undefineAttribute(attribute) }
        }
    }

    /// Defines an attribute with a value.
    public mutating func defineAttribute(_ name: String, _ value: AnyValue = .null) {
        if let index = members.firstIndex(where: { $0.key == name }) {
            members[index].value = value
        } else {
            members.append(AnyValue.Member(name, value))
            boundPlan = nil
        }
    }

    /// Removes an attribute; rules that name it make the next validation throw.
    public mutating func undefineAttribute(_ name: String) {
        members.removeAll { $0.key == name }
        boundPlan = nil
    }

    /// Adds a rule after all others, and defines the attributes it names.
    public mutating func addRule(_ rule: Rule) {
        ruleSet.rules.append(rule)
        defineRuled()
    }

    /// The model with one more rule.
    public func addingRule(_ rule: Rule) -> DynamicModel {
        var copy = self
        copy.addRule(rule)
        return copy
    }

    /// Sets the label of an attribute; the locale "" stands for all others.
    public mutating func setLabel(_ label: String, of attribute: String, in locale: String = "") {
        ruleSet.labels[attribute, default: [:]][locale] = label
        boundPlan = nil
    }

    /// Sets the hint that people see about an attribute before they type.
    public mutating func setHint(_ hint: String, of attribute: String, in locale: String = "") {
        ruleSet.hints[attribute, default: [:]][locale] = hint
        boundPlan = nil
    }

    /// The rules bound to the registry.
    public func plan() throws(RuleSetError) -> Plan {
        if let bound = boundPlan ?? asyncPlan?.plan { return bound }
        return try syncPlan()
    }

    private func syncPlan() throws(RuleSetError) -> Plan {
        try Plan(ruleSet, registry: registry, attributes: attributeNames, catalogs: catalogs)
    }

    /// Runs the rules of the scenario.
    public mutating func validate(attributes names: [String]?, clearErrors: Bool) throws(RuleSetError) -> Bool {
        let plan = try bind()
        let list = try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        if clearErrors {
            if let names { errors.clear(names) } else { errors.clear() }
        }
        run(list, of: plan, only: selected)
        judged.formUnion(try plan.judged(in: scenario, within: names))
        return errors.isEmpty
    }

    /// Runs the rules of the scenario and awaits the async ones.
    nonisolated(nonsending) public mutating func validateAsync(
        attributes names: [String]?, clearErrors: Bool
    ) async throws -> Bool {
        let plan = try bindAsync()
        let judged = try plan.judged(in: scenario, within: names)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        if clearErrors {
            if let names { errors.clear(names) } else { errors.clear() }
        }
        let record = filledRecord(for: plan)
        let pending = try plan.begin(scenario, on: record, only: selected, model: nil)
        takeChanges(of: record)
        errors.add(try await pending.finish().violations)
        self.judged.formUnion(judged)
        return errors.isEmpty
    }

    private mutating func bindAsync() throws(RuleSetError) -> Plan {
        let plan =
            if let asyncPlan { asyncPlan } else {
                try AsyncPlan(ruleSet, registry: registry, attributes: attributeNames, catalogs: catalogs)
            }
        asyncPlan = plan
        return plan.plan
    }

    /// Keeps the plan, which every call would rebuild otherwise.
    @discardableResult
    mutating func bind() throws(RuleSetError) -> Plan {
        let plan = if let boundPlan { boundPlan } else { try syncPlan() }
        boundPlan = plan
        return plan
    }

    mutating func judge(_ selected: Set<Int>) throws(RuleSetError) -> Bool {
        let plan = try bind()
        run(try plan.stepList(scenario), of: plan, only: selected)
        return true
    }

    private mutating func run(_ list: StepList, of plan: Plan, only selected: Set<Int>?) {
        let record = filledRecord(for: plan)
        errors.add(plan.run(list, on: record, only: selected).violations)
        takeChanges(of: record)
    }

    private func filledRecord(for plan: Plan) -> Record {
        let record = Record(for: plan)
        record.fill(.object(members))
        record.markMissing()
        record.markFailed(errors)
        return record
    }

    /// Applies what rules replaced.
    private mutating func takeChanges(of record: Record) {
        guard record.state.pointee.isChanged else { return }
        for index in members.indices {
            guard let value = record.layout.shape.changedValue(at: members[index].key, in: record.slots) else {
                continue
            }
            members[index].value = value
        }
    }

    /// Sets attributes from the members of an object.
    public mutating func setAttributes(
        _ values: AnyValue, safeOnly: Bool, from source: AssignmentSource
    ) -> [String] {
        guard case .object(let given) = values else { return [] }
        let isKnown = ruleSet.scenarioNames.contains(scenario)
        let safe = isKnown ? ruleSet.assignable(in: scenario, nested: []) : []
        unsafeAttributes = []
        for member in given {
            if let index = members.firstIndex(where: { $0.key == member.key }), !safeOnly || safe.contains(member.key) {
                members[index].value = member.value
            } else {
                unsafeAttributes.append(member.key)
            }
        }
        return unsafeAttributes
    }

    private mutating func defineRuled() {
        for name in ruleSet.ruledAttributes {
            let root = String(name.prefix { $0 != "." })
            if !root.isEmpty, !hasAttribute(root) { members.append(AnyValue.Member(root, .null)) }
        }
        boundPlan = nil
    }
}
