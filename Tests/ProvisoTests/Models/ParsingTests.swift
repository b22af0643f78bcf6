import Proviso
import TestSupport
import Testing

/// Data becomes a typed model, or a report says why not.
struct ParsingTests {
    private static let start = #"{"number": 1, "email": "a@example.com", "address": {"city": "Ulm", "zip": "89073"}"#

    static let refused: [(json: String, lines: [String], location: SourceLocation)] = [
        (
            #"{"email": "a@example.com", "address": {"city": "Ulm", "zip": "89073"}}"#, ["number required.blank"],
            #_sourceLocation
        ),
        (#"{"number": 1, "email": "a@example.com"}"#, ["address required.blank"], #_sourceLocation),
        (
            #"{"number": "1", "email": 5, "address": {"city": "Ulm", "zip": "89073"}}"#,
            ["number value.type", "email value.type"], #_sourceLocation
        ),
        (
            #"{"number": null, "email": "a@example.com", "address": {"city": "Ulm", "zip": "89073"}}"#,
            ["number value.type"], #_sourceLocation
        ),
        (
            #"{"number": 1, "email": "?", "address": 5}"#, ["email email.invalid", "address value.object"],
            #_sourceLocation
        ),
        (
            #"{"number": 1, "email": "a@example.com", "address": {"city": 1, "zip": true}}"#,
            ["address.city value.type", "address.zip value.type"], #_sourceLocation
        ),
        (start + #", "tags": ["a", 1, null]}"#, ["tags.1 value.type", "tags.2 value.type"], #_sourceLocation),
        (start + #", "tags": "a"}"#, ["tags value.list"], #_sourceLocation),
        (start + #", "items": {}}"#, ["items value.list"], #_sourceLocation),
        (
            start + #", "items": [{"sku": "A"}, 5, {"sku": "b", "count": "x"}]}"#,
            ["items.1 value.object", "items.2.sku match.invalid", "items.2.count value.type"], #_sourceLocation
        ),
        (
            start + #", "billing": {"city": ""}}"#, ["billing.city required.blank", "billing.zip required.blank"],
            #_sourceLocation
        ),
        ("[]", [" value.object"], #_sourceLocation),
    ]

    @Test func whatIsWrongIsReportedByPath() throws {
        eachRow(Self.refused, at: { $0.location }) { row in
            let parsed = try Order.validated(from: row.json)
            #expect(parsed.model == nil, sourceLocation: row.location)
            #expect(parsed.report.lines == row.lines, sourceLocation: row.location)
        }
    }

    @Test func onlySafeAttributesAreTaken() throws {
        let json =
            Self.start.dropLast() + """
                , "verified": true, "country": "DE"}, "role": "staff", "password": "x", "note": null, "tags": ["a"],
                "items": [{"sku": " A ", "price": 1}], "quantity": 5}
                """
        let order = try #require(try Order.validated(from: String(json)).model)
        let expected = Order(
            number: 1, email: "a@example.com", tags: ["a"], address: Address(city: "Ulm", zip: "89073"),
            items: [Item(sku: "A")])
        #expect(order == expected)
        let bulk = try #require(try Order.validated(from: String(json), scenario: "bulk").model)
        #expect(bulk.quantity == 5)
    }

    @Test func anObjectInSwiftIsParsedAlike() throws {
        let data: AnyValue = [
            "number": 7, "email": " a@example.com", "address": ["city": "Ulm", "zip": "89073"],
            "billing": ["city": "Bonn", "zip": "53111"],
        ]
        let order = try #require(try Order.validated(from: data).model)
        #expect(order.email == "a@example.com")
        #expect(order.billing?.city == "Bonn")
        #expect(
            try Order.validated(from: ["number": 13, "email": "x"] as AnyValue).report.lines.first == "number order.odd"
        )
    }

    @Test func violationsKnowWhereTheValueStood() throws {
        let parsed = try Order.validated(from: #"{"number": "1", "email": 5}"#)
        #expect(parsed.report.violations.prefix(2).map(\.offset) == [11, 25])
        #expect(parsed.report.violations.first?.parameters["expected"] == .text("integer"))
        let localizer = try ModelPlan(Order.self).plan.localizer(preferring: "de")
        #expect(localizer.texts(parsed.report).first == "Number muss eine ganze Zahl sein.")
    }

    @Test func textThatIsNoJSONIsNoReport() {
        #expect(throws: InputError.self) { _ = try Order.validated(from: "{") }
        #expect(throws: RuleSetError.self) { _ = try Order.validated(from: "{}", scenario: "nonesuch") }
    }
}
