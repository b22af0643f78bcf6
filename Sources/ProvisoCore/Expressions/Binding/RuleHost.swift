internal import ProvisoMessages

/// The rule types and stores of a rule's registry, for its expression.
struct RuleHost: ExprHost {
    let attribute: AttributeInfo
    let binder: any Binder
    let option: String
    /// The position of a place of the expression, if that is known exactly.
    let position: (Int) -> SourcePosition?

    /// The name of the value, for `lookup(products, this)`.
    var valueName: String? {
        attribute.path.components.last.flatMap { if case .key(let name) = $0 { name } else { nil } }
    }

    var hasRowBefore: Bool { binder.rowBefore != nil }

    func check(_ type: String, _ options: [String: AnyValue]) throws(OptionError) -> Check {
        let constraint = Constraint(type: RuleType(rawValue: type), options: options.mapValues { .value($0) })
        let wasAsync = binder.isAsyncRule
        let check = try binder.innerCheck(for: constraint, attribute: attribute, option: option, ofItems: false)
        guard wasAsync == binder.isAsyncRule else {
            throw OptionError(reason: "the rule type '\(type)' is async, so an expression cannot call it")
        }
        return check
    }

    func store(
        of collection: String, at offset: Int, names: [String], values: [String], others: [String]
    ) throws(OptionError) -> any LookupStore {
        guard let store = binder.services.store else {
            throw OptionError(
                reason: binder.services.asyncStore == nil
                    ? "there is no store: set the registry's services.store, in Swift, before making the plan"
                    : "an async store cannot be used by 'lookup': expressions do not wait")
        }
        guard let lookup = store as? any LookupStore else {
            throw OptionError(reason: "the store cannot look up entries: let it conform to LookupStore")
        }
        if let expecting = store as? any ExpectingStore {
            expecting.expect(
                StoreNeed(
                    collection, names: Set(names), values: values, others: others, isLookup: true,
                    at: position(offset), binder))
        }
        return lookup
    }
}
