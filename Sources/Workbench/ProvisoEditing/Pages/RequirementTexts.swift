internal import Proviso
internal import ProvisoProof

/// The messages of a rule for values that it rejects, which say what it requires.
final class RequirementTexts {
    private let plan: Plan
    private let localizer: ReportLocalizer
    private let known: (ProofTarget, Bool) -> [AnyValue]
    /// The work for the violations of all rules; what is not found within it has no line.
    private let effort: Effort
    private var found: [String: [String]] = [:]
    /// The violations of rules without messages of their own, by what the rules say.
    private var alike: [String: [Violation]] = [:]
    private lazy var namesRead = plan.namesRead
    private lazy var names = plan.attributeNames.filter { !$0.holds("*") && $0 != "." }

    init(
        plan: Plan, localizer: ReportLocalizer, effort: Effort, known: @escaping (ProofTarget, Bool) -> [AnyValue]
    ) {
        (self.plan, self.localizer, self.effort, self.known) = (plan, localizer, effort, known)
    }

    func texts(_ target: ProofTarget) -> [String] {
        texts(target.attribute, target.rule.constraint, target.rule.messages, target)
    }

    /// The path from the record of an attribute that a rule names.
    func fullName(_ attribute: String, _ target: ProofTarget) -> String {
        let base = ValuePath(target.base).description
        if attribute == ValuePath.record { return base }
        return base.isEmpty ? attribute : "\(base).\(attribute)"
    }

    /// The messages of a rule or a condition; none if no value was found that it rejects.
    func texts(_ attribute: String, _ body: Constraint, _ messages: RuleMessages, _ target: ProofTarget) -> [String] {
        let name = fullName(attribute, target)
        let key = "\(target.id) \(name) \(ConditionText.text(body))"
        if let texts = found[key] { return texts }
        if effort.isSpent { return [] }
        let read = namesNeeded(by: body, of: target.id)
        var texts = texts(attribute, Self.withoutBorrowedBounds(body), messages, name, read, borrowed: [:])
        for bound in Self.bounds(of: body) {
            guard let other = Self.borrowed(body, bound) else { continue }
            let label = localizer.isolatedLabel(fullName(other.name, target)) + other.shift
            let alone = Self.withoutBounds(body, except: bound)
            if let constant = Self.constant(body, bound) {
                texts += self.texts(
                    attribute, alone.setting(bound, to: constant), messages, name, read, borrowed: [bound: label])
            } else {
                let lender = Self.lender(body, other.name)
                texts += self.texts(attribute, alone, messages, name, read, borrowed: [bound: label], from: lender)
            }
        }
        if case .rule(let inner)? = body.options["rule"] { texts += self.texts(attribute, inner, messages, target) }
        found[key] = texts.withoutRepetition()
        return found[key] ?? []
    }

    /// The attributes that a rule alone must declare: those that it reads, with all that are in the same members.
    private func namesNeeded(by body: Constraint, of id: String) -> [String] {
        // Rules of shapes are not listed.
        guard let read = namesRead[id] else { return body.text(.expression) == nil ? [] : names }
        let members = Set(read.compactMap { ValuePath($0).components.first })
        return members.isEmpty ? [] : names.filter { ValuePath($0).components.first.map(members.contains) ?? false }
    }

