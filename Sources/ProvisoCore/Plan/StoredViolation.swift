package import ProvisoMessages

extension Plan {
    /// Reads a violation that was stored as an object, or returns `nil` if the value is not one.
    ///
    /// The rule's own messages are those of the plan's rule with the same id.
    package func violation(stored value: AnyValue) -> Violation? {
        guard case .object(let members) = value else { return nil }
        let all = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        func text(_ name: String) -> String? {
            guard case .text(let text)? = all[name] else { return nil }
            return text
        }
        guard let name = text("code"), !name.isEmpty, let attribute = text("attribute"), let pointer = text("path"),
            let severity = Severity(rawValue: text("severity") ?? Severity.error.rawValue)
        else { return nil }
        func position(_ name: String) -> SourcePosition? { text(name).flatMap(SourcePosition.init(description:)) }
        let code = Code(rawValue: name)
        let id = text("rule") ?? ""
        var parameters = Parameters()
        if case .object(let members)? = all["parameters"] {
            parameters.list = members.map { Parameter(name: $0.key, value: ParameterValue(stored: $0.value)) }
        }
        let rule = RuleReference(
            id: id, type: RuleType(rawValue: text("type") ?? ""), severity: severity,
            messages: rules.messages(id: id, code: code) ?? CompiledMessages(), position: position("rulePosition"))
        // Rules about all records are called by what they measure.
        let measured = ruleSet.dataset.first { $0.name == attribute }
        let group: String? = if case .text(let group)? = parameters["group"] { group } else { nil }
        // Without the rule there is what the report called it.
        let label = measured?.label(of: group) ?? (rule.type == DatasetRule.type ? text("label") : nil)
        let site = ViolationSite(
            attribute: attribute, path: ValuePath(pointer: pointer), rule: rule, label: label,
            origin: position("branch").map { ViolationOrigin(rule.position, branch: $0) })
        return Violation(code: code, parameters: parameters, site: site, offset: nil)
    }
}

extension ParameterValue {
    /// Reads a parameter as `JSONWriter` stored it.
    package init(stored value: AnyValue) {
        switch value {
        case .object(let members):
            if members.count == 1, members[0].key == Self.attributeMember, case .text(let name) = members[0].value {
                self = .attribute(name)
            } else {
                self = ParameterValue(value)
            }
        case .list(let items): self = .list(items.map { ParameterValue(stored: $0) })
        default: self = ParameterValue(value)
        }
    }
}
