import Proviso
import Testing

/// Rules that people ask for, each in one or two lines, with the finding on the attribute that is meant.
struct RealisticRuleTests {
    static let dates = [
        RuleTable(
            "1 end after start", "- [end, date, { min: { attribute: start, plus: P1D } }]",
            valid: [#"{"start":"2026-01-01","end":"2026-01-02"}"#, #"{"end":"2026-01-02"}"#],
            invalid: [(#"{"start":"2026-01-02","end":"2026-01-02"}"#, ["date.tooSmall /end"])]),
        RuleTable(
            "2 moments with offsets in order", "- [end, datetime, { min: { attribute: start } }]",
            valid: [#"{"start":"2026-01-01T10:00:00+02:00","end":"2026-01-01T09:00:00Z"}"#],
            invalid: [
                (#"{"start":"2026-01-01T10:00:00Z","end":"2026-01-01T11:00:00+02:00"}"#, ["date.tooSmall /end"])
            ]),
        RuleTable(
            "3 at most 30 days", "- [end, date, { min: { attribute: start }, max: { attribute: start, plus: P30D } }]",
            valid: [#"{"start":"2026-01-01","end":"2026-01-31"}"#],
            invalid: [
                (#"{"start":"2026-01-01","end":"2026-02-01"}"#, ["date.tooBig /end"]),
                (#"{"start":"2026-01-01","end":"2025-12-31"}"#, ["date.tooSmall /end"]),
            ]),
        RuleTable(
            "38 of age today", #"- [birthday, date, { max: "-18 years" }]"#, valid: [#"{"birthday":"1980-02-29"}"#],
            invalid: [(#"{"birthday":"2025-01-01"}"#, ["date.tooBig /birthday"])]),
        RuleTable(
            "39 of age at another date", "- [birthday, date, { max: { attribute: signedOn, minus: P18Y } }]",
            valid: [#"{"birthday":"2002-03-01","signedOn":"2020-03-01"}"#],
            invalid: [(#"{"birthday":"2002-03-02","signedOn":"2020-03-01"}"#, ["date.tooBig /birthday"])]),
    ]

    static let lists = [
        RuleTable(
            "8 unique items", "- [tags, distinct]", valid: [#"{"tags":["a","b"]}"#],
            invalid: [(#"{"tags":["a","a"]}"#, ["distinct.duplicate /tags"])]),
        RuleTable(
            "9 unique by key", "- [items, distinct, { by: sku }]",
            valid: [#"{"items":[{"sku":"a"},{"sku":"b"},{},{}]}"#],
            invalid: [(#"{"items":[{"sku":"a","n":1},{"sku":"a","n":2}]}"#, ["distinct.duplicate /items"])]),
        RuleTable(
            "10 required by a sibling in the item",
            "- { attributes: items.*.reason, type: required, when: [items.*.returned, compare, { compareValue: true }] }",
            valid: [#"{"items":[{"returned":false},{"returned":true,"reason":"x"}]}"#],
            invalid: [(#"{"items":[{"returned":true}]}"#, ["required.blank /items/0/reason"])]),
        RuleTable(
            "11 required if any item is flagged",
            "- { attributes: approver, type: required, when: { anyItem: [items.*.flagged, compare, { compareValue: true }] } }",
            valid: [#"{"items":[{"flagged":false},{}]}"#, #"{"items":[{"flagged":true}],"approver":"x"}"#, "{}"],
            invalid: [(#"{"items":[{"flagged":false},{"flagged":true}]}"#, ["required.blank /approver"])]),
        RuleTable(
            "12 at least one primary", "- [contacts, contains, { where: [primary, compare, { compareValue: true }] }]",
            valid: [#"{"contacts":[{"primary":false},{"primary":true},{"primary":true}]}"#],
            invalid: [
                (#"{"contacts":[{"primary":false}]}"#, ["contains.tooFew /contacts"]),
                (#"{"contacts":[]}"#, ["contains.tooFew /contacts"]),
            ]),
        RuleTable(
            "13 exactly one primary",
            "- [contacts, contains, { where: [primary, compare, { compareValue: true }], max: 1 }]",
            valid: [#"{"contacts":[{"primary":false},{"primary":true}]}"#],
            invalid: [
                (#"{"contacts":[{"primary":true},{"primary":true}]}"#, ["contains.tooMany /contacts"]),
                (#"{"contacts":[{"primary":false}]}"#, ["contains.tooFew /contacts"]),
            ]),
        RuleTable(
            "14 every quantity at least 1", "- [items.*.quantity, integer, { min: 1 }]",
            valid: [#"{"items":[{"quantity":1}]}"#],
            invalid: [(#"{"items":[{"quantity":1},{"quantity":0}]}"#, ["number.tooSmall /items/1/quantity"])]),
        RuleTable(
            "15 contains a value", "- [tags, contains, { rule: [in, { range: [news] }] }]",
            valid: [#"{"tags":["a","news"]}"#], invalid: [(#"{"tags":["a"]}"#, ["contains.tooFew /tags"])]),
        RuleTable(
            "28 sorted", "- [events, sorted, { by: date }]",
            valid: [#"{"events":[{"date":"2026-01-01"},{"date":"2026-01-01"},{"date":"2026-02-01"}]}"#],
            invalid: [(#"{"events":[{"date":"2026-02-01"},{"date":"2026-01-01"}]}"#, ["sorted.invalid /events"])]),
        RuleTable(
            "35 refers to a sibling list", "- [items.*.warehouse, in, { range: { attribute: warehouses.*.id } }]",
            valid: [#"{"warehouses":[{"id":"a"},{"id":"b"}],"items":[{"warehouse":"b"}]}"#],
            invalid: [
                (
                    #"{"warehouses":[{"id":"a"}],"items":[{"warehouse":"a"},{"warehouse":"c"}]}"#,
                    ["in.invalid /items/1/warehouse"]
                )
            ]),
        RuleTable(
            "40 as many as a count", "- [guests, count, { exact: { attribute: guestCount } }]",
            valid: [#"{"guests":[1,2],"guestCount":2}"#, #"{"guests":[1,2]}"#],
            invalid: [
                (#"{"guests":[1,2],"guestCount":3}"#, ["count.notEqual /guests"]),
                (#"{"guests":[],"guestCount":3}"#, ["count.notEqual /guests"]),
            ]),
    ]

    static let presence = [
        RuleTable(
            "21 one of two", "- { attributes: email, type: required, when: [phone, prohibited] }",
            valid: [#"{"email":"x"}"#, #"{"phone":"x"}"#], invalid: [(#"{"phone":""}"#, ["required.blank /email"])]),
        RuleTable(
            "22 one of three", "- { attributes: email, type: required, when: [[phone, fax], prohibited] }",
            valid: [#"{"fax":"x"}"#, #"{"email":"x"}"#], invalid: [("{}", ["required.blank /email"])]),
        RuleTable(
            "23 mutually exclusive", "- { attributes: fax, type: prohibited, when: [email, required] }",
            valid: [#"{"fax":"x"}"#, #"{"email":"x"}"#, "{}"],
            invalid: [(#"{"email":"x","fax":"y"}"#, ["absent.invalid /fax"])]),
        RuleTable(
            "24 exactly one of three",
            """
            - { attributes: email, type: required, when: [[phone, fax], prohibited] }
            - { attributes: [email, phone, fax], type: prohibited, when: { atLeast: 2, of: [[email, phone, fax], required] } }
            """,
            valid: [#"{"fax":"x"}"#, #"{"email":"x"}"#],
            invalid: [
                ("{}", ["required.blank /email"]),
                (#"{"email":"x","fax":"y"}"#, ["absent.invalid /email", "absent.invalid /fax"]),
            ]),
        RuleTable(
            "25 dependent required", "- { attributes: billing, type: required, when: [card, required] }",
            valid: ["{}", #"{"card":"1","billing":"x"}"#],
            invalid: [(#"{"card":"1"}"#, ["required.blank /billing"])]),
        RuleTable(
            "41 required by A or B",
            "- { attributes: vat, type: required, when: { any: [[company, required], [country, in, { range: [IT] }]] } }",
            valid: ["{}", #"{"country":"FR"}"#, #"{"company":"x","vat":"y"}"#],
            invalid: [
                (#"{"company":"x"}"#, ["required.blank /vat"]), (#"{"country":"IT"}"#, ["required.blank /vat"]),
            ]),
        RuleTable(
            "42 present, may be null", "- [note, present]", valid: [#"{"note":null}"#, #"{"note":""}"#],
            invalid: [("{}", ["present.invalid /note"])]),
    ]

    static let shapes = [
        RuleTable(
            "16 values of a map", "- [prices.*, number, { min: 0, max: 100 }]", valid: [#"{"prices":{"a":1,"b":100}}"#],
            invalid: [(#"{"prices":{"a":1,"b":101}}"#, ["number.tooBig /prices/b"])]),
        RuleTable(
            "17 keys of a map", #"- [prices, keys, { rule: [match, { pattern: "^[A-Z]{3}$" }] }]"#,
            valid: [#"{"prices":{"EUR":1}}"#], invalid: [(#"{"prices":{"EUR":1,"euro":1}}"#, ["keys.mismatch /prices"])]
        ),
        RuleTable(
            "18 union by a discriminator",
            "- { attributes: payment, type: oneOf, by: method, shapes: { card: { closed: true, rules: [[number, required]] }, iban: { closed: true, rules: [[iban, required]] } } }",
            valid: [
                #"{"payment":{"method":"card","number":"1"}}"#, #"{"payment":{"method":"iban","iban":"x"}}"#, "{}",
            ],
            invalid: [
                (
                    #"{"payment":{"method":"card","iban":"x"}}"#,
                    ["value.unknown /payment/iban", "required.blank /payment/number"]
                )
            ]),
        RuleTable(
            "19 number or object",
            "- { attributes: price, type: oneOf, shapes: { number: [[., number, { min: 0 }]], object: { closed: true, rules: [[amount, required], [currency, required]] } } }",
            valid: [#"{"price":3.5}"#, #"{"price":{"amount":1,"currency":"EUR"}}"#],
            invalid: [
                (#"{"price":-1}"#, ["number.tooSmall /price"]),
                (#"{"price":{"amount":1}}"#, ["required.blank /price/currency"]),
                (#"{"price":"1"}"#, ["oneOf.kind /price"]),
            ]),
        RuleTable(
            "20 tree",
            """
            shapes: { node: { closed: true, rules: [[name, required], [children.*, shape, { name: node }]] } }
            rules: [[tree, shape, { name: node }]]
            """,
            valid: [#"{"tree":{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}}"#],
            invalid: [
                (
                    #"{"tree":{"name":"a","children":[{"name":"b","children":[{"title":"c"}]}]}}"#,
                    [
                        "value.unknown /tree/children/0/children/0/title",
                        "required.blank /tree/children/0/children/0/name",
                    ]
                )
            ]),
        RuleTable(
            "26 unknown members",
            """
            closed: true
            rules: [[[name, email], string]]
            """,
            valid: [#"{"name":"a"}"#, "{}"], invalid: [(#"{"name":"a","emial":1}"#, ["value.unknown /emial"])]),
        RuleTable(
            "27 unknown members inside", "- [address, keys, { only: [street, city] }]",
            valid: [#"{"address":{"street":"a"}}"#],
            invalid: [(#"{"address":{"street":"a","zip":1}}"#, ["keys.unknown /address"])]),
    ]

    @Test(arguments: [dates, lists, presence, shapes]) func rulesSayWhatPeopleMean(_ tables: [RuleTable]) throws {
        for table in tables {
            #expect(table.rules.split(separator: "\n").count <= 2, sourceLocation: table.location)
            try table.run()
        }
    }

    /// 29, 30 and 31: the same rules with a store.
    @Test func rulesLookIntoCollections() throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore([
            "products": [["sku": "a", "price": 5]], "bookings": [["seat": "1", "flight": "X"]],
        ])
        for table in [
            RuleTable(
                "29 unique, compound",
                "- { attributes: seat, type: unique, target: bookings, targetAttribute: { seat: seat, flight: flight } }",
                valid: [#"{"seat":"1","flight":"Y"}"#],
                invalid: [(#"{"seat":"1","flight":"X"}"#, ["unique.combination /seat"])]),
            RuleTable(
                "30 foreign key", "- [sku, exist, { target: products, targetAttribute: sku }]",
                valid: [#"{"sku":"a"}"#],
                invalid: [(#"{"sku":"b"}"#, ["exist.invalid /sku"])]),
            RuleTable(
                "31 the price of the sku",
                "- { attributes: price, type: exist, target: products, targetAttribute: { price: price, sku: sku } }",
                valid: [#"{"sku":"a","price":5}"#], invalid: [(#"{"sku":"a","price":6}"#, ["exist.invalid /price"])]),
        ] {
            #expect(table.rules.split(separator: "\n").count <= 2)
            try table.run(registry)
        }
    }
}
