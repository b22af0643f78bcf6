import Foundation
import Proviso
import Testing

/// Reports as data, as errors and as HTTP problems.
struct ReportTests {
    static let rules = RuleSet(
        rules: [
            Rule("email", .email, message: ["en": "No address: {value}.", "de": "Keine Adresse."], id: "mail"),
            Rule("items.*.count", .integer(min: 2)),
            Rule("echo", .compare(with: "email"), severity: .warning),
        ], labels: ["email": ["en": "E-mail"]])

    private static func found() throws -> (plan: Plan, report: Report) {
        let plan = try Plan(rules)
        let record = Record(for: plan)
        try record.fill(json: #"{"email": "x", "items": [{"count": 5}, {"count": 1}], "echo": "y"}"#)
        return (plan, try plan.validate(record))
    }

    @Test func reportsAreCodable() throws {
        let (plan, report) = try Self.found()
        let data = try JSONEncoder().encode(report)
        let stored = try JSONDecoder().decode(Report.self, from: data)
        #expect(stored == report && !stored.isValid)
        #expect(stored.violations.map(\.path) == report.violations.map(\.path))
        #expect(stored["items.*.count"].first?.path.description == "items.1.count")
        #expect(try AnyValue(json: [UInt8](data))["valid"] == false)
        let localizer = plan.localizer(preferring: "de")
        #expect(localizer.texts(plan.restored(stored)) == localizer.texts(report))
        #expect(localizer.texts(report).first == "Keine Adresse.")
    }

    @Test func violationsAreEqualByWhatTheySay() throws {
        let rule = Proviso.RuleReference(id: "1", type: "email")
        let one = Violation(code: "email.invalid", attribute: "a", path: ValuePath("a"), rule: rule)
        let same = Violation(
            code: "email.invalid", attribute: "a", path: ValuePath("a"),
            rule: Proviso.RuleReference(id: "1", type: "email"))
        #expect(one == same && Set([one, same]).count == 1)
        for other in [
            Violation(code: "email.domain", attribute: "a", path: ValuePath("a"), rule: rule),
            Violation(code: "email.invalid", attribute: "b", path: ValuePath("b"), rule: rule),
            Violation(code: "email.invalid", parameters: ["min": 1], attribute: "a", path: ValuePath("a"), rule: rule),
            Violation(
                code: "email.invalid", attribute: "a", path: ValuePath("a"),
                rule: Proviso.RuleReference(id: "1", type: "email", severity: .warning)),
        ] {
            #expect(one != other)
        }
        #expect(Report(violations: [one]) == Report(violations: [same]))
    }

    @Test func reportsArePrintedAndThrown() throws {
        let (_, report) = try Self.found()
        #expect(
            "\(report)" == """
                email: email.invalid (value: x)
                items.1.count: number.tooSmall (min: 2)
                echo: compare.equal (compareValueOrAttribute: email, compareValue: email, compareAttribute: email, kind: attribute)
                """)
        #expect("\(Report())" == "no violations")
        #expect(throws: Report.self) { try Parsed<Int>.invalid(report).get() }
        #expect(try Parsed.valid(5, Report()).get() == 5)
    }

    @Test func problemDetails() throws {
        let (plan, report) = try Self.found()
        var problem = ProblemDetails(report, plan.localizer(preferring: "en"))
        problem.instance = "/orders/5"
        let json = try AnyValue(json: problem.json)
        #expect(json["type"] == "about:blank" && json["status"] == 422 && json["instance"] == "/orders/5")
        #expect(json["errors"]?[0]?["detail"] == "No address: x." && json["errors"]?[0]?["label"] == "E-mail")
        #expect(json["errors"]?[1]?["pointer"] == "#/items/1/count" && json["errors"]?[2]?["severity"] == "warning")
        let (encoded, decoder) = (try JSONEncoder().encode(problem), JSONDecoder())
        let written = try decoder.decode(AnyValue.self, from: Data(problem.json.utf8))
        #expect(try decoder.decode(AnyValue.self, from: encoded) == written)
        let unreadable = ProblemDetails(InputError(reason: .syntax, offset: 3))
        #expect(
            unreadable.json
                == #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"not valid JSON at byte 3"}"#)
        #expect(ProblemDetails.mediaType == "application/problem+json")
    }
}
