package import ProvisoMessages

/// The rules of a nested model, as part of the outer model's rules.
package final class NestedRules: RuleScope {
    /// The path of the nested model as rules write it: `address`, `items.*`.
    package let path: String
    /// The property of the outer model that holds it.
    package let attribute: String
    private let owner: RuleSet
    package let parent: NestedRules?
    private let nested: NestedModel
    let methods: [RuleType: RuleDefinition]
    /// Whether some model on the path may be `nil`, so that its rules do not run.
    let mayBeMissing: Bool
    package let ruleSet: RuleSet
    let attributes: [String]
    /// The codes that the types of its properties report.
    package let codes: [CodeDescription]
    /// The number of lists and dictionaries on the path.
    private let depth: Int

    package init(_ nested: NestedModel, in attribute: String, of owner: RuleSet, parent: NestedRules?) {
        self.nested = nested
        self.attribute = attribute
        self.owner = owner
        self.parent = parent
        path = (parent.map { "\($0.path)." } ?? "") + attribute + String(repeating: ".*", count: nested.levels)
        ruleSet = nested.model.ruleSet()
        attributes = nested.model.attributes()
        codes = nested.model.codes()
        depth = (parent?.depth ?? 0) + nested.levels
        methods = Dictionary(nested.model.methods().map { ($0.type, $0) }) { first, _ in first }
        mayBeMissing = nested.mayBeMissing || parent?.mayBeMissing ?? false
    }

    /// The nested model's attributes and the names in its rules, as paths from the root model.
    var names: [String] {
        (attributes + ruleSet.ruledAttributes.filter { $0.contains(".") }).map(qualify)
    }

    /// Its paths that may be null, from the root model.
    var nullable: [String] { ruleSet.nullable.map(qualify) }

    var model: ModelType { nested.model }

    /// Whether a name in the outer model's rules is the property that holds the nested model, or is nested in it.
    func holds(_ name: String) -> Bool { name == attribute || name.hasPrefix("\(attribute).") }

    /// The path of a nested model's attribute from the root model.
    package func qualify(_ name: String) -> String {
        if name == ValuePath.record { return path }
        return name.hasPrefix("\(path).") ? name : "\(path).\(name)"
    }

    /// Whether a rule of the nested model applies to an attribute in a scenario of the root model.
    ///
    /// A scenario that the nested model does not know is its default one.
    func runs(_ rule: Rule, for name: String, in scenario: String) -> Bool {
        guard isEntered(in: scenario) else { return false }
        let own = self.scenario(for: scenario)
        guard rule.isActive(in: own) else { return false }
        guard ruleSet.scenarios[own] != nil else { return true }
        return ruleSet.activeAttributes(in: own).map(qualify).contains(name)
    }

    /// The nested model's scenario in a scenario of the root model; one that it does not know is its default one.
    package func scenario(for outer: String) -> String {
        ruleSet.scenarioNames.contains(outer) ? outer : RuleSet.defaultScenario
    }

    /// Whether a scenario of the root model validates the nested one.
    package func isEntered(in outer: String) -> Bool {
        guard parent?.isEntered(in: outer) ?? true else { return false }
        let above = parent?.scenario(for: outer) ?? outer
        return owner.scenarios[above] == nil || owner.activeAttributes(in: above).contains(attribute)
    }

    /// Copies the nested model out of the root model, by the positions of the items on the path.
    package func model(in root: UnsafeRawPointer, positions: ArraySlice<Int>) -> Any? {
        let own = positions.dropFirst(depth - nested.levels).prefix(nested.levels)
        guard own.count == nested.levels else { return nil }
        guard let parent else { return nested.project(root, own) }
        return parent.model(in: root, positions: positions).flatMap { nested.projectAny($0, own) }
    }

    /// Copies the nested model out of a copy of the root model.
    package func model(inCopy root: Any, positions: ArraySlice<Int>) -> Any? {
        let own = positions.dropFirst(depth - nested.levels).prefix(nested.levels)
        guard own.count == nested.levels else { return nil }
        guard let parent else { return nested.projectAny(root, own) }
        return parent.model(inCopy: root, positions: positions).flatMap { nested.projectAny($0, own) }
    }

    /// The rule's messages, with those of the nested model's own rule set for codes that the rule has no message for.
    func messages(of rule: Rule, codes: [CodeDescription]?) -> RuleMessages {
        var messages = rule.messages
        guard messages.all == nil, let codes else { return messages }
        for (locale, texts) in ruleSet.messages {
            for (code, text) in texts where codes.contains(where: { $0.code == code }) {
                let problem = String(code.problem)
                guard rule.messages.byProblem[problem] == nil else { continue }
                messages.byProblem[problem, default: MessageOverride()].byLocale[locale] = text
            }
        }
        return messages
    }

    /// Reports errors in the nested model's rule set, and methods whose names are already used.
    func check(_ registry: Registry, _ report: (RuleSetError.Diagnostic) -> Void) {
        let ruled = ruleSet.ruledAttributes.filter { $0.contains(".") }
        NameCheck(ruleSet: ruleSet, names: attributes + ruled, declared: attributes, model: nested.model).run(report)
        RequirementCheck(ruleSet: ruleSet, registry: registry).run(report)
        for method in methods.values {
            // A method of the outer model has its own name, as this one has here.
            if case .method = registry[method.type]?.origin { continue }
            if let reason = registry.conflict(with: method) { report(RuleSetError.Diagnostic(reason: reason)) }
        }
        var registry = registry
        registry.add(Array(methods.values))
        _ = MessageCompiler(ruleSet: ruleSet, registry: registry).catalogs(over: .none, report)
    }
}
