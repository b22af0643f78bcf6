import Foundation
import Proviso
import Testing

/// What rules about all records find in small tables.
@Suite struct DatasetTests {
    /// 2026-11-28 at noon.
    private static let noon: Int64 = 1_795_867_200

    /// The findings as `code path found`.
    static func found(
        _ rules: String, in records: [AnyValue], parts: Int = 1, others: String = ""
    ) throws -> [String] {
        try report(rules, in: records, parts: parts, others: others).violations.map { violation in
            let found = violation.parameters.list.first { $0.name == "found" || $0.name == "reason" }
            let value = found.map { " \(JSON.text($0.value))" } ?? ""
            return "\(violation.code) \(violation.path.pointer)\(value)"
        }
    }

    @Test func `a record in which a rule finds something counts once`() throws {
        let others = "rules: [[a.*, integer, { id: whole }], [b, email, { id: mail }]]"
        let records = try [#"["x","y"]"#, #"[1,"x"]"#, "[1]", "[]"].map {
            try AnyValue(json: Array(#"{"a":\#($0),"g":\#($0 == "[1]" ? 1 : 2)}"#.utf8))
        }
        func found(_ rule: String, parts: Int = 1) throws -> [String] {
            try Self.found(rule, in: records, parts: parts, others: others)
        }
        for parts in 1...4 {
            #expect(try found("[share, { fails: whole, max: 0.1 }]", parts: parts) == ["dataset.tooBig  0.5"])
            #expect(try found("[count, { fails: whole, equals: 3 }]", parts: parts) == ["dataset.notEqual  2"])
            #expect(
                try found("[count, { fails: whole, by: g, max: 0 }]", parts: parts) == ["dataset.tooBig /g/2 2"])
        }
        #expect(try found("[count, { fails: mail, max: 0 }]") == [])
        #expect(try found("[count, { fails: whole, where: 'g == 1', max: 0 }]") == [])
    }

    @Test func `a rule that tolerates a share warns up to it`() throws {
        let records = ["a", "b@x.ch", "c@x.ch", "d@x.ch"].map { AnyValue.object([.init("mail", .text($0))]) }
        for (share, found) in [
            ("24%", ["dataset.tooBig  0.25"]), ("0.25", []), ("100%", []), ("0%", ["dataset.tooBig  0.25"]),
        ] {
            let rules = "rules: [[mail, email, { tolerate: \(share) }]]"
            #expect(try Self.found("[rows, { min: 1 }]", in: records, others: rules) == found, "\(share)")
            let report = try Self.plan("[rows, { min: 1 }]", others: rules).validate(records[0])
            #expect(report.isValid && report.violations.map(\.severity) == [.warning])
        }
        var rule = Rule("mail", .email)
        rule.tolerate = 0.1
        let plan = try Plan(RuleSet(rules: [rule]))
        let (record, dataset) = (Record(for: plan), plan.makeDataset())
        for value in records {
            record.fill(value)
            dataset.add(record, try plan.validate(record))
        }
        #expect(dataset.report().violations.map(\.attribute) == ["share(mail fails email)"])
    }

    static func plan(_ rules: String, others: String = "") throws -> Plan {
        var registry = Registry.standard
        registry.services.clock = .fixed(noon)
        return try Plan(RuleSet(parsing: "\(others)\ndataset:\n  - \(rules)\n"), registry: registry)
    }

    static func report(
        _ rules: String, in records: [AnyValue], parts: Int = 1, others: String = ""
    ) throws -> Report {
        let plan = try plan(rules, others: others)
        let record = Record(for: plan)
        var measured: [Dataset] = []
        for part in 0..<parts {
            let dataset = plan.makeDataset()
            let size = (records.count + parts - 1) / parts
            for value in records.dropFirst(part * size).prefix(size) {
                record.fill(value)
                dataset.add(record, try plan.validate(record))
            }
            measured.append(dataset)
        }
        for later in measured.dropFirst() { measured[0].merge(later) }
        return measured[0].report()
    }

    /// Many quantiles of the same groups are found in the same numbers, once in order.
    @Test func rulesThatNeedTheSameShareIt() throws {
        func rule(_ index: Int) -> String { "[quantile, {of: n, by: g, at: 0.\(index), max: -1, id: q\(index)}]" }
        let records = (0..<400).map { index -> AnyValue in
            .object([.init("g", .text("g\(index % 3)")), .init("n", .integer(Int64(index * 7 % 101)))])
        }
        let all = (1...9).map(rule).joined(separator: "\n  - ")
        let dataset = try Self.plan(all).makeDataset()
        #expect(dataset.stored.list?.count == 1)
        #expect(
            try Self.found(all, in: records, parts: 3) == (1...9).flatMap { try Self.found(rule($0), in: records) })
        // Others have their own: another measure, group or condition.
        let others =
            "[sum, {of: n, max: 1}]\n  - [sum, {of: n, by: g, max: 1}]\n  - [mean, {of: n, max: 1}]\n  - "
            + "[sum, {of: n, max: 1, where: {expr: 'n > 5'}}]\n  - [sum, {of: n, min: 999999}]"
        #expect(try Self.plan(others).makeDataset().stored.list?.count == 4)
        #expect(try Self.found(others, in: records).count == 7)
    }

