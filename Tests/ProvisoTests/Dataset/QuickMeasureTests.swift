import Proviso
import Testing

/// Most records are measured by a look at slots, and all others by the general way: both find the same.
@Suite struct QuickMeasureTests {
    /// Values of all kinds that numbers and texts are near to.
    private static let values: [AnyValue] = [
        .absent, .null, "", "a", "b", "A", "e\u{301}", "\u{e9}", 0, 1, -1, 5, 18, "18", "18.0", "+18", "018", "-0",
        "1e1",
        .double(0.1), .double(0.30000000000000004), .double(0.3), .double(-2.5), .double(968_000.94), .double(1e15),
        .double(123_456.789012), .double(1e300), .double(-0.0), .integer(.max), .integer(.min), .integer(1 << 53 + 1),
        "0.000000000000000001", "123456789012345678", "1234567890123456789", ".5", "5.", "-", "1.2.3", .boolean(true),
        .boolean(false), "x", .double(5e-324), .double(100), .double(3),
    ]

    /// Each value beside each of some others, and nothing that cannot be measured if `isNumeric`.
    private static func records(isNumeric: Bool = false) -> [AnyValue] {
        values.filter { value in
            if !isNumeric { return true }
            switch value {
            case .boolean: return false
            case .text(let text): return Double(text) != nil || text.isEmpty
            default: return true
            }
        }.enumerated().flatMap { index, value in
            [1, 5, 20].map { step in
                .object([
                    .init("n", value), .init("m", values[(index * step + 3) % values.count]),
                    .init("g", .text("g\(index % 4)")),
                ])
            }
        }
    }

    private static func figures(_ rule: String, _ records: [AnyValue], parts: Int) throws -> [String] {
        try DatasetTests.found(rule, in: records, parts: parts, others: "rules: [[[n, m, g], safe]]")
    }

    @Test(arguments: [
        // The shortcut of an expression, and the same without one: 'exists' has none.
        ("expr: \"n == 'a'\"", "expr: \"[n].exists(x, x == 'a')\""),
        ("expr: \"n != 'a'\"", "expr: \"[n].exists(x, x != 'a')\""),
        ("expr: \"'a' == n || m == 'b'\"", "expr: \"[n].exists(x, x == 'a') || [m].exists(x, x == 'b')\""),
        ("of: n, is: [in, { range: [a, b] }]", "expr: \"[n].exists(x, x == 'a' || x == 'b')\""),
        ("of: n, is: present", "expr: \"has(n) && n != '' && n != null\""),
    ])
    func `a test counts the same records by a shortcut and without one`(short: String, long: String) throws {
        for parts in [1, 3] {
            for more in ["", ", by: g", ", where: \"m == 'a' || m != 'b'\""] {
                let limits = "\(more), min: 100%"
                let found = try Self.figures("[share, { \(short)\(limits) }]", Self.records(), parts: parts)
                #expect(!found.isEmpty)
                #expect(found == (try Self.figures("[share, { \(long)\(limits) }]", Self.records(), parts: parts)))
            }
        }
    }

    @Test(arguments: ["<", "<=", ">", ">=", "==", "!="])
    func `a comparison of numbers is true and false for the same records by a shortcut`(sign: String) throws {
        let numbers = Self.records().filter { record in
            ["n", "m"].allSatisfy { name in
                switch record[name] {
                case .integer(let number)?: number.magnitude < 1 << 60
                case .double?: true
                default: false
                }
            }
        }
        #expect(numbers.count > 20)
        for constant in ["18", "0.3", "5", "1e15"] {
            for short in ["n \(sign) \(constant)", "n \(sign) m", "n + m \(sign) \(constant) && m > 0"] {
                let long = short.replacing(" && ", with: " && true && ").replacing("n ", with: "(true ? n : m) ")
                // Where an expression has no value, the reason names it.
                func found(_ expression: String) throws -> [String] {
                    try Self.figures("[share, { expr: \"\(expression)\", equals: 0.987 }]", numbers, parts: 1)
                        .map { $0.replacing(expression, with: "…") }
                }
                #expect(try found(short).count == 1)
                #expect(try found(short) == found(long), "\(short)")
            }
        }
    }