    private func texts(
        _ attribute: String, _ body: Constraint, _ messages: RuleMessages, _ name: String, _ read: [String],
        borrowed: [String: String], from lender: Rule? = nil
    ) -> [String] {
        // Alone, no other rule hides what this one says.
        var rule = Rule([attribute], body)
        (rule.messages, rule.id, rule.severity) = (messages, "1", .error)
        // A bound needs a value of its kind.
        var alone = RuleSet(rules: [rule] + (lender.map { [$0] } ?? []))
        (alone.shapes, alone.data) = (plan.ruleSet.shapes, plan.ruleSet.data)
        alone.types = plan.ruleSet.types.filter { plan.registry[$0.type] == nil }
        alone.define = plan.ruleSet.define
        alone.dropUnusedShapes()
        // An expression names attributes that other rules declare.
        if !read.isEmpty { alone.rules.append(Rule(read, .safe)) }
        var violations = violations(alone, isAlone: read.isEmpty && lender == nil).filter { $0.rule.id == "1" }
        if let first = borrowed.first {
            violations.removeAll { violation in
                !violation.parameters.list.contains { $0.name == first.key || $0.name == Self.compared }
            }
        }
        return violations.map { violation in
            let parameters = violation.parameters.list.map { parameter -> Parameter in
                if parameter.name == Self.compared, let label = borrowed.first?.value {
                    return Parameter(name: parameter.name, value: .text(label))
                }
                if let label = borrowed[parameter.name] { return Parameter(name: parameter.name, value: .text(label)) }
                // What comes from the record is only a sample.
                let isSample =
                    parameter.name == "value" && body.options["value"] == nil
                    || parameter.name == "keys" && violation.code.rawValue == "keys.unknown"
                guard isSample else { return parameter }
                if case .list = parameter.value { return Parameter(name: parameter.name, value: .list([.text("…")])) }
                return Parameter(name: parameter.name, value: .text("…"))
            }
            return localizer.text(
                Violation(
                    code: violation.code, parameters: Parameters(parameters),
                    attribute: name + Self.below(violation, attribute),
                    path: ValuePath(name + Self.below(violation, attribute)),
                    rule: violation.rule))
        }
    }

    /// The member of a union that a violation is at, with a dot before it.
    private static func below(_ violation: Violation, _ attribute: String) -> String {
        guard violation.code == "oneOf.unknown", let key = violation.path.components.last else { return "" }
        return ".\(ValuePath([key]).description)"
    }

    /// The violations of a union whose member names no shape.
    private func unknownKind(_ target: ProofTarget, _ plan: Plan) -> [Violation] {
        let body = target.rule.constraint
        guard let by = body.text(.discriminator) else { return [] }
        let record = AnyValue.object([]).setting(target.path, to: .object([AnyValue.Member(by, "…")]))
        return (try? plan.validate(record))?.violations.filter { $0.code == "oneOf.unknown" } ?? []
    }

    /// The message for a member that a closed object must not have.
    var unknownMember: String {
        localizer.localizer.text(
            for: Code.unknownMember.rawValue,
            parameters: [Parameter(name: "key", value: .text("…")), Parameter(name: "kind", value: .text("other"))],
            label: "")
    }

    /// The violations of a rule that stands alone, found once for all attributes and rules that have the same.
    private func violations(_ ruleSet: RuleSet, isAlone: Bool) -> [Violation] {
        let (rule, body) = (ruleSet.rules[0], ruleSet.rules[0].constraint)
        let hasMessages = rule.messages.all != nil || !rule.messages.byProblem.isEmpty
        guard isAlone, !hasMessages, body.namedAttributes.isEmpty, body.check == nil,
            ![.comparison, .expression].contains(body.about.subject), rule.attributes[0] != ValuePath.record,
            let key = RuleText.complete(body)
        else { return violations(ruleSet) }
        if let known = alike[key] { return known }
        let found = violations(ruleSet)
        if !effort.isSpent { alike[key] = found }
        return found
    }

    /// The violations of a string that is probably of the wrong type, and of values at the bounds of the rule.
    private func violations(_ ruleSet: RuleSet) -> [Violation] {
        if effort.isSpent { return [] }
        do throws(RuleSetError) {
            let plan = try Plan(ruleSet, registry: plan.registry)
            let maker = try SampleMaker(plan, seed: 1, patience: 800, effort: effort, known: known)
            guard let target = maker.targets.first else { return [] }
            var found = maker.samples(of: target).invalid.flatMap(\.findings)
            let subject = target.rule.constraint.about.subject
            if ![.required, .missing, .comparison, .unique, .expression, .keys].contains(subject) {
                let record = AnyValue.object([]).setting(target.path, to: "x")
                let report = try? plan.validate(record)
                let codes = found.map(\.code)
                found += unknownKind(target, plan).filter { !codes.contains($0.code) }
                let wrong = report?.violations.filter { !codes.contains($0.code) && $0.code != .fault } ?? []
                found = wrong + found
            }
            return essential(found, ruleSet, target, plan)
        } catch {
            return []
        }
    }

