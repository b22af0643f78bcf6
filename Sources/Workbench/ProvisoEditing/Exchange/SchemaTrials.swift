internal import Proviso
internal import ProvisoProof

/// What empty values schemas accept, found once for each schema, and how much may still be tried.
final class SchemaTrials {
    private var accepted: [AnyValue: [AnyValue]] = [:]
    /// The rules that trials may still have in all: a rule for an object is tried with each of its members again.
    private var left = SchemaTrials.most
    private static let most = 20_000
    private static let numbers = [SchemaParts.integer, SchemaParts.number].compactMap { $0.object?["type"] }

    /// Whether there were more rules, so that some were not tried.
    var isSpent: Bool { left < 0 }

    /// The empty values that a schema accepts.
    ///
    /// A shape says itself what it accepts, so a schema with a reference accepts none here.
    func empties(acceptedBy schema: AnyValue) -> [AnyValue] {
        if schema == .object([]) { return RuleAssertions.empties }
        // Most rules are for a type that no empty value has: nothing needs to be tried.
        if let type = schema.object?["type"], Self.numbers.contains(type) { return [] }
        if let known = accepted[schema] { return known }
        var found: [AnyValue] = []
        if let compiled = try? JSONSchema(schema), let plan = try? Plan(RuleSet(rules: [Rule("v", .schema(compiled))]))
        {
            found = RuleAssertions.empties.filter { value in
                (try? plan.validate(.object([.init("v", value)])))?.isValid ?? false
            }
        }
        accepted[schema] = found
        return found
    }

    fileprivate func take(_ count: Int) -> Bool {
        if isSpent { return false }
        left -= count
        return !isSpent
    }
}

/// The rules of one record or shape, of which parts are tried alone.
final class SchemaTrialRules {
    private let ruleSet: RuleSet
    private let registry: Registry
    private let trials: SchemaTrials
    private let rules: [Rule]
    private lazy var all = plan(rules)

    init(_ rules: [Rule], of ruleSet: RuleSet, _ registry: Registry, _ trials: SchemaTrials) {
        (self.rules, self.ruleSet, self.registry, self.trials) = (rules, ruleSet, registry, trials)
    }

    /// Some of the rules; with all others where they name what only those do.
    func trial(of some: [Rule]) -> SchemaTrial {
        guard trials.take(some.count + 1) else { return SchemaTrial(plan: nil, isTried: false) }
        return SchemaTrial(plan: plan(some) ?? all, isTried: true)
    }

    /// The rules of several members, each with those for what the members are in: as many as possible in one plan.
    func trials(of members: [[Rule]], within around: [Rule]) -> [SchemaTrial] {
        stride(from: 0, to: members.count, by: Self.together).flatMap { start -> [SchemaTrial] in
            let group = members[start..<min(start + Self.together, members.count)]
            let rules = around + group.flatMap(\.self)
            if group.count > 1, trials.take(rules.count + 1), let plan = plan(rules) {
                return group.map { _ in SchemaTrial(plan: plan, isTried: true) }
            }
            return group.map { trial(of: around + $0) }
        }
    }

    /// How many members are tried in one plan, whose records have to be small.
    private static let together = 16

    private func plan(_ rules: [Rule]) -> Plan? {
        var alone = RuleSet(rules: rules.isEmpty ? [Rule(["v"], .safe)] : rules, nullable: ruleSet.nullable)
        (alone.shapes, alone.define, alone.empty) = (ruleSet.shapes, ruleSet.define, ruleSet.empty)
        alone.types = ruleSet.types.filter { registry[$0.type] == nil }
        alone.dropUnusedShapes()
        return try? Plan(alone, registry: registry)
    }
}

/// Rules alone: what they do with empty values.
struct SchemaTrial {
    fileprivate let plan: Plan?
    /// Whether it may be tried; otherwise nothing is wrong.
    fileprivate let isTried: Bool

    fileprivate init(plan: Plan?, isTried: Bool) { (self.plan, self.isTried) = (plan, isTried) }

    /// All rules.
    init(_ plan: Plan) { self.init(plan: plan, isTried: true) }

    /// Whether something is wrong with a value of a record, or in it.
    func isWrong(_ record: AnyValue, at path: [ValuePath.Component]) -> Bool {
        guard isTried else { return false }
        guard let report = try? plan?.validate(record) else { return true }
        let place = path.map { $0 == .each ? .index(0) : $0 }
        return report.violations.contains { $0.severity == .error && $0.path.components.starts(with: place) }
    }
}
