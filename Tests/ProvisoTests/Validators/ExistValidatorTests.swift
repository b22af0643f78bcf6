import Proviso
import Testing

/// `exist`: a value must be in a collection.
struct ExistValidatorTests {
    private static let plain = Rule("country", .exist(in: "countries", as: "code"))
    private static let active = Rule(
        "country", .type("exist", ["target": "countries", "targetAttribute": "code", "filter": ["active": true]]))
    private static let list = Rule("country", .exist(in: "countries", as: "code", allowArray: true))
    private static let city = Rule(
        "city", .exist(in: "cities", attributes: ["city": "name", "country": "country_code"]))

    static let rows: [StoreRow] = [
        StoreRow(plain, ["country": "DE"]), StoreRow(plain, ["country": "de"], "exist.invalid"),
        StoreRow(plain, ["country": ""]), StoreRow(plain, ["country": ["DE"]], "exist.invalid"),
        StoreRow(plain, ["country": ["a": 1]], "exist.invalid"),
        StoreRow(active, ["country": "DE"]), StoreRow(active, ["country": "DD"], "exist.invalid"),
        StoreRow(list, ["country": ["DE", "FR"]]), StoreRow(list, ["country": ["DE", "XX", "YY"]], "exist.invalid"),
        StoreRow(list, ["country": [["DE"]]], "exist.invalid"),
        StoreRow(city, ["city": "Paris", "country": "FR"]),
        StoreRow(city, ["city": "Paris", "country": "DE"], "exist.invalid"),
        StoreRow(city, ["city": "Paris"], "exist.invalid"),
        StoreRow(Rule("name", .exist(in: "users")), ["name": "bob"]),
    ]

    @Test func table() { StoreRow.run(Self.rows) }
}
