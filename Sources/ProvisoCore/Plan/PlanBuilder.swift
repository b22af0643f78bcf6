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
        let shapes: [ShapePlan]
        let warnings: [RuleSetError.Diagnostic]
        let comparesRecords: Bool
        let dataset: [DatasetStep]
    }

    /// Whether async rules are allowed.
    package let isAsync: Bool
    let ruleSet: RuleSet
    let registry: Registry
    let catalogs: Catalogs
    private var names: [String] { didSet { membersByName = nil } }
    /// The members of each name that has some.
    private var membersByName: [String: [String]]?
    /// The attributes that are known before options and conditions are read.
    private let named: [String]
    private lazy var ruledNames = Set(named)
    package private(set) lazy var firstNames = Set(
        named.compactMap { PathText.parts(of: $0).first.map(PathText.key) }
    ).sorted()
    /// How many more names are searched for one that is similar; each is compared with all.
    private var suggestionsLeft = 0
    let declared: [String]?
    let model: ModelType?
    let scopes: [NestedRules]
    /// The nested model whose rule is being bound.
    var scope: NestedRules?
    /// The path below which the rule being bound was included.
    var prefix: String?
    /// The rule being bound, with the facts collected about it.
    var current = RuleInProgress()
    var stepCount = 0
    /// The nested models' types whose errors are already reported.
    var faultyTypes: Set<ObjectIdentifier> = []
    lazy var collision = KeyCollision(ruleSet)
    var rules = RuleIndex()
    /// The rule being bound.
    var currentRule: Rule?
    /// Its number.
    var ruleNumber = 0
    /// The names that only options and conditions use.
    var mentions = Mentions()
    /// The shapes that rules apply, which all builders of a plan share.
    let shapes: ShapePlans
    /// Whether the rules are those of a shape.
    package let isOfShape: Bool
    /// The shape whose rules are bound.
    var ofShape: BoundShape?
    /// In a shape, the path below which the rule that applies it was included.
    var recordPrefix: String?
    /// What the rules of attributes say of their values, once an expression needs it.
    var knownMeanings: [String: [ValueMeaning]] = [:]
    /// The functions and named values of expressions.
    package let definitions: ExprDefinitions
    /// The path of the attribute whose rule is being bound.
    var currentPath = ValuePath([])
    /// What the ids of the rules begin with.
    let idPrefix: String
    var warnings: [RuleSetError.Diagnostic] = []
    private var attributes: [AttributeInfo] = []
    private var table: [String: AttributeInfo] = [:]
    /// The attributes that may be null.
    private(set) lazy var nullablePaths = Set(
        (ruleSet.nullable + scopes.flatMap { $0.nullable }).map { ValuePath($0).components })
    /// The rules for an attribute, those that a rule type of the rule set stands for written out.
    private var constraintsByName: [String: [Constraint]] = [:]
    /// The places of all attributes, known before rules are bound.
    private(set) var shape = Shape([])
    /// The rules for each name, those of nested models too, as they are written.
    private lazy var ruled: [String: [Constraint]] = {
        var found: [String: [Constraint]] = [:]
        for rule in ruleSet.rules {
            for name in rule.attributes { found[RuleSet.plain(name), default: []].append(rule.constraint) }
        }
        for scope in scopes {
            for rule in scope.ruleSet.rules {
                for name in rule.attributes {
                    found[scope.qualify(RuleSet.plain(name)), default: []].append(rule.constraint)
                }
            }
        }
        return found
    }()
    /// What rules know of the members of attributes through shapes.
    private(set) lazy var inner = InnerNames(ruled, shapes: shapes.declared, registry: registry) {
        [uses = shapes.uses, registry] in uses.writtenOut($0, in: registry)
    }
    var diagnostics: [RuleSetError.Diagnostic] = []
    /// The rules about all records, once they are bound.
    private var dataset: [DatasetStep] = []
    /// The keys that a closed rule set allows besides those it names.
    private var allowedKeys: Pattern?

    init(
        _ ruleSet: RuleSet, registry: Registry, attributes: [String]?, scopes: [NestedRules] = [], catalogs: Catalogs,
        isAsync: Bool = false, model: ModelType? = nil, shapes: ShapePlans? = nil, idPrefix: String = ""
    ) {
        self.shapes = shapes ?? ShapePlans(ruleSet)
        isOfShape = shapes != nil
        self.idPrefix = idPrefix
        self.model = model
        self.isAsync = isAsync
        self.scopes = scopes
        self.catalogs = catalogs
        let ruleSet = ruleSet.withCanonicalLocales().withCanonicalNames()
        let attributes = attributes?.map(ValuePath.canonical)
        self.ruleSet = ruleSet
        // The registry of an earlier plan has the types of its rule set.
        var registry = registry.withoutRuleSetTypes(ruleSet.types)
        for definition in ruleSet.types {
            if let reason = registry.conflict(with: definition) {
                diagnostics.append(
                    RuleSetError.Diagnostic(position: ruleSet.positions[.type(definition.type)], reason: reason))
            }
            registry.add([definition])
        }
        if ruleSet.limits != nil { (registry.services.store, registry.services.asyncStore) = (nil, nil) }
        self.registry = registry
        declared = attributes
        let ruled = ruleSet.ruledAttributes
        let own = attributes.map { known in known + ruled.filter { $0.contains(".") } } ?? ruled
        named = scopes.isEmpty ? own : (own + scopes.flatMap(\.names)).withoutRepetition()
        names = named
        definitions =
            isOfShape
            ? .none
            : ExprDefinitions(
                ruleSet.define, prefixes: ruleSet.definePrefixes, variables: ruleSet.variableNames)
        if !isOfShape { self.shapes.outermost = self }
    }

    func build() throws(RuleSetError) -> Built {
        defer { shapes.releaseBuilders() }
        let bound = try bindAll()
        let vocabulary = Vocabulary(ruleSet, registry: registry, over: catalogs) { diagnostics.append($0) }
        guard diagnostics.isEmpty else {
            throw RuleSetError(
                first: diagnostics.map { $0.placed(at: ruleSet.position).included(by: ruleSet.includes) }
                    .withoutRepetition().sortedByPosition())
        }
        try shapes.finish(with: vocabulary)
        let (steps, asyncSteps) = try lists(bound, vocabulary)
        return Built(
            vocabulary: vocabulary, layout: layout, steps: steps,
            asyncSteps: asyncSteps, rules: rules, shapes: shapes.all,
            warnings: warnings.withoutRepetition().sortedByPosition(), comparesRecords: shapes.comparesRecords,
            dataset: dataset)
    }

    /// The names of all attributes.
    var attributeNames: [String] { attributes.map(\.name) }

    var layout: RecordLayout {
        RecordLayout(
            shape: shape, attributes: attributes, weight: shapes.weight, mostSteps: ruleSet.limits?.steps ?? .max)
    }

    /// The steps of each scenario, now that all catalogs are known.
    func lists(
        _ bound: [BoundRule], _ vocabulary: Vocabulary
    ) throws(RuleSetError) -> (steps: [String: StepList], asking: [String: StepList]) {
        let structure = StructureStep.all(
            in: shape.places, capturesValue: vocabulary.showsValue([]),
            mayBeNull: { self.ruleSet.empty == .absent ? self.mayBeNull($0) : nil })
        return try ScenarioSteps(
            ruleSet: ruleSet, scopes: scopes, bound: bound.map { $0.finished(with: vocabulary) }, structure: structure,
            closed: ruleSet.closed ? ClosedStep(closedNames.levels, allowing: allowedKeys, in: shape) : nil
        ).lists()
    }

    /// Binds all rules.
    ///
    /// Names that only options and conditions use are found on the way. Then everything is bound once more, now with
    /// places for them.
    func bindAll() throws(RuleSetError) -> [BoundRule] {
        let (order, known, before) = (stepCount, rules, diagnostics)
        while true {
            suggestionsLeft = NameCheck.mostSuggestions
            try locateNames()
            checkDefinitions()
            let bound = bindRules(of: nil, shape)
            if !isOfShape { dataset = bindDataset() }
            // What is found in a part of the rules would not be true of all.
            if let excess = shapes.excess {
                if diagnostics.isEmpty { diagnostics.append(RuleSetError.Diagnostic(reason: excess)) }
                return bound
            }
            let new = mentions.names.filter { table[$0] == nil }
            if new.isEmpty {
                if !isOfShape {
                    bindUnusedShapes()
                    checkTypes()
                    diagnostics += shapes.doubling
                    warnOfUnusedDefinitions()
                    warnings += SimilarScenarios(ruleSet: ruleSet).warnings
                }
                diagnostics += mentions.misspelled(besides: named, inside: inner)
                // Beside errors no warnings are shown.
                if diagnostics.isEmpty {
                    warnings += mentions.misspelled(besides: named, inside: inner, areSure: false)
                    warnings += nearNames(of: bound) + openValuesWithoutMembers(in: bound)
                    warnings += ruleSet.warnings + futileRules + idleParts
                    warnings += LookalikeNames(ruleSet: ruleSet, names: names).warnings
                }
                return bound
            }
            (names, diagnostics, stepCount, rules, warnings) = (names + new, before, order, known, [])
            faultyTypes = []
            if !isOfShape { shapes.removeAll() }
        }
    }

    /// Binds the shapes that no rule applies, which may have mistakes too.
    private func bindUnusedShapes() {
        for name in shapes.unused where shapes.excess == nil {
            current = RuleInProgress()
            let position = ruleSet.positions[.shape(name)] ?? ruleSet.shapes[name]?.position
            do throws(OptionError) {
                _ = try shapes.bind(named: name, by: self, option: "name")
                warnings.append(
                    RuleSetError.Diagnostic(position: position, reason: "no rule applies the shape '\(name)'"))
            } catch {
                diagnostics.append(
                    RuleSetError.Diagnostic(
                        position: error.position ?? position, reason: error.reason, suggestion: error.suggestion))
            }
        }
    }

    private func locateNames() throws(RuleSetError) {
        guard names.count <= NameCheck.maximumAttributes else {
            let first = names[NameCheck.maximumAttributes]
            let rule = ruleSet.rules.first { $0.attributes.map(RuleSet.plain).contains(first) }
            throw RuleSetError(
                position: rule.flatMap { $0.attributePositions[first] ?? $0.position },
                reason:
                    "more than \(NameCheck.maximumAttributes) attributes, of which '\(first)' is the first one beyond")
        }
        try NameCheck(ruleSet: ruleSet, names: names, declared: declared).refuseDeepPaths()
        guard names.reduce(0, { $0 + PathText.parts(of: $1).count }) <= NameCheck.maximumParts else {
            throw RuleSetError(
                reason: "the names of attributes have more than \(NameCheck.maximumParts) parts in all: "
                    + "put rules for the members of an object into a shape")
        }
        checkNames()
        if let reason = ruleSet.openParts.allow.flatMap({ refusal(ofPatterns: [$0]) }) {
            throw RuleSetError(position: ruleSet.openParts.positions["allow"], reason: reason)
        }
        allowedKeys = ruleSet.openParts.pattern { diagnostics.append($0) }
        let paths = names.map { ValuePath($0) }
        let shape = Shape(ruleSet.closed ? paths + [ValuePath([])] : paths)
        self.shape = shape
        attributes = zip(names, paths).enumerated().map { index, attribute in
            let (slot, tail) = shape.locate(attribute.1)
            return AttributeInfo(name: attribute.0, path: attribute.1, slot: slot, tail: tail, index: index)
        }
        table = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// What a closed rule set names.
    private var closedNames: ClosedNames {
        let closed = ClosedNames()
        for name in names + (ruleSet.attributes ?? []) { closed.add(ValuePath(name)) }
        for rule in ruleSet.rules {
            let parts = shapes.uses.writtenOut(rule.constraint, in: registry)
            for name in rule.attributes {
                for part in parts { closed.add(part, of: registry[part.type], at: ValuePath(RuleSet.plain(name))) }
            }
        }
        for path in ruleSet.openParts.paths { closed.open(ValuePath(path)) }
        return closed
    }

    package func requireAsync() throws(OptionError) {
        if isOfShape { throw OptionError(reason: "is async, so it cannot be in a shape") }
        guard isAsync else { throw OptionError(reason: "is async: use AsyncPlan instead of Plan") }
        if current.isCondition { throw OptionError(reason: "is async, so it cannot be a condition") }
        current.isAsync = true
    }

    typealias Resolved = (check: Check, codes: [CodeDescription]?)

    /// Makes a name known that no rule validates.
    func add(known name: String) {
        if !names.contains(name) { names.append(name) }
    }

    package func hasMembers(_ name: String) -> Bool {
        memberTable[name] != nil || !inner.members(of: name).isEmpty
    }

    package func members(of name: String) -> [String] {
        ((memberTable[name] ?? []) + inner.members(of: name)).withoutRepetition()
    }

    package func isNamedInside(_ name: String) -> Bool { inner.contains(name) }

    private var memberTable: [String: [String]] {
        if let membersByName { return membersByName }
        var (table, seen) = ([String: [String]](), Set<String>())
        for name in names {
            let above = PathText.beginnings(of: name)
            for (outer, (whole, part)) in zip(
                above, zip(above.dropFirst() + [name], PathText.parts(of: name).dropFirst()))
            where seen.insert(whole).inserted {
                table[outer, default: []].append(PathText.key(part))
            }
        }
        membersByName = table
        return table
    }

    package func constraints(of name: String) -> [Constraint] {
        if let known = constraintsByName[name] { return known }
        let found = (ruled[name] ?? []).flatMap { shapes.uses.writtenOut($0, in: registry) }
        constraintsByName[name] = found
        return found
    }

    /// Whether a rule names an attribute, or the model has it.
    func isRuled(_ name: String) -> Bool { ruledNames.contains(name) }

    /// A known attribute by its number.
    func attributes(at index: Int) -> AttributeInfo { attributes[index] }

    /// A known attribute by its name.
    package func attribute(_ name: String) -> AttributeInfo? { table[name] }

    /// Notes that the rule being bound looks at an attribute.
    package func note(readingOf attribute: AttributeInfo) { current.reads.attributes.insert(attribute.index) }

    package func note(readingInAllItems attribute: AttributeInfo) { current.reads.ofAllItems.insert(attribute.index) }

    /// Notes that the rule being bound sets an attribute's value.
    package func note(writingOf attribute: AttributeInfo) { current.reads.written.insert(attribute.index) }

    /// A similar name for an attribute that a rule compares with; never `own`, the rule's own attribute.
    package func suggestion(forAttribute name: String, besides own: String?) -> String? {
        if let known = nameInRecord(of: name) { return known }
        if let spelled = PathSpelling.fault(in: name)?.suggestion { return spelled }
        return takeSuggestion() ? Suggestion.nearest(to: name, in: names) { $0 != own } : nil
    }

    package func takeSuggestion() -> Bool {
        suggestionsLeft -= 1
        return suggestionsLeft >= 0
    }

    /// Whether an error that is found now will be shown: for others nothing is suggested, which takes most of the time.
    var showsMore: Bool { diagnostics.count < RuleSetError.mostShown }

    private func checkNames() {
        NameCheck(ruleSet: ruleSet, names: names, declared: declared, model: model, inner: inner).run {
            diagnostics.append($0)
        }
        RequirementCheck(ruleSet: ruleSet, registry: registry).run { diagnostics.append($0) }
    }
}