    private static func numbers(_ values: [AnyValue]) -> [AnyValue] {
        values.map { .object([AnyValue.Member("n", $0)]) }
    }

    @Test(arguments: [
        ("[rows, { min: 3 }]", ["dataset.tooSmall  2"]), ("[rows, { min: 2, max: 2, equals: 2 }]", []),
        ("[rows, { max: 1 }]", ["dataset.tooBig  2"]), ("[rows, { equals: 3 }]", ["dataset.notEqual  2"]),
        ("[sum, { of: n, equals: 4 }]", ["dataset.notEqual  3"]), ("[sum, { of: n, equals: 3 }]", []),
        ("[mean, { of: n, max: 1 }]", ["dataset.tooBig  1.5"]), ("[min, { of: n, min: 2 }]", ["dataset.tooSmall  1"]),
        ("[max, { of: n, max: 1 }]", ["dataset.tooBig  2"]),
        ("[quantile, { of: n, at: 0.5, max: 1.4 }]", ["dataset.tooBig  1.5"]),
        ("[quantile, { of: n, at: 0, min: 1 }]", []), ("[quantile, { of: n, at: 1, max: 2 }]", []),
        ("[deviation, { of: n, max: 0.7 }]", ["dataset.tooBig  0.7071067811865476"]),
        ("[count, { of: n, equals: 2 }]", []), ("[distinct, { of: n, equals: 2 }]", []),
    ])
    func `each measure is compared with its limits, which are allowed themselves`(rule: String, found: [String]) throws
    {
        #expect(try Self.found(rule, in: Self.numbers([1, 2])) == found)
    }

    @Test(arguments: [
        ("[rows, { max: 0 }]", []), ("[sum, { of: n, equals: 0 }]", []), ("[count, { of: n, max: 0 }]", []),
        ("[share, { of: n, is: absent, max: 0% }]", []), ("[distinct, { of: n, equals: 0 }]", []),
        ("[mean, { of: n, min: 0 }]", ["dataset.noValue "]), ("[min, { of: n, min: 0 }]", ["dataset.noValue "]),
        ("[quantile, { of: n, at: 0.5, min: 0 }]", ["dataset.noValue "]),
        ("[deviation, { of: n, min: 0 }]", ["dataset.noValue "]),
        ("[freshest, { of: n, within: P1D }]", ["dataset.noValue "]),
        ("[sum, { of: n, by: g, min: 1 }]", []),
    ])
    func `an empty table has no rows, and nothing to measure`(rule: String, found: [String]) throws {
        #expect(try Self.found(rule, in: []) == found)
        // Where all values are null there is nothing to measure either.
        if !found.isEmpty { #expect(try Self.found(rule, in: Self.numbers([.null, .text("")])) == found) }
    }

    @Test func `what is null, empty or not there is absent, and is in no other measure`() throws {
        let records: [AnyValue] = [["n": 1], ["n": .null], ["n": ""], [:], ["n": 2]]
        #expect(try Self.found("[share, { of: n, is: absent, max: 1% }]", in: records) == ["dataset.tooBig  0.6"])
        #expect(try Self.found("[share, { of: n, is: present, min: 50% }]", in: records) == ["dataset.tooSmall  0.4"])
        #expect(try Self.found("[count, { of: n, is: absent, equals: 3 }]", in: records) == [])
        #expect(try Self.found("[count, { of: n, equals: 2 }]", in: records) == [])
        #expect(try Self.found("[mean, { of: n, equals: 1.5 }]", in: records) == [])
        #expect(try Self.found("[distinct, { of: n, equals: 2 }]", in: records) == [])
    }

    @Test func `sums are exact, whatever the numbers look like`() throws {
        let many: [AnyValue] = Array(repeating: 0.1, count: 10)
        #expect(try Self.found("[sum, { of: n, equals: 1 }]", in: Self.numbers(many)) == [])
        let long = String(repeating: "9", count: 100)
        let texts: [AnyValue] = [.text(long), .text("1"), .text("0.25"), .text("-1e-3"), .text("+.001")]
        let sum = "1" + String(repeating: "0", count: 100) + ".25"
        #expect(try Self.found("[sum, { of: n, equals: '\(sum)' }]", in: Self.numbers(texts)) == [])
        #expect(try Self.found("[max, { of: n, equals: '\(long)' }]", in: Self.numbers(texts)) == [])
        #expect(try Self.found("[min, { of: n, equals: -0.001 }]", in: Self.numbers(texts)) == [])
        let extremes: [AnyValue] = [.integer(.max), .integer(.max), .integer(.min), .unsigned(.max), .double(1e-7)]
        #expect(
            try Self.found("[sum, { of: n, equals: '27670116110564327421.0000001' }]", in: Self.numbers(extremes)) == []
        )
    }

