internal import ProvisoMessages

/// Finds rules that no value of a model's property can pass, or that do nothing to it: the property's type is known.
extension PlanBuilder {
    /// Throws for a rule that cannot fit its property, and warns of one that has no effect.
    func checkFit(of rule: Rule, _ check: Check, to attribute: AttributeInfo) throws(RuleSetError) {
        guard let type = model?.propertyType(at: attribute.path.components[...]), type != .other else { return }
        let (body, name) = (rule.constraint, attribute.name)
        switch check.holder {
        case is ValidatorHolder<TrimValidator>:
            if type == .text || type == .list { return }
            let found = RuleSetError.Diagnostic(
                position: rule.position, reason: "'\(body.type)' has no effect, because '\(name)' is \(type.phrase)")
            warnings += rule.located([found], number: ruleNumber)
        case let holder as ValidatorHolder<DefaultValidator>:
            guard let value = holder.validator.value, !value.isNull, !type.kinds.contains(value.kind) else { return }
            throw RuleSetError(
                position: rule.position,
                reason: "'\(body.type)' sets \(ValueKindSet(value.kind).words), but '\(name)' is \(type.phrase)")
        case let holder as ValidatorHolder<InValidator> where type == .integer || type == .number:
            guard holder.validator.rejectsNumbers else { return }
            throw RuleSetError(
                position: rule.position,
                reason: "'\(body.type)' lists no number, but '\(name)' is \(type.phrase): no value can pass")
        default:
            // What takes nothing at all is another mistake.
            let kinds = check.facts.kinds
            guard !kinds.isEmpty, kinds.isDisjoint(with: type.kinds) else { return }
            throw RuleSetError(
                position: rule.position,
                reason: "'\(body.type)' takes \(kinds.words), but '\(name)' is \(type.phrase): "
                    + "no value can pass",
                suggestion: type.suggestion(insteadOf: registry.about(body.type).subject))
        }
    }
}

extension ModelType {
    /// The type of the property at a path as rules name it; `nil` if it is not known, as that of the items of a plain list.
    fileprivate func propertyType(at path: ArraySlice<ValuePath.Component>) -> AttributeType? {
        guard case .key(let name)? = path.first, let type = kinds()[name] else { return nil }
        let rest = path.dropFirst()
        if rest.isEmpty { return type }
        guard let nested = parts().first(where: { $0.attribute == name })?.nested else { return nil }
        let inner = rest.dropFirst(nested.levels)
        if rest.count == nested.levels { return .object }
        return inner.isEmpty ? nil : nested.model.propertyType(at: inner)
    }
}

extension AttributeType {
    /// The kinds of values that properties of the type have.
    fileprivate var kinds: ValueKindSet {
        switch self {
        case .text: .strings
        case .integer: [ValueKindSet(.integer), ValueKindSet(.unsigned)]
        case .number: [ValueKindSet(.integer), ValueKindSet(.unsigned), ValueKindSet(.double), ValueKindSet(.decimal)]
        case .boolean: ValueKindSet(.boolean)
        case .list: .lists
        case .object: .objects
        case .other: .anything
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .text: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        case .list: "a list"
        case .object: "an object"
        case .other: "anything"
        }
    }

    /// The rule type that is meant by one that takes other values.
    fileprivate func suggestion(insteadOf subject: RuleTypeFacts.Subject) -> String? {
        let meant: (any NamedValidator.Type)? =
            switch self {
            case .text: StringValidator.self
            case .integer: IntegerValidator.self
            case .number: NumberValidator.self
            case .boolean: BooleanValidator.self
            case .list: subject == .length ? CountValidator.self : EachValidator.self
            case .object: KeysValidator.self
            case .other: nil
            }
        return meant?.type.rawValue
    }
}
