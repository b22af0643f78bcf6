internal import ProvisoMessages

/// The shapes of a plan, while it is made.
final class ShapePlans {
    /// The shapes of the rule set.
    let declared: [String: RuleShape]
    private let positions: [RuleFilePart: SourcePosition]
    /// The maximum number of shapes that one applies to the same value, those of the shapes in it included.
    private static let maximumOnSameValue = 1_000
    /// The builder of the rules of the whole record, while there is one.
    weak var outermost: PlanBuilder?
    private var named: [String: BoundShape] = [:]
    private var pending: [(shape: BoundShape, builder: PlanBuilder, rules: [PlanBuilder.BoundRule])] = []
    /// The shapes whose rules are bound after those of the shapes around them.
    private var waiting: [Waiting] = []
    /// How many shapes are being bound, each while a rule of the one before is.
    private var nesting = 0
    /// The maximum number of them: each takes a part of the stack.
    private static let maximumNesting = 32
    /// The rule types of the rule set that are being bound.
    let uses: TypeUses
    /// The definitions that expressions of rules use.
    var usedDefinitions: Set<String> = []
    /// Whether a rule compares values across the records of a run.
    var comparesRecords = false
    /// All shapes that rules apply.
    private(set) var all: [ShapePlan] = []
    /// The parts of the plan that look at values, which its records may each pay for.
    var weight = 0
    /// The patterns of the plan, where their number is limited.
    var patterns = 0
    /// The parts of values that options of rule types were put in for, where their number is limited.
    var nodes = 0
    /// Why an untrusted author may not have the rules: nothing more is bound.
    var excess: String?
    /// The messages of rules.
    let messages = KnownMessages()
    /// The validators with long lists.
    let checks = SharedChecks()
    /// What rules have read from files, by what they name, so that many rules read a file once.
    var read: [String: AnyObject] = [:]
    /// The limits of rules from an untrusted author.
    let limits: RuleLimits?
    /// The files that the rules may name.
    let files: NamedFiles
    /// How many shapes were made.
    private var made = 0

    /// What counts as empty in the shapes that do not say it.
    private let empty: Emptiness

    init(_ ruleSet: RuleSet) {
        (declared, empty, limits, positions) = (ruleSet.shapes, ruleSet.empty, ruleSet.limits, ruleSet.positions)
        files = ruleSet.namedFiles
        uses = TypeUses(ruleSet.positions)
    }

    private var nextIndex: Int {
        made += 1
        return made - 1
    }

    func removeAll() {
        (named, pending, waiting, all, weight, made) = ([:], [], [], [], 0, 0)
        (comparesRecords, patterns, nodes, excess) = (false, 0, 0, nil)
        uses.restart()
    }

    /// Lets go of the builders of shapes, which hold this object; call it when the plan is made or refused.
    func releaseBuilders() {
        (named, pending, waiting) = ([:], [], [])
    }

    /// The names of the rule set's shapes that no rule applies.
    var unused: [String] { declared.keys.filter { named[$0] == nil }.sorted() }

    /// Binds a shape of the rule set, once for all rules.
    func bind(named name: String, by outer: PlanBuilder, option: String) throws(OptionError) -> ShapePlan {
        guard let shape = declared[name] else {
            throw OptionError(
                option: option, reason: "the rule set has no shape '\(name)' (see the key 'shapes')",
                suggestion: Suggestion.nearest(to: name, in: declared.keys))
        }
        if let known = named[name] {
            try connect(known, outer, option)
            note(known, appliedBy: outer)
            return known
        }
        let bound = BoundShape(name, index: nextIndex)
        named[name] = bound
        try check(outer, applies: bound, option)
        bindNamed(Waiting(shape: shape, bound: bound, position: outer.current.reference.position), by: outer)
        note(bound, appliedBy: outer)
        return bound
    }

