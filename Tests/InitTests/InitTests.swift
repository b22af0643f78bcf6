import Proviso
import ProvisoInit
import Testing

@Suite struct InitTests {
    /// The rule file for records; every proposal was checked with them.
    private func text(_ records: [AnyValue], _ data: DataFormat = DataFormat()) throws -> String {
        let profile = DataProfile()
        for record in records { profile.add(record) }
        let proposer = RuleProposer(profile, lookups: [], title: "Rules", data: data)
        repeat {
            try proposer.beginCheck()
            for (index, record) in records.enumerated() { try proposer.check(record, at: "d.csv:\(index + 2)") }
        } while !proposer.endCheck()
        let text = proposer.text
        // Only a run has what `unique` compares with.
        let lines = text.split(separator: "\n").filter { !$0.contains(", unique]") }
        _ = try Plan(RuleSet(parsing: lines.joined(separator: "\n")))
        return text
    }

    private func column(_ values: [String?], named name: String = "x") -> [AnyValue] {
        values.map { .object([AnyValue.Member(name, $0.map { .text($0) } ?? .null)]) }
    }

    private func has(_ text: String, _ rule: String) -> Bool {
        text.split(separator: "\n").contains { $0.hasPrefix("  - " + rule) }
    }

    @Test(arguments: [
        ("x", ["a@b.com", "c@d.org", "e@f.net"], "[x, email]"),
        ("x", ["2024-01-31", "2023-12-01"], "[x, date]"),
        ("x", ["31.01.2024", "01.12.2023"], "[x, date, { format: \"dd.MM.yyyy\" }]"),
        ("x", ["1", "17", "40"], "[x, integer, { min: 0, max: 100 }]"),
        ("x", ["1.5", "17", "40"], "[x, number, { min: 0, max: 100 }]"),
        ("latitude", ["1.5", "17", "40"], "[latitude, latitude]"),
        ("x", ["true", "false"], "[x, boolean, { trueValue: \"true\", falseValue: \"false\" }]"),
        ("x", ["Some words here", "and more"], "[x, string, { max: 50 }]"),
        ("country", ["CH", "DE", "AT"], "[country, countryCode]"),
    ]) func `the type of a column`(_ name: String, _ values: [String], _ rule: String) throws {
        let text = try text(column(values, named: name))
        #expect(has(text, rule), "\(text)")
        #expect(has(text, "[\(name), required]"), "\(text)")
    }

    @Test func `few values are a list with counts`() throws {
        let text = try text(column((0..<60).map { $0 % 3 == 0 ? "red" : "blue" }))
        #expect(has(text, "[x, in, { range: [blue, red] }]   # 'blue' 40, 'red' 20"), "\(text)")
    }

    @Test func `a missing value is counted and nothing is required`() throws {
        let text = try text(column(["7", nil, "8", ""]))
        #expect(text.contains("# - [x, required]   # missing in 2 of 4"), "\(text)")
    }

    @Test func `a word among numbers means null`() throws {
        let text = try text(column(["7", "NA", "8"]))
        #expect(text.contains("nulls: [\"NA\"]"), "\(text)")
        #expect(has(text, "[x, integer"), "\(text)")
        let codes = try self.text(column(["DE", "NA", "FR"], named: "country"))
        #expect(!codes.contains("nulls"), "\(codes)")
    }

    @Test func `outliers are counted and shown`() throws {
        let text = try text(column((0..<400).map { $0 == 9 ? "abc" : String($0) }, named: "size"))
        #expect(text.contains("1 outlier: 'abc' (line 11)"), "\(text)")
        #expect(text.contains("# 1 of these records"), "\(text)")
    }

    @Test func `ids are unique`() throws {
        let text = try text(column((1...30).map(String.init), named: "id"))
        #expect(has(text, "[id, unique]"), "\(text)")
        #expect(has(text, "[id, integer, { min: 1 }]"), "\(text)")
    }

    @Test func `words that differ are not keys`() throws {
        let text = try text(column((1...30).map { "Name \($0)" }, named: "first_name"))
        #expect(text.contains("# - [first_name, unique]"), "\(text)")
    }

    @Test func `codes of different lengths`() throws {
        let text = try text(column((0..<99).map { String(0xABC0 + $0 * 0xABC, radix: 16, uppercase: true) }))
        #expect(has(text, "[x, match, { pattern: \"^[0-9A-F]{4,5}$\" }]"), "\(text)")
    }

    @Test func `names and values need quotes`() throws {
        let text = try text(column((0..<60).map { $0 % 2 == 0 ? "yes: \"a\"" : "b #\u{2028}c" }, named: "Cost / day"))
        #expect(has(text, "[\"Cost / day\", required]"), "\(text)")
        let comma = try self.text(column(["a"], named: "a,b"))
        #expect(comma.contains("# no rule can name the attribute 'a,b'"), "\(comma)")
    }

    @Test func `items of lists and nested objects`() throws {
        let records = try (0..<30).map { index in
            try AnyValue(json: Array("{\"a\":{\"b\":\(index)},\"items\":[{\"sku\":\"AB-\(100 + index)\"}]}".utf8))
        }
        let text = try text(records)
        #expect(has(text, "[a.b, integer"), "\(text)")
        #expect(has(text, "[items.*.sku, match, { pattern: \"^[A-Z]{2}-[0-9]{3}$\" }]"), "\(text)")
    }

    @Test func `an end after its start`() throws {
        let records = (1...9).map { day in
            AnyValue.object([
                AnyValue.Member("start_date", .text("2024-01-0\(day)")),
                AnyValue.Member("end_date", .text("2024-02-0\(day)")),
            ])
        }
        #expect(has(try text(records), "[end_date, date, { min: { attribute: start_date } }]"))
    }
}