    @Test func `a deviation loses nothing to large numbers`() throws {
        let numbers: [AnyValue] = [1_000_000_000_000_001, 1_000_000_000_000_002, 1_000_000_000_000_003]
        #expect(try Self.found("[deviation, { of: n, equals: 1 }]", in: Self.numbers(numbers)) == [])
        let large: [AnyValue] = [.integer(.max), .integer(.max), .integer(.max)]
        #expect(try Self.found("[deviation, { of: n, equals: 0 }]", in: Self.numbers(large)) == [])
    }

    @Test(arguments: [AnyValue.text("NaN"), .text("inf"), .text("abc"), .boolean(true), .list([1]), .text("1e99999")])
    func `what is no number makes the figure unknown`(value: AnyValue) throws {
        let found = try Self.report("[sum, { of: n, max: 0 }]", in: Self.numbers([1, value, value]))
        #expect(found.violations.map(\.code) == [.fault])
        guard case .text(let reason)? = found.violations[0].parameters["reason"] else { return #expect(Bool(false)) }
        let isLarge = value == .text("1e99999")
        let why = isLarge ? "has more than 1000 digits, which are too many to be measured" : "is not a number"
        #expect(reason.hasSuffix("\(why) (and 1 more)"))
    }

    @Test func `groups have figures and paths of their own, in the order of their names`() throws {
        let records: [AnyValue] = [
            ["g": "b", "n": 1], ["g": "a", "n": 5], ["g": "b", "n": 2], ["n": 7], ["g": 3, "n": 1],
        ]
        let rule = "[sum, { of: n, by: g, min: 100 }]"
        let found = ["/g/ 7", "/g/3 1", "/g/a 5", "/g/b 3"].map { "dataset.tooSmall \($0)" }
        #expect(try Self.found(rule, in: records) == found)
        for parts in 2...5 { #expect(try Self.found(rule, in: records, parts: parts) == found) }
        #expect(
            try Self.found("[rows, { by: [g, n], min: 2, where: \"g == 'a'\" }]", in: records)
                == ["dataset.tooSmall /g/a/n/5 1"])
    }

    @Test func `more groups than are kept are one finding`() throws {
        let records = (0...10_000).map { number -> AnyValue in ["g": .integer(Int64(number))] }
        #expect(try Self.found("[rows, { by: g, max: 1 }]", in: Array(records.dropLast())) == [])
        for parts in 1...3 {
            #expect(
                try Self.found("[rows, { by: g, max: 1 }]", in: records, parts: parts)
                    == [
                        "rule.fault  \"there are more than 10000 groups of g, or their values have more than 10 MB together\""
                    ])
        }
    }

