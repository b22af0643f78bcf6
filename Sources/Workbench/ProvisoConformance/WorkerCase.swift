internal import Proviso
internal import ProvisoPlugins
internal import ProvisoProof

/// Runs the examples of a manifest as hosts do: by a plan, in a worker; and what its messages claim.
struct WorkerCase {
    private let file: String
    private let manifest: PluginManifest
    private let policy: PluginPolicy
    private let isConfined: Bool

    /// `isConfined` says whether this system can confine a process at all.
    init(file: String, manifest: PluginManifest, _ policy: PluginPolicy, _ isConfined: Bool) {
        (self.file, self.manifest, self.policy) = (file, manifest, policy)
        self.isConfined = isConfined
    }

    var result: ConformanceResult {
        let count = manifest.rules.reduce(0) { $0 + $1.examples.count }
        guard count > 0 else { return skipped("the manifest has no examples") }
        guard isConfined else { return skipped("this system cannot confine a worker") }
        var findings: [ConformanceFinding] = []
        var remedy = "correct the example, or the check"
        let clock = ContinuousClock()
        let time = clock.measure {
            do throws(PluginError) {
                var registry = Registry.standard
                try registry.load(plugin: file, policy: policy)
                for rule in manifest.rules {
                    for example in rule.examples {
                        guard let (reason, isFault) = Self.reason(rule, example, registry) else { continue }
                        if isFault { remedy = ConformanceCase.worker.remedy }
                        let text = "\(rule.type): the example \(example.line) \(reason)"
                        findings.append(ConformanceFinding(severity: .error, text: text))
                    }
                    let claims = wrongClaims(rule, registry)
                    if !claims.isEmpty, findings.isEmpty { remedy = "correct the message, or the check" }
                    findings += claims
                }
            } catch {
                findings.append(ConformanceFinding(severity: .error, text: "it \(error.reason)"))
                remedy = "no host loads it before this is corrected"
            }
        }
        var result = ConformanceResult(
            .worker, findings, detail: "\(count) examples", milliseconds: time / .milliseconds(1))
        result.ownRemedy = remedy
        return result
    }

    /// The sentences that call a value accepted which the rule rejects, with the options of each example.
    private func wrongClaims(_ rule: PluginManifest.Rule, _ registry: Registry) -> [ConformanceFinding] {
        var faults: [MessageProof.Fault] = []
        for options in rule.examples.map(\.options).withoutRepetition().prefix(8) {
            // An example that makes no plan is reported as such.
            guard let example = rule.examples.first(where: { $0.options == options }),
                let plan = try? Plan(RuleSet(rules: Self.rules(rule, example)), registry: registry),
                var proof = try? MessageProof(plan, locales: manifest.locales)
            else { continue }
            proof.run()
            faults += proof.faults
        }
        return faults.withoutRepetition().map { ConformanceFinding(severity: .error, text: "\($0)") }
    }

    private func skipped(_ reason: String) -> ConformanceResult {
        ConformanceResult(test: .worker, verdict: .skipped, detail: reason, milliseconds: 0)
    }

    /// Why an example has another verdict; `nil` if it has the one of the manifest.
    private static func reason(
        _ rule: PluginManifest.Rule, _ example: PluginManifest.Example, _ registry: Registry
    ) -> (text: String, isFault: Bool)? {
        do throws(RuleSetError) {
            let plan = try Plan(RuleSet(rules: rules(rule, example)), registry: registry)
            var members = [AnyValue.Member("value", example.value)]
            if case .object(let others)? = example.record { members += others }
            let violations = try plan.validate(.object(members)).violations
            if let fault = violations.first(where: { $0.code == .fault }) {
                let reason = if case .text(let reason)? = fault.parameters["reason"] { ": \(reason)" } else { "" }
                return ("could not be validated\(reason)", isFault: true)
            }
            return reason(violations, example).map { ($0, isFault: false) }
        } catch {
            return ("cannot be validated: \(error)", isFault: true)
        }
    }

    private static func reason(_ violations: [Violation], _ example: PluginManifest.Example) -> String? {
        let found = violations.map(\.code.rawValue).joined(separator: ", ")
        guard let code = example.code else { return violations.isEmpty ? nil : "has the violation \(found)" }
        let wanted = violations.filter { $0.code == code }
        if wanted.isEmpty { return violations.isEmpty ? "is valid" : "has the violation \(found)" }
        guard case .object(let parameters)? = example.parameters else { return nil }
        var difference: String?
        for violation in wanted {
            let other = parameters.first { violation.parameters[$0.key] != Self.reported($0.value) }
            guard let other else { return nil }
            var found = JSONWriter()
            if let given = violation.parameters[other.key] { found.value(given) }
            let given = found.text.isEmpty ? "missing" : found.text
            difference = difference ?? "'\(other.key)' is \(given), expected \(other.value.json)"
        }
        return "has other parameters of \(code): \(difference ?? "")"
    }

    /// A parameter as a plugin reports it: a list of one item is that item.
    private static func reported(_ value: AnyValue) -> ParameterValue {
        if case .list(let items) = value, items.count == 1 { return ParameterValue(items[0]) }
        return ParameterValue(value)
    }

    /// The rule, and one for each attribute of the record, so that the plan knows them.
    private static func rules(_ rule: PluginManifest.Rule, _ example: PluginManifest.Example) -> [Rule] {
        var options: [String: AnyValue] = [:]
        if case .object(let members) = example.options {
            for member in members { options[member.key] = member.value }
        }
        var others: [String] = []
        if case .object(let members)? = example.record { others = members.map(\.key) }
        if case .attributes(let names) = rule.reads { others += names.flatMap { options[$0]?.names ?? [] } }
        let known = others.withoutRepetition().filter { $0 != "value" }
        return known.map { Rule($0, .safe) } + [Rule("value", .type(rule.type, options), skipOnEmpty: false)]
    }
}

extension AnyValue {
    /// The names in an option that names attributes.
    var names: [String] {
        switch self {
        case .text(let name): [name]
        case .list(let items): items.flatMap(\.names)
        default: []
        }
    }
}
