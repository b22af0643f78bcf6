import Proviso
import Testing

/// `postalCode`: the form of the codes of a country.
struct PostalCodeValidatorTests {
    /// A country with codes of its form and codes that are none.
    private static let codes: [(country: String, valid: [String], invalid: [String])] = [
        ("CH", ["8000"], ["0800", "800", "80000", "8000\n", "CH-8000", " 8000"]),
        ("DE", ["10115", "01067"], ["1011", "101155", "1011a"]),
        (
            "GB", ["SW1A 1AA", "sw1a1aa", "M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "W1A 0AX", "GIR 0AA"],
            ["SW1A", "SW1A  1AA", "M1 1AC", "1AA"]
        ),
        ("CA", ["K1A 0B1", "k1a0b1", "V6B 2W2"], ["D1A 0B1", "K1A 0O1", "W1A 0B1", "K1A-0B1"]),
        ("US", ["12345", "12345-6789"], ["1234", "12345-", "12345-678", "123456789"]),
        ("NL", ["1012 AB", "1012AB"], ["0012 AB", "1012 A1"]),
        ("IE", ["D02 X285", "d6w x285", "A65F4E2"], ["D2 X285", "D6X X285"]),
        ("JP", ["100-0001", "1000001"], ["100-001"]), ("PL", ["00-950"], ["00950"]),
        ("PT", ["1000-001"], ["1000"]), ("SE", ["113 51", "11351"], ["1135"]), ("MC", ["98000"], ["97000"]),
        ("BR", ["01310-100", "01310100"], ["01310 100"]), ("IN", ["110001"], ["11001"]),
        ("FK", ["FIQQ 1ZZ"], ["FIQQ 1ZA"]),
        ("AR", ["1425", "C1425CLA"], ["C1425"]), ("VA", ["00120"], ["00121"]), ("MT", ["VLT 1117"], ["VLT"]),
        // Five digits since 2018; the six of before are still on paper.
        ("VN", ["70010", "700000"], ["7001"]), ("PW", ["96940", "96940-1234"], ["96941"]),
        ("AC", ["ASCN 1ZZ"], ["ASCN"]),
        ("EH", ["70000"], ["7000"]), ("GN", ["001"], ["0011"]), ("GS", ["SIQQ 1ZZ"], ["FIQQ 1ZZ"]),
        ("HM", ["7050"], ["70500"]), ("NA", ["10001"], ["1000"]), ("SO", ["JH 09010"], ["09010"]),
        ("TA", ["TDCU 1ZZ"], ["TDCU"]), ("UM", ["96898"], ["96899"]), ("AI", ["2640", "AI-2640"], ["AI-2641"]),
        ("AM", ["0010", "375010"], ["385010"]), ("OM", ["133", "PC 133"], ["1330"]), ("AD", ["AD500"], ["AD050"]),
    ]

    @Test func table() throws {
        for (country, valid, invalid) in Self.codes {
            let validator = try PostalCodeValidator(country: country)
            for code in valid { #expect(validator.violation(of: code) == nil, "\(country) \(code)") }
            for code in invalid + ["", "\u{661}\u{662}"] {
                let violation = validator.violation(of: code)
                #expect(violation?.code == "postalCode.invalid", "\(country) \(code)")
                #expect(violation?.parameters["country"] == .text(country))
            }
        }
        #expect(try PostalCodeValidator(country: "ch").violation(of: .integer(8000))?.code == "postalCode.invalid")
    }

    @Test func theCountryMayBeAnotherAttribute() throws {
        let rules = [Rule("country", .safe), Rule("zip", .postalCode(countryAttribute: "country"))]
        let plan = try Plan(RuleSet(rules: rules))
        #expect(try plan.validate(["zip": "8000", "country": "CH"]).isValid)
        #expect(try plan.validate(["zip": "8000", "country": "de"]).violations.map(\.code) == ["postalCode.invalid"])
        #expect(try plan.validate(["zip": "8000", "country": ""]).isValid)
        for country: AnyValue in ["HK", "Switzerland", 5, ["CH"]] {
            let violations = try plan.validate(["zip": "8000", "country": country]).violations
            #expect(violations.map(\.code) == ["postalCode.unknownCountry"], "\(country)")
        }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("postalCode"), "exactly one of country and countryAttribute"),
            RefusedOptions(.type("postalCode", ["country": "CH", "countryAttribute": "a"]), "exactly one"),
            RefusedOptions(.postalCode(country: "HK"), "no postal code format is known"),
            RefusedOptions(.postalCode(countryAttribute: "b[]"), "no rule names the attribute 'b[]'"),
        ]
        for row in rows {
            #expect(throws: RuleSetError.self, sourceLocation: row.location) {
                _ = try Plan(RuleSet(rules: [Rule(["a"], row.body)]))
            }
        }
    }
}
