import Foundation
import Proviso
import ProvisoFoundation
import ProvisoMacros
import Testing

@Validatable
struct Held: ParsableModel {
    @Rules(.number(min: -5, max: 5)) var small: Decimal?
    @Rules(.safe) var exact: Decimal?
    @Rules(.safe) var id: UUID?
    @Rules(.safe) var page: URL?
    @Rules(.safe) var bytes: Data?
    @Rules(.type("filter", ["filter": "toInteger"])) @Rules(.integer(max: 5)) var count: Int?
    @Rules(.type("filter", ["filter": "toInteger"])) var whole: Int?

    init() {}
}

/// What properties hold of data: it is that value, or a violation says what is wrong.
struct HeldValueTests {
    private static func found(_ member: String) throws -> [String] {
        try Held.validated(from: "{\(member)}").report.violations.map { violation in
            let parameters = violation.parameters.list.map { " \($0.name)=\($0.value.plainText)" }.joined()
            return "\(violation.path) \(violation.code)\(parameters)"
        }
    }

    @Test func decimalsAreHeldExactlyOrReported() throws {
        let digits = "12345678901234567890123456789012345678"
        for number in ["0.1", "-0.1", digits, "0.\(digits)", "1e127", "-1e100", "1e-120", "1.50", "0", "-0", "1e2"] {
            #expect(try Self.found(#""exact": \#(number)"#) == [], "\(number)")
        }
        let most = "\(Decimal.greatestFiniteMagnitude)"
        let rows = [
            ("\(digits)9.5", "exact multipleOf.invalid of=10.0"),
            ("0.\(digits)999", "exact multipleOf.invalid of=1e-38"),
            ("1e-130", "exact multipleOf.invalid of=1e-127"), ("1e170", "exact number.tooBig max=\(most)"),
            ("-1e400", "exact number.tooSmall min=-\(most)"), (#""1""#, "exact value.type expected=number"),
        ]
        for (number, line) in rows {
            let found = try Self.found(#""exact": \#(number)"#)
            #expect(found.count == 1 && found[0].hasPrefix(String(line.prefix { $0 != "=" })), "\(number): \(found)")
        }
        let held = try Held.validated(from: #"{"exact": 0.\#(digits)}"#).get()
        #expect(held.exact == Decimal(string: "0.\(digits)"))
    }

    @Test func noNumberIsNoNumberForRules() throws {
        var held = Held()
        held.small = .nan
        #expect(try held.validate().violations.map { "\($0.code)" } == ["number.type"])
        held.small = 6
        #expect(try held.validate().violations.map { "\($0.code)" } == ["number.tooBig"])
    }

    @Test(arguments: [
        (#""id": "6F9619FF-8B86-4011-B42D-00C04FC964FF""#, ""),
        (#""id": "{6f9619ff-8b86-4011-b42d-00c04fc964ff}""#, "id"),
        (#""id": "6f9619ff8b864011b42d00c04fc964ff""#, "id"), (#""id": "6f9619ff-8b86-4011-b42d-00c04fc964ff ""#, "id"),
        (#""id": "6f9619ff-8b86-4011-b42d-00c04fc964fg""#, "id"),
        (#""id": "6f9619ff-8b86-4011-b42d-00c04fc964ff0""#, "id"),
        (#""page": "https://example.org/a%20b?q=1#f""#, ""), (#""page": "https://example.org/a b""#, "page"),
        (#""page": "https://example.org/é""#, "page"), (#""page": " https://example.org""#, "page"),
        (#""page": "https://example.org/%zz""#, "page"), (#""bytes": "aGk=""#, ""), (#""bytes": "aGl=""#, "bytes"),
        (#""bytes": "aGk""#, "bytes"), (#""bytes": "aG k=""#, "bytes"), (#""bytes": "aGk=\n""#, "bytes"),
        (#""bytes": """#, ""),
    ])
    func otherTextsAreHeldOrReported(_ member: String, _ attribute: String) throws {
        let found = try Held.validated(from: "{\(member)}").report.violations.map { "\($0.path)" }
        #expect(found == (attribute.isEmpty ? [] : [attribute]), "\(member)")
    }

    /// A filter that had nothing to change made null of whole numbers, which no `Int` holds.
    @Test func filtersLeaveWholeNumbersOfProperties() throws {
        var held = Held()
        held.count = 9
        held.whole = -5
        #expect(try held.validate().violations.map { "\($0.code)" } == ["number.tooBig"])
        #expect(held.count == 9 && held.whole == -5)
        #expect(try Held.validated(from: #"{"whole": 1.000000000000000000000}"#).get().whole == 1)
        #expect(try Held.validated(from: #"{"whole": 1.000000000000000000001}"#).report.violations.count == 1)
    }
}
