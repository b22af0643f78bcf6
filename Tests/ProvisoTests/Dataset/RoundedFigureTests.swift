import Proviso
import Testing

/// Messages about all records do not contradict themselves, and say what cannot be measured.
@Suite struct RoundedFigureTests {
    private static func text(_ rule: String, _ records: [AnyValue], locale: String = "en") throws -> String {
        let plan = try DatasetTests.plan(rule)
        return plan.localizer(preferring: locale).texts(try DatasetTests.report(rule, in: records)).joined(
            separator: "|")
    }

    private static func numbers(_ values: AnyValue...) -> [AnyValue] { values.map { ["n": $0] } }

    @Test func `a figure is shown with the digits that tell it from its limit`() throws {
        let near = Self.numbers("0.1", "0.20000000000001")
        #expect(
            try Self.text("[sum, { of: n, equals: 0.3 }]", near) == "sum(n) must be 0.3 (value: 0.30000000000001).")
        #expect(
            try Self.text("[sum, { of: n, max: 0.3 }]", near)
                == "sum(n) must be at most 0.3 (value: 0.30000000000001).")
        #expect(
            try Self.text("[mean, { of: n, equals: 0.15 }]", near)
                == "mean(n) must be 0.15 (value: 0.150000000000005).")
        // Others are rounded as before.
        #expect(
            try Self.text("[mean, { of: n, max: 0.1 }]", Self.numbers(1, 1, 0))
                == "mean(n) must be at most 0.1 (value: 0.6666666667).")
        #expect(
            try Self.text("[sum, { of: n, max: 3 }]", Self.numbers(2, 2)) == "sum(n) must be at most 3 (value: 4).")
    }

    @Test func `a share is shown with the digits that tell it from its limit`() throws {
        let records = Array(repeating: ["n": 1] as AnyValue, count: 19_998) + [["n": 2]]
        for (locale, message) in [
            ("en", "share(n == 2) must be at most 0.005% (value: 0.00500025"),
            ("ja", "share(n == 2)は0.005%以下にしてください（値：0.00500025"),
        ] {
            let text = try Self.text("[share, { expr: 'n == 2', max: 0.005% }]", records, locale: locale)
            #expect(text.filter { !"\u{2068}\u{2069}".contains($0) }.hasPrefix(message), "\(text)")
        }
        #expect(
            try Self.text("[share, { expr: 'n == 2', max: 0.1% }]", Self.numbers(2, 1, 1))
                == "share(n == 2) must be at most 0.1% (value: 33.3333%).")
    }

    @Test func `an estimate stays one`() throws {
        let records = (0..<110_000).map { ["n": .integer($0)] as AnyValue }
        let text = try Self.text("[distinct, { of: n, max: 1 }]", records)
        #expect(text.contains("(value: ≈ 1"), "\(text)")
    }

    @Test(
        arguments: [
            ("1e1000", "\"1e1000\" has more than 1000 digits, which are too many to be measured"),
            ("x", "\"x\" is not a number"), (["a": 1, "b": [2]], "{\"a\":1,\"b\":[2]} is not a number"),
            ([1, 2], "[1,2] is not a number"), (AnyValue.boolean(true), "true is not a number"),
        ] as [(AnyValue, String)])
    func `what cannot be measured is shown with the reason`(value: AnyValue, reason: String) throws {
        for measure in ["sum", "max", "mean", "deviation"] {
            let found = try DatasetTests.found("[\(measure), { of: n, max: 1 }]", in: [["n": value]])
            #expect(found == ["rule.fault  \(JSON.text(AnyValue.text(reason)))"], "\(measure)")
        }
    }

    @Test func `a long number says how long it may be`() throws {
        let most = String(repeating: "9", count: 1_000)
        #expect(try DatasetTests.found("[max, { of: n, max: 1 }]", in: Self.numbers(.text(most))).count == 1)
        let found = try DatasetTests.found("[max, { of: n, max: 1 }]", in: Self.numbers(.text(most + "9")))
        #expect(found.first?.contains("has more than 1000 digits") == true, "\(found)")
        let gaps = try DatasetTests.found("[gaps, { of: n, max: 1 }]", in: Self.numbers("99999999999999999999"))
        #expect(gaps.first?.contains("is not an integer of 64 bits") == true, "\(gaps)")
    }
}
