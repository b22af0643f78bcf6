import Foundation
import Proviso
import Testing

/// Expressions of rules about all records that read the row before.
@Suite struct RowBeforeTests {
    private static func stop(_ trip: String, _ sequence: Int64, _ arrival: String?, _ departure: String?) -> AnyValue {
        .object([
            .init("trip", .text(trip)), .init("sequence", .integer(sequence)),
            .init("arrival", arrival.map { .text($0) } ?? .null),
            .init("departure", departure.map { .text($0) } ?? .null),
        ])
    }

    /// The findings of a table in parts, each of which was stored and read again.
    private static func found(
        _ rule: String, in records: [AnyValue], parts: Int, others: String = ""
    ) throws -> [String] {
        let plan = try DatasetTests.plan(rule, others: others)
        let (record, whole) = (Record(for: plan), plan.makeDataset())
        let size = max(1, (records.count + parts - 1) / parts)
        for start in stride(from: 0, to: records.count, by: size) {
            let (part, kept) = (plan.makeDataset(), plan.makeDataset())
            for value in records[start..<min(start + size, records.count)] {
                record.fill(value)
                part.add(record, try plan.validate(record))
            }
            #expect(kept.restore(try AnyValue(json: Array(JSON.text(part.stored).utf8))))
            whole.merge(kept)
        }
        return whole.report().violations.map { violation in
            let value = (violation.parameters["found"] ?? violation.parameters["reason"]).map { " \(JSON.text($0))" }
            return "\(violation.code) \(violation.path.pointer)\(value ?? "")"
        }
    }

    private static let arrival = #"[count, { expr: "arrival < previous.departure", by: trip, max: 0 }]"#

    @Test func `a stop is not reached before the one before it was left`() throws {
        let rows = [
            Self.stop("a", 1, "08:00:00", "08:01:00"), Self.stop("b", 1, "07:00:00", "07:00:00"),
            Self.stop("a", 2, "08:05:00", "08:06:00"), Self.stop("b", 2, "06:59:00", "07:10:00"),
            Self.stop("a", 3, "08:06:00", nil), Self.stop("a", 4, "08:00:00", "08:00:00"),
            Self.stop("b", 3, nil, "07:00:00"), Self.stop("b", 4, "06:00:00", "06:00:00"),
        ]
        for parts in 1...8 {
            // Without a departure before it nothing is known of the fourth stop of a.
            #expect(try Self.found(Self.arrival, in: rows, parts: parts) == ["dataset.tooBig /trip/b 2"], "\(parts)")
        }
    }

    @Test func `pairs are those of a plain count, in any parts`() throws {
        let others = "rules: [[sequence, integer]]"
        for _ in 0..<25 {
            let rows = (0..<Int.random(in: 0...60)).map { _ in
                (trip: "t\(Int.random(in: 0...3))", sequence: Int64.random(in: 8...12), isText: Bool.random())
            }
            var (last, counts) = ([String: Int64](), [String: Int]())
            for row in rows {
                if let before = last[row.trip], before >= row.sequence { counts[row.trip, default: 0] += 1 }
                last[row.trip] = row.sequence
            }
            let records = rows.map { row in
                AnyValue.object([
                    .init("trip", .text(row.trip)),
                    .init("sequence", row.isText ? .text("\(row.sequence)") : .integer(row.sequence)),
                ])
            }
            let expected = counts.sorted { $0.key < $1.key }.map { "dataset.tooBig /trip/\($0.key) \($0.value)" }
            for parts in 1...5 {
                let rule = #"[count, { expr: "previous.sequence >= sequence", by: trip, max: 0 }]"#
                #expect(try Self.found(rule, in: records, parts: parts, others: others) == expected)
            }
        }
    }

