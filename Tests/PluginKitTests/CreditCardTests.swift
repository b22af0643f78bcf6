import Foundation
import Testing

@Suite struct CreditCardTests {
    struct Row: Sendable {
        let text: String
        let accept: [String]?
        let finding: Finding?
        let location: SourceLocation

        init(
            _ text: String, accept: [String]? = nil, _ finding: Finding? = nil,
            at location: SourceLocation = #_sourceLocation
        ) {
            (self.text, self.accept, self.finding, self.location) = (text, accept, finding, location)
        }
    }

    static let every = [
        "visa", "mastercard", "amex", "maestro", "dinersclub", "jcb", "discover", "unionpay", "mir",
    ]
    static let anyBrand = Finding("creditCard.brand", accept: every)

    static let rows: [Row] = [
        // One number of each brand, and of each prefix family.
        Row("4111111111111111"), Row("4222222222222"), Row("5555555555554444"), Row("2223003122003222"),
        Row("378282246310005"), Row("343455657382661"), Row("6759649826438453"), Row("5018000000000009"),
        Row("6304000000000000"), Row("6390000000000005"), Row("30569309025904"), Row("36006666333344"),
        Row("38520000023237"), Row("3530111333300000"), Row("213112345678904"), Row("180012345678905"),
        Row("6011111111111117"), Row("6500000000000002"), Row("6200000000000005"), Row("6250941006528599"),
        // Format.
        Row("", Finding("creditCard.format")), Row(" ", Finding("creditCard.format")),
        Row("4111 1111 1111 1111", Finding("creditCard.format")),
        Row("4111-1111-1111-1111", Finding("creditCard.format")),
        Row("4111111111111111\n", Finding("creditCard.format")), Row("411111111111111a", Finding("creditCard.format")),
        Row("4111111111111111\0", Finding("creditCard.format")), Row("٤١١١١١١١١١١١١١١١", Finding("creditCard.format")),
        Row("+4111111111111111", Finding("creditCard.format")), Row("\u{1F4B3}", Finding("creditCard.format")),
        // The check digit.
        Row("4111111111111112", Finding("creditCard.checksum")), Row("378282246310006", Finding("creditCard.checksum")),
        Row("5555555555554440", Finding("creditCard.checksum")),
        // Brands.
        Row("0", anyBrand), Row("1", anyBrand), Row("0000000000000000", anyBrand), Row("9111111111111111", anyBrand),
        Row("21310000", Finding("creditCard.length", "brand=jcb")), Row("2132000000000000", anyBrand),
        Row("3060000000000000", anyBrand), Row("3527000000000009", anyBrand), Row("3590000000000009", anyBrand),
        // Ranges: 2221-2720, 2200-2204, 644-649, 62 and 81.
        Row("2200000000000004", accept: ["mastercard"], Finding("creditCard.brand", "accept=mastercard")),
        Row("2200000000000004", accept: ["mir"]), Row("2204000000000000"), Row("2205000000000009", anyBrand),
        Row("2220175103860763", anyBrand), Row("2721465526338453", anyBrand),
        Row("2221000000000009", accept: ["mastercard"]), Row("2720990000000007", accept: ["mastercard"]),
        Row("6450000000000002", accept: ["discover"]), Row("6430000000000004", anyBrand),
        Row("6263892624162870", accept: ["unionpay"]), Row("6283875070985593"), Row("8171999927660000"),
        Row("6221260000000000", accept: ["unionpay"]), Row("6221260000000000", accept: ["discover"]),
        Row("6229260000000002", accept: ["discover"], Finding("creditCard.brand", "accept=discover")),
        Row("30950000000000", accept: ["dinersclub"]), Row("39000000000005"),
        Row("4111111111111111", accept: ["visa"]), Row("4111111111111111", accept: ["amex", "visa"]),
        Row("4111111111111111", accept: ["amex"], Finding("creditCard.brand", "accept=amex")),
        Row(
            "4111111111111111", accept: ["unionpay", "jcb", "jcb"],
            Finding("creditCard.brand", "accept=jcb", "accept=unionpay")),
        // Lengths: those of the brand and no others, and 19 digits at most.
        Row("4", Finding("creditCard.length", "brand=visa")), Row("411111", Finding("creditCard.length", "brand=visa")),
        Row("4000006", Finding("creditCard.length", "brand=visa")),
        Row("40000000000000000002", Finding("creditCard.length", "brand=visa")),
        Row("41111111111116", Finding("creditCard.length", "brand=visa")), Row("4000000000000000006"),
        Row("375556917985515999999993", Finding("creditCard.length", "brand=amex")),
        Row("55555555555544440", Finding("creditCard.length", "brand=mastercard")),
        Row("37", Finding("creditCard.length", "brand=amex")),
        Row("50180000000", Finding("creditCard.length", "brand=maestro")), Row("501800000009"),
        Row("5018000000000000007"), Row("50180000000000000000", Finding("creditCard.length", "brand=maestro")),
        Row("620000000000000", Finding("creditCard.length", "brand=unionpay")),
        Row("6200000000000000000"), Row("6200000000000000001", Finding("creditCard.checksum")),
        Row("62000000000000000000", Finding("creditCard.length", "brand=unionpay")),
    ]

