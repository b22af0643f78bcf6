public import ProvisoCore
public import ProvisoMessages

/// Rules attached to model types at run time, in place of the types' own.
///
/// A value type: copies are independent of each other.
public struct RuleAttachments: Sendable {
    private let registry: Registry
    private let catalogs: Catalogs
    private var plans: [ObjectIdentifier: any Sendable] = [:]

    /// Creates attachments for a registry.
    public init(registry: Registry = .standard, catalogs: Catalogs = .embedded) {
        self.registry = registry
        self.catalogs = catalogs
    }

    /// Whether rules, or just the model itself, were attached to a type.
    public func isAttached<Checked: ValidatableModel>(_ type: Checked.Type) -> Bool {
        plans[ObjectIdentifier(type)] != nil
    }

    /// Attaches a type with its own rules; false if it is attached already.
    @discardableResult
    public mutating func attach<Checked: ValidatableModel>(_ type: Checked.Type) throws(RuleSetError) -> Bool {
        try attach(type, rules: Checked.ruleSet.rules)
    }

    /// Attaches a type with rules in place of its own; false, and nothing changes, if it is attached already.
    @discardableResult
    public mutating func attach<Checked: ValidatableModel>(_ type: Checked.Type, rules: [Rule]) throws(RuleSetError)
        -> Bool
    {
        if isAttached(type) { return false }
        try attach(type, rules: rules, force: true)
        return true
    }

    /// Attaches a type with rules; when it is attached already, only `force` replaces its rules.
    public mutating func attach<Checked: ValidatableModel>(
        _ type: Checked.Type, rules: [Rule], force: Bool
    ) throws(RuleSetError) {
        if isAttached(type), !force { return }
        var ruleSet = Checked.ruleSet
        ruleSet.rules = rules
        plans[ObjectIdentifier(type)] = try ModelPlan<Checked>(ruleSet: ruleSet, registry: registry, catalogs: catalogs)
    }

    /// Removes the rules attached to a type.
    public mutating func detach<Checked: ValidatableModel>(_ type: Checked.Type) {
        plans[ObjectIdentifier(type)] = nil
    }

    /// The plan of a type, with the rules attached to it or else its own.
    public func plan<Checked: ValidatableModel>(for type: Checked.Type) throws(RuleSetError) -> ModelPlan<Checked> {
        if let plan = plans[ObjectIdentifier(type)] as? ModelPlan<Checked> { return plan }
        return try ModelPlan(registry: registry, catalogs: catalogs)
    }

    /// A model with the rules attached to its type.
    public func state<Checked: ValidatableModel>(
        of model: Checked, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> ModelState<Checked> {
        ModelState(
            model, plan: try plan(for: Checked.self), scenario: scenario, isAttached: isAttached(Checked.self))
    }
}

/// Rules for one model alone.
extension ModelState {
    /// Gives this model rules in the place of its type's; false, and nothing changes, when it or its type has some
    /// attached already.
    @discardableResult
    public mutating func attach(rules: [Rule]) throws(RuleSetError) -> Bool {
        if isAttached { return false }
        try replaceRules(rules)
        return true
    }

    /// Gives this model rules; when it or its type has some attached already, only `force` replaces them.
    public mutating func attach(rules: [Rule], force: Bool) throws(RuleSetError) {
        if !isAttached || force { try replaceRules(rules) }
    }

    /// Adds a rule after all others.
    public mutating func addRule(_ rule: Rule) throws(RuleSetError) {
        var ruleSet = modelPlan.ruleSet
        ruleSet.rules.append(rule)
        try rebind(ruleSet)
    }

    /// Puts rules in the place of all others; labels, hints, scenarios and messages stay.
    public mutating func replaceRules(_ rules: [Rule]) throws(RuleSetError) {
        var ruleSet = modelPlan.ruleSet
        ruleSet.rules = rules
        try rebind(ruleSet)
    }
}
