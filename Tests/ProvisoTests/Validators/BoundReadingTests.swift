import Proviso
import Testing

/// Bounds, steps and orders of values that other rules read in a format of their own.
struct BoundReadingTests {
    static let tables = [
        RuleTable(
            "a bound of the wrong kind, which does not apply",
            """
            - [w, safe]
            - [n, number, { min: { attribute: w }, max: { attribute: w } }]
            - [n, number, { above: { attribute: w }, below: { attribute: w } }]
            - [i, integer, { min: { attribute: w }, max: { attribute: w } }]
            - [f, number, { locale: de, min: { attribute: w }, max: { attribute: w } }]
            - [d, date, { min: { attribute: w }, max: { attribute: w, plus: P1D } }]
            - [m, datetime, { min: { attribute: w }, max: { attribute: w } }]
            - [t, time, { min: { attribute: w }, max: { attribute: w } }]
            - [s, string, { min: { attribute: w }, max: { attribute: w } }]
            - [c, count, { min: { attribute: w }, max: { attribute: w } }]
            - [q, multipleOf, { of: { attribute: w } }]
            """,
            valid: [#""abc""#, "true", "false", "[1]", "{}", #""""#, "null", #""5x""#, #""2026-13-01""#].map {
                """
                {"w":\($0),"n":7,"i":7,"f":"7,5","d":"2026-01-01","m":"2026-01-01T00:00:00Z","t":"10:00:00",
                "s":"abcdefg","c":[1,2,3],"q":7}
                """
            },
            invalid: [
                (#"{"w":1,"q":7,"i":7}"#, ["number.tooBig /i"]), (#"{"w":"2","q":7}"#, ["multipleOf.invalid /q"]),
            ]),
        RuleTable(
            "a bound that the rule of its own attribute cannot read",
            "- [l, number, { locale: de }]\n- [n, number, { max: { attribute: l } }]\n- [e, date, { format: dd.MM.yyyy }]\n- [d, date, { max: { attribute: e } }]",
            valid: [#"{"l":"6,5","n":6}"#],
            invalid: [
                (#"{"l":true,"n":7}"#, ["number.type /l"]), (#"{"l":"x","n":7}"#, ["number.type /l"]),
                (#"{"e":"2026-01-01","d":"2026-02-01"}"#, ["date.invalid /e"]),
            ]),
        RuleTable(
            "a bound as people of a locale write it",
            "- [a, number, { locale: de }]\n- [b, number, { max: { attribute: a } }]",
            valid: [#"{"a":"1.000,5","b":1000.5}"#, #"{"a":"9,5","b":"9.5"}"#],
            invalid: [
                (#"{"a":"9,5","b":10}"#, ["number.tooBig /b"]), (#"{"a":"1.000","b":1001}"#, ["number.tooBig /b"]),
            ]),
        RuleTable(
            "a length, a count and a step as people of a locale write them",
            """
            - [a, number, { locale: de }]
            - [s, string, { max: { attribute: a } }]
            - [c, count, { max: { attribute: a } }]
            - [m, multipleOf, { of: { attribute: a } }]
            """,
            valid: [#"{"a":"2,0","s":"ab","c":[1,2],"m":4}"#],
            invalid: [
                (
                    #"{"a":"2,0","s":"abc","c":[1,2,3],"m":5}"#,
                    ["string.tooLong /s", "count.tooMany /c", "multipleOf.invalid /m"]
                )
            ]),
        RuleTable(
            "a date in another format",
            "- [c, date, { format: dd.MM.yyyy }]\n- [d, date, { min: { attribute: c, plus: P1D } }]",
            valid: [#"{"c":"31.01.2026","d":"2026-02-01"}"#],
            invalid: [(#"{"c":"31.01.2026","d":"2026-01-31"}"#, ["date.tooSmall /d"])]),
        RuleTable(
            "a date whose format the rule itself reads otherwise",
            "- [c, date, { format: MM/dd/yyyy }]\n- [d, date, { format: dd/MM/yyyy, max: { attribute: c } }]",
            valid: [#"{"c":"12/01/2026","d":"05/11/2026"}"#],
            invalid: [(#"{"c":"02/12/2026","d":"01/03/2026"}"#, ["date.tooBig /d"])]),
        RuleTable(
            "a day and a moment in other zones",
            """
            - [day, date, { format: dd.MM.yyyy, defaultTimeZone: Asia/Tokyo }]
            - [d, date, { max: { attribute: day } }]
            - [m, datetime, { min: { attribute: day } }]
            """,
            valid: [#"{"day":"31.01.2026","d":"2026-01-31","m":"2026-01-31T00:00:00Z"}"#],
            invalid: [
                (
                    #"{"day":"31.01.2026","d":"2026-02-01","m":"2026-01-30T23:59:59Z"}"#,
                    ["date.tooBig /d", "date.tooSmall /m"]
                )
            ]),
        RuleTable(
            "a time of day in another format",
            "- [c, time, { format: H.mm }]\n- [d, time, { min: { attribute: c } }]",
            valid: [#"{"c":"9.30","d":"09:30:00"}"#], invalid: [(#"{"c":"9.30","d":"09:29:00"}"#, ["date.tooSmall /d"])]
        ),
        RuleTable(
            "an attribute of the record in a shape, and items",
            """
            rules:
              - [limit, number, { locale: de }]
              - [[s.*.from, s.*.to], date, { format: dd.MM.yyyy }]
              - [s.*, shape, { name: stay }]
              - [s.*.to, date, { format: dd.MM.yyyy, min: { attribute: s.*.from } }]
            shapes:
              stay: [[price, number, { max: { attribute: record.limit } }]]
            """,
            valid: [#"{"limit":"9,5","s":[{"from":"31.01.2026","to":"01.02.2026","price":9.5}]}"#],
            invalid: [
                (
                    #"{"limit":"9,5","s":[{"from":"01.02.2026","to":"31.01.2026","price":10}]}"#,
                    ["number.tooBig /s/0/price", "date.tooSmall /s/0/to"]
                )
            ]),
        RuleTable(
            "the order of a list",
            """
            - [v.*, number, { locale: de }]
            - [v, sorted]
            - [e.*.on, date, { format: dd.MM.yyyy }]
            - [e, sorted, { by: on }]
            """,
            valid: [#"{"v":["9,5","10,5"],"e":[{"on":"31.01.2026"},{"on":"01.02.2026"}]}"#],
            invalid: [
                (
                    #"{"v":["10,5","9,5"],"e":[{"on":"01.02.2026"},{"on":"31.01.2026"}]}"#,
                    ["sorted.invalid /v", "sorted.invalid /e"]
                )
            ]),
    ]

    @Test(arguments: tables) func table(_ table: RuleTable) throws { try table.run() }
}
