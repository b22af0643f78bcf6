internal import ProvisoMessages

/// The rule types of a rule set that are being bound: each is bound as the rules that it stands for.
///
/// They can be made of each other, so their number is limited: each rule takes time, even if it is the same again.
final class TypeUses {
    private let positions: [RuleFilePart: SourcePosition]
    /// The types that are being bound, the outermost first, with the number of rules before them.
    private var types: [(type: RuleType, start: Int)] = []
    /// The rules that the outermost type stands for so far.
    private var count = 0
    private var total = 0
    /// The number of rules that types without options stand for.
    private var sizes: [RuleType: Int] = [:]
    private var written: [RuleType: [Constraint]] = [:]
    private var codes: [RuleType: [CodeDescription]] = [:]
    private var compositions: [RuleType: Composition] = [:]
    /// Why the outermost type cannot be bound, so that the types in it need not repeat it.
    private(set) var fault: RuleSetError?
    /// The types that stand for too many rules, or are made of themselves: what is made of them need not be tried.
    private var refused: Set<RuleType> = []
    /// The types that rules use.
    private(set) var used: Set<RuleType> = []
    /// Set while types are checked that no rule uses: each is bound once.
    var isTrial = false

    init(_ positions: [RuleFilePart: SourcePosition]) { self.positions = positions }

    /// Notes that a type is being bound; throws if it is made of itself, or of too many others.
    func enter(_ type: RuleType) throws(RuleSetError) {
        if types.isEmpty { (count, fault) = (0, nil) }
        if types.contains(where: { $0.type == type }) {
            let chain = (types.map(\.type) + [type]).map(\.rawValue).joined(separator: ", of ")
            throw fail("the rule type '\(type)' is made of itself: \(chain)", type)
        }
        if let first = types.first?.type, refused.contains(type) {
            throw fail("the rule type '\(first)' is made of '\(type)', which cannot be used", first)
        }
        if types.count >= Composition.maximumDepth {
            throw fail("more than \(Composition.maximumDepth) rule types are made of each other", type)
        }
        types.append((type, count))
        if !isTrial { used.insert(type) }
    }

    func leave(_ body: Constraint, isBound: Bool) {
        guard let (type, start) = types.popLast(), body.options.isEmpty else { return }
        if isBound { sizes[type] = count - start } else if types.isEmpty, fault != nil { refused.insert(type) }
    }

    /// Whether a type that is only checked was bound before.
    func isKnown(_ body: Constraint) throws(RuleSetError) -> Bool {
        guard isTrial, body.options.isEmpty, let size = sizes[body.type] else { return false }
        try add(size)
        return true
    }

    /// Notes that some more rules are bound for a type.
    func add(_ number: Int = 1) throws(RuleSetError) {
        guard let first = types.first?.type else { return }
        count += number
        if !isTrial { total += number }
        if count > Composition.maximumRules {
            throw fail(
                "the rule type '\(first)' stands for more than \(Composition.maximumRules) rules: "
                    + "a type that uses another one twice has twice its rules", first)
        }
        if total > Composition.maximumTotal {
            throw fail("the rules with types of the file stand for more than \(Composition.maximumTotal) rules", first)
        }
    }

    private func fail(_ reason: String, _ type: RuleType) -> RuleSetError {
        let error = RuleSetError(position: positions[.type(types.first?.type ?? type)], reason: reason)
        fault = error
        return error
    }

    /// Binds something that other types may use again, such as a shape that contains itself.
    func apart(_ body: () -> Void) {
        let outer = (types, count)
        types = []
        body()
        (types, count) = outer
    }

    /// What a rule of a type is made of: without options always the same, which is read once.
    func composition(
        of rule: Constraint, _ make: () throws(OptionError) -> Composition
    ) throws(OptionError) -> Composition {
        guard rule.options.isEmpty else { return try make() }
        if let known = compositions[rule.type] { return known }
        let made = try make()
        compositions[rule.type] = made
        return made
    }

    /// The rules that a rule stands for.
    func writtenOut(_ rule: Constraint, in registry: Registry) -> [Constraint] {
        guard Self.isPlain(rule) else { return rule.writtenOut(in: registry) }
        if let known = written[rule.type] { return known }
        let found = rule.writtenOut(in: registry)
        if registry[rule.type]?.compose != nil { written[rule.type] = found }
        return found
    }

    /// The codes of the rules that a rule stands for, each once.
    func codes(of rule: Constraint, in registry: Registry) -> [CodeDescription] {
        if Self.isPlain(rule), let known = codes[rule.type] { return known }
        let found = writtenOut(rule, in: registry).flatMap { part in
            part.type == rule.type ? [] : part.codes ?? registry[part.type]?.codes ?? []
        }.withoutRepetition()
        if Self.isPlain(rule) { codes[rule.type] = found }
        return found
    }

    /// Whether a rule is its type and nothing else, so that what is known of one is known of all.
    private static func isPlain(_ rule: Constraint) -> Bool {
        rule.options.isEmpty && rule.skipOnEmpty == nil && rule.check == nil && rule.replacement == nil
    }

    /// Forgets what was bound, except what types are made of.
    func restart() {
        (types, count, total, sizes, fault, isTrial, used, refused) = ([], 0, 0, [:], nil, false, [], [])
    }
}
