import Proviso
import Testing

/// What is missing between values, and what is out of order.
@Suite struct SequenceMeasureTests {
    private static func numbers(_ values: [Int64]) -> [AnyValue] { values.map { ["n": .integer($0)] } }

    private static func missing(_ rule: String, in records: [AnyValue]) throws -> [ParameterValue?] {
        try DatasetTests.report(rule, in: records).violations.map { $0.parameters["missing"] }
    }

    @Test(
        arguments: [
            ([], 0), ([7], 0), ([1, 2, 3], 0), ([3, 1, 2, 2], 0), ([1, 3], 1), ([10, 1, 5], 7), ([-2, 2], 3),
            ([0, 63, 64, 127, 128], 124), ([-65, -64, -1, 0], 62),
        ] as [([Int64], Int)])
    func `the numbers that are missing between the first and the last are counted`(numbers: [Int64], count: Int) throws
    {
        let found = count == 0 ? [] : ["dataset.tooBig  \(count)"]
        for parts in 1...3 {
            #expect(
                try DatasetTests.found("[gaps, { of: n, max: 0 }]", in: Self.numbers(numbers), parts: parts) == found)
        }
    }

    @Test func `overlaps are those of a plain count, in any order and in any parts`() throws {
        for _ in 0..<40 {
            let intervals = (0..<Int.random(in: 1...40)).map { _ in
                let start = Int64.random(in: 0...60)
                return (start: start, end: start + Int64.random(in: 0...6))
            }
            let sorted = intervals.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            let count = sorted.indices.count { index in sorted[..<index].contains { $0.end > sorted[index].start } }
            let records = intervals.map {
                AnyValue.object([.init("a", .integer($0.start)), .init("b", .integer($0.end))])
            }
            for parts in 1...3 {
                #expect(
                    try DatasetTests.found("[overlaps, { of: a, until: b, max: 0 }]", in: records, parts: parts)
                        == (count == 0 ? [] : ["dataset.tooBig  \(count)"]))
            }
        }
    }

    @Test func `rows of a group whose times overlap have the first one as a parameter`() throws {
        func row(_ room: String, _ start: String?, _ end: String) -> AnyValue {
            .object([
                .init("room", .text(room)), .init("a", start.map { .text($0) } ?? .null), .init("b", .text(end)),
            ])
        }
        let rows = [
            row("r", "2026-11-28T11:00:00Z", "2026-11-28T12:00:00Z"),
            row("s", "2026-11-28T09:30:00Z", "2026-11-28T10:30:00Z"),
            row("r", "2026-11-28T10:00:00Z", "2026-11-28T11:00:00Z"), row("r", nil, "2026-11-28T23:00:00Z"),
        ]
        let rule = "[overlaps, { of: a, until: b, by: room, max: 0 }]"
        #expect(try DatasetTests.found(rule, in: rows) == [])
        let more = rows + [row("r", "2026-11-28T11:59:59.5Z", "2026-11-28T13:00:00Z")]
        let report = try DatasetTests.report(rule, in: more)
        #expect(report.violations.map(\.path.pointer) == ["/room/r"])
        #expect(report.violations.first?.parameters["first"] == .text("2026-11-28T11:59:59Z"))
        #expect(report.violations.first?.attribute == "overlaps(a to b)")
        let wrong = try DatasetTests.found(rule, in: [row("r", "2026-11-28", "2026-11-27")])
        #expect(wrong.first?.contains("is not after") == true, "\(wrong)")
    }

    @Test func `intervals beyond the limit are a fault`() throws {
        let records = (0...250_000).map { AnyValue.object([.init("a", .integer($0)), .init("b", .integer($0 + 1))]) }
        let rule = "[overlaps, { of: a, until: b, max: 0 }]"
        #expect(try DatasetTests.found(rule, in: records.dropLast()) == [])
        #expect(try DatasetTests.found(rule, in: records).first?.hasPrefix("rule.fault") == true)
    }

    @Test func `a gap may be as wide as all numbers`() throws {
        let records = Self.numbers([.max, .min])
        #expect(
            try DatasetTests.found("[gaps, { of: n, max: 0 }]", in: records)
                == ["dataset.tooBig  18446744073709551614"])
        #expect(try Self.missing("[gaps, { of: n, max: 0 }]", in: records) == [.integer(.min + 1)])
        #expect(try DatasetTests.found("[gaps, { of: n, max: 0 }]", in: Self.numbers([.max, .max - 1])) == [])
    }

    @Test func `the first number that is missing is a parameter`() throws {
        let all = (0...300).map { Int64($0) - 150 }
        for absent: Int64 in [-149, -65, -64, -1, 0, 63, 64, 127, 149] {
            let records = Self.numbers(all.filter { $0 != absent && $0 != 149 })
            #expect(try Self.missing("[gaps, { of: n, max: 0 }]", in: records) == [.integer(absent)])
        }
    }

    @Test func `gaps are those of a plain count, in any order and in any parts`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let numbers = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
                Int64.random(in: -150...150, using: &generator)
            }
            let present = Set(numbers)
            let absent = (numbers.min()!...numbers.max()!).filter { !present.contains($0) }
            let records = Self.numbers(numbers)
            let found = absent.isEmpty ? [] : ["dataset.tooBig  \(absent.count)"]
            for parts in 1...4 {
                #expect(try DatasetTests.found("[gaps, { of: n, max: 0 }]", in: records, parts: parts) == found)
            }
            let falls = zip(numbers, numbers.dropFirst()).count { $0 > $1 }
            let unsorted = falls == 0 ? [] : ["dataset.tooBig  \(falls)"]
            for parts in 1...4 {
                #expect(try DatasetTests.found("[unsorted, { of: n, max: 0 }]", in: records, parts: parts) == unsorted)
            }
        }
    }

    @Test func `a ledger has no gap in the numbers of a year`() throws {
        let records: [AnyValue] = [
            ["year": 2025, "number": "2"], ["year": 2026, "number": 1], ["year": 2025, "number": 1.0],
            ["year": 2026, "number": "4"], ["year": 2026, "number": .null], ["year": 2026, "number": 2],
        ]
        let rule = "[gaps, { of: number, by: year, max: 0 }]"
        for parts in 1...4 {
            #expect(try DatasetTests.found(rule, in: records, parts: parts) == ["dataset.tooBig /year/2026 1"])
        }
        #expect(try Self.missing(rule, in: records) == [.integer(3)])
    }

    @Test(arguments: [AnyValue.double(1.5), .text("1.5"), .text("A7"), .text("9223372036854775808"), .boolean(true)])
    func `what is no integer makes the gaps unknown`(value: AnyValue) throws {
        let found = try DatasetTests.report("[gaps, { of: n, max: 0 }]", in: [["n": 1], ["n": value]])
        #expect(found.violations.map(\.code) == [.fault])
        guard case .text(let reason)? = found.violations[0].parameters["reason"] else { return #expect(Bool(false)) }
        #expect(reason.contains("is not an integer"))
    }

    @Test func `no day may be missing`() throws {
        let rule = "[missingDays, { of: day, max: 0 }]"
        func records(_ days: [String]) -> [AnyValue] { days.map { ["day": .text($0)] } }
        #expect(try DatasetTests.found(rule, in: records(["2024-03-01", "2024-02-29", "2024-02-28T23:59:59Z"])) == [])
        let broken = records(["2023-12-30", "2024-01-02", "2024-01-01"])
        #expect(try DatasetTests.found(rule, in: broken) == ["dataset.tooBig  1"])
        #expect(try Self.missing(rule, in: broken) == [.text("2023-12-31")])
        #expect(try Self.missing(rule, in: records(["1969-12-30", "1970-01-01"])) == [.text("1969-12-31")])
        #expect(
            try DatasetTests.found(rule, in: records(["today"])) == [
                "rule.fault  \"\\\"today\\\" is not a date or time\""
            ])
        let german = "rules: [[day, date, { format: 'dd.MM.yyyy' }]]"
        #expect(try DatasetTests.found(rule, in: records(["28.11.2026", "30.11.2026"]), others: german).count == 1)
    }

    @Test func `rows of a trip are in the order of their sequence, whatever is between them`() throws {
        let records: [AnyValue] = [
            ["trip": "a", "stop": 1], ["trip": "b", "stop": 9], ["trip": "a", "stop": 2], ["trip": "b", "stop": "10"],
            ["trip": "a", "stop": .null], ["trip": "a", "stop": 2], ["trip": "b", "stop": 3], ["trip": "b", "stop": 4],
        ]
        for parts in 1...8 {
            #expect(
                try DatasetTests.found("[unsorted, { of: stop, by: trip, max: 0 }]", in: records, parts: parts)
                    == ["dataset.tooBig /trip/b 1"])
        }
        #expect(
            try DatasetTests.found("[unsorted, { of: stop, by: trip, max: 0, where: \"trip == 'a'\" }]", in: records)
                == [])
    }

    @Test func `times are in order to the nanosecond, and a number has no order beside them`() throws {
        let rule = "[unsorted, { of: t, max: 0 }]"
        func found(_ values: AnyValue...) throws -> [String] {
            try DatasetTests.found(rule, in: values.map { ["t": $0] })
        }
        #expect(try found("2026-11-28T10:00:00.1Z", "2026-11-28T10:00:00.2Z", "2026-11-29") == [])
        #expect(try found("2026-11-28T10:00:00.2Z", "2026-11-28T10:00:00.1Z") == ["dataset.tooBig  1"])
        #expect(try found("9998-01-01", "9999-01-01", "0001-01-01") == ["dataset.tooBig  1"])
        #expect(try found(1, "2026-11-29", 2) == ["dataset.tooBig  2"])
        #expect(try found("x").first?.hasPrefix("rule.fault") == true)
    }

    @Test func `the items of lists follow each other`() throws {
        let records: [AnyValue] = [["lines": [["n": 1], ["n": 2]]], ["lines": []], ["lines": [["n": 5], ["n": 4]]]]
        #expect(try DatasetTests.found("[gaps, { of: lines.*.n, equals: 0 }]", in: records) == ["dataset.notEqual  1"])
        #expect(try DatasetTests.found("[unsorted, { of: lines.*.n, max: 0 }]", in: records) == ["dataset.tooBig  1"])
    }

    @Test func `numbers that are too far apart are one finding, in any parts and groups`() throws {
        let records = (0...250_000).map { number -> AnyValue in
            ["n": .integer(Int64(number) * 64), "g": .integer(Int64(number % 3))]
        }
        for rule in ["[gaps, { of: n, min: 0 }]", "[gaps, { of: n, by: g, min: 0 }]"] {
            #expect(try DatasetTests.found(rule, in: Array(records.dropLast())) == [])
            for parts in [1, 3] {
                let found = try DatasetTests.found(rule, in: records, parts: parts)
                #expect(found.count == 1 && found[0].contains("in more than 250000 blocks of 64"), "\(found)")
            }
        }
    }

    @Test func `what was collected can be stored, and goes on`() throws {
        let plan = try DatasetTests.plan(
            """
            [gaps, { of: n, by: g, max: 0 }]
              - [unsorted, { of: n, by: g, max: 0 }]
              - [missingDays, { of: d, max: 0 }]
              - [unsorted, { of: d, max: 0 }]
            """)
        let record = Record(for: plan)
        func add(_ range: Range<Int>, to dataset: Dataset) {
            for number in range {
                record.fill([
                    "n": .integer(Int64(number * 7919 % 1000) - 500), "g": .integer(Int64(number % 4)),
                    "d": .text("2026-\(number % 9 < 1 ? 10 : 11)-\(10 + number % 13)"),
                ])
                dataset.add(record)
            }
        }
        let whole = plan.makeDataset()
        add(0..<300, to: whole)
        #expect(whole.report().violations.count == 10)
        for end in [0, 1, 123, 299] {
            let (first, resumed) = (plan.makeDataset(), plan.makeDataset())
            add(0..<end, to: first)
            var writer = JSONWriter()
            writer.value(first.stored)
            #expect(resumed.restore(try AnyValue(json: writer.text)))
            add(end..<300, to: resumed)
            #expect(resumed.report() == whole.report())
        }
    }
}
