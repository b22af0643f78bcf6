import JSONBridge
import Proviso
import Testing

struct JSONFillTests {
    struct Row: Sendable {
        let json: String
        let attribute: String
        let value: AnyValue
        let location: SourceLocation

        init(
            _ json: String, _ attribute: String, _ value: AnyValue, at location: SourceLocation = #_sourceLocation
        ) {
            self.json = json
            self.attribute = attribute
            self.value = value
            self.location = location
        }
    }

    static let rows = [
        Row(#"{"a":1}"#, "a", 1),
        Row(#"{"b":1}"#, "a", .absent),
        Row(#"{"a":null}"#, "a", .null),
        Row(#"{"a":1,"a":2}"#, "a", 2),
        Row(#"{"a":{"b":1,"c":2},"a":{"b":3}}"#, "a.c", .absent),
        Row(#"{"a":{"b":1,"c":2},"a":{"b":3}}"#, "a.b", 3),
        Row(#"{"a":{"b":1},"a":5}"#, "a.b", .absent),
        Row(#"{"a":5,"a":{"b":1}}"#, "a.b", 1),
        Row(#"{"a":{"b":{"c":1},"b":{}}}"#, "a.b.c", .absent),
        Row(#"{"A":1}"#, "a", .absent),
        Row(#"{"abc":1,"ab":2,"a":3}"#, "ab", 2),
        Row(#"{"a":1}"#, "ab", .absent),
        Row(#"{"ab":1}"#, "a", .absent),
        Row(#"{"\u0061":1}"#, "a", 1),
        Row(#"{"\u00e9":1}"#, "é", 1),
        Row(#"{"é":1}"#, "é", 1),
        Row(#"{"\ud83d\ude00":1}"#, "😀", 1),
        Row(#"{"e\u0301":1}"#, "é", .absent),
        Row(#"{"a\"b":1}"#, "a\"b", 1),
        Row(#"{"a\\b":1}"#, "a\\b", 1),
        Row(#"{"a\nb":1}"#, "a\\nb", .absent),
        Row(#"{"a\\nb":1}"#, "a\\nb", 1),
        Row(#"{"a\nb":1}"#, "a\nb", 1),
        Row(#"{"a":1,"b":2}"#, "a\":1,\"b", .absent),
        Row(#"{"a\":1,\"b":2}"#, "a\":1,\"b", 2),
        Row(#"{"a\u0000b":1}"#, "a\u{0}b", 1),
        Row(#"{"a":{"":1}}"#, "a", ["": 1]),
        Row(#"{"":1}"#, "a", .absent),
        Row(#"{"items":[{"a":1},{"b":2},3,{"a":4,"a":5}]}"#, "items.*.a", [1, .absent, 5]),
        Row(#"{"items":{"x":{"a":1},"y":{"a":2}}}"#, "items.*.a", [1, 2]),
        Row(#"{"items":[[1,2],[],[3]]}"#, "items.*.*", [1, 2, 3]),
        Row(#"{"a":[1,{"b":2}]}"#, "a.b", .absent),
        Row(#"{"a":"text"}"#, "a.b", .absent),
        Row(" \r\n\t{ \"a\" \n:\t\"x\" } \n", "a", "x"),
    ]

    @Test(arguments: rows) func findsMembers(row: Row) throws {
        for others in [[], ["a", "ab", "abc", "zz", "a.b", "a.c"], ["a\\nb", "a\"b", "items"]] {
            let names = [row.attribute] + others.filter { $0 != row.attribute }
            let record = Record(for: try Plan(RuleSet(rules: [Rule(names, .type("safe"))])))
            try record.fill(json: row.json)
            // A list that a rule names for itself as well is walked the same.
            #expect(record[row.attribute] == row.value, "\(names)", sourceLocation: row.location)
        }
    }

    /// A large object is not searched for repeated members while it is read; the last one counts all the same.
    @Test func theLastOfTwoCountsInLargeObjectsToo() throws {
        let members = (0..<200).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let record = Record(for: try Plan(RuleSet(rules: [Rule("o, o.k3, l.*.k3", .type("safe"))])))
        try record.fill(json: "{\"o\":{\(members),\"k3\":\"last\"},\"l\":[{\(members),\"k3\":\"last\"}]}")
        #expect(record["o.k3"] == "last")
        #expect(record["o"]?["k3"] == "last")
        #expect(record["l.*.k3"] == ["last"])
    }

    @Test func namesLongerThanTheTextAreNotFound() throws {
        let name = String(repeating: "n", count: 100_000)
        let record = Record(for: try Plan(RuleSet(rules: [Rule("a", .type("safe")), Rule(name, .type("safe"))])))
        try record.fill(json: "{\"nnnn\":1,\"a\":2}")
        #expect(record[name] == .absent)
        try record.fill(json: "{\"\(name)\":3}")
        #expect(record[name] == 3)
    }

    /// What an earlier, longer text left in memory must not complete a later one.
    @Test func earlierTextsLeaveNothingBehind() throws {
        let record = Record(for: try Plan(RuleSet(rules: [Rule("a, b.c, l", .type("safe"))])))
        let long = #"{"a":{"k":{"x":"]}\"]}"}},"l":[[{"y":1}]],"b":{"c":"}}]"}}"#
        for length in 0..<long.utf8.count {
            try record.fill(json: long)
            #expect(throws: InputError.self, "\(length)") { try record.fill(json: String(long.prefix(length))) }
            #expect(record["a"] == .absent && record["b.c"] == .absent && record["l"] == .absent, "\(length)")
        }
    }

    struct Failure: Sendable {
        let json: [UInt8]
        let reason: InputError.Reason
        let location: SourceLocation

        init(_ json: [UInt8], _ reason: InputError.Reason, at location: SourceLocation = #_sourceLocation) {
            self.json = json
            self.reason = reason
            self.location = location
        }
    }

    private static let brackets = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}"

    static let failures = [
        Failure(Array("{".utf8), .syntax), Failure(Array("".utf8), .syntax), Failure(Array("{\"a\":}".utf8), .syntax),
        Failure([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], .encoding),
        Failure(Array(("{\"a\":" + brackets).utf8), .depth),
        Failure(Array(("{\"z\":" + brackets).utf8), .depth),
    ]

    @Test(arguments: failures) func saysWhyItCannotRead(row: Failure) throws {
        let record = Record(for: try Plan(RuleSet(rules: [Rule("a", .type("safe"))])))
        let error = row.json.withUnsafeBytes { bytes -> InputError? in
            do throws(InputError) {
                try record.fill(json: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(error?.reason == row.reason, sourceLocation: row.location)
        #expect((error?.offset ?? -1) >= 0 && (error?.offset ?? 0) <= row.json.count, sourceLocation: row.location)
    }

    @Test func manyRecordsNeedNoMoreMemoryThanFew() throws {
        var random = RandomJSON(generator: Generator(seed: 7))
        let texts = (0..<100).map { _ in random.object(depth: 0).text }
        let names = ["a", "ab", "items", "items.*.a", "b.b.a", "A.*.*", "~"]
        let record = Record(for: try Plan(RuleSet(rules: [Rule(names, .type("safe"))])))
        let bytes = texts.map { Array($0.utf8) }
        // An iterator of an array would allocate in a debug build, an index does not.
        func round() throws {
            var index = 0
            while index < bytes.count {
                try bytes[index].withUnsafeBytes { try record.fill(json: $0) }
                index += 1
            }
        }
        for _ in 0..<10 { try round() }
        let before = AllocationMeter()
        for _ in 0..<90 { try round() }
        #expect(before.count() == 0)
    }
}
