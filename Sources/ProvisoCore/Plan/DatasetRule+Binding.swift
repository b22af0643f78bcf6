internal import ProvisoMessages

extension DatasetRule {
    /// The test as a condition; `nil` for one that only tests whether there is a value.
    var condition: Condition? {
        switch test {
        case .rule(let constraint)?:
            Condition(.rule(attribute: of ?? "", body: constraint), position: positions["is"] ?? position)
        case .expression(let text)?:
            {
                var condition = Condition(.expression(text), position: positions["expr"] ?? position)
                condition.text = positions[Constraint.text(of: "expr")]
                return condition
            }()
        case .absent?, .present?, .fails?, nil: nil
        }
    }

    /// Whether it counts the records in which a rule finds something.
    var countsFailures: Bool { if case .fails? = test { true } else { false } }

    /// The codes that the limits of the rule make possible.
    var ownCodes: [CodeDescription] {
        let isTimely = measure == .freshest
        return Self.codes.filter { code in
            switch code.code {
            case "dataset.tooSmall": isTimely || bounds.contains { $0.min != nil }
            case "dataset.tooBig": isTimely || bounds.contains { $0.max != nil }
            case "dataset.notEqual": bounds.contains { $0.equals != nil }
            default: true
            }
        }
    }
}

extension Condition {
    /// All expressions in it, with the places where they begin.
    var expressions: [(text: String, place: SourcePosition?)] {
        switch test {
        case .expression(let text): [(text, self.text)]
        case .rule, .closure: []
        case .any(let conditions), .all(let conditions), .number(_, let conditions): conditions.flatMap(\.expressions)
        case .not(let condition), .items(_, let condition): condition.expressions
        }
    }
}

extension ExprNode {
    /// The attributes of the row before that it reads: `previous.departure`.
    var membersOfRowBefore: [String] {
        switch self {
        case .select(.name(ExprPath.previous, isRoot: false, _), let field, _, _),
            .has(.name(ExprPath.previous, isRoot: false, _), let field, _),
            .index(.name(ExprPath.previous, isRoot: false, _), .literal(.string(let field), _), _, _):
            [ExprPath.escaped(field)]
        default: children.flatMap(\.membersOfRowBefore)
        }
    }
}

extension RuleSetError {
    /// An error at a key of a rule about all records.
    init(reason: String, suggestion: String? = nil, _ rule: DatasetRule, _ key: String) {
        self.init(position: rule.positions[key] ?? rule.position, reason: reason, suggestion: suggestion)
    }
}

extension QuickReading {
    /// The form for most records of a test; `none` if it takes more than a look at slots.
    init(_ test: BoundCondition.Test) {
        self = .none
        guard case .check(let check, let reference) = test, check.parts == nil else { return }
        if let holder = check.holder as? ValidatorHolder<ExprValidator> {
            guard let expression = holder.validator.condition, expression.hasShortcut else { return }
            self = .expression(.passUnretained(expression))
        } else if let slot = reference.fixedSlot {
            self = .check(.passUnretained(check), slot: slot)
        }
    }
}
