internal import ProvisoCore
internal import ProvisoMessages

/// The rule that a model can hold what its rules made of a value, which no rule set has to say.
enum ModelRule {
    static let reference = RuleReference(id: "structure", type: "model")
}

extension Record {
    /// What properties could not hold, as violations: a validated value that is not stored is never "valid".
    var unheldValues: [Violation] {
        state.pointee.unheld.sorted { $0.key < $1.key }.map { name, value in
            Violation(
                code: .fault,
                parameters: [
                    "reason": .text(
                        "the rules set it to \(value.described), but the type of the property does not allow that")
                ],
                attribute: name, path: ValuePath(name), rule: ModelRule.reference)
        }
    }
}

extension AnyValue {
    /// What kind of value it is, for people who write rules.
    fileprivate var described: String {
        switch kind {
        case .absent, .null: "null"
        case .boolean: "true or false"
        case .integer, .unsigned, .double, .decimal: "a number"
        case .text, .bytes: "a string"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension Attribute {
    /// Writes a value that a rule put in place; false when the property cannot hold it.
    ///
    /// An empty value counts as held by a property that is empty in another way: null by an empty string.
    ///
    /// `constants` says whether the model is being made from data, so that its constants may change too.
    func take(_ value: AnyValue, into model: inout Checked, constants: Bool = false) -> Bool
    where Checked: ValidatableModel {
        if constants, let constant {
            guard let new = constant.change(model, value) else { return false }
            model = model.replacingConstants(ConstantValues(new, for: name))
            return true
        }
        if write(&model, value, constants: constants) { return true }
        guard value.isEmpty else { return false }
        let arena = Arena()
        return withExtendedLifetime(arena) { AnyValue(raw: read(model, arena)).isEmpty }
    }
}
