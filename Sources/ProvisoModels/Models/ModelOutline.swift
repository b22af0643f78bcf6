internal import ProvisoCore

extension Model {
    /// The attributes that hold models.
    static var parts: [(attribute: String, nested: NestedModel)] {
        attributes.compactMap { attribute in attribute.nested.map { (attribute.name, $0) } }
    }

    static func checkAttributes() throws(RuleSetError) {
        var seen: Set<String> = []
        for attribute in attributes where !seen.insert(attribute.name).inserted {
            throw RuleSetError(reason: "the model '\(Self.self)' lists the attribute '\(attribute.name)' twice")
        }
    }
}

/// A model's rule set with all the models nested in it.
struct ModelOutline {
    /// The model's own, with the labels and hints of nested models where it has none for them.
    private(set) var ruleSet: RuleSet
    private(set) var scopes: [NestedRules] = []

    init<Checked: Model>(_ model: Checked.Type, ruleSet: RuleSet) throws(RuleSetError) {
        self.ruleSet = ruleSet
        try add(model.parts, of: ruleSet, parent: nil, above: [ObjectIdentifier(model)])
        for scope in scopes {
            for (name, texts) in scope.ruleSet.labels where self.ruleSet.labels[scope.qualify(name)] == nil {
                self.ruleSet.labels[scope.qualify(name)] = texts
                self.ruleSet.labelForms[scope.qualify(name)] = scope.ruleSet.labelForms[name]
            }
            for (name, texts) in scope.ruleSet.hints where self.ruleSet.hints[scope.qualify(name)] == nil {
                self.ruleSet.hints[scope.qualify(name)] = texts
            }
        }
    }

    private mutating func add(
        _ parts: [(attribute: String, nested: NestedModel)], of owner: RuleSet, parent: NestedRules?,
        above: [ObjectIdentifier]
    ) throws(RuleSetError) {
        for (attribute, nested) in parts {
            guard !above.contains(nested.model.type) else {
                throw RuleSetError(reason: "the model '\(nested.model.name)' contains itself, in '\(attribute)'")
            }
            try nested.model.check()
            let scope = NestedRules(nested, in: attribute, of: owner, parent: parent)
            scopes.append(scope)
            try add(nested.model.parts(), of: scope.ruleSet, parent: scope, above: above + [nested.model.type])
        }
    }
}