/// What is known of a rule while it is bound to one of its attributes.
struct RuleInProgress {
    var reference = RuleReference(id: "", type: "")
    /// The attributes that it reads besides its own.
    var reads = Reads()
    /// The rule, or the rule within it, whose names are resolved.
    var body: Constraint?
    /// The place of the condition whose name is resolved.
    var conditionPlace: SourcePosition?
    /// Whether the rule, or a rule within it, is async.
    var isAsync = false
    /// Set while one of its conditions is bound.
    var isCondition = false
    /// Set while an expression that is a condition is bound, with the place of its text, if that is known exactly.
    var isExpression = false
    var textPlace: SourcePosition?
    /// What an expression about all records reads in the row before.
    var rowBefore: RowBefore?
    /// The number of rules around the one being bound.
    var innerDepth = 0
    /// In how many lists of the attribute's value the value is that it validates; `nil` if that is another value.
    var itemDepth: Int? = 0
    /// Whether rules are nested more deeply than validation can follow.
    var isTooDeep = false
    /// The rule's own test for empty values; `nil` within it and in its conditions.
    var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// What counts as empty for the rule, or the rule within it, that is being bound.
    var empty = Emptiness.typed
    /// Whether the value that is being bound to may be null.
    var isNullable = false
    /// Whether the rule is skipped if an attribute that it reads has an error.
    var skipsErrors = true
    /// Whether a message of a rule within it shows the value.
    var innerShowsValue = false
    /// The codes that the rules within it report, or `nil` once one of them may report any.
    private(set) var innerCodes: [CodeDescription]? = []

    /// Notes what a rule within it reports: each code once, since large types have many rules and few codes.
    mutating func add(innerCodes codes: [CodeDescription]?) {
        guard let codes else { return innerCodes = nil }
        for code in codes where innerCodes?.contains(code) == false { innerCodes?.append(code) }
    }
}
