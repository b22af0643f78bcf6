import Foundation
import Proviso
import Testing

struct AnyValueTests {
    static let json = #"{"b":1,"a":[true,null,"x",-2.5,18446744073709551615,0.12345678901234567890123],"c":{"d":{}}}"#

    @Test func jsonIsReadAndWritten() throws {
        let value = try AnyValue(json: Self.json)
        #expect(value.json == Self.json)
        #expect("\(value)" == Self.json && "\(AnyValue.absent)" == "absent")
        for scalar in ["5", "null", "\"x\"", "true", "-0.5", "[]", " {} "] {
            #expect(try AnyValue(json: scalar).json == scalar.filter { $0 != " " })
        }
    }

    @Test(arguments: [("{\"a\":}", 5), ("", 0), ("[1,]", 3), ("{", 1), ("nul", 0), ("{\"a\":1}x", 7)])
    func whatIsNoJSONIsAnErrorWithItsPlace(_ text: String, _ offset: Int) {
        let error = #expect(throws: InputError.self) { _ = try AnyValue(json: text) }
        #expect(error?.reason == .syntax)
        #expect(error.map { $0.offset <= text.utf8.count } == true)
    }

    @Test func nestedTooDeepIsAnError() {
        let error = #expect(throws: InputError.self) {
            _ = try AnyValue(json: String(repeating: "[", count: 100_000))
        }
        #expect(error?.reason == .depth || error?.reason == .syntax)
    }

    @Test func partsAreReachedByName() throws {
        let value = try AnyValue(json: Self.json)
        #expect(value["b"]?.int == 1 && value["b"]?.double == 1 && value["b"]?.text == nil)
        #expect(value["a"]?[0]?.bool == true && value["a"]?[1]?.isNull == true && value["a"]?[2]?.text == "x")
        #expect(value["a"]?[3]?.double == -2.5 && value["a"]?[3]?.int == nil && value["a"]?[4]?.int == nil)
        #expect(value["a"]?[4]?.number == .unsigned(.max) && value["a"]?[9] == nil && value["a"]?[-1] == nil)
        #expect(value["a"]?.list?.count == 6 && value["c"]?.object?["d"]?.object == [:] && value["x"] == nil)
        #expect(AnyValue.double(5).int == 5 && AnyValue.text("5").int == nil && AnyValue.double(.nan).int == nil)
        #expect(AnyValue(["b": 1, "a": 2]).json == #"{"a":2,"b":1}"#)
        #expect(AnyValue(of: ["x": [1, 2]]) == ["x": [1, 2]] && AnyValue(of: Int?.none) == .null)
    }

    @Test func valuesAreCodable() throws {
        let value: AnyValue = ["a": [1, -2.5, true, nil, "x", .unsigned(.max)], "b": ["c": [:], "d": []]]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(AnyValue.self, from: data) == value)
        #expect(try JSONDecoder().decode(AnyValue.self, from: Data("5".utf8)) == 5)
    }

    struct Order: Codable, Equatable {
        struct Item: Codable, Equatable {
            var sku: String
            var count: Int
        }
        enum State: String, Codable { case open, closed }
        var id: Int
        var total: Double
        var isPaid: Bool
        var state: State
        var note: String?
        var items: [Item]
        var byName: [String: [Int8]]
        var raw: AnyValue
        var pair: Pair
    }

    struct Pair: Codable, Equatable {
        var one: Int
        var two: String

        init(one: Int, two: String) { (self.one, self.two) = (one, two) }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            one = try container.decode(Int.self)
            two = try container.decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(one)
            try container.encode(two)
        }
    }

    static let order = """
        {"id": 7, "total": 1.5, "isPaid": true, "state": "open", "note": null, "items": [{"sku": "A", "count": 2}],
         "byName": {"x": [1, 2]}, "raw": [1, {"x": null}], "pair": [1, "b"]}
        """

    @Test func decodableTypesAreMade() throws {
        let decoded = try AnyValue(json: Self.order).decode(Order.self)
        #expect(try decoded == JSONDecoder().decode(Order.self, from: Data(Self.order.utf8)))
    }

    /// Rules take "7" for a number, as forms send it; what they let pass can be decoded.
    @Test func whatRulesAcceptIsDecoded() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule("id", .integer(min: 1)), Rule("total", .number), Rule("isPaid", .boolean),
                Rule("state", .trim), Rule("items.*.sku", .trim),
                Rule(["note", "items", "byName", "raw", "pair"], .safe),
            ]))
        let record = Record(for: plan)
        var value = try AnyValue(json: Self.order).object ?? [:]
        value["id"] = "7"
        value["total"] = "1.5"
        value["isPaid"] = "1"
        value["state"] = " open "
        value["items"] = [["sku": " A", "count": 2]]
        record.fill(AnyValue(value))
        #expect(try plan.validate(record).isValid)
        #expect(try record.decode(Order.self) == AnyValue(json: Self.order).decode(Order.self))
        #expect(record.values["state"] == "open" && record.values["items"]?.json == #"[{"sku":"A","count":2}]"#)
        #expect(record.values(in: AnyValue(value))["items"]?[0]?["sku"] == "A")
    }

    @Test(arguments: [
        (#"{"id": 300}"#, "id"), (#"{"id": "x"}"#, "id"), (#"{"id": 1.5}"#, "id"), (#"{"id": null}"#, "id"),
        ("{}", "id"),
        ("[]", ""),
    ])
    func whatDoesNotFitIsADecodingError(_ json: String, _ key: String) throws {
        struct Small: Decodable { var id: Int8 }
        let value = try AnyValue(json: json)
        #expect(throws: DecodingError.self) { _ = try value.decode(Small.self) }
    }

    /// Programs make decimals of any text: what is no number must not become a part of the JSON around it.
    @Test(arguments: [
        ("1,\"admin\":true", "null"), ("", "null"), ("abc", "null"), ("NaN", "null"), ("-", "null"), ("1e", "null"),
        ("0x10", "null"), ("1 ", "null"), ("1.", "null"), ("Infinity", "null"), ("1\n2", "null"), ("--1", "null"),
        ("+1.50", "1.50"), (".5", "0.5"), ("-.5e3", "-0.5e3"), ("007", "7"), ("-0", "-0"), ("1e400", "1e400"),
        ("12345678901234567890123.5", "12345678901234567890123.5"),
    ])
    func decimalsAreWrittenAsNumbersOrNotAtAll(_ text: String, _ json: String) throws {
        let value: AnyValue = ["a": .decimal(text), "b": [.decimal(text)]]
        #expect(value.json == "{\"a\":\(json),\"b\":[\(json)]}")
        #expect("\(AnyValue.decimal(text))" == json)
        #expect(try AnyValue(json: value.json)["b"]?[0] != .text(text))
    }

    /// Texts that are canonically equivalent are two texts: else a normalization would seem to change nothing.
    @Test func textsAreEqualByteByByte() throws {
        let (composed, decomposed): (AnyValue, AnyValue) = ("\u{E9}", "e\u{301}")
        #expect(composed != decomposed && composed == .text("\u{E9}"))
        #expect(AnyValue.object([.init("\u{E9}", 1)]) != .object([.init("e\u{301}", 1)]))
        #expect(AnyValue.decimal("1.0") != .decimal("1.00") && AnyValue.text("1") != .integer(1))
        #expect(
            Set<AnyValue>([composed, decomposed, ["a": [composed]], ["a": [composed]], nil, .absent, 0.0, -0.0]).count
                == 6)
        let store = MemoryStore(["names": [["name": decomposed]]])
        #expect(try store.contains(["name": decomposed], in: "names", except: [:]))
        #expect(try !store.contains(["name": composed], in: "names", except: [:]))
    }
}
