package import ProvisoMessages

/// What a rule queries in a store, as far as the plan knows it.
package struct StoreNeed: Sendable {
    package let collection: String
    /// What values are called in the collection, sorted: those of attributes and those of `filter`.
    package let names: [String]
    /// What tells a record's own entry from others there; empty without `except`.
    package let identity: [String]
    /// What `lookup` reads of an entry.
    package let values: [String]
    /// What `lookup` may read of an entry, where it is not known which names are those of its members.
    package let others: [String]
    /// Whether entries are read, and not only looked for.
    package let isLookup: Bool
    /// Where the rule is written, and where it names the collection; `nil` when it is in no file.
    package let position: SourcePosition?
    package let place: SourcePosition?
    package let rule: String
    /// Whether the rule is part of a shape, which any rule may apply.
    let isOfShape: Bool

    init(
        _ collection: String, names: Set<String>, identity: [String] = [], values: [String] = [], others: [String] = [],
        isLookup: Bool = false, at place: SourcePosition? = nil, _ binder: any Binder
    ) {
        let origin = binder.ruleOrigin
        self.collection = collection
        self.names = names.sorted()
        self.identity = identity
        self.values = values
        self.others = others
        self.isLookup = isLookup
        position = origin.position
        self.place = place ?? origin.position
        rule = origin.id
        isOfShape = binder.isOfShape
    }
}

/// A store that receives the queries of all rules when a plan is made, so that it can check them before the first record.
package protocol ExpectingStore: Store {
    func expect(_ need: StoreNeed)
}

/// A store that knows whether it can answer the queries of a rule, so that a plan whose rule it cannot answer is refused.
package protocol CheckingStore: Sendable {
    func check(_ need: StoreNeed) throws(OptionError)
}
