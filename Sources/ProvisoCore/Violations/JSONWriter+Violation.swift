internal import ProvisoMessages

extension JSONWriter {
    /// Writes code, path, attribute, parameters and the rule with its position, type and severity: all that is needed
    /// to render a stored violation later.
    package mutating func violation(_ violation: Violation) {
        member("code", violation.code.rawValue)
        member("path", violation.path.pointer)
        member("attribute", violation.attribute)
        member("parameters") {
            $0.object { for parameter in violation.parameters.list { $0.parameter(parameter) } }
        }
        member("rule", violation.rule.id)
        member("type", violation.rule.type.rawValue)
        member("severity", violation.severity.rawValue)
        if let position = violation.rule.position { member("rulePosition", position.description) }
    }

    private mutating func parameter(_ parameter: Parameter) {
        key(parameter.name)
        value(parameter.value)
    }
}
