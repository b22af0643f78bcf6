#if SQLite
internal import GRDB
public import Proviso

/// The tables of a SQLite file, for `exist` and `unique`.
///
/// Rules name collections; only the tables that the program declares for them can be queried, and only read. The store
/// keeps prepared statements and at most `readers` connections, which all plans share. Safe from any thread. A file that
/// is replaced by another needs a new store.
public final class SQLiteStore: Store, AsyncStore {
    private let pool: DatabasePool
    private let path: String
    private let patience: Duration
    private let tables: [String: Table]

    struct Table: Sendable {
        let name: String
        let columns: [String]
    }

    /// Opens a file; `tables` maps each collection of the rules to a table or view.
    ///
    /// A query waits for `patience` while another program locks the file. Throws if the file or a table is missing.
    public init(
        path: String, tables: [String: String], readers: Int = 4, patience: Duration = .seconds(5)
    ) throws(SQLiteStoreError) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.maximumReaderCount = max(1, readers)
        configuration.prepareDatabase { [patience] database in
            let milliseconds = Int32(min(max(0, patience / .milliseconds(1)), 86_400_000))
            try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
        }
        (self.path, self.patience) = (path, patience)
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            self.pool = pool
            self.tables = try pool.read { database in
                try tables.mapValues { try Self.table($0, in: path, database) }
            }
        } catch {
            throw SQLiteStoreError(error, path: path, patience: patience)
        }
    }

    private static func table(_ name: String, in path: String, _ database: Database) throws -> Table {
        let known = try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
        guard let found = known.first(where: { $0.lowercased() == name.lowercased() }) else {
            throw SQLiteStoreError(
                "\(path): no table or view '\(name)'" + Suggestion.hint(Suggestion.nearest(to: name, in: known)))
        }
        return Table(
            name: found,
            columns: try String.fetchAll(
                database, sql: "SELECT name FROM pragma_table_xinfo(?, 'main')", arguments: [found]))
    }

    /// Whether a table has a row with these values; the caller's thread waits.
    public func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool {
        let query = try query(values, in: collection, except: except)
        do {
            return try pool.read(query.answer)
        } catch {
            throw SQLiteStoreError(error, path: name, patience: patience)
        }
    }

    /// Whether a table has a row with these values; only the task waits.
    public func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) async throws -> Bool {
        let query = try query(values, in: collection, except: except)
        do {
            return try await pool.read { try query.answer($0) }
        } catch {
            try Task.checkCancellation()
            throw SQLiteStoreError(error, path: name, patience: patience)
        }
    }

    /// The file in faults, which users of the program may see: without its directory.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private func query(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws(SQLiteStoreError) -> Query {
        guard let table = tables[collection] else {
            throw SQLiteStoreError("no table is declared for the collection '\(collection)'")
        }
        return try Query(table.name, values, except: except)
    }
}

extension SQLiteStore: CheckingStore {
    package func check(_ need: StoreNeed) throws(OptionError) {
        guard let table = tables[need.collection] else {
            throw OptionError(
                option: "target",
                reason: "no table is declared for the collection '\(need.collection)': add it to the store's 'tables'",
                suggestion: Suggestion.nearest(to: need.collection, in: tables.keys.sorted()))
        }
        let known = Set(table.columns.map { $0.lowercased() })
        for name in need.names + need.identity where !known.contains(name.lowercased()) {
            throw OptionError(
                reason: "the table '\(table.name)' of \(path) has no column '\(name)'",
                suggestion: Suggestion.nearest(to: name, in: table.columns))
        }
    }
}

/// Why a SQLite file could not be opened or queried, and what to do.
public struct SQLiteStoreError: Error, Sendable, CustomStringConvertible {
    /// A description for people, without values of records.
    public let description: String

    init(_ description: String) { self.description = description }

    init(_ error: any Error, path: String, patience: Duration) {
        guard let error = error as? DatabaseError else {
            self = error as? SQLiteStoreError ?? SQLiteStoreError("\(path): \(error)")
            return
        }
        let reason =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                "another program has locked the database for more than \(patience): end its transaction, "
                    + "or let it use 'PRAGMA journal_mode = WAL', where writers do not lock readers"
            case .SQLITE_CANTOPEN: "the file cannot be opened: check that it exists and may be read"
            case .SQLITE_NOTADB: "the file is not a SQLite database"
            default: "\(error.message ?? "SQLite failed") (\(error.extendedResultCode))"
            }
        self.init("\(path): \(reason)")
    }
}
#endif
