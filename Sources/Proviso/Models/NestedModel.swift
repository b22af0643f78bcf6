/// The model or models that a property holds, whatever their type.
///
/// Its parts are asked for only when a plan is made: a type that contains itself would never end otherwise.
package struct NestedModel: Sendable {
    let model: ModelType
    /// How many lists or dictionaries lie between the property and the models.
    let levels: Int
    let mayBeMissing: Bool
    /// A copy of the nested model in the model at an address, at one position for each level.
    let project: @Sendable (UnsafeRawPointer, ArraySlice<Int>) -> Any?
    /// The same in a copy of the model around.
    let projectAny: @Sendable (Any, ArraySlice<Int>) -> Any?

    init<Held, Around>(_ held: HeldModel<Held>, read: @escaping @Sendable (Around) -> Held) {
        model = held.model
        levels = held.levels
        mayBeMissing = held.mayBeMissing
        project = { held.find(read($0.assumingMemoryBound(to: Around.self).pointee), $1) }
        projectAny = { around, positions in (around as? Around).flatMap { held.find(read($0), positions) } }
    }
}

/// A model's type, whatever it is.
struct ModelType: Sendable {
    let type: ObjectIdentifier
    let name: String
    let ruleSet: @Sendable () -> RuleSet
    let attributes: @Sendable () -> [String]
    /// What kind of value each attribute holds.
    let kinds: @Sendable () -> [String: AttributeType]
    let methods: @Sendable () -> [RuleDefinition]
    let codes: @Sendable () -> [CodeDescription]
    let parts: @Sendable () -> [(attribute: String, nested: NestedModel)]
    /// Throws for attributes that cannot be told apart.
    let check: @Sendable () throws(RuleSetError) -> Void
    /// Throws where data cannot make what lies in the model.
    let checkParsing: @Sendable () throws(RuleSetError) -> Void

    init<Nested: ValidatableModel>(_ type: Nested.Type) {
        self.type = ObjectIdentifier(type)
        name = String(describing: type)
        ruleSet = { Nested.ruleSet }
        attributes = { Nested.attributes.map(\.name) }
        kinds = { Dictionary(Nested.attributes.map { ($0.name, $0.kind) }) { first, _ in first } }
        methods = { Nested.methods.map(\.definition) }
        codes = { Nested.attributes.flatMap(\.codes) }
        parts = { Nested.parts }
        check = { () throws(RuleSetError) in try Nested.checkAttributes() }
        checkParsing = { () throws(RuleSetError) in try Nested.checkParsing() }
    }
}

extension ValidatableModel {
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
    private(set) var scopes: [RuleScope] = []

    init<Checked: ValidatableModel>(_ model: Checked.Type, ruleSet: RuleSet) throws(RuleSetError) {
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
        _ parts: [(attribute: String, nested: NestedModel)], of owner: RuleSet, parent: RuleScope?,
        above: [ObjectIdentifier]
    ) throws(RuleSetError) {
        for (attribute, nested) in parts {
            guard !above.contains(nested.model.type) else {
                throw RuleSetError(reason: "the model '\(nested.model.name)' contains itself, in '\(attribute)'")
            }
            try nested.model.check()
            let scope = RuleScope(nested, in: attribute, of: owner, parent: parent)
            scopes.append(scope)
            try add(nested.model.parts(), of: scope.ruleSet, parent: scope, above: above + [nested.model.type])
        }
    }
}
