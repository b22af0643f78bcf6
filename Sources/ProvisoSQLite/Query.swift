#if SQLite
internal import GRDB
internal import Proviso

/// A query of a table: names are quoted, values are only bound.
struct Query: Sendable {
    private var sql = ""
    private var arguments: [DatabaseValue] = []
    /// Whether the statement is kept: data must not decide how many are.
    private var isKept = true

    init(_ table: String, _ values: [String: AnyValue], except: [String: AnyValue]) throws(SQLiteStoreError) {
        var conditions = try conditions(values)
        if !except.isEmpty {
            // A row with NULL in one of these columns is another one.
            conditions.append("(\(try self.conditions(except).joined(separator: " AND "))) IS NOT TRUE")
        }
        let wanted = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        sql = "SELECT EXISTS (SELECT 1 FROM main.\(Self.quoted(table)) AS t\(wanted))"
    }

    /// GRDB's `quotedDatabaseIdentifier` does not double the quotation marks in a name.
    private static func quoted(_ name: String) -> String {
        var quoted = "\"".unicodeScalars
        // By scalars: with a mark that combines with it, a quotation mark is another character.
        for scalar in name.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
        return String(quoted) + "\""
    }

    private mutating func conditions(_ values: [String: AnyValue]) throws(SQLiteStoreError) -> [String] {
        var conditions: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            // Without `t.`, SQLite would take the name of a missing column for a string.
            conditions.append("t.\(Self.quoted(name)) \(try comparison(with: value, in: name))")
        }
        return conditions
    }

    private mutating func comparison(with value: AnyValue, in column: String) throws(SQLiteStoreError) -> String {
        switch value {
        case .absent, .null: return "IS NULL"
        case .boolean(let truth): arguments.append(truth.databaseValue)
        case .integer(let number): arguments.append(number.databaseValue)
        case .double(let number): arguments.append(number.databaseValue)
        case .unsigned(let number): arguments.append(String(number).databaseValue)
        case .decimal(let digits): arguments.append(digits.databaseValue)
        case .text(let text):
            // GRDB binds a string up to its first U+0000, so "ada\0x" would be found as "ada".
            let parts = text.utf8.split(separator: 0, omittingEmptySubsequences: false)
            arguments += parts.map { String(Substring($0)).databaseValue }
            if parts.count > 1 { isKept = false }
            return "= " + parts.map { _ in "?" }.joined(separator: " || char(0) || ")
        case .list, .object:
            throw SQLiteStoreError("column '\(column)': expected a single value, found a list or an object")
        }
        return "= ?"
    }

    func answer(_ database: Database) throws -> Bool {
        let statement = try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
        return try Bool.fetchOne(statement, arguments: StatementArguments(arguments)) ?? false
    }
}
#endif
