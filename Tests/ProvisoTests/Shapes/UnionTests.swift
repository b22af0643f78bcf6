import Foundation
import Proviso
import Synchronization
import Testing

/// Wrong records for values of several shapes, with what a person would say of each.
struct UnionTests {
    private static let rules = #"""
        labels: { payment.number: Card number, payment.iban: IBAN }
        rules:
          - attributes: payment
            type: oneOf
            by: method
            shapes:
              card:
                closed: true
                rules: [[[number, expires], required], [number, match, { pattern: "^[0-9]{16}$" }], [expires, date]]
              iban: { closed: true, rules: [[iban, required], [iban, string, { min: 15, max: 34 }]] }
              invoice: { rules: [[address.city, required]] }
          - attributes: items.*.price
            type: oneOf
            shapes:
              number: { rules: [[., number, { min: 0 }]] }
              object: { closed: true, rules: [[[amount, currency], required], [amount, number, { min: 0 }], [currency, in, { range: [EUR, USD] }]] }
          - attributes: owner
            type: oneOf
            shapes:
              person: { closed: true, rules: [[[firstName, lastName], required], [age, integer, { min: 18 }]] }
              company: { closed: true, rules: [[[name, vat], required], [vat, string, { min: 8 }]] }
          - attributes: shape
            type: oneOf
            shapes:
              circle: { rules: [[kind, in, { range: [circle] }], [radius, required], [radius, number, { above: 0 }]] }
              square: { rules: [[kind, in, { range: [square] }], [side, required], [side, number, { above: 0 }]] }
        """#

    static let records: [(String, [String])] = [
        (
            #"{"payment":{"method":"card"}}"#,
            [
                "/payment/number: Card number is required.",
                "/payment/expires: Payment Expires is required.",
            ]
        ),
        (
            #"{"payment":{"method":"card","number":"12","expires":"2027-01-31"}}"#,
            [
                "/payment/number: Card number does not have the required form."
            ]
        ),
        (
            #"{"payment":{"method":"card","number":"1234567812345678","expires":"2027-13-01","iban":"x"}}"#,
            [
                "/payment/iban: “iban” is not allowed.",
                "/payment/expires: Payment Expires must be a valid date, such as 2026-12-31.",
            ]
        ),
        (
            #"{"payment":{"method":"crad","number":"1234567812345678"}}"#,
            [
                "/payment/method: Payment Method must be one of: “card”, “iban”, or “invoice”. Did you mean “card”?"
            ]
        ),
        (
            #"{"payment":{"method":"paypal"}}"#,
            [
                "/payment/method: Payment Method must be one of: “card”, “iban”, or “invoice”."
            ]
        ),
        (
            #"{"payment":{"number":"1234567812345678"}}"#,
            [
                "/payment/method: Payment Method is required."
            ]
        ),
        (
            #"{"payment":{"method":null}}"#,
            [
                "/payment/method: Payment Method is required."
            ]
        ),
        (
            #"{"payment":{"method":7}}"#,
            [
                "/payment/method: Payment Method must be one of: “card”, “iban”, or “invoice”."
            ]
        ),
        (
            #"{"payment":"card"}"#,
            [
                "/payment: Payment must be an object."
            ]
        ),
        (
            #"{"payment":{"method":"iban","iban":"DE1","ibn":"DE1"}}"#,
            [
                "/payment/ibn: “ibn” is not allowed. Did you mean “iban”?",
                "/payment/iban: IBAN must contain at least 15 characters.",
            ]
        ),
        (
            #"{"payment":{"method":"invoice","address":"Bonn"}}"#,
            [
                "/payment/address: Payment Address must be an object."
            ]
        ),
        (
            #"{"payment":{"method":"invoice","address":{},"note":"x"}}"#,
            [
                "/payment/address/city: Payment Address City is required."
            ]
        ),
        (
            #"{"items":[{"price":5},{"price":-5},{"price":"5"}]}"#,
            [
                "/items/1/price: Items Price must be at least 0.",
                "/items/2/price: Items Price has the wrong type (expected: “number” or “object”).",
            ]
        ),
        (
            #"{"items":[{"price":{"amount":-1,"curency":"EUR"}},{"price":{"amount":1,"currency":"GBP"}}]}"#,
            [
                "/items/0/price/curency: “curency” is not allowed. Did you mean “currency”?",
                "/items/0/price/currency: Items Price Currency is required.",
                "/items/0/price/amount: Items Price Amount must be at least 0.",
                "/items/1/price/currency: Items Price Currency must be one of: “EUR” or “USD”.",
            ]
        ),
        (
            #"{"items":[{"price":true}]}"#,
            [
                "/items/0/price: Items Price has the wrong type (expected: “number” or “object”)."
            ]
        ),
        (
            #"{"owner":{"firstName":"Ann","lastName":""}}"#,
            [
                "/owner/lastName: Owner Last Name is required."
            ]
        ),
        (
            #"{"owner":{"name":"Acme","vat":"DE1"}}"#,
            [
                "/owner/vat: Owner Vat must contain at least 8 characters."
            ]
        ),
        (
            #"{"owner":{"firstName":"Ann","lastName":"Lee","age":12}}"#,
            [
                "/owner/age: Owner Age must be at least 18."
            ]
        ),
        (
            #"{"owner":["Ann"]}"#,
            [
                "/owner: Owner must be an object."
            ]
        ),
        (
            #"{"shape":{"kind":"square","radius":1}}"#,
            [
                "/shape/side: Shape Side is required."
            ]
        ),
        (
            #"{"shape":{"kind":"circle","radius":-1}}"#,
            [
                "/shape/radius: Shape Radius must be greater than 0."
            ]
        ),
        (
            #"{"owner":{"firstname":"Ann","lastName":"Lee"}}"#,
            [
                "/owner/firstname: “firstname” is not allowed. Did you mean “firstName”?",
                "/owner/firstName: Owner First Name is required.",
            ]
        ),
    ]

    @Test(arguments: records) func findingsAreThoseOfTheShapeThatWasMeant(_ json: String, _ texts: [String]) throws {
        let plan = try Plan(RuleSet(parsing: Self.rules))
        let words = plan.localizer(preferring: "en")
        let found = try plan.validate(try AnyValue(json: json)).violations.map {
            "\($0.path.pointer): \(words.text($0))"
        }
        #expect(found.map { $0.withoutIsolates } == texts)
    }

    @Test func rightRecordsHaveNoFindings() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules))
        for json in [
            #"{"payment":{"method":"card","number":"1234567812345678","expires":"2027-01-31"}}"#,
            #"{"payment":{"method":"invoice","address":{"city":"Bonn"},"note":1}}"#, "{}", #"{"payment":null}"#,
            #"{"items":[{"price":5},{"price":5.5},{"price":{"amount":1,"currency":"EUR"}},{}]}"#,
            #"{"owner":{"name":"Acme","vat":"DE123456789"},"shape":{"kind":"square","side":1}}"#,
        ] {
            #expect(try plan.validate(try AnyValue(json: json)).violations.map(\.description) == [], "\(json)")
        }
    }

    /// The same in Swift.
    @Test func swiftSaysTheSame() throws {
        let rules = RuleSet(
            rules: [
                Rule(
                    "payment",
                    .oneOf(
                        by: "method",
                        [
                            "card": RuleShape(closed: true, Rule("number", .required)),
                            "iban": RuleShape(Rule("iban", .required)),
                        ])), Rule("tree", .shape("node", maxDepth: 3)),
            ],
            shapes: ["node": RuleShape(Rule("name", .required), Rule("children.*", .shape("node", maxDepth: 3)))])
        let plan = try Plan(rules)
        let record: AnyValue = [
            "payment": ["method": "card", "x": 1],
            "tree": [
                "name": "a", "children": [["name": "b", "children": [["name": "c", "children": [["name": "d"]]]]]],
            ],
        ]
        #expect(
            try plan.validate(record).violations.map(RuleTable.line) == [
                "value.unknown /payment/x", "required.blank /payment/number",
                "shape.tooDeep /tree/children/0/children/0/children/0",
            ])
    }

    @Test func rulesOfAShapeAreNamed() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules))
        let report = try plan.validate(["payment": ["method": "iban", "iban": "x"]])
        let violation = try #require(report.violations.first)
        #expect(violation.rule.id == "1.iban.2")
        #expect(violation.attribute == "payment.iban")
        #expect(violation.rule.position?.line == 10)
        #expect(!report.isValid)
    }

    /// Values inside shapes that conditions, comparisons, warnings and lists look at.
    @Test func rulesOfAShapeSeeEachOther() throws {
        let table = RuleTable(
            "shape",
            """
            shapes:
              stay:
                rules:
                  - [end, date, { min: { attribute: start } }]
                  - { attributes: reason, type: required, when: { anyItem: [guests.*.vip, compare, { compareValue: true }] } }
                  - [guests.*.room, in, { range: { attribute: rooms } }]
                  - [code, compare, { compareAttribute: again }]
            rules: [[stays.*, shape, { name: stay }]]
            """,
            valid: [#"{"stays":[{"start":"2026-01-01","end":"2026-01-02","rooms":[1,2],"guests":[{"room":2}]}]}"#],
            invalid: [
                (
                    #"{"stays":[{},{"start":"2026-01-03","end":"2026-01-02","rooms":[1],"guests":[{"room":2,"vip":true}],"code":"a"}]}"#,
                    [
                        "date.tooSmall /stays/1/end", "required.blank /stays/1/reason",
                        "in.invalid /stays/1/guests/0/room", "compare.equal /stays/1/code",
                    ]
                )
            ])
        try table.run()
        let plan = try Plan(RuleSet(parsing: table.file))
        let report = try plan.validate(["stays": [["code": "a"]]])
        #expect(
            plan.localizer(preferring: "en").texts(report).map { $0.withoutIsolates }
                == ["Stays Code and Stays Again must match."])
    }

    @Test func aWarningLeavesTheValueValid() throws {
        let plan = try Plan(
            RuleSet(
                rules: [
                    Rule("a", .oneOf(["object": RuleShape(Rule("b", .email, severity: .warning))])),
                    Rule("a", .fails("x.y")),
                ]))
        let report = try plan.validate(["a": ["b": "no"]])
        #expect(report.violations.map(RuleTable.line) == ["email.invalid /a/b", "x.y /a"])
        #expect(report.violations.map(\.severity) == [.warning, .error])
    }

    /// Deep data never overflows the stack: it is a finding, or refused when it is read.
    @Test func deepTreesAreFindings() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    shapes: { node: { rules: [[name, string], [child, shape, { name: node, maxDepth: 100 }]] } }
                    rules: [[tree, shape, { name: node, maxDepth: 100 }]]
                    """))
        let depth = 400
        let json = String(repeating: #"{"child":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let record = Record(for: plan)
        try record.fill(json: #"{"tree":\#(json)}"#)
        let report = try plan.validate(record)
        #expect(report.violations.map(\.code) == ["shape.tooDeep"])
        #expect(report.violations.first?.path.components.count == 101)
    }

    /// Programs may give their threads small stacks: a deep value cannot be validated there, and nothing crashes.
    @Test(arguments: [512, 640, 1_024, 4_096]) func deepTreesDoNotOverflowASmallStack(kilobytes: Int) throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    shapes: { node: { rules: [[name, string], [child, shape, { name: node, maxDepth: 100 }]] } }
                    rules: [[tree, shape, { name: node, maxDepth: 100 }]]
                    """))
        let json = String(repeating: #"{"child":"#, count: 90) + "{}" + String(repeating: "}", count: 90)
        let found = Mutex<[Code]?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { done.signal() }
            let record = Record(for: plan)
            guard (try? record.fill(json: #"{"tree":\#(json)}"#)) != nil, let report = try? plan.validate(record) else {
                return
            }
            found.withLock { $0 = report.violations.map(\.code) }
        }
        thread.stackSize = kilobytes << 10
        thread.start()
        done.wait()
        let codes = try #require(found.withLock { $0 })
        #expect(codes.allSatisfy { $0 == .fault }, "\(codes)")
        #expect(kilobytes > 512 || codes == [.fault])
    }

    /// A debug build allocates for generic code that a release build has specialized.
    @Test(.enabled(if: !_isDebugAssertConfiguration())) func validRecordsAllocateNothing() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules))
        let record = Record(for: plan)
        let json =
            #"{"payment":{"method":"iban","iban":"DE1234567890123456"},"items":[{"price":5},{"price":{"amount":1,"currency":"EUR"}}]}"#
        let list = try plan.stepList("default")
        for _ in 0..<3 {
            try record.fill(json: json)
            #expect(plan.run(list, on: record, only: nil).violations == [])
        }
        try record.fill(json: json)
        let meter = AllocationMeter()
        _ = plan.run(list, on: record, only: nil)
        #expect(meter.count() == 0)
    }

    static let wrong = [
        WrongRules(
            "rules: [[a, oneOf]]", "1:13: 'oneOf' needs the option 'shapes'"),
        WrongRules(
            "rules: [[a, oneOf, {shapes: {array: [[b, even]]}}]]",
            "1:29: option 'shapes' of 'oneOf': 'array' is not a kind of value; did you mean 'list'?"),
        WrongRules(
            "rules: [[a, oneOf, {shapes: {object: {rule: []}}}]]",
            "1:39: a shape has no key 'rule' (it has rules, closed, empty, nullable); did you mean 'rules'?",
            "1:38: the shape's key 'rules' is missing"),
        WrongRules(
            "rules: [[a, shape, {name: x}]]",
            "1:27: option 'name' of 'shape': the rule set has no shape 'x' (see the key 'shapes')"),
        WrongRules(
            "{shapes: {x: [[., shape, {name: x}]]}, rules: [[a, shape, {name: x}]]}",
            "1:33: option 'name' of 'shape': the shape 'x' would apply itself to the same value without end"),
        WrongRules(
            "{shapes: {x: [[., shape, {name: y}]], y: [[., shape, {name: x}]]}, rules: [[a, shape, {name: x}]]}",
            "1:61: option 'name' of 'shape': the shape 'y' would apply itself to the same value without end"),
        WrongRules(
            "rules: [[a, oneOf, {shapes: {object: [[b, trim], [c, requird]]}}]]",
            "1:39: 'trim' cannot be in a shape: its rules change no values",
            "1:54: unknown rule type 'requird'; did you mean 'required'?"),
        WrongRules(
            "rules: [{attributes: a, type: oneOf, severity: warning, shapes: {object: [[b, even]]}}]",
            "1:31: 'oneOf': has no 'severity': each rule of the shape has its own"),
        WrongRules(
            "{shapes: {x: [[b, even, {on: y}]]}, rules: [[a, shape, {name: x}]]}",
            "1:15: a rule of a shape has no 'on' and 'except': the rule that applies the shape has them"),
    ]

    @Test(arguments: wrong) func wrongShapesAreErrors(row: WrongRules) { row.run() }

    /// Each shape applies the next one twice to the same value.
    @Test func shapesThatDoubleAreRefused() {
        func errors(_ levels: Int, _ path: String) -> [String] {
            var text = "shapes:\n"
            for level in 0..<levels {
                let next = "[\(path), shape, {name: s\(level + 1)}]"
                text += "  s\(level): [\(next), [v, string], \(next)]\n"
            }
            return diagnostics(
                text + "  s\(levels): [[v, string]]\nrules: [[a, shape, {name: s0}]]", file: "f", registry: .standard)
        }
        #expect(errors(8, ".") == [])
        #expect(
            errors(16, ".") == [
                "f:9:3: the shape 's7' applies more than 1000 shapes to the same value: "
                    + "a shape that applies another one twice has twice its rules"
            ])
        // What is in another value is as large as the data.
        #expect(errors(16, "child") == [])
    }
}

extension String {
    /// The text without the marks of text direction.
    var withoutIsolates: String {
        String(unicodeScalars.filter { !("\u{2066}"..."\u{2069}").contains($0) }.map(Character.init))
    }
}
