import Proviso
import Testing

/// The examples in the reference pages of the format validators, read from a rule file.
struct FormatExamplesTests {
    private static let file = """
        proviso: 1
        rules:
          - [id, uuid, { versions: [4, 7] }]
          - [client, ip, { subnet: null, ranges: ["!10.0.0.13", private, office], networks: { office: [192.0.2.0/28] } }]
          - [callback, startsWith, { value: ["https://", "/"] }]
          - [photo, endsWith, { value: [.jpg, .png], ignoreCase: true }]
          - [comment, contains, { value: "@" }]
          - [price, multipleOf, { of: 0.05 }]
          - [tags, count, { min: 1, max: 5 }]
          - [tags, distinct]
          - [address, keys, { only: [street, city, zip], required: [city] }]
          - [country, countryCode]
          - [zip, postalCode, { countryAttribute: country }]
          - [password, passwordStrength, { minLength: 15, minClasses: 1 }]
        """

    @Test func valid() throws {
        let plan = try Plan(RuleSet(parsing: Self.file))
        let report = try plan.validate([
            "id": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "client": "192.0.2.1/32", "callback": "/back",
            "photo": "me.JPG", "comment": "@all", "price": 19.95, "tags": ["a", "b"],
            "address": ["street": "Main street", "city": "Bern"], "country": "CH", "zip": "3011",
            "password": "correct horse battery",
        ])
        #expect(report.violations.isEmpty)
    }

    @Test func invalidInEveryLanguage() throws {
        let plan = try Plan(RuleSet(parsing: Self.file))
        let report = try plan.validate([
            "id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "client": "10.0.0.13", "callback": "http://x",
            "photo": "me.gif", "comment": "hello", "price": 19.99, "tags": ["a", "b", "a"],
            "address": ["street": "Main street", "door": 5], "country": "CH", "zip": "30111", "password": "password",
        ])
        let codes = report.violations.map(\.code)
        #expect(
            codes == [
                "uuid.version", "ip.notInRange", "startsWith.invalid", "endsWith.invalid", "contains.invalid",
                "multipleOf.invalid", "distinct.duplicate", "keys.missing", "keys.unknown", "postalCode.invalid",
                "passwordStrength.tooShort", "passwordStrength.common",
            ])
        for locale in Catalogs.embedded.locales {
            let localizer = Localizer(preferring: [locale], in: .embedded)
            for violation in report.violations {
                let text = localizer.text(
                    for: violation.code.rawValue, parameters: violation.parameters.list, label: "X")
                #expect(text.contains("X") && !text.contains("{"), "\(locale) \(text)")
            }
        }
    }
}
