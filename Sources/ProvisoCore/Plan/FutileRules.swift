internal import ProvisoMessages

/// Finds rules that can never reject the value that they are plainly about, because empty values are skipped, and those
/// written in Swift that block their thread.
struct FutileRules {
    let ruleSet: RuleSet
    /// Whether the plan awaits what takes time.
    let isAsync: Bool
    let registry: Registry
    /// The rules that a rule stands for.
    let writtenOut: (Constraint) -> [Constraint]

    /// A warning for each, with what to write instead.
    var warnings: [RuleSetError.Diagnostic] {
        let required = Set(
            ruleSet.rules.filter { writtenOut($0.constraint).contains { registry.about($0.type).subject == .required } }
                .flatMap(\.attributes).map(RuleSet.plain))
        return ruleSet.rules.enumerated().flatMap { index, rule -> [RuleSetError.Diagnostic] in
            if !isAsync, rule.isWrittenInSwift, let email: EmailValidator = Self.validator(of: rule.constraint),
                email.checkDNS
            {
                let reason = "'checkDNS' blocks the thread until the network answers: use AsyncPlan instead of Plan"
                let diagnostic = RuleSetError.Diagnostic(position: rule.position, reason: reason)
                return rule.located([diagnostic], number: index + 1)
            }
            let attributes = rule.attributes.map(RuleSet.plain).filter { !required.contains($0) }
            guard (rule.empty ?? ruleSet.empty) != .absent, rule.isEmpty == nil, let first = attributes.first else {
                return []
            }
            for part in writtenOut(rule.constraint) {
                let skips = rule.skipOnEmpty ?? part.skipOnEmpty
                guard skips != false, part.empty != .absent, let reason = Self.reason(part, first, skips: skips) else {
                    continue
                }
                return rule.located(
                    [RuleSetError.Diagnostic(position: rule.position, reason: reason)], number: index + 1)
            }
            return []
        }
    }

    private static let fewItems = 64

    private static func reason(_ rule: Constraint, _ attribute: String, skips: Bool?) -> String? {
        let instead = "write [\(attribute), required] beside it, or 'skipOnEmpty: false'"
        let type = rule.type
        if let string: StringValidator = validator(of: rule), (string.length ?? string.min) == 1 {
            let option = string.length == nil ? "min: 1" : "length: 1"
            return "'\(type)' with '\(option)' accepts \"\", because empty values are skipped: \(instead)"
        }
        if let count: CountValidator = validator(of: rule), (count.exact ?? count.min) ?? 0 > 0, skips == true {
            return "'\(type)' with a minimum accepts [], because 'skipOnEmpty: true' skips it: leave 'skipOnEmpty' out"
        }
        if let keys: KeysValidator = validator(of: rule), !keys.required.isEmpty, skips == true {
            return "'\(type)' with 'required' accepts {}, because 'skipOnEmpty: true' skips it: leave 'skipOnEmpty' out"
        }
        // A long list is not one of empty values, and many rules may share it.
        if (rule.value(.choices)?.list?.count ?? 0) <= fewItems, let list: InValidator = validator(of: rule) {
            if list.not, !list.range.isEmpty, list.range.allSatisfy({ $0 == .text("") || $0 == .null }) {
                return "'\(type)' rejects nothing, because the empty values that it excludes are skipped: \(instead)"
            }
            if list.isAlwaysEmpty { return "'\(type)' accepts no value, because its range is empty" }
        }
        if let compare: CompareValidator = validator(of: rule), compare.operator == .notEqual,
            compare.compareValue == .text("")
        {
            return "'\(type)' rejects nothing, because the empty value that it excludes is skipped: \(instead)"
        }
        return nil
    }

    /// The validator of a rule, if it is of a type.
    private static func validator<Named: NamedValidator & DirectValidator>(of rule: Constraint) -> Named? {
        guard rule.type == Named.type else { return nil }
        if let check = rule.check { return (check.holder as? ValidatorHolder<Named>)?.validator }
        return try? Named(options: OptionReader(rule.options))
    }
}

extension PlanBuilder {
    var futileRules: [RuleSetError.Diagnostic] {
        FutileRules(ruleSet: ruleSet, isAsync: isAsync, registry: registry) {
            self.shapes.uses.writtenOut($0, in: self.registry)
        }.warnings
    }
}
