internal import JSONBridge
internal import ProvisoABI
package import ProvisoMessages

/// A rule type of a rule file, which is made of other rules for the same value.
///
/// The rules run in their order, and the first one with a violation ends the check.
package struct ComposedValidator: DirectValidator, CodedValidator {
    let rules: [Constraint]
    /// The code of all violations, `nil` for those of the rules themselves.
    let code: Code?
    let parameters: Parameters
    private(set) var checks: [Check] = []

    /// The first check of a rule for each attribute finds mistakes in its options.
    package init(_ rules: [Constraint], code: Code? = nil, parameters: Parameters = [:]) {
        (self.rules, self.code, self.parameters) = (rules, code, parameters)
    }

    package var ownCodes: [CodeDescription] {
        code.map { [CodeDescription($0, parameters: parameters.list.map(\.name))] } ?? []
    }

    // Each of its rules decides for itself.
    package var skipsEmpty: Bool { false }

    package mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        checks = []
        for rule in rules { checks.append(try binding.check(for: rule, option: "rules")) }
        if code != nil, binding.isAsyncRule {
            throw OptionError(option: "code", reason: "a rule of the type is async, so its violations keep their codes")
        }
    }

    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let code {
            if !passes(value, &context) { context.report(code, parameters) }
            return
        }
        let findings = context.findings
        for check in checks {
            // A rule before may have changed the value.
            let value = context.node.pointee.value
            if check.skips(value) { continue }
            check.validate(unsafe Value(unsafe: value), &context)
            if context.findings > findings { return }
        }
    }

    private func passes(_ value: borrowing Value, _ context: inout ValidationContext) -> Bool {
        let (findings, wasQuiet) = (context.findings, context.isQuiet)
        context.isQuiet = true
        defer {
            context.isQuiet = wasQuiet
            context.findings = findings
        }
        for check in checks {
            let value = context.node.pointee.value
            if check.skips(value) { continue }
            check.validate(unsafe Value(unsafe: value), &context)
            if context.findings > findings { return false }
        }
        return true
    }
}
