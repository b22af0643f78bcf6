internal import Proviso
internal import ProvisoPlugins

/// Runs the examples of a manifest as hosts do: by a plan, in a worker.
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
        let clock = ContinuousClock()
        let time = clock.measure {
            do throws(PluginError) {
                var registry = Registry.standard
                try registry.load(plugin: file, policy: policy)
                for rule in manifest.rules {
                    for example in rule.examples {
                        guard let reason = Self.reason(rule, example, registry) else { continue }
                        let text = "\(rule.type): the example \(example.line) \(reason)"
                        findings.append(ConformanceFinding(severity: .error, text: text))
                    }
                }
            } catch {
                findings.append(ConformanceFinding(severity: .error, text: "it \(error.reason)"))
            }
        }
        return ConformanceResult(
            .worker, findings, detail: "\(count) examples", milliseconds: time / .milliseconds(1))
    }

    private func skipped(_ reason: String) -> ConformanceResult {
        ConformanceResult(test: .worker, verdict: .skipped, detail: reason, milliseconds: 0)
    }

    /// Why an example has another verdict; `nil` if it has the one of the manifest.
    private static func reason(
        _ rule: PluginManifest.Rule, _ example: PluginManifest.Example, _ registry: Registry
    ) -> String? {
        do throws(RuleSetError) {
            let plan = try Plan(RuleSet(rules: rules(rule, example)), registry: registry)
            var members = [AnyValue.Member("value", example.value)]
            if case .object(let others)? = example.record { members += others }
            let violations = try plan.validate(.object(members)).violations
            return reason(violations, example)
        } catch {
            return "cannot be validated: \(error)"
        }
    }

    private static func reason(_ violations: [Violation], _ example: PluginManifest.Example) -> String? {
        let found = violations.map(\.code.rawValue).joined(separator: ", ")
        if let fault = violations.first(where: { $0.code == .fault }) {
            guard case .text(let reason)? = fault.parameters["reason"] else { return "could not be validated" }
            return "could not be validated: \(reason)"
        }
        guard let code = example.code else { return violations.isEmpty ? nil : "has the violation \(found)" }
        let wanted = violations.filter { $0.code == code }
        if wanted.isEmpty { return violations.isEmpty ? "is valid" : "has the violation \(found)" }
        guard case .object(let parameters)? = example.parameters else { return nil }
        let isRight = wanted.contains { violation in
            parameters.allSatisfy { violation.parameters[$0.key] == ParameterValue($0.value) }
        }
        return isRight ? nil : "has other parameters of \(code)"
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
