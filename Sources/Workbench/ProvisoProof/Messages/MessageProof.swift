package import Proviso

/// Holds what messages say of a value against the verdicts of the rule that reports them.
///
/// A sentence calls values accepted: its example, its bounds, the choices it lists. Each of them is tried as a value in
/// the place of the one that was rejected. What a sentence says in words is beyond it.
package struct MessageProof {
    /// A sentence that calls a value accepted which the rule rejects.
    package struct Fault: Sendable, Hashable, CustomStringConvertible {
        package let code: Code
        package let locale: String
        package let sentence: String
        /// What the sentence calls accepted.
        package let claim: AnyValue

        package var description: String {
            "\(code) [\(locale)]: \"\(sentence)\" says that \(claim.json) is accepted, but the rule rejects it"
        }
    }

    /// The sentences that are wrong.
    package private(set) var faults: [Fault] = []
    /// The number of sentences by locale that are not wrong.
    package private(set) var proven: [String: Int] = [:]
    /// The codes that were raised.
    package private(set) var codes: Set<Code> = []

    private let plan: Plan
    private let solver: Solver
    private let locales: [String]
    private let localizers: [ReportLocalizer]

    /// Prepares a proof of the messages of a plan in some locales.
    ///
    /// Throws for a plan with async rules.
    package init(_ plan: Plan, locales: [String], effort: Effort = Effort()) throws(RuleSetError) {
        self.plan = plan
        self.locales = locales
        localizers = locales.map { plan.localizer(preferring: $0, isolation: .never) }
        solver = try Solver(plan, scenario: RuleSet.defaultScenario, seed: 1, effort: effort)
    }

    /// Tries every rule with values that it may reject, and what each sentence calls accepted.
    package mutating func run() {
        for target in solver.targets { prove(target) }
    }

    private mutating func prove(_ target: ProofTarget) {
        let place = target.path.concrete
        let base = solver.builder.fresh([], in: .absent)
        var seen: Set<String> = []
        for value in solver.builder.proposals(at: place, in: base, rejecting: target, limit: 200) {
            let record = base.setting(place, to: value)
            for violation in solver.verifier.violations(of: record) where violation.rule.id == target.id {
                codes.insert(violation.code)
                // Other values with the same parameters have the same sentences.
                let key = "\(violation.code) \(violation.parameters.list)"
                guard violation.code != .fault, seen.insert(key).inserted, seen.count <= 40 else { continue }
                prove(violation, of: target, in: record)
            }
        }
    }

    private mutating func prove(_ violation: Violation, of target: ProofTarget, in record: AnyValue) {
        let place = violation.path.components
        func isRejected(_ value: AnyValue, by codes: Set<Code>?) -> Bool {
            solver.verifier.violations(of: record.setting(place, to: value)).contains {
                $0.rule.id == target.id && codes?.contains($0.code) != false
            }
        }
        // A bound may be no value of the kind that the rule wants, such as 2.5 for an integer.
        let wrong = claims(of: violation, target).first { isRejected($0, by: [violation.code]) }
        for (locale, localizer) in zip(locales, localizers) {
            let sentence = localizer.text(violation)
            // What the code itself names is right for the whole rule; a sentence is about its own code.
            let untrue =
                wrong ?? Self.examples(of: violation).first { isRejected($0, by: nil) }
                ?? Self.examples(in: sentence).first { isRejected($0, by: [violation.code]) }
            if let wrong = untrue {
                faults.append(Fault(code: violation.code, locale: locale, sentence: sentence, claim: wrong))
            } else {
                proven[locale, default: 0] += 1
            }
        }
    }

    /// What parameters say to be accepted: the choices, and bounds of the value itself.
    private func claims(of violation: Violation, _ target: ProofTarget) -> [AnyValue] {
        let options = plan.registry[target.rule.constraint.type]?.options ?? []
        let isReversed = options.contains {
            $0.role == .reversal && target.rule.constraint.constant($0.name)?.bool == true
        }
        var claims: [AnyValue] = []
        for parameter in violation.parameters.list {
            let role = options.first { $0.name == parameter.name }?.role
            switch role {
            case .choices where !isReversed: claims += Self.values(parameter.value).prefix(12)
            case .minimum where isAboutNumbers(target), .maximum where isAboutNumbers(target):
                claims += Self.values(parameter.value)
            default: break
            }
        }
        return claims
    }

    private func isAboutNumbers(_ target: ProofTarget) -> Bool {
        if case .number? = plan.registry[target.rule.constraint.type]?.about.subject { true } else { false }
    }

    private static func values(_ value: ParameterValue) -> [AnyValue] {
        switch value {
        case .text(let text): [.text(text)]
        case .integer(let number): [.integer(number)]
        case .unsigned(let number): [.unsigned(number)]
        case .number(let number): [.double(number)]
        case .decimal(let digits): [.decimal(digits)]
        case .boolean(let truth): [.boolean(truth)]
        case .list(let items): items.flatMap(values)
        case .attribute: []
        }
    }

    private static func examples(of violation: Violation) -> [AnyValue] {
        violation.parameters["example"].map(values) ?? []
    }

    /// The examples of an English sentence: what follows "such as", up to the end of the sentence or of its part.
    ///
    /// Translations keep the same examples, so that what is true of the English one is true of them.
    private static func examples(in sentence: String) -> [AnyValue] {
        // There the example is a part of the value.
        if ["begin with", "end with", "contain"].contains(where: { sentence.firstRange(of: $0) != nil }) { return [] }
        return sentence.split(separator: "such as ").dropFirst().map { rest in
            var example = String(rest.prefix { $0 != "," && $0 != ";" && $0 != ")" })
            if let end = example.firstRange(of: ". ") { example = String(example[..<end.lowerBound]) }
            if example.hasSuffix(".") { example.removeLast() }
            return .text(example)
        }
    }
}