    @Test(arguments: rows)
    func checks(_ row: Row) throws {
        let options = row.accept.map { Sample.object([("accept", .list($0.map(Sample.text)))]) } ?? .none
        let (verdict, found) = try SharedObject.creditCard.instance(options).validate(.text(row.text))
        #expect(verdict == (row.finding == nil ? 0 : 1), "\(row.text)", sourceLocation: row.location)
        #expect(found == row.finding.map { [$0] } ?? [], "\(row.text)", sourceLocation: row.location)
    }

    @Test(
        "groups as on cards are accepted where the rule asks for it",
        arguments: [
            ("4111 1111 1111 1111", true), ("4111-1111-1111-1111", true), ("4111111111111111", true),
            ("3782 822463 10005", true), ("3056 930902 5904", true), ("6200000000000000000", true),
            ("620000 0000000000000", true), ("4222 222 222 222", true), ("4111 1111-1111 1111", false),
            ("4111  1111 1111 1111", false), ("41 11 1111 1111 1111", false), ("4111 1111 1111 1111 ", false),
            (" 4111 1111 1111 1111", false), ("4111.1111.1111.1111", false), ("", false),
        ])
    func groups(_ text: String, _ isValid: Bool) throws {
        let grouped = Sample.object([("grouped", .boolean(true))])
        let (verdict, found) = try SharedObject.creditCard.instance(grouped).validate(.text(text))
        #expect(verdict == (isValid ? 0 : 1))
        // The message shows the form; that of a rule without the option speaks of digits only.
        #expect(found == (isValid ? [] : [Finding("creditCard.spelling", "form=4111 1111 1111 1111")]))
    }

    @Test(arguments: [
        (Sample.list([.text("Visa")]), "unknown brand"), (.list([.text("visa"), .text("")]), "unknown brand"),
        (.list([.null]), "unknown brand"), (.list([]), "no brand"), (.text("visa"), "must be a list"),
        (.integer(4), "must be a list"),
    ])
    func refusesOptions(_ accept: Sample, _ words: String) throws {
        guard case .failure(let refusal) = try SharedObject.creditCard.rule.create(.object([("accept", accept)])) else {
            Issue.record("was not refused")
            return
        }
        #expect(refusal.status == -2 && refusal.option == "accept")
        #expect(refusal.reason?.contains(words) == true, "\(refusal)")
    }

    @Test("a text of a million digits takes no time to speak of")
    func long() throws {
        let long = String(repeating: "4", count: 1_000_000)
        #expect(try SharedObject.creditCard.instance().validate(.text(long)).verdict == 1)
    }

    /// The rows of the ancestor's own tests, where `PROVISO_VECTORS` or a folder shared/vectors above the package has them.
    static let vectors: [URL] = {
        let named = ProcessInfo.processInfo.environment["PROVISO_VECTORS"].map { URL(fileURLWithPath: $0) }
        var above: [URL] = []
        var place = URL(fileURLWithPath: #filePath)
        while place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            above.append(place.appendingPathComponent("shared/vectors"))
        }
        return (named.map { [$0] } ?? above).map { $0.appendingPathComponent("adamwaite_validator.json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The ancestor takes a Visa number of any length; Docs/Differences.md says so.
    private static let elevenDigits = "49927398716"

    @Test("agrees with the ancestor's test rows", .enabled(if: !vectors.isEmpty, "the ancestor's rows are not here"))
    func ancestor() throws {
        let file = try Data(contentsOf: try #require(Self.vectors.first))
        let all = try JSONSerialization.jsonObject(with: file) as? [[String: Any]] ?? []
        let cards = all.filter { ($0["rule_name"] as? String)?.hasPrefix("payment_card") == true }
        #expect(cards.count >= 49)
        for row in cards {
            #expect(row["dialect"] as? String == "adamwaite")
            let text = try #require(row["value"] as? String)
            let accepted = (row["rule"] as? [String: Any])?["acceptedTypes"] as? [String]
            let options = accepted.map { Sample.object([("accept", .list($0.map(Sample.text)))]) } ?? .none
            let verdict = try SharedObject.creditCard.instance(options).validate(.text(text)).verdict
            if text == Self.elevenDigits {
                #expect(verdict == 1)
                continue
            }
            #expect((verdict == 0) == (row["valid"] as? Bool), "\(row)")
            if let brand = row["expected_type"] as? String {
                let only = Sample.object([("accept", .list([.text(brand.lowercased())]))])
                #expect(try SharedObject.creditCard.instance(only).validate(.text(text)).verdict == 0, "\(row)")
            }
        }
    }
}

extension Finding {
    init(_ code: String, accept brands: [String]) {
        self = Finding(code, parameters: brands.map { "accept=\($0)" })
    }
}
