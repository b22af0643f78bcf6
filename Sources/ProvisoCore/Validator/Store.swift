/// Stored data that `exist` and `unique` query, such as a database.
///
/// Called from any thread, also at the same time, and in the middle of a validation: it should be fast. A slow store
/// should be an `AsyncStore`.
public protocol Store: Sendable {
    /// Whether a collection (a table, say) has an entry with all of these values.
    ///
    /// `except` holds the values that identify the entry being validated: entries with all of them do not count. It is
    /// empty if there is none. Throw if the query fails: a failure never counts as an answer.
    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool
}

/// Stored data that `exist` and `unique` query in an `AsyncPlan`, such as a database on another machine.
public protocol AsyncStore: Sendable {
    /// The same query as that of a `Store`; it must end when the task is cancelled.
    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) async throws -> Bool
}

/// A store in memory, for tests and small fixed lists.
///
/// Numbers and the strings that spell them are different.
public struct MemoryStore: Store {
    private let entries: [String: [[String: AnyValue]]]

    /// The entries of each collection by its name.
    public init(_ entries: [String: [[String: AnyValue]]]) {
        self.entries = entries
    }

    /// Whether a collection has a record with these values.
    public func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool {
        try entries(of: collection).contains { entry in
            Self.holds(entry, values) && (except.isEmpty || !Self.holds(entry, except))
        }
    }

    func entries(of collection: String) throws -> [[String: AnyValue]] {
        guard let entries = entries[collection] else { throw UnknownCollection(name: collection) }
        return entries
    }

    static func holds(_ entry: [String: AnyValue], _ values: [String: AnyValue]) -> Bool {
        values.allSatisfy { (entry[$0.key] ?? .null) == $0.value }
    }

    /// A query of a collection that the store does not have.
    public struct UnknownCollection: Error, CustomStringConvertible {
        /// The name of the collection.
        public let name: String
        /// A description for people.
        public var description: String { "the store has no collection '\(name)'" }
    }
}
