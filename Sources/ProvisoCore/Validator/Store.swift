/// Stored data that `exist` and `unique` ask, such as a database.
///
/// Asked from any thread, also at the same time, and in the middle of a validation: it should answer fast. Every
/// question is a plain value, so that a store that answers later can be given the same ones.
public protocol Store: Sendable {
    /// Whether a collection (a table, say) has an entry with all of these values.
    ///
    /// `except` holds the values that tell the entry being validated from others: entries with all of them do not
    /// count. It is empty when there is none. Throw when the question cannot be answered: that is never taken for an
    /// answer.
    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool
}

/// Stored data that `exist` and `unique` ask in an `AsyncPlan`, such as a database on another machine.
public protocol AsyncStore: Sendable {
    /// The same question as `Store` is asked; to be given up when the task is cancelled.
    func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) async throws -> Bool
}

/// A store in memory, for tests and small fixed lists.
///
/// Numbers and the texts that spell them are different.
public struct MemoryStore: Store {
    private let entries: [String: [[String: AnyValue]]]

    /// The entries of each collection by its name.
    public init(_ entries: [String: [[String: AnyValue]]]) {
        self.entries = entries
    }

    public func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool {
        guard let entries = entries[collection] else { throw UnknownCollection(name: collection) }
        return entries.contains { entry in
            Self.holds(entry, values) && (except.isEmpty || !Self.holds(entry, except))
        }
    }

    private static func holds(_ entry: [String: AnyValue], _ values: [String: AnyValue]) -> Bool {
        values.allSatisfy { (entry[$0.key] ?? .null) == $0.value }
    }

    /// A question about a collection the store does not have.
    public struct UnknownCollection: Error, CustomStringConvertible {
        public let name: String
        public var description: String { "the store has no collection '\(name)'" }
    }
}
