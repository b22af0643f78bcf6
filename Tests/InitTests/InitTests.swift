import Proviso
import ProvisoInit
import TestSupport
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
        let lines = text.split(separator: "\n").filter { !$0.contains(", unique]") && !$0.contains("type: unique") }
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
        ("x", ["1.234,50", "7,5"], "[x, number, { locale: de }]"),
        ("x", ["1,234.50", "17"], "[x, number, { locale: en }]"),
        ("x", ["1’234.50", "17.5"], "[x, number, { locale: de-CH }]"),
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
        #expect(!text.contains("present"), "\(text)")
    }

    @Test(arguments: ["\u{115F}", "\u{3164}", "\u{200B}", "\u{FE0F}", "\u{E0041}"])
    func `a character that nobody sees is an escape`(_ hidden: String) throws {
        let text = try text(column(["7", "8"], named: "a\(hidden)b"))
        #expect(!text.contains(hidden), "\(text)")
        #expect(try RuleSet(parsing: text).ruledAttributes == ["a\(hidden)b"])
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
        #expect(has(text, "[x, match, { pattern: \"^[0-9A-F]{4,}$\" }]"), "\(text)")
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

    @Test(arguments: [(300, false), (1, true), (5000, false)])
    func `objects with other keys each are maps, and wide ones are not`(records: Int, isNamed: Bool) throws {
        let size = records == 1 ? 300 : records == 5000 ? 5000 : 2
        let values = (0..<min(records, 300)).map { index -> AnyValue in
            let start = size == 5000 ? 0 : index * size
            return ["by": .object((start..<start + size).map { AnyValue.Member("k\($0)", 1) })]
        }
        #expect(try text(values).contains("[by.k1, required]") == isNamed)
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

    @Test(arguments: [
        (0, "  - [close, integer, { min: { attribute: open } }]   # never below open"),
        (1, "  # - [close, integer, { min: { attribute: open } }]   # rarely below open; 1 break it"), (10, nil),
    ])
    func `names that suggest an order are no reason if the values have none`(below: Int, line: String?) throws {
        let records = (0..<40).map { index -> AnyValue in
            ["open": .integer(Int64(20 + index)), "close": .integer(Int64(index < below ? 3 : 30 + index))]
        }
        let text = try text(records)
        let found = text.split(separator: "\n").first { $0.contains("attribute: open") }
        #expect(line == nil ? found == nil : found?.hasPrefix(line ?? "") == true, "\(text)")
    }

    private func rows(_ count: Int, _ names: [String], _ row: (Int) -> [String?]) -> [AnyValue] {
        (0..<count).map { index in
            .object(zip(names, row(index)).map { AnyValue.Member($0, $1.map { .text($0) } ?? .null) })
        }
    }

    @Test func `two attributes are a key together`() throws {
        let seats = rows(200, ["flight", "seat", "class"]) { ["F\($0 / 20)", "S\($0 % 20)", $0 % 3 == 0 ? "a" : "b"] }
        let rule = "attributes: [flight, seat], type: unique, targetAttribute: [flight, seat]"
        #expect(has(try text(seats), "{ \(rule) }   # no two of 200 records"))
        let twice = try text(seats + seats.prefix(1))
        #expect(!twice.contains("targetAttribute"), "\(twice)")
    }

    @Test func `a value that is there for one kind only`() throws {
        let records = rows(100, ["kind", "iban"]) { [$0 % 4 == 0 ? "bank" : "card", $0 % 4 == 0 ? "IBAN\($0)" : nil] }
        let found = try text(records)
        #expect(
            has(found, "{ attributes: iban, type: required, when: [kind, in, { range: [bank] }] }   # in all 25"),
            "\(found)")
        let most = rows(100, ["kind", "tax"]) { [["cash", "card", "bank"][$0 % 3], $0 % 3 == 0 ? nil : "t\($0)"] }
        let unless = try text(most)
        #expect(
            has(
                unless,
                "{ attributes: tax, type: required, unless: [kind, in, { range: [cash] }] }   # in all 66 others"),
            "\(unless)")
        // With exceptions elsewhere, a person decides.
        let some = rows(100, ["kind", "iban"]) {
            [$0 % 4 == 0 ? "bank" : "card", $0 % 4 == 0 || $0 == 1 ? "IB\($0)" : nil]
        }
        #expect(try text(some).contains("  # - { attributes: iban, type: required"))
    }

    @Test func `a parent is a key of the same file`() throws {
        let records = rows(60, ["id", "parent_id"]) { ["N\($0 + 100)", $0 == 0 ? nil : "N\($0 / 2 + 100)"] }
        let found = try text(records)
        #expect(
            found.contains("# - [parent_id, exist, { target: records, targetAttribute: id }]   # all 59 are in id"),
            "\(found)")
    }

    @Test func `a reference has the form of its key`() throws {
        let records = rows(2000, ["code", "upper"]) { index in
            [String(index * 40 + 0x1000, radix: 16, uppercase: true), index % 4 == 1 ? "1028" : nil]
        }
        #expect(has(try text(records), "[code, match, { pattern: \"^[0-9A-F]{4,5}$\" }]"))
    }

    @Test(arguments: [
        ("x", ["0.3", "17"], "{ min: 0, max: 50 }"), ("x", ["-0.3", "17"], "{ min: -50, max: 50 }"),
        ("x", ["-27.5", "-3"], "{ min: -100, max: 0 }"), ("temperature", ["0.3", "17"], "{ min: -50, max: 50 }"),
    ]) func `bounds near zero`(_ name: String, _ values: [String], _ bounds: String) throws {
        let found = try text(column(values, named: name))
        #expect(has(found, "[\(name), number, \(bounds)]"), "\(found)")
    }

    @Test func `a code that repeats seldom gets a warning`() throws {
        let records = rows(3000, ["name", "code"]) { ["some name", "AB\(1000 + ($0 == 7 ? 8 : $0))"] }
        let found = try text(records)
        #expect(
            has(
                found, "{ attributes: code, type: unique, severity: warning }   # a warning: 1 of 3,000 values repeats"),
            "\(found)")
    }

    @Test func `a member that is always there may be null`() throws {
        let found = try text(column(["7", nil, "8"]))
        #expect(has(found, "[x, present]   # in all 3, 1 of them null"), "\(found)")
    }

    @Test(arguments: [
        ((0..<80).map { "C\($0 % 2 == 0 ? "A" : "B")-\($0 * 37)" }, "^[A-Z]{2}-[0-9]+$"),
        ((0..<80).map { ($0 % 2 == 0 ? "+" : "-") + "\(10 + $0 % 12):\(10 + $0 % 40)" }, "^[-+][0-9]{2}:[0-9]{2}$"),
    ]) func `codes with signs`(_ values: [String], _ pattern: String) throws {
        let found = try text(column(values))
        #expect(has(found, "[x, match, { pattern: \"\(pattern)\" }]"), "\(found)")
    }

    @Test func `codes that hardly differ by chance are a key`() throws {
        let letters = Array("ABCDEFGHIJ")
        let codes = (0..<900).map { (number: Int) -> String in
            String([letters[number / 100], letters[number / 10 % 10], letters[number % 10]])
        }
        let found = try text(rows(900, ["name", "short"]) { ["some name", codes[$0]] })
        #expect(has(found, "[short, unique]"), "\(found)")
    }

    @Test func `members of an object that some records lack`() throws {
        let records = try (0..<40).map { index in
            let end = index % 2 == 0 ? ",\"ok\":true,\"b\":{\"c\":\(index)},\"e\":\"x\"" : ",\"ok\":false"
            return try AnyValue(json: Array("{\"n\":\(index / 3)\(end)}".utf8))
        }
        let found = try text(records)
        #expect(
            has(found, "{ attributes: b.c, type: required, when: [b, required] }   # in all 20 that have b"), "\(found)"
        )
        #expect(has(found, "{ attributes: e, type: required, when: [ok, in, { range: [true] }] }"), "\(found)")
    }

    /// Marks above and below a letter by turns: Swift sorts them to compare strings, in time with their square.
    @Test(arguments: [1, 4]) func `values and keys of many combining marks take time in proportion`(copies: Int) throws
    {
        let ratio = try growth(from: 1_000) { count in
            let marks = "a" + String(repeating: "\u{323}\u{301}", count: count)
            let record = AnyValue.object([.init("v", .text(marks)), .init(marks, .text("e@\(marks)"))])
            let text = try text(Array(repeating: record, count: copies))
            #expect(text.contains("[v, string"), "\(text)")
        }
        #expect(ratio < 24)
    }

    /// One record for each of `count` days from 2024-01-01, with a number.
    private func days(_ count: Int, _ day: (Int) -> Int = { $0 }, number: (Int) -> Int = { $0 }) -> [AnyValue] {
        (0..<count).map { index in
            let (month, date) = (day(index) / 28 + 1, day(index) % 28 + 1)
            return [
                "id": .integer(Int64(number(index))),
                "at": .text("2024-\(month < 10 ? "0" : "")\(month)-\(date < 10 ? "0" : "")\(date)"),
            ]
        }
    }

    @Test func `what is so of all records together is proposed with its evidence`() throws {
        let text = try text(days(120))
        for line in [
            "dataset:", "  # - [rows, { min: 60, max: 300 }]   # 120 records: half of that to twice as many",
            "  - [unsorted, { of: id, max: 0 }]   # all 120 values are in order",
            "  - [gaps, { of: id, max: 0 }]   # no number is missing",
            "  - [unsorted, { of: at, max: 0 }]   # all 120 values are in order",
        ] { #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in \(text)") }
        // The 29th of January is missing.
        #expect(!text.contains("missingDays"), "\(text)")
    }

    @Test func `what is not so of all records is not proposed`() throws {
        let mixed = try text(days(120, { 119 - $0 }, number: { ($0 * 97) % 1_009 }))
        for measure in ["unsorted", "gaps", "missingDays"] { #expect(!mixed.contains(measure), "\(mixed)") }
        #expect(mixed.contains("\n# dataset:\n  # - [rows, "), "\(mixed)")
        #expect(try Plan(RuleSet(parsing: mixed.replacing(", unique]", with: ", safe]"))).dataset.isEmpty)
        // Few records say nothing of the whole.
        #expect(try !text(days(99)).contains("dataset"))
    }

    @Test func `days that are all there are proposed, also as a format of their own`() throws {
        for format in ["2024-01-%@", "%@.01.2024"] {
            let records = (0..<124).map { index -> AnyValue in
                let day = index / 4 + 1
                let text = format.replacing("%@", with: "\(day < 10 ? "0" : "")\(day)")
                return ["at": .text(text), "x": .text(index % 2 == 0 ? "a" : "b")]
            }
            let found = try text(records)
            #expect(has(found, "[missingDays, { of: at, max: 0 }]   # no day is missing"), "\(found)")
            #expect(has(found, "[unsorted, { of: at, max: 0 }]"), "\(found)")
        }
    }
}
