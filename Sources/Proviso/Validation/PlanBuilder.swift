/// Binds a rule set to a registry and gathers everything that is wrong on the way.
package final class PlanBuilder {
    struct Built {
        let catalogs: Catalogs
        let attributes: [AttributeInfo]
        let shape: Shape
        let steps: [String: StepList]
        /// The steps that ask, which run after the others; none where there are none.
        let askingSteps: [String: StepList]
        let rules: RuleIndex
    }

    /// Whether rules may ask what is answered later.
    let isAsync: Bool
    let ruleSet: RuleSet
    let registry: Registry
    private let catalogs: Catalogs
    private let names: [String]
    private let declared: [String]?
    private let scopes: [RuleScope]
    /// The nested model whose rule is being bound.
    private(set) var scope: RuleScope?
    /// Whether a message for a rule within the current one shows the value itself.
    private var innerShowsValue = false
    /// Whether the rule being bound asks, or one within it.
    private(set) var asks = false
    private var isCondition = false
    private var stepCount = 0
    private lazy var collision = KeyCollision(ruleSet)
    private var rules = RuleIndex()
    private var currentRule = RuleReference(id: "", type: "")
    /// What the rule being bound looks at beside its own attribute.
    private var reads = Reads()
    private var table: [String: AttributeInfo] = [:]
    private var diagnostics: [RuleSetError.Diagnostic] = []

    init(
        _ ruleSet: RuleSet, registry: Registry, attributes: [String]?, scopes: [RuleScope] = [], catalogs: Catalogs,
        isAsync: Bool = false
    ) {
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
        let paths = names.map { Path($0) }
        let shape = Shape(paths)
        let attributes = zip(names, paths).enumerated().map { index, attribute in
            let (slot, tail) = shape.locate(attribute.1)
            return AttributeInfo(name: attribute.0, path: attribute.1, slot: slot, tail: tail, index: index)
        }
        table = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
        let bound = ruleSet.rules.enumerated().map { bind($1, number: $0 + 1) } + bindScopes(shape)
        let catalogs = MessageCompiler(ruleSet: ruleSet, registry: registry).catalogs(over: catalogs) {
            diagnostics.append($0)
        }
        guard diagnostics.isEmpty else { throw RuleSetError(diagnostics.sortedByPosition()) }
        let (steps, askingSteps) = try ScenarioSteps(
            ruleSet: ruleSet, scopes: scopes, bound: bound, structure: StructureStep.all(in: shape.places)
        ).lists()
        return Built(
            catalogs: catalogs, attributes: attributes, shape: shape, steps: steps, askingSteps: askingSteps,
            rules: rules)
    }

    func requireAsync() throws(OptionError) {
        guard isAsync else { throw OptionError(reason: "is answered later, which only an AsyncPlan waits for") }
        if isCondition { throw OptionError(reason: "is answered later, and a condition cannot wait") }
        asks = true
    }

    typealias Resolved = (check: Check, codes: [CodeDescription]?)

    /// A known attribute by its name.
    func attribute(_ name: String) -> AttributeInfo? { table[name] }

    /// Notes that the rule being bound looks at an attribute.
    func note(readingOf attribute: AttributeInfo) { reads.attributes.insert(attribute.index) }

    func suggestion(forAttribute name: String) -> String? {
        PathSpelling.fault(in: name)?.suggestion ?? Suggestion.nearest(to: name, in: names)
    }

    /// Resolves a rule type and makes the check for one attribute.
    func check(for body: RuleBody, attribute: AttributeInfo) throws(RuleSetError) -> Resolved {
        try bind(try resolve(body), of: body, to: attribute)
    }

    private func bind(
        _ resolved: Resolved, of body: RuleBody, to attribute: AttributeInfo
    ) throws(RuleSetError) -> Resolved {
        if isOpen(body.type), !(resolved.check.type is any ConfinedValidator.Type) { reads.isOpen = true }
        do throws(OptionError) {
            return (try resolved.check.bound(to: Binding(attribute: attribute, builder: self)), resolved.codes)
        } catch {
            throw RuleSetError(body.diagnostic(error))
        }
    }

    /// The check of a rule within the rule being bound, with its own messages and its own idea of emptiness.
    func innerCheck(for body: RuleBody, attribute: AttributeInfo) throws(RuleSetError) -> Check {
        let (check, codes) = try check(for: body, attribute: attribute)
        let messages = try MessageCompiler.compile(body.messages, of: body, codes: codes)
        if messages.showValue || MessageCompiler.showsValue(ruleSet, codes: codes) { innerShowsValue = true }
        let skipsEmpty = body.skipOnEmpty ?? check.skipsEmpty
        if messages.isEmpty { return Check(check, skipsEmpty: skipsEmpty) }
        let reference = RuleReference(
            id: currentRule.id, type: currentRule.type, severity: currentRule.severity, messages: messages,
            order: currentRule.order)
        rules.add(inner: reference, codes: codes?.map(\.code))
        return Check(InnerValidator(check: check, skipsEmpty: skipsEmpty, rule: reference))
    }

    /// Whether a validator of this type may look at more than what it resolves when a plan is made.
    private func isOpen(_ type: RuleType) -> Bool {
        switch (scope?.methods[type] ?? registry[type] ?? Registry.standard[type])?.origin {
        case .builtIn, .plugin: false
        case .application, .method, nil: true
        }
    }

    private func resolve(_ body: RuleBody) throws(RuleSetError) -> Resolved {
        if let check = body.check { return (check, body.codes) }
        guard let definition = scope?.methods[body.type] ?? registry[body.type] else {
            throw RuleSetError(
                position: body.positions["type"], reason: registry.reason(unknown: body.type),
                suggestion: registry.suggestion(for: body.type))
        }
        if let known = definition.options { try check(body, options: known, codes: definition.codes) }
        do throws(OptionError) {
            return (try definition.makeCheck(OptionReader(body.options)), definition.codes)
        } catch {
            throw RuleSetError(body.diagnostic(error))
        }
    }

    private func check(_ body: RuleBody, options known: [OptionDescription], codes: [CodeDescription])
        throws(RuleSetError)
    {
        var found: [RuleSetError.Diagnostic] = []
        let names = known.map(\.name)
        let problems = Set(codes.map { String($0.code.problem) })
        for name in body.options.keys.sorted() where !names.contains(name) && !problems.contains(name) {
            let takes = names.isEmpty ? "it takes none" : "it takes \(names.joined(separator: ", "))"
            found.append(
                RuleSetError.Diagnostic(
                    position: body.position(ofOption: name),
                    reason: "unknown option '\(name)' of '\(body.type)' (\(takes))",
                    suggestion: registry.suggestion(
                        forOption: name, among: (names + RuleKey.names + problems).filter { $0 != name })))
        }
        for option in known where option.isRequired && body.options[option.name] == nil {
            found.append(
                RuleSetError.Diagnostic(
                    position: body.positions["type"], reason: "'\(body.type)' needs the option '\(option.name)'"))
        }
        if !found.isEmpty { throw RuleSetError(found) }
    }

    // The two things a plan is made of: what every rule became, and which of them each scenario runs.

    struct BoundRule {
        let rule: Rule
        let scope: RuleScope?
        let entries: [StepEntry]
    }

    /// Binds the rules of nested models, which run after the model's own, each where its model is there at all.
    private func bindScopes(_ shape: Shape) -> [BoundRule] {
        defer { scope = nil }
        return scopes.flatMap { scope in
            self.scope = scope
            let path = Path(scope.path)
            let place = shape.locate(path)
            let reference = AttributeReference(
                attribute: AttributeInfo(name: scope.path, path: path, slot: place.slot, tail: place.tail, index: -1))
            scope.check(registry) { diagnostics.append($0) }
            return scope.ruleSet.rules.enumerated().map {
                bind($1, number: $0 + 1, presence: scope.mayBeMissing ? reference : nil)
            }
        }
    }

    private func bind(_ rule: Rule, number: Int, presence: AttributeReference? = nil) -> BoundRule {
        let id = (scope.map { "\($0.path)." } ?? "") + (rule.id ?? String(number))
        var entries: [StepEntry] = []
        let options = (scope?.methods[rule.body.type] ?? registry[rule.body.type])?.options ?? []
        let collision = scope.map { KeyCollision($0.ruleSet) } ?? collision
        if let fault = collision.fault(of: rule, options: options) {
            diagnostics.append(fault)
            return BoundRule(rule: rule, scope: scope, entries: [])
        }
        // Made once for all attributes of the rule.
        var made: (resolved: Resolved, messages: CompiledMessages)?
        for name in rule.attributes.map(RuleSet.plain) {
            guard let attribute = table[scope?.qualify(name) ?? name] else { continue }
            stepCount += 1
            currentRule = RuleReference(id: id, type: rule.body.type, severity: rule.severity, order: stepCount)
            innerShowsValue = false
            asks = false
            reads = Reads()
            do throws(RuleSetError) {
                let resolved: Resolved
                if let made { resolved = made.resolved } else { resolved = try resolve(rule.body) }
                let (check, codes) = try bind(resolved, of: rule.body, to: attribute)
                let showsValue = innerShowsValue || MessageCompiler.showsValue(ruleSet, codes: codes)
                let messages: CompiledMessages
                if let made {
                    messages = made.messages
                } else {
                    let texts = scope?.messages(of: rule, codes: codes) ?? rule.messages
                    messages = try MessageCompiler.compile(texts, of: rule.body, codes: codes)
                }
                made = (resolved, messages)
                let reference = RuleReference(
                    id: id, type: rule.body.type, severity: rule.severity, messages: messages, order: stepCount)
                rules.add(reference)
                let conditions = (presence.map { [.present($0)] } ?? []) + (try conditions(of: rule, for: attribute))
                let info = StepInfo(
                    rule: reference, attribute: attribute, conditions: conditions, isEmpty: rule.isEmpty,
                    capturesValue: messages.showValue || showsValue, scope: scope, reads: reads, bails: rule.bail)
                let step = Self.step(rule, check: check, info: info)
                entries.append(StepEntry(step: step, check: check, info: info, asks: asks))
            } catch {
                // The same fault for each attribute of the rule would only repeat itself.
                diagnostics += error.diagnostics
                break
            }
        }
        return BoundRule(rule: rule, scope: scope, entries: entries)
    }

    private static func step(_ rule: Rule, check: Check, info: StepInfo) -> Step {
        var options: Step.Options = []
        if rule.skipOnEmpty ?? check.skipsEmpty { options.insert(.skipsEmpty) }
        if rule.skipOnError { options.insert(.skipsFailed) }
        if rule.bail { options.insert(.bails) }
        if rule.severity == .error { options.insert(.isError) }
        if rule.isEmpty != nil { options.insert(.judgesEmptiness) }
        if !info.conditions.isEmpty { options.insert(.isConditional) }
        if !info.attribute.tail.isEmpty { options.insert(.isNested) }
        return Step(
            holder: check.address, type: check.type, info: Unmanaged.passUnretained(info), slot: info.attribute.slot,
            options: options,
            quickTest: options.isDisjoint(with: [.isConditional, .judgesEmptiness]) ? check.quickTest : .none,
            attributeIndex: info.attribute.index)
    }

    private func conditions(of rule: Rule, for attribute: AttributeInfo) throws(RuleSetError) -> [BoundCondition] {
        var bound: [BoundCondition] = []
        for (conditions, runsWhenHeld) in [(rule.when, true), (rule.unless, false)] where !conditions.isEmpty {
            var tests: [BoundCondition.Test] = []
            for condition in conditions { tests.append(try test(condition, of: rule, for: attribute)) }
            bound.append(BoundCondition(tests: tests, runsWhenHeld: runsWhenHeld))
        }
        return bound
    }

    private func test(
        _ condition: Condition, of rule: Rule, for attribute: AttributeInfo
    ) throws(RuleSetError) -> BoundCondition.Test {
        switch condition.test {
        case .closure(let closure):
            reads.isOpen = true
            return .closure(closure)
        case .rule(let name, let body):
            let reference: AttributeReference
            do throws(OptionError) {
                reference = try Binding(attribute: attribute, builder: self).reference(to: name, option: "when")
            } catch {
                throw RuleSetError(
                    position: condition.position ?? rule.position, reason: error.reason, suggestion: error.suggestion)
            }
            isCondition = true
            defer { isCondition = false }
            return .check(try check(for: body, attribute: reference.attribute).check, reference)
        }
    }

    private func checkNames() {
        NameCheck(ruleSet: ruleSet, names: names, declared: declared).run { diagnostics.append($0) }
    }
}
