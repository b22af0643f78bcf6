import Foundation
import Proviso
import ProvisoFoundation
import Testing

/// Valid records as Swift values with Foundation's types.
@Suite struct DecodingTests {
    struct Event: Codable, Equatable {
        var at: Date
        var end: Date?
        var days: [Date] = []
        var data: Data
        var id: UUID
        var url: URL
        var price: Decimal
        var named: [String: Date] = [:]
    }

    @Test func datesAndBytesAreReadAsPropertiesRead() throws {
        let plan = try Plan(RuleSet(rules: [Rule("at", .required), Rule("at", .datetime()), Rule("data", .base64)]))
        let record = Record(for: plan)
        let json = """
            {"at": "2026-11-24T10:00:00Z", "end": null, "days": ["1970-01-01T00:00:01Z"], "data": "aGk=",
             "id": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "url": "https://example.org/a", "price": 0.1,
             "named": {"k": "1970-01-01T01:00:00+01:00"}}
            """
        try record.fill(json: json)
        #expect(try plan.validate(record).isValid)
        let event = try AnyValue(json: json).decode(Event.self)
        #expect(event.at.timeIntervalSince1970 == 1_795_514_400 && event.end == nil)
        #expect(event.days == [Date(timeIntervalSince1970: 1)] && event.named == ["k": Date(timeIntervalSince1970: 0)])
        #expect(event.data == Data("hi".utf8) && event.url.host() == "example.org")
        #expect(event.price == Decimal(string: "0.1"))
        struct At: Codable { var at: Date }
        #expect(try record.decode(At.self).at == event.at)
    }

    @Test(arguments: [#"{"at": "2026-11-24"}"#, #"{"at": 5}"#, #"{"at": null}"#, "{}"])
    func whatIsNoPointInTimeIsAnError(json: String) throws {
        struct At: Codable { var at: Date }
        #expect(throws: DecodingError.self) { try AnyValue(json: json).decode(At.self) }
    }
}
