package import ProvisoMessages

extension RuleSet {
    /// The codes that rules give themselves, with their parameters; also in rules within rules, and in shapes.
    package var ownCodes: [CodeDescription] {
        Self.codes(of: rules) + shapes.values.flatMap { Self.codes(of: $0.rules) }
            + types.flatMap { writtenOut(.type($0.type)).flatMap { Self.codes(of: $0) } }
    }

    private static func codes(of rules: [Rule]) -> [CodeDescription] { rules.flatMap { codes(of: $0.constraint) } }

    private static func codes(of constraint: Constraint) -> [CodeDescription] {
        var codes: [CodeDescription] = []
        if let code = constraint.text(.code) {
            let names = constraint.value(.expressions)?.members.map(\.key) ?? []
            codes.append(CodeDescription(Code(rawValue: code), parameters: names))
        }
        for option in constraint.options.values {
            switch option {
            case .rule(let inner): codes += Self.codes(of: inner)
            case .shapes(let shapes): codes += shapes.flatMap { Self.codes(of: $0.shape.rules) }
            case .value, .condition: break
            }
        }
        return codes
    }
}
