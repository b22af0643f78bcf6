internal import ProvisoMessages

extension JSONWriter {
    /// Writes code, path, attribute, parameters and the rule with its position, type and severity: all that is needed
    /// to render a stored violation later.
    package mutating func violation(_ violation: Violation) {
        member("code", violation.code.rawValue)
        member("path", violation.path.pointer)
        member("attribute", violation.attribute)
        member("parameters", violation.parameters)
        member("rule", violation.rule.id)
        member("type", violation.rule.type.rawValue)
        member("severity", violation.severity.rawValue)
        if let position = violation.rulePosition { member("rulePosition", position.description) }
        if let branch = violation.branch { member("branch", branch.description) }
    }

    /// Writes the parameters of a code as an object.
    mutating func member(_ key: String, _ parameters: Parameters) {
        member(key) { $0.object { for parameter in parameters.list { $0.parameter(parameter) } } }
    }

    private mutating func parameter(_ parameter: Parameter) {
        key(parameter.name)
        value(parameter.value)
    }
}
