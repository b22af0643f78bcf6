import Proviso
import ProvisoBulk
import TestSupport
import Testing

/// Wherever an input is cut, and however many threads share it, the findings are the same.
struct BoundaryTests {
    struct Row: Sendable {
        let name: String
        let input: String
        let found: [String]
        let location: SourceLocation

        init(
            _ name: String, _ input: String, _ found: String..., at location: SourceLocation = #_sourceLocation
        ) {
            self.name = name
            self.input = input
            self.found = found
            self.location = location
        }
    }

    static let rows = [
        Row(
            "a.ndjson", "{\"name\":\"\"}\n\n {\"é\":1,\"name\":\"\"}\r\n{\"name\":\"a\"}\n{\"name\":", "1@1:9 /name",
            "2@3:16 /name", "4@5:9 not valid JSON: expected a value, found the end of the text", "4 2 1"),
        Row("b.json", "\u{FEFF}{\"name\":\"\"}\n{\"name\":\"b\"}", "1@1:9 /name", "2 1 0"),
        Row(
            "c.json", " [ {\"name\":\"]\\\"\"} ,{\"é\":\"\",\"name\":\"\"},\n {\"name\":\"\"},5\n]\n", "2@1:35 /name",
            "3@2:10 /name", "4@2:14 ", "4 3 0"),
        Row(
            "d.json", "{\n\"name\": \"\"\n}\n{\"name\":\"d\"} {\"name\":\"\"}\n", "1@2:9 /name", "3@4:22 /name", "3 2 0"
        ),
        Row(
            "e.csv", "name,note\r\na,\"x\"\"\ny\"\r\n,\"é\"\r\n\r\n\"\",\"\"\n\"q\"\"r\",5\" pipe\n,last",
            "2@4:1 /name",
            "3@6:1 /name", "5@8:1 /name", "5 3 0"),
        Row(
            "f.tsv", "name\tnote\n\t\"a\tb\"\nx\t\ty\nz\t1\n", "1@2:1 /name", "2@3:1 3 fields, but the header has 2",
            "3 1 1"),
        Row(
            "h.yaml",
            "\u{FEFF}# a\r\nname: ''\n---\n\n# empty\n---\né: 1\nname: \"\"\n...\n%YAML 1.2\n---\n{é: 1, name: ''}\n---\n'",
            "1@2:7 /name", "2@8:7 /name", "3@12:14 /name", "4@14:2 not YAML: found unexpected end of stream", "4 3 1"),
        Row(
            "i.yml", "x: &a {name: ''}\n<<: *a\n--- |\n a\n---\nname: a\nname: b", "1@1:14 /name", "2@3:5 ",
            "3@7:1 the mapping has the key 'name' twice", "3 2 1"),
        Row("j.toml", "# a\n'é' = 1\r\n[x]\nname = 1\n", "1@2:1 /name", "1 1 0"),
        Row("k.toml", "'é'.x = 1\n\"name\" = ''", "1@2:10 /name", "1 1 0"),
        Row("g.csv", "\u{FEFF}\"na\"\"me\",name\n1,\"open", "1@2:3 this opening quote has no closing quote", "1 0 1"),
    ]

    @Test func everyCutIsTheSame() throws {
        let bench = try Bench(rules: "rules: [[name, required]]")
        defer { bench.remove() }
        eachRow(Self.rows, at: \.location) { row in
            for size in [1, 2, 3, 5, 7, 11, 16, 23, 1 << 18] {
                for jobs in [1, 3] {
                    let found = try bench.check(Array(row.input.utf8), name: row.name, chunkSize: size, jobs: jobs)
                    #expect(
                        found == row.found.joined(separator: "\n"), "chunks of \(size), \(jobs) threads",
                        sourceLocation: row.location)
                }
            }
        }
    }

    /// A value is taken by the record that comes first in the data, not by the one that is checked first.
    @Test func recordsAreComparedInTheirOrder() throws {
        let bench = try Bench(rules: "rules: [[id, unique], [items.*.sku, unique], [id, integer]]")
        defer { bench.remove() }
        let input = """
            {"id":1,"items":[{"sku":"a"},{"sku":"b"},{"sku":"a"}]}
            {"id":2}
            {"id":1.0}
            {"id":"1","items":[{"sku":"b"}]}
            {"id":"x"}
            {"id":"x"}
            {}
            {"id":null}

            """
        let found = """
            1@1:49 /items/2/sku
            3@3:7 /id
            4@4:27 /items/0/sku
            5@5:7 /id
            6@6:7 /id
            8 5 0
            """
        for size in [1, 8, 50, 1 << 18] {
            for jobs in [1, 2, 7] {
                #expect(try bench.check(Array(input.utf8), name: "u.ndjson", chunkSize: size, jobs: jobs) == found)
            }
        }
    }

    /// The first record is the same wherever the input is cut and however many threads there are.
    @Test func findingsSayWhichRecordWasFirst() throws {
        let bench = try Bench(rules: "rules: [[id, unique], [items.*, unique]]")
        defer { bench.remove() }
        let lines = (0..<60).map { "{\"id\":\($0 % 25),\"items\":[\"a\($0)\",\"a\($0 / 2)\"]}\n" }
        let found = (0..<60).flatMap { number in
            (number >= 25 ? ["\(number + 1) /id \(number % 25 + 1)"] : [])
                // The item was the first one of an earlier record, or of this one.
                + ["\(number + 1) /items/1 \(number / 2 + 1)"]
        }
        for size in [1, 64, 1 << 18] {
            for jobs in [1, 4] {
                let shown = try bench.check(
                    Array(lines.joined().utf8), name: "f.ndjson", chunkSize: size, jobs: jobs, by: FirstRecordReport())
                #expect(shown == (found + ["60 60 0"]).joined(separator: "\n"), "chunks of \(size), \(jobs) threads")
            }
        }
    }

    /// What a rule finds may not depend on whether a record was judged twice.
    @Test func severalAttributesAreUniqueTogether() throws {
        let bench = try Bench(
            rules: "rules: [[seat, unique, {targetAttribute: [seat, flight]}], [flight, required], [tag, trim]]")
        defer { bench.remove() }
        let input = """
            {"seat":"1","flight":"A"}
            {"seat":"1","flight":"B"}
            {"seat":"1","flight":"A"}
            {"seat":"1"}

            """
        for size in [1, 1 << 18] {
            let found = try bench.check(Array(input.utf8), name: "s.ndjson", chunkSize: size, jobs: 2)
            #expect(found == "3@3:9 /seat\n4@4:1 /flight\n4 2 0")
        }
    }
}
