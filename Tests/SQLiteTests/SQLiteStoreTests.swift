#if SQLite
import Foundation
import GRDB
import Proviso
import ProvisoSQLite
import Testing

/// A SQLite file for one test, and the plans over it.
final class SampleFile: Sendable {
    let path: String
    let writer: DatabaseQueue

    init(_ sql: String = SampleFile.users) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        writer = try DatabaseQueue(path: path, configuration: configuration)
        try run(sql)
    }

    deinit {
        try? writer.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    static let users = """
        CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, team TEXT, number INTEGER, mail TEXT COLLATE NOCASE);
        INSERT INTO users VALUES (1, 'ada', 'a', 1, 'Ada@example.org'), (2, 'bob', NULL, 2, NULL), (3, 'õ', 'b', 3, '');
        """

    func run(_ sql: String) throws { try writer.write { try $0.execute(sql: sql) } }

    func store(_ tables: [String: String] = ["users": "users"]) throws -> SQLiteStore {
        try SQLiteStore(path: path, tables: tables, patience: .milliseconds(50))
    }

    func registry(_ tables: [String: String] = ["users": "users"]) throws -> Registry {
        var registry = Registry.standard
        let store = try store(tables)
        registry.services = Services(store: store, asyncStore: store)
        return registry
    }

    /// The codes of the violations, which must be the same in a plan that waits and in one that does not.
    func codes(_ rules: [Rule], _ record: AnyValue) async throws -> [String] {
        let (rules, registry) = (RuleSet(rules: rules), try registry())
        let codes = try Plan(rules, registry: registry).validate(record).violations.map(\.code.rawValue)
        let awaited = try await AsyncPlan(rules, registry: registry).validate(record).violations.map(\.code.rawValue)
        #expect(codes == awaited)
        return codes
    }
}

extension SQLiteStore {
    /// The lookup on this thread: in `#expect` the compiler would choose the one that is awaited.
    func has(
        _ values: [String: AnyValue], in collection: String = "users", except: [String: AnyValue] = [:]
    ) throws -> Bool {
        try contains(values, in: collection, except: except)
    }
}

struct SQLiteStoreTests {
    private let file: SampleFile

    init() throws { file = try SampleFile() }

    @Test func `What a table has exists, and is taken`() async throws {
        let rules = [Rule("name", .unique(in: "users")), Rule("owner", .exist(in: "users", as: "name"))]
        #expect(try await file.codes(rules, ["name": "carol", "owner": "ada"]) == [])
        #expect(try await file.codes(rules, ["name": "ada", "owner": "carol"]) == ["unique.taken", "exist.invalid"])
        #expect(try await file.codes(rules, ["name": "õ", "owner": "õ"]) == ["unique.taken"])
    }

    @Test func `A record may keep its own value, and no other row's`() async throws {
        let rules = [Rule("id", .safe), Rule("name", .unique(in: "users", except: ["id": "id"]))]
        #expect(try await file.codes(rules, ["id": 1, "name": "ada"]) == [])
        #expect(try await file.codes(rules, ["id": 2, "name": "ada"]) == ["unique.taken"])
        #expect(try await file.codes(rules, ["name": "ada"]) == ["unique.taken"])
    }

    @Test func `A row whose identity is NULL is another record's`() throws {
        #expect(try file.store().has(["name": "bob"], except: ["team": "a"]))
        #expect(try !file.store().has(["name": "bob"], except: ["team": .null]))
    }

    @Test func `NULL and an absent value are one value, and an empty text another`() throws {
        let store = try file.store()
        #expect(try store.has(["name": "bob", "team": .null]))
        #expect(try store.has(["name": "bob", "team": .absent]))
        #expect(try !store.has(["name": "bob", "team": ""]))
        #expect(try !store.has(["name": "ada", "team": .null]))
    }

    @Test(arguments: [
        "' OR 1=1 --", "ada' --", "x'; DROP TABLE users; --", "\" OR \"\"=\"", "?1", "%", "name", "ada\0", "ada\0x",
        "\0",
    ])
    func `No text is found that is not a value, whatever it spells`(_ text: String) async throws {
        #expect(try await file.codes([Rule("name", .exist(in: "users"))], ["name": .text(text)]) == ["exist.invalid"])
        #expect(try await file.codes([Rule("name", .exist(in: "users"))], ["name": "ada"]) == [])
    }

    @Test func `A text with U+0000 is found where it is stored`() throws {
        try file.run("INSERT INTO users (name) VALUES ('a' || char(0) || 'b')")
        #expect(try file.store().has(["name": "a\0b"]))
        #expect(try !file.store().has(["name": "a"]))
    }