    /// Binds a shape that a rule contains.
    func bind(
        _ shape: NamedShape, with member: String?, by outer: PlanBuilder, option: String
    ) throws(OptionError) -> ShapePlan {
        let bound = BoundShape(shape.name, index: nextIndex)
        try check(outer, applies: bound, option)
        bindRules(
            of: Waiting(shape: shape.shape, bound: bound, position: outer.current.reference.position), with: member,
            by: outer, prefix: "\(outer.current.reference.id).\(shape.name).", empty: outer.current.empty)
        note(bound, appliedBy: outer)
        return bound
    }

    /// A shape whose rules are not bound yet, and the place of the rule that applies it.
    private struct Waiting {
        let shape: RuleShape
        let bound: BoundShape
        let position: SourcePosition?
    }

    private func check(_ outer: PlanBuilder, applies bound: BoundShape, _ option: String) throws(OptionError) {
        if outer.current.reference.severity != .error {
            throw OptionError(reason: "has no 'severity': each rule of the shape has its own")
        }
        all.append(bound)
        try connect(bound, outer, option)
    }

    /// Binds the rules of a shape of the rule set; later, if too many shapes around it are being bound.
    private func bindNamed(_ shape: Waiting, by outer: PlanBuilder) {
        if nesting >= Self.maximumNesting || nesting > 0 && !Stack.hasRoom { return waiting.append(shape) }
        bindApart(shape, by: outer)
    }

    /// Binds a shape once for all rules; it may apply itself through a rule type that is being bound.
    private func bindApart(_ shape: Waiting, by outer: PlanBuilder) {
        uses.apart { bindRules(of: shape, by: outer, prefix: "\(shape.bound.name).", empty: empty, isNamed: true) }
    }

    private func bindRules(
        of waiting: Waiting, with member: String? = nil, by outer: PlanBuilder, prefix: String, empty: Emptiness,
        isNamed: Bool = false
    ) {
        let (shape, bound) = (waiting.shape, waiting.bound)
        var rules = RuleSet(
            rules: shape.rules, closed: shape.closed, empty: shape.empty ?? empty, nullable: shape.nullable)
        for (path, place) in shape.nullablePositions { rules.positions[.nullable(path)] = place }
        rules.openParts = shape.openParts
        rules.position = shape.position ?? waiting.position
        let builder = PlanBuilder(
            rules, registry: outer.registry, attributes: nil, catalogs: outer.catalogs, shapes: self, idPrefix: prefix)
        builder.ofShape = bound
        if !isNamed { builder.recordPrefix = outer.isOfShape ? outer.prefixInRecord : outer.prefix }
        if let member { builder.add(known: member) }
        builder.stepCount = outer.stepCount
        builder.diagnostics += shape.rules.compactMap(builder.fault)
        // A shape that waited is in another one.
        if !outer.isOfShape, nesting == 0 { outer.warnings += Self.pathsFromRecord(in: shape, at: outer.currentPath) }
        nesting += 1
        do throws(RuleSetError) {
            let found = try builder.bindAll()
            bound.kinds = builder.kinds(at: ValuePath([]), in: found)
            pending.append((bound, builder, found))
        } catch {
            builder.diagnostics += error.diagnostics
        }
        nesting -= 1
        bound.set(builder.layout)
        outer.stepCount = builder.stepCount
        outer.rules.add(builder.rules)
        outer.diagnostics += builder.diagnostics
        outer.warnings += builder.warnings
        if nesting == 0 { bindWaiting(by: outer) }
    }

    private func bindWaiting(by outer: PlanBuilder) {
        nesting += 1
        while let next = waiting.popLast() { bindApart(next, by: outer) }
        nesting -= 1
    }

