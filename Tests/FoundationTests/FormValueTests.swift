import Foundation
import Proviso
import ProvisoFoundation
import Testing

/// What Foundation's types make of the texts that forms send.
struct FormValueTests {
    struct Entry: ParsableModel {
        var date: Date?
        var id: UUID?
        var page: URL?
        var price: Decimal?
        var token: Data?
        var dates: [Date?] = []
        var prices: [Decimal] = []

        static let attributes: [Attribute<Entry>] = [
            Attribute("date", \.date), Attribute("id", \.id), Attribute("page", \.page), Attribute("price", \.price),
            Attribute("token", \.token), Attribute("dates", \.dates, hasDefault: true),
            Attribute("prices", \.prices, hasDefault: true),
        ]
        static let ruleSet = RuleSet(
            rules: [Rule(["date", "id", "page", "price", "token", "dates", "prices"], .safe)])
    }

    @Test func emptyFieldsAreNil() throws {
        let plan = try ModelPlan(Entry.self)
        let empty = try plan.parse(
            ["date": "", "id": "", "page": "", "price": "", "token": "", "dates": ["", "1970-01-01T00:00:00Z"]],
            source: .form
        ).get()
        #expect(empty.date == nil && empty.id == nil && empty.page == nil && empty.price == nil && empty.token == nil)
        #expect(empty.dates == [nil, Date(timeIntervalSince1970: 0)])
        var state = ModelState(Entry(date: .now, token: Data([1])), plan: plan)
        let isLoaded = state.load(["date": "", "token": ""], formName: "")
        let isValid = try state.validate()
        #expect(isLoaded && isValid && state.model.date == nil && state.model.token == nil)
    }

    @Test func decimalsLoseNothing() throws {
        let plan = try ModelPlan(Entry.self)
        let parsed = try plan.parse(["price": "12345678901234567.89", "prices": ["0.1"]], source: .form).get()
        #expect(parsed.price == Decimal(string: "12345678901234567.89") && parsed.prices == [Decimal(string: "0.1")])
    }

    @Test func dataFromElsewhereIsNotConverted() throws {
        let report = try ModelPlan(Entry.self).parse(["date": "", "id": "", "price": "1"]).report
        #expect(
            report.violations.map { "\($0.path) \($0.code)" } == [
                "date date.invalid", "id uuid.invalid", "price value.type",
            ])
    }

    @Test func deepObjectsAreRefused() {
        var deep: Any = 1
        for _ in 0..<512 { deep = [deep] }
        #expect(AnyValue(jsonObject: deep) != nil)
        #expect(AnyValue(jsonObject: [deep]) == nil && AnyValue(jsonObject: ["a": deep]) == nil)
    }

    @Test func deepValuesAreNotCoded() throws {
        var deep: AnyValue = 1
        for _ in 0..<600 { deep = [deep] }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep) }
        #expect(throws: DecodingError.self) { try deep.decode(Nested.self) }
        _ = deep.jsonObject
    }

    /// Lists in lists in lists, without an end.
    private struct Nested: Decodable {
        init(from decoder: any Decoder) throws {
            var items = try decoder.unkeyedContainer()
            _ = try items.decode(Nested.self)
        }
    }
}