    @Test(arguments: [#"we"ird'; DROP TABLE users; --"#, "\"\u{301} FROM users; --", "\"", "a b", "t.name", "[x]"])
    func `A name with quotation marks is a name`(_ name: String) async throws {
        let quoted = "\"" + name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        try file.run("CREATE TABLE \(quoted) (\(quoted) TEXT); INSERT INTO \(quoted) VALUES ('ada')")
        let store = try file.store(["odd": name, "users": "users"])
        #expect(try store.has([name: "ada"], in: "odd"))
        #expect(try !store.has([name: "bob"], in: "odd"))
        #expect(try store.has(["name": "ada"]))
    }

    @Test func `The column decides how texts and numbers compare`() throws {
        let store = try file.store()
        func has(_ column: String, _ value: AnyValue) throws -> Bool {
            try store.has([column: value])
        }
        #expect(try has("mail", "ADA@EXAMPLE.ORG"))
        #expect(try !has("name", "ADA"))
        #expect(try has("number", 1))
        #expect(try has("number", 1.0))
        #expect(try has("number", "1"))
        #expect(try has("number", true))
        #expect(try !has("number", 1.5))
        #expect(try !has("number", "one"))
        #expect(try !has("number", .unsigned(.max)))
        #expect(try !has("number", .double(.nan)))
    }

    @Test func `A column that is not in the table is an error of the rule set, at its place`() throws {
        let rules = try RuleSet(
            parsing: """
                proviso: 1
                rules:
                  - [name, exist, { target: users, targetAttribute: nmae }]
                """)
        let error = try #require(throws: RuleSetError.self) { try Plan(rules, registry: file.registry()) }
        #expect("\(error)".contains("has no column 'nmae'"))
        #expect("\(error)".contains("did you mean 'name'?"))
        #expect("\(error)".contains("3:"))
        #expect(throws: RuleSetError.self) { try AsyncPlan(rules, registry: file.registry()) }
    }

    @Test(arguments: [
        Rule("name", .exist(in: "usres")), Rule("name", .exist(in: "users", filter: ["aktive": 1])),
        Rule("name", .unique(in: "users", except: ["name": "uid"])),
        Rule("name", .exist(in: "sqlite_master")),
    ])
    func `A rule over what is not declared is refused`(_ rule: Rule) throws {
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [rule]), registry: file.registry()) }
    }

    @Test func `A missing file, a missing table and another kind of file are errors that say what to do`() throws {
        func reason(_ path: String, _ table: String = "users") throws -> String {
            let error = try #require(throws: SQLiteStoreError.self) {
                try SQLiteStore(path: path, tables: ["users": table])
            }
            return "\(error)"
        }
        #expect(try reason(file.path, "usres").hasSuffix("no table or view 'usres'; did you mean 'users'?"))
        #expect(try reason(file.path + ".no").hasSuffix("cannot be opened: check that it exists and may be read"))
        #expect(!FileManager.default.fileExists(atPath: file.path + ".no"))
        let text = file.path + ".txt"
        try String(repeating: "not a database ", count: 1000).write(toFile: text, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: text) }
        #expect(try reason(text).hasSuffix("the file is not a SQLite database"))
    }

    @Test func `A locked database is a fault that says so, and never an answer`() async throws {
        let plan = try AsyncPlan(RuleSet(rules: [Rule("name", .unique(in: "users"))]), registry: file.registry())
        try await file.writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let locked = try await plan.validate(["name": "free"]).violations
        #expect(locked.map(\.code.rawValue) == ["rule.fault"])
        #expect(locked.first.map { "\($0.parameters)".contains("another program has locked the database") } == true)
        try await file.writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await plan.validate(["name": "free"]).violations == [])
    }

    @Test func `A database with a write-ahead log answers while another program writes`() async throws {
        try await file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        let store = try file.store()
        try await file.writer.writeWithoutTransaction {
            try $0.execute(sql: "BEGIN IMMEDIATE; INSERT INTO users (name) VALUES ('eve')")
        }
        #expect(try !store.has(["name": "eve"]))
        try await file.writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try store.has(["name": "eve"]))
    }

    @Test func `A table that is dropped while the program runs is a fault`() async throws {
        let plan = try AsyncPlan(RuleSet(rules: [Rule("name", .unique(in: "users"))]), registry: file.registry())
        #expect(try await plan.validate(["name": "free"]).violations == [])
        try file.run("ALTER TABLE users RENAME COLUMN name TO title")
        #expect(try await plan.validate(["name": "free"]).violations.map(\.code.rawValue) == ["rule.fault"])
        try file.run("DROP TABLE users")
        #expect(try await plan.validate(["name": "free"]).violations.map(\.code.rawValue) == ["rule.fault"])
    }

    @Test func `A row that is written after a check is seen by the next check only`() async throws {
        let plan = try AsyncPlan(RuleSet(rules: [Rule("name", .unique(in: "users"))]), registry: file.registry())
        #expect(try await plan.validate(["name": "eve"]).violations == [])
        try file.run("INSERT INTO users (name) VALUES ('eve')")
        #expect(try await plan.validate(["name": "eve"]).violations.map(\.code.rawValue) == ["unique.taken"])
    }

    @Test func `The store cannot write`() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
        _ = try file.store().has(["name": "x'); DELETE FROM users; --"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    }

    @Test func `A thousand validations at the same time have their own answers`() async throws {
        try file.run(
            """
            WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 2 FROM n WHERE i < 2008)
            INSERT INTO users (id, name) SELECT i, 'user' || i FROM n
            """)
        let plan = try AsyncPlan(
            RuleSet(rules: [Rule("name", .exist(in: "users"))]), registry: try file.registry())
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 10..<1010 {
                group.addTask {
                    let violations = try await plan.validate(["name": .text("user\(number)")]).violations
                    return violations.map(\.code.rawValue) == (number % 2 == 0 ? [] : ["exist.invalid"])
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
#endif