    /// Warnings for names that begin with the path of the value: in a shape, paths begin at the value.
    private static func pathsFromRecord(in shape: RuleShape, at path: ValuePath) -> [RuleSetError.Diagnostic] {
        if path.components.isEmpty { return [] }
        return shape.rules.flatMap { rule in
            rule.attributes.map(RuleSet.plain).filter { $0.hasPrefix("\(path).") }.map { name in
                RuleSetError.Diagnostic(
                    position: rule.attributePositions[name] ?? rule.position,
                    reason: "in a shape for '\(path)', '\(name)' is '\(path).\(name)': paths begin at the value",
                    suggestion: String(name.dropFirst(path.description.utf8.count + 1)))
            }
        }
    }

    /// Notes what a rule reads of the record through a shape.
    private func note(_ bound: BoundShape, appliedBy outer: PlanBuilder) {
        if let around = outer.ofShape {
            around.applied.append(Unmanaged.passUnretained(bound))
        } else {
            outer.current.reads.attributes.formUnion(bound.allRecordReads)
        }
    }

    /// Refuses a shape that applies itself to the value it validates: it would never end.
    private func connect(_ bound: BoundShape, _ outer: PlanBuilder, _ option: String) throws(OptionError) {
        guard let around = outer.ofShape, outer.currentPath.components.isEmpty else { return }
        around.onSameValue.append(bound)
        guard around.containsItself else { return }
        // Shapes that hold each other would never be freed.
        around.onSameValue.removeLast()
        throw OptionError(
            option: option, reason: "the shape '\(around.name)' would apply itself to the same value without end")
    }

    /// Errors for shapes that apply too many others to the same value: each that applies one twice doubles them.
    var doubling: [RuleSetError.Diagnostic] {
        var sizes: [ObjectIdentifier: Int] = [:]
        func size(_ shape: BoundShape) -> Int {
            var left = [shape]
            while let next = left.last {
                let unknown = next.onSameValue.filter { sizes[ObjectIdentifier($0)] == nil }
                if unknown.isEmpty {
                    sizes[ObjectIdentifier(next)] = next.onSameValue.reduce(1) {
                        min($0 + (sizes[ObjectIdentifier($1)] ?? 1), Self.maximumOnSameValue + 1)
                    }
                    left.removeLast()
                }
                left += unknown
            }
            return sizes[ObjectIdentifier(shape)] ?? 1
        }
        return all.compactMap { $0 as? BoundShape }.filter { shape in
            size(shape) > Self.maximumOnSameValue
                && shape.onSameValue.allSatisfy { size($0) <= Self.maximumOnSameValue }
        }.map { shape in
            RuleSetError.Diagnostic(
                position: positions[.shape(shape.name)],
                reason:
                    "the shape '\(shape.name)' applies more than \(Self.maximumOnSameValue) shapes to the same value: "
                    + "a shape that applies another one twice has twice its rules")
        }
    }

    /// Makes the steps, now that all catalogs are known.
    func finish(with vocabulary: Vocabulary) throws(RuleSetError) {
        for (shape, builder, rules) in pending {
            let lists = try builder.lists(rules, vocabulary)
            shape.set(lists.steps[RuleSet.defaultScenario] ?? StepList([], in: []))
        }
    }
}

extension PlanBuilder {
    /// What a rule of a shape cannot do.
    fileprivate func fault(_ rule: Rule) -> RuleSetError.Diagnostic? {
        var reason: String?
        if !rule.on.isEmpty || !rule.except.isEmpty {
            reason = "a rule of a shape has no 'on' and 'except': the rule that applies the shape has them"
        } else if writesValues(rule.constraint) {
            reason = "'\(rule.constraint.type)' cannot be in a shape: its rules change no values"
        }
        return reason.map { RuleSetError.Diagnostic(position: rule.position, reason: $0) }
    }

    /// Makes the shapes of a validator that is used alone ready.
    func finishShapes() throws(OptionError) {
        do throws(RuleSetError) {
            diagnostics += shapes.doubling
            if !diagnostics.isEmpty { throw RuleSetError(diagnostics) }
            try shapes.finish(with: AdHoc.plan.vocabulary)
        } catch {
            throw Self.fault(error, option: "shapes")
        }
    }
}
