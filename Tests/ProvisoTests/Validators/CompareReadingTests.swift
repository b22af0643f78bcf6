import Proviso
import Testing

/// Comparisons of values that other rules read in a format of their own.
struct CompareReadingTests {
    static let tables = [
        RuleTable(
            "dates in the format of their rule",
            "- [[c, d], date, { format: dd.MM.yyyy }]\n- [d, compare, { compareAttribute: c, operator: '>' }]",
            valid: [#"{"c":"31.01.2026","d":"01.02.2026"}"#],
            invalid: [(#"{"c":"01.02.2026","d":"31.01.2026"}"#, ["compare.greater /d"])]),
        RuleTable(
            "dates in two formats",
            """
            - [c, date, { format: dd.MM.yyyy }]
            - [d, date, { format: yyyy-MM-dd }]
            - [d, compare, { compareAttribute: c }]
            """,
            valid: [#"{"c":"31.01.2026","d":"2026-01-31"}"#],
            invalid: [(#"{"c":"31.01.2026","d":"2026-01-30"}"#, ["compare.equal /d"])]),
        RuleTable(
            "numbers as people of a locale write them",
            "- [[a, b], number, { locale: de }]\n- [b, compare, { compareAttribute: a, operator: '>=' }]",
            valid: [#"{"a":"1.000,5","b":"1.000,5"}"#, #"{"a":"999,5","b":"1.000"}"#, #"{"a":"2,5","b":3}"#],
            invalid: [(#"{"a":"1.000","b":"999,5"}"#, ["compare.greaterOrEqual /b"])]),
        RuleTable(
            "a constant in the format of the rule",
            "- [d, date, { format: dd.MM.yyyy }]\n- [d, compare, { compareValue: 31.01.2026, operator: '>' }]",
            valid: [#"{"d":"01.02.2026"}"#], invalid: [(#"{"d":"30.01.2026"}"#, ["compare.greater /d"])]),
        RuleTable(
            "a constant in ISO 8601",
            "- [d, date, { format: dd.MM.yyyy }]\n- [d, compare, { compareValue: 2026-01-31, operator: '>' }]",
            valid: [#"{"d":"01.02.2026"}"#], invalid: [(#"{"d":"30.01.2026"}"#, ["compare.greater /d"])]),
        RuleTable(
            "a format beside ISO 8601, and a locale beside a full stop",
            """
            - [c, date]
            - [d, date, { format: dd.MM.yyyy }]
            - [d, compare, { compareAttribute: c, operator: '>' }]
            - [a, number]
            - [b, number, { locale: de }]
            - [b, compare, { compareAttribute: a, operator: '>' }]
            """,
            valid: [#"{"c":"2026-01-31","d":"01.02.2026"}"#, #"{"a":"1.500","b":"2,5"}"#],
            invalid: [
                (#"{"c":"2026-02-01","d":"31.01.2026"}"#, ["compare.greater /d"]),
                (#"{"a":"1.500","b":"1,4"}"#, ["compare.greater /b"]),
            ]),
        RuleTable(
            "items, and a type of the file",
            """
            types: { day: [[date, { format: dd.MM.yyyy }]] }
            rules:
              - [[s.*.from, s.*.to], day]
              - [s.*.to, compare, { compareAttribute: s.*.from, operator: '>=' }]
            """,
            valid: [#"{"s":[{"from":"31.01.2026","to":"01.02.2026"}]}"#],
            invalid: [(#"{"s":[{"from":"01.02.2026","to":"31.01.2026"}]}"#, ["compare.greaterOrEqual /s/0/to"])]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }

    /// Forms and tables spell truths: only `===` wants the Boolean itself.
    @Test func aTruthMayBeSpelled() throws {
        let rules = """
            rules:
              - [a, compare, { operator: "==", compareValue: true }]
              - [b, compare, { operator: "===", compareValue: true }]
            """
        for spelled in ["true", "\"1\"", "1"] {
            #expect(try RuleParts.findings(in: rules, "{\"a\":\(spelled),\"b\":true}") == [], "\(spelled)")
        }
        for spelled in ["\"1\"", "1"] {
            #expect(try RuleParts.findings(in: rules, "{\"b\":\(spelled)}").count == 1, "\(spelled)")
        }
    }

    @Test func `a constant that no date can be is an error of the rule file`() {
        let error = #expect(throws: RuleSetError.self) {
            try Plan(
                RuleSet(
                    parsing: """
                        rules:
                          - [d, date, { format: dd.MM.yyyy }]
                          - [d, compare, { compareValue: 31/01/2026, operator: '>' }]
                        """))
        }
        #expect(error?.description.contains("'31/01/2026' is neither in the format") == true)
    }
}
