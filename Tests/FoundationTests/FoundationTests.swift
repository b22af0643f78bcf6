import Foundation
import Proviso
import ProvisoFoundation
import ProvisoMacros
import Testing

@Validatable
struct Event: ParsableModel, Equatable {
    @Rules(.required) let id: UUID
    @Rules(.required) var start: Date
    @Rules(.url) var page: URL?
    @Rules(.number(min: 0)) var price = Decimal()
    @Rules(.safe) var token: Data?
    @Rules(.safe) var others: [UUID] = []

    init() {
        id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        start = .distantPast
    }
}

struct FoundationTests {
    static let id = "6f9619ff-8b86-4011-b42d-00c04fc964ff"
    static let start = #"{"id": "\#(id)", "start": "2024-05-01T10:30:00Z""#

    @Test func typesAreMadeFromData() throws {
        let json =
            Self.start
            + #", "page": "https://example.org/a", "price": 12345678901234567.89, "token": "aGk=", "others": ["\#(Self.id)"]}"#
        let event = try Event.validated(from: json).get()
        #expect(event.id == UUID(uuidString: Self.id))
        #expect(event.start == Date(timeIntervalSince1970: 1_714_559_400))
        #expect(event.page == URL(string: "https://example.org/a"))
        #expect(event.price == Decimal(string: "12345678901234567.89"))
        #expect(event.token == Data("hi".utf8) && event.others == [event.id])
    }

    @Test(arguments: [
        (#", "page": 5}"#, "page value.type"), (#", "price": "1"}"#, "price value.type"),
        (#", "price": -1.5}"#, "price number.tooSmall"), (#", "token": "?"}"#, "token base64.invalid"),
        (#", "others": ["x"]}"#, "others.0 uuid.invalid"), (#", "page": "mailto"}"#, "page url.invalid"),
        (#", "start": "tomorrow"}"#, "start date.invalid"), (#", "id": "1"}"#, "id uuid.invalid"),
    ])
    func whatTheyCannotHoldIsReported(_ end: String, _ line: String) throws {
        let found = try Event.validated(from: Self.start + end).report.violations
        #expect(found.map { "\($0.path) \($0.code)" } == [line])
    }

    @Test func valuesAreTextsForRules() throws {
        #expect(AnyValue(of: Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        #expect(AnyValue(of: Date(timeIntervalSince1970: 0.5)) == "1970-01-01T00:00:00.500Z")
        #expect(AnyValue(of: [URL(string: "https://example.org")]) == ["https://example.org"])
        #expect(AnyValue(of: Decimal(string: "0.1")) == 0.1)
        let half = try #require(Date(attribute: "1970-01-01T00:00:00.5Z"))
        #expect(half == Date(timeIntervalSince1970: 0.5))
    }

    @Test func dictionariesOfAnythingAreValues() throws {
        let data = Data(#"{"a": [1, -2.5, true, null, "x"], "b": {"c": 18446744073709551615}}"#.utf8)
        let value = try #require(AnyValue(jsonObject: try JSONSerialization.jsonObject(with: data)))
        #expect(value == (try AnyValue(json: data)))
        let members: [String: Any] = ["name": "Ada", "age": 7, "isMember": true, "tags": ["a"], "none": NSNull()]
        #expect(
            AnyValue(jsonObject: members) == [
                "age": 7, "isMember": true, "name": "Ada", "none": nil, "tags": ["a"],
            ])
        #expect(AnyValue(jsonObject: ["x": Date()]) == nil)
        #expect(AnyValue(jsonObject: value.jsonObject) == value)
    }

    @Test func bytesAreParsed() async throws {
        let data = Data((Self.start + "}").utf8)
        #expect(try ModelPlan(Event.self).parse(json: data).model != nil)
        #expect(try await AsyncModelPlan(Event.self).parse(json: data).model != nil)
        #expect(throws: InputError.self) { _ = try AnyValue(json: Data("{".utf8)) }
        let plan = try Plan(RuleSet(rules: [Rule("id", .uuid)]))
        let record = Record(for: plan)
        try record.fill(json: data)
        #expect(try plan.validate(record).isValid)
    }
}
