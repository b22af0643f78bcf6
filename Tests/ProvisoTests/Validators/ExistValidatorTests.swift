import Proviso
import Testing

/// `exist`: a value must be in a collection.
struct ExistValidatorTests {
    @Test func existLooksUp() throws {
        let plain = Rule("country", .exist(in: "countries", as: "code"))
        #expect(try StoreValidatorTests.codes(plain, ["country": "DE"]) == [])
        #expect(try StoreValidatorTests.codes(plain, ["country": "de"]) == ["exist.invalid"])
        #expect(try StoreValidatorTests.codes(plain, ["country": ""]) == [])
        #expect(try StoreValidatorTests.codes(plain, ["country": ["DE"]]) == ["exist.invalid"])
        #expect(try StoreValidatorTests.codes(plain, ["country": ["a": 1]]) == ["exist.invalid"])
        let active = Rule(
            "country", .type("exist", ["target": "countries", "targetAttribute": "code", "filter": ["active": true]]))
        #expect(try StoreValidatorTests.codes(active, ["country": "DE"]) == [])
        #expect(try StoreValidatorTests.codes(active, ["country": "DD"]) == ["exist.invalid"])
        let list = Rule("country", .exist(in: "countries", as: "code", allowArray: true))
        #expect(try StoreValidatorTests.codes(list, ["country": ["DE", "FR"]]) == [])
        #expect(try StoreValidatorTests.codes(list, ["country": ["DE", "XX", "YY"]]) == ["exist.invalid"])
        #expect(try StoreValidatorTests.codes(list, ["country": [["DE"]]]) == ["exist.invalid"])
        let city = Rule("city", .exist(in: "cities", attributes: ["city": "name", "country": "country_code"]))
        #expect(try StoreValidatorTests.codes(city, ["city": "Paris", "country": "FR"]) == [])
        #expect(try StoreValidatorTests.codes(city, ["city": "Paris", "country": "DE"]) == ["exist.invalid"])
        #expect(try StoreValidatorTests.codes(city, ["city": "Paris"]) == ["exist.invalid"])
        #expect(try StoreValidatorTests.codes(Rule("name", .exist(in: "users")), ["name": "bob"]) == [])
    }
}