    /// Of what a plugin's type says, what only the options reject, and what is the same for every value.
    ///
    /// A code whose parameters are all options of the rule says what they require, also if no value was found for it.
    /// Numbers of a value that was tried do not say what is required: they are shown only if there is nothing else.
    private func essential(
        _ found: [Violation], _ ruleSet: RuleSet, _ target: ProofTarget, _ plan: Plan
    ) -> [Violation] {
        let constraint = target.rule.constraint
        guard let definition = plan.registry[constraint.type], case .plugin = definition.origin else { return found }
        let options = definition.options ?? []
        let bare = options.filter { !$0.isRequired }.reduce(constraint) { $0.setting($1.name, to: nil) }
        let without = try? Plan(RuleSet(rules: [Rule([target.attribute], bare)]), registry: plan.registry)
        var caused: [Violation] = []
        for value in definition.about.valid + definition.about.invalid {
            let record = AnyValue.object([]).setting(target.path, to: value)
            guard (try? without?.validate(record))?.isValid == true, let report = try? plan.validate(record) else {
                continue
            }
            caused += report.violations.filter { violation in
                violation.rule.id == target.id && violation.code != .fault
                    && !caused.contains { $0.code == violation.code }
            }
        }
        let reported = (caused + found).map(\.code)
        if let reference = (caused + found).first?.rule {
            for code in definition.codes where !code.parameters.isEmpty && !reported.contains(code.code) {
                let parameters = code.parameters.compactMap { name in
                    constraint.constant(name).map { Parameter(name: name, value: ParameterValue($0)) }
                }
                guard parameters.count == code.parameters.count else { continue }
                caused.append(
                    Violation(
                        code: code.code, parameters: Parameters(parameters), attribute: target.attribute,
                        path: ValuePath(target.path), rule: reference))
            }
        }
        let constant = Set(options.map(\.name) + ["attribute", "value"])
        let general = found.filter { violation in
            violation.parameters.list.allSatisfy { constant.contains($0.name) }
                && !caused.contains { $0.code == violation.code }
        }
        return general.isEmpty && caused.isEmpty ? found : general + caused
    }
}

/// Bounds that are values of other attributes.
extension RequirementTexts {
    /// The options that limit the values, by what they are for.
    private static func bounds(of body: Constraint) -> [String] {
        let options = body.options.keys.map { body.option(named: $0) }
        return OptionDescription.Role.allCases.filter { $0.isBound || [.step, .choices].contains($0) }.flatMap { role in
            options.filter { $0.role == role }.map(\.name).sorted()
        }
    }

    /// The attribute that a bound is taken from, and the duration that is added.
    private static func borrowed(_ body: Constraint, _ option: String) -> (name: String, shift: String)? {
        guard case .value(.object(let members))? = body.options[option],
            case .text(let name)? = members.first(where: { $0.key == "attribute" })?.value
        else { return nil }
        let shifts = [("plus", " + "), ("minus", " − ")].compactMap { key, sign -> String? in
            guard case .text(let duration)? = members.first(where: { $0.key == key })?.value else { return nil }
            return sign + duration
        }
        return (name, shifts.joined())
    }

    private static let compared = "compareValueOrAttribute"

    /// A value in place of a bound that is not of the kind of the attribute: a length, a divisor, a list.
    private static func constant(_ body: Constraint, _ bound: String) -> OptionValue? {
        if body.option(named: bound).role == .choices { return .value(.list([.text("a"), .text("b")])) }
        return [.length, .count, .multiple].contains(body.about.subject) ? .value(.integer(5)) : nil
    }

    /// A rule for the attribute that a bound is taken from, so that values are found for it.
    private static func lender(_ body: Constraint, _ name: String) -> Rule {
        Rule([name], bounds(of: body).reduce(body) { $0.setting($1, to: nil) })
    }

    private static func withoutBorrowedBounds(_ body: Constraint) -> Constraint {
        bounds(of: body).reduce(body) { borrowed(body, $1) == nil ? $0 : $0.setting($1, to: nil) }
    }

    private static func withoutBounds(_ body: Constraint, except bound: String) -> Constraint {
        bounds(of: body).reduce(body) { $1 == bound ? $0 : $0.setting($1, to: nil) }
    }
}
