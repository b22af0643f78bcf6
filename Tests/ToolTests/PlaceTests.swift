import TestSupport
import Testing

/// Lines and columns in each form of input.
@Suite(.waitingForProcesses) struct PlaceTests {
    struct Row: Sendable {
        let input: String
        /// `line:column pointer`.
        let places: [String]
        let summary: String
        let location: SourceLocation

        init(
            _ input: String, _ places: String..., summary: String, at location: SourceLocation = #_sourceLocation
        ) {
            self.input = input
            self.places = places
            self.summary = summary
            self.location = location
        }
    }

    private static let one = "1 record: 0 valid, 1 invalid; 1 error"
    private static let two = "2 records: 0 valid, 2 invalid; 2 errors"

    static let rows = [
        // A record a line.
        Row(#"{"name":""}"#, "1:9 /name", summary: one),
        Row("{\"name\":\"\"}\n", "1:9 /name", summary: one),
        Row("{\"name\":\"\"}\n{\"name\":\"a\",\"age\":5}\n", "1:9 /name", "2:19 /age", summary: two),
        Row("{\"name\":\"\"}\r\n{\"age\":5,\"name\":\"a\"}\r\n", "1:9 /name", "2:8 /age", summary: two),
        Row("\u{FEFF}{\"name\":\"\"}\n{\"name\":\"\"}\n", "1:9 /name", "2:9 /name", summary: two),
        Row("\n\n  {\"name\":\"\"}\n\n \t\n{\"name\":\"\"}\n\n", "3:11 /name", "6:9 /name", summary: two),
        Row("{\"é語😀\":1,\"name\":\"\"}\n", "1:17 /name", summary: one),
        Row("{\"age\":20}\n", "1:1 /name", summary: one),
        Row("  {\"age\":20}\n", "1:1 /name", summary: one),
        Row(
            "{\"name\":\"a\",\"items\":[{\"sku\":\"\"},{}]}\n{\"name\":\"b\"}\n", "1:29 /items/0/sku",
            "1:33 /items/1/sku",
            summary: "2 records: 1 valid, 1 invalid; 2 errors"),
        Row("5\n", "1:1", summary: one),
        Row("\"name\"\n[]\n", "1:1", "2:1", summary: two),
        Row("null", "1:1", summary: one),

        // A list of records.
        Row("[{\"name\":\"\"}]", "1:10 /name", summary: one),
        Row("[{\"name\":\"\"},{\"name\":\"\"}]", "1:10 /name", "1:22 /name", summary: two),
        Row(
            "[\n  {\"name\": \"\"},\n  {\n    \"age\": 5,\n    \"name\": \"\"\n  }\n]\n", "2:12 /name", "5:13 /name",
            "4:12 /age",
            summary: "2 records: 0 valid, 2 invalid; 3 errors"),
        Row("[\r\n  {\"name\": \"\"}\r\n]\r\n", "2:12 /name", summary: one),
        Row("\u{FEFF}[{\"name\":\"\"}]", "1:10 /name", summary: one),
        Row("  [ {\"é\":1,\"name\":\"\"} , {\"name\":\"\"} ] ", "1:19 /name", "1:33 /name", summary: two),
        Row("[1,\"]\",{\"name\":\"],[\\\"\"}]", "1:2", "1:4", summary: "3 records: 1 valid, 2 invalid; 2 errors"),

        // Records over several lines.
        Row("{\n  \"name\": \"\"\n}\n", "2:11 /name", summary: one),
        Row(
            "{\n  \"name\": \"\"\n}\n{\n  \"age\": 5,\n  \"name\": \"a\"\n}\n", "2:11 /name", "5:10 /age", summary: two),
        Row("{\r\n  \"name\": \"\"\r\n}\r\n{\r\n\"name\": \"\"}", "2:11 /name", "5:9 /name", summary: two),
        Row("\u{FEFF}{\n\"name\": \"\"\n} {\"name\":\n\"\"}", "2:9 /name", "4:1 /name", summary: two),
        Row("\u{FEFF}{ \"name\":\"\",\n\"a\": 1}", "1:10 /name", summary: one),
    ]

    @Test func findsThePlace() throws {
        let tool = try Tool()
        defer { tool.remove() }
        eachRow(Self.rows, at: \.location) { row in
            let result = try tool.check(row.input)
            let places = result.lines.map { line in
                let parts = line.split(separator: ":", maxSplits: 3)
                let pointer = line.split(separator: "[").last?.dropLast().split(separator: " ").dropFirst().first
                return "\(parts[1]):\(parts[2])" + (pointer.map { " \($0)" } ?? "")
            }
            #expect(places == row.places, "\(result.output)\(result.errors)", sourceLocation: row.location)
            #expect(result.errors.hasPrefix(row.summary), "\(result.errors)", sourceLocation: row.location)
            #expect(result.status == 1, sourceLocation: row.location)
        }
    }

    /// Records that lie across the ends of what is read at once.
    @Test func placesStayRightInLongInputs() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let padding = String(repeating: "é", count: 300_000)
        let record = "{\"note\":\"\(padding)\",\"name\":\"\"}"
        let column = 300_000 + 19
        let lines = try tool.check(record + "\n" + record + "\n" + record)
        #expect(
            lines.lines.map { $0.split(separator: ":")[1...2].joined(separator: ":") } == [
                "1:\(column)", "2:\(column)", "3:\(column)",
            ])
        let list = try tool.check("[" + record + ",\n " + record + ",\n  " + record + "]")
        #expect(
            list.lines.map { $0.split(separator: ":")[1...2].joined(separator: ":") } == [
                "1:\(column + 1)", "2:\(column + 1)", "3:\(column + 2)",
            ])
    }
}
