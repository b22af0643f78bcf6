internal import ProvisoMessages

/// Binds a rule set to a registry and collects all errors on the way.
package final class PlanBuilder {
    struct Built {
        let vocabulary: Vocabulary
        let layout: RecordLayout
        let steps: [String: StepList]
        /// The async steps, which run after the others; empty if the plan has no async rules.
        let asyncSteps: [String: StepList]
        let rules: RuleIndex
    }

    /// Whether async rules are allowed.
    package let isAsync: Bool
    let ruleSet: RuleSet
    let registry: Registry
    private let catalogs: Catalogs
    private let names: [String]
    private let declared: [String]?
    let model: ModelType?
    let scopes: [NestedRules]
    /// The nested model whose rule is being bound.
    var scope: NestedRules?
    /// The rule being bound, with the facts collected about it.
    var current = RuleInProgress()
    var stepCount = 0
    /// The nested models' types whose errors are already reported.
    var faultyTypes: Set<ObjectIdentifier> = []
    lazy var collision = KeyCollision(ruleSet)
    var rules = RuleIndex()
    private var table: [String: AttributeInfo] = [:]
    /// The places of all attributes, known before rules are bound.
    private(set) var shape = Shape([])
    var diagnostics: [RuleSetError.Diagnostic] = []

    init(
        _ ruleSet: RuleSet, registry: Registry, attributes: [String]?, scopes: [NestedRules] = [], catalogs: Catalogs,
        isAsync: Bool = false, model: ModelType? = nil
    ) {
        self.model = model
        self.isAsync = isAsync
        self.scopes = scopes
        self.catalogs = catalogs
        self.ruleSet = ruleSet.withCanonicalLocales()
        self.registry = registry
        declared = attributes
        let ruled = ruleSet.ruledAttributes
        let own = attributes.map { known in known + ruled.filter { $0.contains(".") } } ?? ruled
        names = scopes.isEmpty ? own : (own + scopes.flatMap(\.names)).withoutRepetition()
    }

    func build() throws(RuleSetError) -> Built {
        guard names.count <= NameCheck.maximumAttributes else {
            throw RuleSetError(reason: "more than \(NameCheck.maximumAttributes) attributes")
        }
        try NameCheck(ruleSet: ruleSet, names: names, declared: declared).refuseDeepPaths()
        checkNames()
        let paths = names.map { ValuePath($0) }
        let shape = Shape(paths)
        self.shape = shape
        let attributes = zip(names, paths).enumerated().map { index, attribute in
            let (slot, tail) = shape.locate(attribute.1)
            return AttributeInfo(name: attribute.0, path: attribute.1, slot: slot, tail: tail, index: index)
        }
        table = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
        let bound = bindRules(of: nil, shape)
        let vocabulary = Vocabulary(ruleSet, registry: registry, over: catalogs) { diagnostics.append($0) }
        guard diagnostics.isEmpty else {
            throw RuleSetError(
                diagnostics.map { $0.placed(at: ruleSet.position) }.withoutRepetition().sortedByPosition())
        }
        let structure = StructureStep.all(in: shape.places, capturesValue: vocabulary.showsValue([]))
        let (steps, asyncSteps) = try ScenarioSteps(
            ruleSet: ruleSet, scopes: scopes, bound: bound.map { $0.finished(with: vocabulary) }, structure: structure
        ).lists()
        return Built(
            vocabulary: vocabulary, layout: RecordLayout(shape: shape, attributes: attributes), steps: steps,
            asyncSteps: asyncSteps, rules: rules)
    }

    package func requireAsync() throws(OptionError) {
        guard isAsync else { throw OptionError(reason: "is async: use AsyncPlan instead of Plan") }
        if current.isCondition { throw OptionError(reason: "is async, so it cannot be a condition") }
        current.isAsync = true
    }

    typealias Resolved = (check: Check, codes: [CodeDescription]?)

    /// A known attribute by its name.
    package func attribute(_ name: String) -> AttributeInfo? { table[name] }

    /// Notes that the rule being bound looks at an attribute.
    package func note(readingOf attribute: AttributeInfo) { current.reads.attributes.insert(attribute.index) }

    /// Notes that the rule being bound sets an attribute's value.
    package func note(writingOf attribute: AttributeInfo) { current.reads.written.insert(attribute.index) }

    /// A similar name for an attribute that a rule compares with; never `own`, the rule's own attribute.
    package func suggestion(forAttribute name: String, besides own: String?) -> String? {
        PathSpelling.fault(in: name)?.suggestion ?? Suggestion.nearest(to: name, in: names.filter { $0 != own })
    }

    private func checkNames() {
        NameCheck(ruleSet: ruleSet, names: names, declared: declared, model: model).run { diagnostics.append($0) }
        RequirementCheck(ruleSet: ruleSet, registry: registry).run { diagnostics.append($0) }
    }
}

/// What is known of a rule while it is bound to one of its attributes.
struct RuleInProgress {
    var reference = RuleReference(id: "", type: "")
    /// The attributes that it reads besides its own.
    var reads = Reads()
    /// Whether the rule, or a rule within it, is async.
    var isAsync = false
    /// Set while one of its conditions is bound.
    var isCondition = false
    /// The number of rules around the one being bound.
    var innerDepth = 0
    /// Whether rules are nested more deeply than validation can follow.
    var isTooDeep = false
    /// The rule's own test for empty values; `nil` within it and in its conditions.
    var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// Whether the rule is skipped if an attribute that it reads has an error.
    var skipsErrors = true
    /// Whether a message of a rule within it shows the value.
    var innerShowsValue = false
    /// The codes that the rules within it report, or `nil` once one of them may report any.
    var innerCodes: [CodeDescription]? = []
}
