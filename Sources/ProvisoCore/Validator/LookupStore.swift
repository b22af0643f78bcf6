/// A store that also gives the entry that has some values, for `lookup` in expressions.
public protocol LookupStore: Store {
    /// The first entry of a collection (a row of a table, say) with all of these values; `nil` if there is none.
    ///
    /// Throw if the query fails: a failure never counts as an answer.
    func entry(with values: [String: AnyValue], in collection: String) throws -> [String: AnyValue]?
}

extension MemoryStore: LookupStore {
    /// The first entry of a collection with these values.
    public func entry(with values: [String: AnyValue], in collection: String) throws -> [String: AnyValue]? {
        try entries(of: collection).first { Self.holds($0, values) }
    }
}