    @Test func `numbers are read the same from text, integers and doubles`() throws {
        let records = Self.records(isNumeric: true)
        for measure in ["sum", "min", "max", "mean", "deviation"] {
            // A condition that is always true and has no shortcut.
            let long = "where: '[1].exists(x, x == 1)'"
            for more in ["", ", by: g"] {
                let rule = "[\(measure), { of: n, equals: 0.123\(more)"
                let found = try Self.figures("\(rule) }]", records, parts: 1)
                #expect(found.count == (more.isEmpty ? 1 : 4), "\(measure) \(found)")
                for parts in [1, 3] {
                    #expect(found == (try Self.figures("\(rule), \(long) }]", records, parts: parts)), "\(measure)")
                }
            }
        }
        let sum = try Self.figures(
            "[sum, { of: n, equals: 0 }]", [["n": 0.1], ["n": 0.2], ["n": "0.3"], ["n": 968_000.94], ["n": 2]], parts: 1
        )
        #expect(sum == ["dataset.notEqual  968003.54"])
    }

    @Test func `different values are counted the same in any order`() throws {
        let records = (0..<5_000).map { index -> AnyValue in
            ["n": index % 3 == 0 ? .integer(Int64(index % 700)) : .text("v\(index % 900)")]
        }
        for parts in [1, 2, 7] {
            #expect(
                try Self.figures("[distinct, { of: n, equals: 0 }]", records, parts: parts) == [
                    "dataset.notEqual  1300"
                ]
            )
            #expect(
                try Self.figures("[distinct, { of: n, equals: 0 }]", records.reversed(), parts: parts)
                    == ["dataset.notEqual  1300"])
        }
    }

    @Test func `groups are texts as expressions see them`() throws {
        let records: [AnyValue] = [
            ["g": "\u{e9}"], ["g": "e\u{301}"], ["g": "\u{e9}"], ["g": "e\u{301}"], ["g": 1], ["g": "1"], ["g": 1.5],
            ["g": "1.5"], ["g": .boolean(true)], ["g": ""], ["g": .null], [:],
        ]
        for parts in 1...4 {
            let found = try Self.figures("[rows, { by: g, max: 0 }]", records, parts: parts)
            #expect(
                found == [
                    "dataset.tooBig /g/ 3", "dataset.tooBig /g/1 2", "dataset.tooBig /g/1.5 2",
                    "dataset.tooBig /g/e\u{301} 2", "dataset.tooBig /g/true 1", "dataset.tooBig /g/\u{e9} 2",
                ], "\(found)")
            #expect(Set(found.map { Array($0.utf8) }).count == 6)
        }
        #expect(
            try Self.figures("[distinct, { of: g, equals: 0 }]", Array(records.prefix(4)), parts: 1)
                == ["dataset.notEqual  2"])
    }

    /// Values of `by` that follow each other are not mixed up.
    @Test func `groups of several values are told apart`() throws {
        let records: [AnyValue] = [
            ["g": "a", "m": "bc"], ["g": "ab", "m": "c"], ["g": "abc"], ["m": "abc"], ["g": "abc", "m": ""],
        ]
        #expect(
            try Self.figures("[rows, { by: [g, m], max: 0 }]", records, parts: 2) == [
                "dataset.tooBig /g//m/abc 1", "dataset.tooBig /g/a/m/bc 1", "dataset.tooBig /g/ab/m/c 1",
                "dataset.tooBig /g/abc/m/ 2",
            ])
    }

    @Test func `the values of groups have bounded memory`() throws {
        let name = String(repeating: "x", count: 100_000)
        let records = (0..<120).map { index -> AnyValue in ["g": .text("\(index)\(name)")] }
        #expect(try Self.figures("[rows, { by: g, max: 1 }]", Array(records.prefix(90)), parts: 1) == [])
        for parts in 1...3 {
            #expect(
                try Self.figures("[rows, { by: g, max: 1 }]", records, parts: parts) == [
                    "rule.fault  \"there are more than 10000 groups of g, or their values have more than 10 MB together\""
                ])
        }
    }

    @Test func `a figure with groups goes on after it was stored`() throws {
        let plan = try DatasetTests.plan("[sum, { of: n, by: [g, m], max: -99 }]", others: "rules: [[[n, m, g], safe]]")
        let record = Record(for: plan)
        func measure(_ records: ArraySlice<AnyValue>, _ dataset: Dataset) {
            for value in records {
                record.fill(value)
                dataset.add(record)
            }
        }
        let records = Self.records(isNumeric: true)
        let whole = plan.makeDataset()
        measure(records[...], whole)
        let (first, resumed) = (plan.makeDataset(), plan.makeDataset())
        measure(records.prefix(50), first)
        #expect(resumed.restore(try AnyValue(json: JSON.text(first.stored))))
        measure(records.dropFirst(50), resumed)
        #expect(resumed.report() == whole.report())
        #expect(JSON.text(resumed.stored) == JSON.text(whole.stored))
        #expect(whole.report().violations.count > 20)
    }
}
