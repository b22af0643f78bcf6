import Proviso
import Testing

/// Rules that people ask for and that need an expression, each in one or two lines.
@Suite struct ExprRealisticTests {
    static let rules = [
        RuleTable(
            "4 total is the sum of products",
            "- [items, safe]\n" + #"- [total, expr, { must: "total == items.map(i, i.quantity * i.price).sum()" }]"#,
            valid: [#"{"total":7.5,"items":[{"quantity":3,"price":2.5}]}"#, #"{"total":0,"items":[]}"#],
            invalid: [(#"{"total":8,"items":[{"quantity":3,"price":2.5}]}"#, ["expr.invalid /total"])]),
        RuleTable(
            "5 shares sum to 100",
            """
            - [shares.*.percent, number]
            - [shares, expr, { must: "shares.map(s, s.percent).sum() == 100" }]
            """,
            valid: [
                #"{"shares":[{"percent":60},{"percent":40}]}"#, #"{"shares":[{"percent":59.5},{"percent":40.5}]}"#,
            ],
            invalid: [(#"{"shares":[{"percent":60},{"percent":30}]}"#, ["expr.invalid /shares"])]),
        RuleTable(
            "6 a + b <= c",
            "- [[a, b], safe]\n" + #"- [c, expr, { must: "a + b <= c" }]"#,
            valid: [#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":0}"#, #"{"a":1,"b":0.5,"c":1.5}"#],
            invalid: [(#"{"a":1,"b":2,"c":2}"#, ["expr.invalid /c"])]),
        RuleTable(
            "7 discount at most a fifth of the price",
            "- [price, number]\n" + #"- [discount, expr, { must: "discount <= price * 0.2" }]"#,
            valid: [#"{"price":100,"discount":20}"#],
            invalid: [(#"{"price":100,"discount":21}"#, ["expr.invalid /discount"])]),
        RuleTable(
            "33 the year in an id is a field",
            """
            - [year, integer]
            - [id, expr, { must: "id.substring(0, 4) == string(year)" }]
            """,
            valid: [#"{"id":"2026-17","year":2026}"#],
            invalid: [(#"{"id":"2025-17","year":2026}"#, ["expr.invalid /id"])]),
        RuleTable(
            "34 the password does not contain the user name",
            """
            - [username, string]
            - [password, expr, { must: "!password.lowerAscii().contains(username.lowerAscii())" }]
            """,
            valid: [#"{"username":"ann","password":"correct horse"}"#],
            invalid: [(#"{"username":"ann","password":"AnnAnn1"}"#, ["expr.invalid /password"])]),
        RuleTable(
            "36 business hours in a fixed time zone",
            #"- [at, expr, { must: "timestamp(at).getHours('Europe/Zurich') >= 8 && timestamp(at).getHours('Europe/Zurich') < 18" }]"#,
            valid: [#"{"at":"2026-07-01T06:00:00Z"}"#],
            invalid: [(#"{"at":"2026-07-01T05:59:00Z"}"#, ["expr.invalid /at"])]),
        RuleTable(
            "37 business hours in the zone of a field",
            """
            - [zone, timeZone]
            - [at, expr, { must: "timestamp(at).getHours(zone) >= 8" }]
            """,
            valid: [#"{"at":"2026-01-01T07:00:00Z","zone":"Europe/Zurich"}"#],
            invalid: [(#"{"at":"2026-01-01T07:00:00Z","zone":"America/New_York"}"#, ["expr.invalid /at"])]),
    ]

    @Test func eachSaysWhatItMeans() throws {
        for rule in Self.rules {
            #expect(rule.rules.split(separator: "\n").count <= 2, sourceLocation: rule.location)
            try rule.run()
        }
    }

    @Test func theQuantityIsInStock() throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore(["stock": [["sku": "a", "quantity": 5]]])
        let rule = RuleTable(
            "32 quantity at most the stock of the sku",
            "- [sku, safe]\n- [quantity, expr, { must: \"this <= lookup(stock, sku).quantity\" }]",
            valid: [#"{"sku":"a","quantity":5}"#], invalid: [(#"{"sku":"a","quantity":6}"#, ["expr.invalid /quantity"])]
        )
        try rule.run(registry)
    }
}