    @Test func `tests are rules, expressions and conditions`() throws {
        let records: [AnyValue] = [["e": "a@x.com", "n": 1], ["e": "a", "n": 2], ["n": 3]]
        #expect(try Self.found("[share, { of: e, is: email, min: 40% }]", in: records).count == 1)
        #expect(try Self.found("[count, { of: e, is: [string, { max: 1 }], equals: 1 }]", in: records) == [])
        #expect(try Self.found("[count, { expr: 'n > 1', equals: 2 }]", in: records) == [])
        #expect(try Self.found("[count, { of: n, expr: 'this > 1', equals: 2 }]", in: records) == [])
        #expect(try Self.found("[rows, { where: 'n > 1', equals: 2 }]", in: records) == [])
        #expect(
            try Self.found("[rows, { where: [[e, email], [n, number, { max: 1 }]], equals: 1 }]", in: records) == [])
        // An expression about what is missing does not hold.
        #expect(try Self.found("[count, { expr: \"e == 'a'\", equals: 1 }]", in: records) == [])
    }

    @Test func `an expression that fails makes the figure unknown`() throws {
        let found = try Self.report("[count, { expr: '1 / n > 0', min: 0 }]", in: Self.numbers([0, 1]))
        #expect(found.violations.map(\.code) == [.fault])
    }

    @Test func `the more severe threshold is reported`() throws {
        let records: [AnyValue] = [["n": 1], [:], ["n": 1], ["n": 1]]
        let rule = "[share, { of: n, is: absent, warn: { max: 1% }, error: { max: %% } }]"
        for (most, severity) in [("5%", Severity.error), ("50%", .warning)] {
            let report = try Self.report(rule.replacingOccurrences(of: "%%", with: most), in: records)
            #expect(report.violations.map(\.severity) == [severity])
        }
    }

    @Test func `the last time must not be too old`() throws {
        let records: [AnyValue] = [["t": "2026-11-27T11:59:59Z"], ["t": "2026-11-20"]]
        #expect(try Self.found("[freshest, { of: t, within: P2D }]", in: records) == [])
        #expect(
            try Self.found("[freshest, { of: t, within: P1D }]", in: records)
                == ["dataset.tooSmall  \"2026-11-27T11:59:59Z\""])
        let german = "rules: [[t, date, { format: 'dd.MM.yyyy' }]]"
        #expect(
            try Self.found("[freshest, { of: t, within: P1D }]", in: [["t": "28.11.2026"]], others: german) == [])
        #expect(try Self.found("[freshest, { of: t, within: P1D }]", in: [["t": "soon"]]).count == 1)
    }

    @Test func `a time in the future hides nothing`() throws {
        let rule = "[freshest, { of: t, within: P1D }]"
        let old: AnyValue = ["t": "2026-01-01"]
        #expect(
            try Self.found(rule, in: [old, ["t": "2062-11-28T12:00:00Z"]])
                == ["dataset.tooBig  \"2062-11-28T12:00:00Z\""])
        // Where it is tomorrow already, that is no mistake.
        #expect(try Self.found(rule, in: [old, ["t": "2026-11-29T12:00:00Z"]]) == [])
        let plan = try Self.plan(rule)
        let dataset = plan.makeDataset()
        let record = Record(for: plan)
        record.fill(["t": "2062-11-28T12:00:00Z"])
        dataset.add(record)
        for (locale, text) in [("en", "no later than"), ("de", "darf nicht nach"), ("ja", "以前")] {
            #expect(plan.localizer(preferring: locale).texts(dataset.report()).first?.contains(text) == true)
        }
    }

    @Test(arguments: [
        ("[share, { of: n, is: absent, max: 0.00012345% }]", "0.00012345%", "33.3333%"),
        ("[mean, { of: n, max: 1e-9 }]", "0.000000001", "0.000000004"),
        ("[sum, { of: n, max: 0.0000000000000001 }]", "0.0000000000000001", "0.000000008"),
    ])
    func `limits and figures keep their digits`(rule: String, limit: String, found: String) throws {
        let plan = try Self.plan(rule)
        let report = try Self.report(rule, in: [["n": 3e-9], ["n": 5e-9], [:]])
        let text = plan.localizer(preferring: "en").texts(report).first ?? ""
        #expect(text.hasSuffix("must be at most \(limit) (value: \(found))."), "\(text)")
    }

    @Test func `the label says which records are measured`() throws {
        let rules = [
            ("[sum, { of: n, where: \"g == 'x'\", min: 9 }]", "sum(n where g == 'x')"),
            ("[rows, { where: [[g, in, { range: [x] }]], min: 9 }]", "rows(where g in { range: [x] })"),
            ("[rows, { min: 9 }]", "rows"),
        ]
        for (rule, label) in rules {
            let text = try Self.plan(rule).localizer(preferring: "en").texts(
                Self.report(rule, in: [["g": "x", "n": 1]]))
            #expect(text.first?.hasPrefix(label + " must be at least 9") == true, "\(text)")
        }
    }

    @Test func `numbers are read as the rules of their attribute say`() throws {
        let german = "rules: [[n, number, { locale: de }]]"
        let records = Self.numbers([.text("1.234,5"), .text("0,5")])
        #expect(try Self.found("[sum, { of: n, equals: 1235 }]", in: records, others: german) == [])
    }

    @Test func `the items of lists are measured one by one`() throws {
        let records: [AnyValue] = [["items": [["p": 1], ["p": 2.5]]], ["items": []], ["items": [["p": .null]]]]
        #expect(try Self.found("[sum, { of: items.*.p, equals: 3.5 }]", in: records) == [])
        #expect(try Self.found("[count, { of: items.*.p, equals: 2 }]", in: records) == [])
    }

    @Test func `a mean beyond all numbers is compared with nothing`() throws {
        let records = [try AnyValue(json: #"{"n":1e400}"#), ["n": 1]]
        let report = try Self.report("[mean, { of: n, min: 5 }]", in: records)
        #expect(report.violations.map(\.code) == [.fault])
    }

    @Test func `fails needs a rule that can find something`() throws {
        func text(_ rules: String) throws -> RuleSet {
            try RuleSet(parsing: "rules: [\(rules)]\ndataset: [[count, { fails: i, max: 0 }]]")
        }
        let error = #expect(throws: RuleSetError.self) { try Plan(text("{ attributes: x, type: safe, id: i }")) }
        #expect(error?.diagnostics.first?.reason.contains("never finds anything") == true)
        let plan = try Plan(text("{ attributes: x, type: integer, on: other, id: i }, [x, number]"))
        #expect(plan.warnings.map(\.reason).contains { $0.contains("does not run in every scenario") })
    }

    @Test func `many values are estimated within the error that is said`() throws {
        let records = (0..<150_000).map { number -> AnyValue in ["n": .integer(Int64(number))] }
        for (rule, truth) in [
            ("[distinct, { of: n, max: 1 }]", 150_000.0), ("[quantile, { of: n, at: 0.9, max: 1 }]", 134_999.1),
        ] {
            var found: Set<String> = []
            for parts in [1, 2, 7] {
                let report = try Self.report(rule, in: records, parts: parts)
                let parameters = try #require(report.violations.first).parameters
                guard case .number(let precision)? = parameters["precision"] else { return #expect(Bool(false)) }
                let value = try #require(parameters["found"].flatMap { Double(JSON.text($0)) })
                #expect(abs(value - truth) / truth < 3 * precision, "\(value)")
                found.insert("\(value)")
                let text = try Self.plan(rule).localizer(preferring: "en").texts(report).first ?? ""
                #expect(text.contains("(value: ≈ "), "\(text)")
            }
            #expect(found.count == 1)
        }
        // Between two heaps of numbers an estimate is interpolated, too.
        let heaps = (1...6_000).flatMap { [$0, $0 + 100_000] }.map { number -> AnyValue in
            ["n": .integer(Int64(number))]
        }
        let median = try #require(
            try Self.report("[quantile, { of: n, at: 0.5, max: 1 }]", in: heaps).violations.first)
        let found = try #require(median.parameters["found"].flatMap { Double(JSON.text($0)) })
        #expect(abs(found - 53_000.5) < 106, "\(found)")
        // A figure that is not exact equals no number.
        let report = try Self.report("[distinct, { of: n, equals: 150000 }]", in: records)
        #expect(report.violations.map(\.code) == [.fault])
        let few = Array(records.prefix(1_000))
        #expect(try Self.found("[distinct, { of: n, equals: 1000 }]", in: few) == [])
    }

    @Test func `what was collected can be stored, and goes on`() throws {
        let rules = """
            [sum, { of: n, min: 1e9 }]
              - [deviation, { of: n, max: 0 }]
              - [distinct, { of: g, by: g, min: 9 }]
              - [quantile, { of: n, at: 0.3, max: 0 }]
              - [share, { of: g, is: absent, max: 0% }]
              - [min, { of: n, min: 1e9 }]
            """
        let plan = try Self.plan(rules)
        let record = Record(for: plan)
        func add(_ range: Range<Int>, to dataset: Dataset) {
            for number in range {
                record.fill([
                    "n": .double(Double(number) / 8), "g": number % 5 == 0 ? .null : .integer(Int64(number % 5)),
                ])
                dataset.add(record)
            }
        }
        let whole = plan.makeDataset()
        add(0..<500, to: whole)
        let first = plan.makeDataset()
        add(0..<123, to: first)
        let resumed = plan.makeDataset()
        #expect(resumed.restore(try AnyValue(json: JSON.text(first.stored))))
        add(123..<500, to: resumed)
        #expect(whole.report().violations.count == 10)
        #expect(resumed.report() == whole.report())
        #expect(!plan.makeDataset().restore(.list([])))
    }

    @Test func `messages name the figure, its limit and its value`() throws {
        let plan = try Self.plan(
            """
            [rows, { min: 1000 }]
              - [share, { of: e, is: absent, max: 1%, label: { en: Without e-mail, de: Ohne E-Mail } }]
              - [sum, { of: n, by: g, equals: 1, message: "{found} is not {equals}" }]
              - [freshest, { of: t, within: P1D }]
            """)
        let dataset = plan.makeDataset()
        let record = Record(for: plan)
        record.fill(["n": 2.5, "g": "x", "t": "2026-01-01T00:00:00Z"])
        dataset.add(record)
        let report = dataset.report()
        let texts = plan.localizer(preferring: "en").texts(report)
        #expect(texts[0] == "rows must be at least 1,000 (value: 1).")
        #expect(texts[1] == "Without e-mail must be at most 1% (value: 100%).")
        #expect(texts[2] == "2.5 is not 1")
        #expect(texts[3].hasPrefix("freshest(t) must be no earlier than Nov 27, 2026, 12:00"))
        #expect(texts[3].contains("(value: Jan 1, 2026, 12:00"))
        #expect(plan.localizer(preferring: "de").texts(report)[1].hasPrefix("Ohne E-Mail darf höchstens 1"))
    }

    /// A rule for each group lists some of the groups, and counts the others; so do all rules together.
    @Test func ofManyGroupsTheFirstAreListed() throws {
        func records(_ count: Int) -> [AnyValue] {
            (0..<count).map { .object([.init("g", .text("g\(100_000 + $0)")), .init("n", .integer(Int64($0)))]) }
        }
        func report(_ rules: Int, _ groups: Int, _ severity: String = "error") throws -> Report {
            let text = (1...rules).map { "[sum, {of: n, by: g, max: -\($0), severity: \(severity)}]" }
            return try Self.report(text.joined(separator: "\n  - "), in: records(groups))
        }
        let whole = try report(1, 1_000)
        #expect(whole.violations.count == 1_000 && !whole.isTruncated)
        let more = try report(1, 1_500)
        #expect(more.violations.map(\.path) == whole.violations.map(\.path))
        #expect(more.omittedCount == 500)
        let kinds = more.omitted.counts.map { "\($0.key.rule.id) \($0.key.code) \($0.key.attribute) \($0.value)" }
        #expect(kinds == ["\(more.violations[0].rule.id) dataset.tooBig sum(n) 500"])
        let many = try report(30, 500)
        #expect(many.violations.count == 10_000 && many.omittedCount == 5_000 && !many.isValid)
        #expect(Set(many.violations.map(\.rule.id)).count == 20)
        // What is only counted decides too, and a warning decides nothing.
        let mild = try report(2, 1_500, "warning")
        #expect(mild.isValid && mild.omittedCount == 1_000)
    }
}

/// Values as JSON.
enum JSON {
    static func text(_ value: ParameterValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    static func text(_ value: AnyValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }
}