    @Test(
        arguments: [
            ("!has(previous.n)", "dataset.tooBig  1"), ("has(previous.n)", "dataset.tooBig  3"),
            ("previous.?n.orValue(5) == 5", "dataset.tooBig  1"), ("previous['n'] == n - 1", "dataset.tooBig  2"),
            ("n - previous.n > 1", "dataset.tooBig  1"), ("n == 1 || n == previous.n + 1", "dataset.tooBig  3"),
            ("previous.n.size() > 0", nil),
        ] as [(String, String?)])
    func `the first row has none before it`(expression: String, found: String?) throws {
        let records = [1, 2, 3, 7].map { AnyValue.object([.init("n", .integer($0))]) }
        for parts in 1...4 {
            let rule = "[count, { expr: \"\(expression)\", max: 0 }]"
            let result = try Self.found(rule, in: records, parts: parts)
            if let found { #expect(result == [found]) } else { #expect(result.first?.hasPrefix("rule.fault") == true) }
        }
    }

    @Test func `an empty table has no pairs, and a share is that of all rows`() throws {
        let rule = #"[share, { expr: "previous.n == n", max: 0% }]"#
        #expect(try Self.found(rule, in: [], parts: 1) == [])
        let records = [1, 1, 2, 2].map { AnyValue.object([.init("n", .integer($0))]) }
        for parts in 1...4 { #expect(try Self.found(rule, in: records, parts: parts) == ["dataset.tooBig  0.5"]) }
    }

    @Test func `numbers are read as the rules say, in the row before too`() throws {
        let rule = #"[count, { expr: "n < previous.n", max: 0 }]"#
        let records = ["9,5", "10,25", "1.000,5"].map { AnyValue.object([.init("n", .text($0))]) }
        for parts in 1...3 {
            #expect(
                try Self.found(rule, in: records, parts: parts, others: "rules: [[n, number, { locale: de }]]") == [])
        }
        let arabic = ["٩", "١٠"].map { AnyValue.object([.init("n", .text($0))]) }
        #expect(try Self.found(rule, in: arabic, parts: 2, others: "rules: [[n, number, { locale: ar-EG }]]") == [])
        let long = String(repeating: "7", count: 100)
        let decimals: [AnyValue] = [["n": .decimal(long)], ["n": .decimal("1" + long)], ["n": "NaN"], ["n": 1]]
        #expect(try Self.found(rule, in: Array(decimals.prefix(2)), parts: 2, others: "rules: [[n, number]]") == [])
    }

    @Test func `members, conditions and values without one are those of the row before`() throws {
        let nested: [AnyValue] = [["p": ["a": 3]], ["p": ["a": 2]], ["p": [:]], ["p": ["a": 1]], ["x": 1]]
        for parts in 1...5 {
            #expect(
                try Self.found(#"[count, { expr: "p.a < previous.p.a", max: 0 }]"#, in: nested, parts: parts)
                    == ["dataset.tooBig  1"])
            #expect(
                try Self.found(
                    #"[count, { expr: "p.a < previous.p.a", where: "has(p.a)", max: 0 }]"#, in: nested, parts: parts)
                    == ["dataset.tooBig  2"])
        }
    }

    @Test func `a value that is longer than what is kept is a fault`() throws {
        let rule = #"[count, { expr: "previous.n == n", max: 9 }]"#
        let text = String(repeating: "x", count: 1_000)
        let records = [text, text].map { AnyValue.object([.init("n", .text($0))]) }
        #expect(try Self.found(rule, in: records, parts: 2) == [])
        let found = try Self.found(rule, in: records + [["n": .text(text + "x")]], parts: 2)
        #expect(found.first?.contains("has more than 1000 bytes") == true, "\(found)")
    }

    @Test(arguments: [
        (
            "[count, { expr: 'previous.x > y', where: 'previous.x > 1', max: 0 }]",
            "'previous' is the row before, which only"
        ),
        (
            "[count, { expr: 'previous > 1', max: 0 }]",
            "1:28: the condition 'previous > 1': 'previous' is the row before: name"
        ),
        ("[count, { expr: 'previous.a > b', max: 0 }]", ""),
        ("[count, { expr: \"is(email, previous.a)\", max: 0 }]", "cannot call 'is'"),
        (
            "[count, { of: a, is: [expr, { must: 'previous.a > 1' }], max: 0 }]",
            "'previous' is the row before, which only"
        ),
        ("[sum, { of: a, where: 'previous.a > 1', max: 0 }]", "'previous' is the row before, which only"),
    ])
    func `it is in expressions of share and count only`(rule: String, reason: String) throws {
        do {
            _ = try Plan(RuleSet(parsing: "dataset: [\(rule)]\n"))
            #expect(reason.isEmpty)
        } catch {
            #expect(!reason.isEmpty && "\(error)".contains(reason), "\(error)")
        }
    }

    @Test func `types are checked, and unknown names have a suggestion`() throws {
        func mistake(_ expression: String) -> String {
            do {
                _ = try Plan(
                    RuleSet(
                        parsing: """
                            rules: [[departure, string], [stops, integer]]
                            closed: true
                            dataset: [[count, { expr: "\(expression)", max: 0 }]]
                            """))
                return ""
            } catch { return "\(error)" }
        }
        #expect(
            mistake("previous.departure + 1 > 2").contains("do not fit together"),
            "\(mistake("previous.departure + 1 > 2"))")
        #expect(
            mistake("previous.departur == departure").contains("departure"),
            "\(mistake("previous.departur == departure"))")
        #expect(mistake("previous.stops < stops") == "")
    }

    @Test func `an attribute that a rule names previous is that attribute`() throws {
        let records: [AnyValue] = [["previous": ["n": 1], "n": 2], ["previous": ["n": 9], "n": 3]]
        let rule = #"[count, { expr: "previous.n > n", max: 0 }]"#
        #expect(
            try Self.found(rule, in: records, parts: 1, others: "rules: [[previous.n, integer]]")
                == ["dataset.tooBig  1"])
    }
}
