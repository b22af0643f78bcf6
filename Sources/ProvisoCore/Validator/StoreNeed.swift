package import ProvisoMessages

/// What a rule queries in a store, as far as the plan knows it.
package struct StoreNeed: Sendable {
    package let collection: String
    /// What values are called in the collection, sorted: those of attributes and those of `filter`.
    package let names: [String]
    /// What tells a record's own entry from others there; empty without `except`.
    package let identity: [String]
    /// Where the rule is written, `nil` when it is in no file.
    package let position: SourcePosition?
    package let rule: String
    /// Whether the rule is part of a shape, which any rule may apply.
    let isOfShape: Bool

    init(_ collection: String, names: Set<String>, identity: [String], _ binding: borrowing BindingContext) {
        let origin = binding.binder.ruleOrigin
        self.collection = collection
        self.names = names.sorted()
        self.identity = identity
        position = origin.position
        rule = origin.id
        isOfShape = binding.binder.isOfShape
    }
}

/// A store that receives the queries of all rules when a plan is made, so that it can check them before the first record.
package protocol ExpectingStore: Store {
    func expect(_ need: StoreNeed)
}
