import Proviso
import Testing

/// What is wrong with rules written in Swift is said as of those in files, with the place in the source.
struct SwiftRuleErrorTests {
    private func error(_ rules: [Rule], registry: Registry = .standard) -> [RuleSetError.Diagnostic] {
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: rules), registry: registry)
            return []
        } catch {
            return error.diagnostics
        }
    }

    /// A rule with one fault, and the line it was written in.
    private static func rows() -> [(rule: Rule, line: Int, subject: String)] {
        var rows: [(Rule, Int, String)] = []
        func add(_ rule: Rule, _ subject: String, line: Int = #line) { rows.append((rule, line, subject)) }
        add(Rule("a", .match("([")), "rule 1, 'match' of 'a'")
        add(Rule("a", "b", .string(min: 9, max: 3)), "rule 1, 'string' of 'a', 'b'")
        add(Rule("a", "b", "c", .type("emial")), "rule 1, 'emial' of 'a', 'b', 'c'")
        add(Rule(["a"], .required, message: "{oops}", id: "x"), "rule 'x', 'required' of 'a'")
        add(Rule("a", .required, message: "{attribute"), "rule 1, 'required' of 'a'")
        add(Rule([], .required), "rule 1, 'required'")
        add(Rule("", .required), "rule 1, 'required' of ''")
        add(Rule("abc", .compare(with: "nobody[]")), "rule 1, 'compare' of 'abc'")
        add(Rule("c", "abcd", .compare(with: "abcde")), "rule 1, 'compare' of 'c', 'abcd'")
        add(Rule("a", .required, when: Condition("nobody[]", .required)), "rule 1, 'required' of 'a'")
        add(Rule("a", .each(.integer(min: 2, max: 1))), "rule 1, 'each' of 'a'")
        add(Rule("a", .unique(in: "users")), "rule 1, 'unique' of 'a'")
        add(Rule("a", .number(min: .double(.nan))), "rule 1, 'number' of 'a'")
        add(Rule("a", .number(max: .double(.infinity))), "rule 1, 'number' of 'a'")
        add(Rule("a", .integer(min: .decimal("abc"), max: 5)), "rule 1, 'integer' of 'a'")
        add(Rule("a", .integer(min: .double(-.infinity))), "rule 1, 'integer' of 'a'")
        add(Rule("a", .validator(DoubleValidator(max: .decimal("5abc")))), "rule 1, 'double' of 'a'")
        add(Rule("a", .each(.number(min: .double(.nan)))), "rule 1, 'each' of 'a'")
        add(Rule("a", .multipleOf(.decimal("5abc"))), "rule 1, 'multipleOf' of 'a'")
        add(Rule("a", .multipleOf(.double(.infinity))), "rule 1, 'multipleOf' of 'a'")
        add(Rule("a", .compare(to: .double(.nan))), "rule 1, 'compare' of 'a'")
        add(Rule("a", .compare(to: .decimal("abc"), operator: .less)), "rule 1, 'compare' of 'a'")
        add(Rule("a[].b", .required), "rule 1, 'required' of 'a[].b'")
        add(Rule("/a", .required), "rule 1, 'required' of '/a'")
        add(Rule("a", .type("")), "rule 1, '' of 'a'")
        add(Rule("a", .trim("z..a")), "rule 1, 'trim' of 'a'")
        add(Rule("a", .required, on: "x", "y", except: ["y"]), "rule 1, 'required' of 'a'")
        let many = Array(repeating: Condition("a", .required), count: 257)
        add(Rule(["a"], .required, when: many), "rule 1, 'required' of 'a'")
        add(Rule(["a"], .required, unless: many), "rule 1, 'required' of 'a'")
        add(Rule("a", nested(33)), "rule 1, 'each' of 'a'")
        add(Rule("a.*.*", nested(31)), "rule 1, 'each' of 'a.*.*'")
        return rows
    }

    /// As many `each` as levels, one in another.
    private static func nested(_ levels: Int) -> Constraint {
        (0..<levels).reduce(.integer()) { body, _ in .each(body) }
    }

    @Test func limitsThemselvesAreAccepted() throws {
        let conditions = Array(repeating: Condition("a", .required), count: 256)
        var value: AnyValue = "x"
        for _ in 0..<32 { value = [value] }
        let rules = [
            Rule("a", Self.nested(32)), Rule(["a"], .required, when: conditions, unless: conditions),
            Rule("b", .trim("a..z.."), on: "x", except: ["y"]), Rule("b", .trim("..a..")),
        ]
        #expect(try Plan(RuleSet(rules: rules)).validate(["a": value]).violations.map(\.code) == ["integer.type"])
        let places = Rule("a.*.*", Self.nested(30))
        #expect(try Plan(RuleSet(rules: [places])).validate(["a": value]).violations.map(\.code) == ["integer.type"])
    }

    @Test func filesAreRefusedForTheSame() {
        for rules in ["[a, trim, { chars: 'z..a' }]", "[a, required, { on: [x, y], except: y }]"] {
            let error = #expect(throws: RuleSetError.self) {
                try Plan(RuleSet(parsing: "rules: [\(rules)]", file: "r.yaml"))
            }
            #expect(error?.diagnostics.first?.position?.file == "r.yaml", "\(rules)")
        }
    }

    struct Misnamed: ValidatableModel {
        var value = ""
        nonisolated(unsafe) static var name = ""
        static var attributes: [Attribute<Misnamed>] { [Attribute(name, \.value)] }
        static let ruleSet = RuleSet()
    }

    @Test func namesThatNoRuleCanWriteAreRefusedInModels() {
        for name in ["", "*", "*.a", "a[]", "/a"] {
            Misnamed.name = name
            let error = #expect(throws: RuleSetError.self) { try ModelPlan(Misnamed.self) }
            #expect(error?.description.hasPrefix("'\(name)' is not a path: ") == true, "\(error?.description ?? "")")
        }
        var registry = Registry.standard
        #expect(throws: RuleSetError.self) { try registry.register("", check: { _, _, _ in }) }
    }

    @Test func theyNameTheirPlace() {
        for row in Self.rows() {
            let found = error([row.rule])
            #expect(found.count == 1, "\(row.subject): \(found)")
            #expect(found.first?.rule == row.subject)
            #expect(found.first?.position?.file == "ProvisoTests/SwiftRuleErrorTests.swift")
            #expect(found.first?.position?.line == row.line, "\(row.subject)")
        }
        let text = error([Rule("a", .match("(["))]).first?.description ?? ""
        #expect(text.hasPrefix("ProvisoTests/SwiftRuleErrorTests.swift:"))
        #expect(
            text.contains(
                ": rule 1, 'match' of 'a': option 'pattern' of 'match': at character 2: this '[' is not closed"))
    }

    @Test func rulesOfFilesKeepTheirPlace() throws {
        let ruleSet = try RuleSet(parsing: "rules: [[a, match, { pattern: '([' }]]", file: "r.yaml")
        let found = error(ruleSet.rules)
        #expect(found.first?.rule == nil)
        #expect(found.first?.position?.file == "r.yaml")
    }

    @Test func severalFilesStayInOrder() {
        let first = Rule("a", .type("one"), fileID: "App/B.swift", line: 9)
        let second = Rule("a", .type("two"), fileID: "App/A.swift", line: 5)
        let third = Rule("a", .type("three"), fileID: "App/B.swift", line: 2)
        #expect(error([first, second, third]).map { $0.position?.line ?? 0 } == [2, 9, 5])
    }

    /// The typed spelling and that by name; both are refused for the same reason.
    static let pairs: [(Constraint, Constraint)] = [
        (.string(min: 9, max: 3), .type("string", ["min": 9, "max": 3])),
        (.string(min: -1), .type("string", ["min": -1])),
        (.string(length: -1), .type("string", ["length": -1])),
        (.validator(StringValidator(min: 1, length: 2)), .type("string", ["min": 1, "length": 2])),
        (.integer(min: 9, max: 3), .type("integer", ["min": 9, "max": 3])),
        (.number(min: 9, max: 3), .type("number", ["min": 9, "max": 3])),
        (.validator(DoubleValidator(min: 9, max: 3)), .type("double", ["min": 9, "max": 3])),
        (
            .integer(strict: true, input: NumberInput(locale: "de")),
            .type("integer", ["strict": true, "locale": "de"])
        ),
        (.count(min: 5, max: 3), .type("count", ["min": 5, "max": 3])),
        (.count(min: -5), .type("count", ["min": -5])), (.count(exact: -1), .type("count", ["exact": -1])),
        (.validator(CountValidator(min: 1, exact: 2)), .type("count", ["min": 1, "exact": 2])),
        (.hasDigit(min: 0), .type("hasDigit", ["min": 0])), (.hasUpper(min: 0), .type("hasUpper", ["min": 0])),
        (.hasLower(min: 0), .type("hasLower", ["min": 0])),
        (.hostname(minLabels: 128), .type("hostname", ["minLabels": 128])),
        (.hostname(minLabels: -1), .type("hostname", ["minLabels": -1])),
        (.passwordStrength(minClasses: 5), .type("passwordStrength", ["minClasses": 5])),
        (.passwordStrength(maxRepeats: 0), .type("passwordStrength", ["maxRepeats": 0])),
        (.passwordStrength(minLength: -1), .type("passwordStrength", ["minLength": -1])),
        (.email(timeout: 0), .type("email", ["timeout": 0])), (.email(timeout: 61), .type("email", ["timeout": 61])),
        (.file(limits { ($0.minSize, $0.maxSize) = (5, 3) }), .type("file", ["minSize": 5, "maxSize": 3])),
        (.file(limits { $0.maxSize = -1 }), .type("file", ["maxSize": -1])),
        (.file(limits { $0.minFiles = 2 }), .type("file", ["minFiles": 2, "maxFiles": 1])),
        (.file(limits { $0.directory = "" }), .type("file", ["directory": ""])),
        (.image(minWidth: 5, maxWidth: 3), .type("image", ["minWidth": 5, "maxWidth": 3])),
        (.image(minHeight: -5), .type("image", ["minHeight": -5])),
        (.image(limits { ($0.minSize, $0.maxSize) = (5, 3) }), .type("image", ["minSize": 5, "maxSize": 3])),
        (.validator(FilterValidator([])), .type("filter", ["filter": []])),
        (
            .compare(to: 1, as: .number, caseFold: .text),
            .type("compare", ["compareValue": 1, "type": "number", "caseFold": true])
        ),
        (.multipleOf(0), .type("multipleOf", ["of": 0])), (.countryCode(alpha: 4), .type("countryCode", ["alpha": 4])),
        (.uuid(versions: [9]), .type("uuid", ["versions": [9]])), (.mac(bits: [1]), .type("mac", ["bits": [1]])),
        (.date(min: "2024-02-01", max: "2024-01-01"), .type("date", ["min": "2024-02-01", "max": "2024-01-01"])),
    ]

    private static func limits(_ change: (inout FileLimits) -> Void) -> FileLimits {
        var limits = FileLimits()
        change(&limits)
        return limits
    }

    @Test func typedRulesAreCheckedAsOthersAre() {
        for (typed, named) in Self.pairs {
            let (one, other) = (error([Rule("a", typed)]).map(\.reason), error([Rule("a", named)]).map(\.reason))
            #expect(one.count == 1 && one == other, "\(typed.type): \(one), \(other)")
            let inner = error([Rule("a", .each(typed))]).count
            #expect(inner == 1, "\(typed.type) within each")
            let condition = error([Rule("a", .safe, when: Condition("a", typed))]).count
            #expect(condition == 1, "\(typed.type) in a condition")
        }
    }

    @Test func validatorsAloneSayItToo() {
        let found = CountValidator(min: 5, max: 3).violations(of: [1])
        #expect(found.map(\.code) == [.fault])
        #expect(CountValidator(min: 5, max: 3).violations(of: [1]).first?.parameters["reason"] != nil)
        #expect(StringValidator(min: .max, max: .min).violations(of: "x").map(\.code) == [.fault])
    }

    /// An empty range is a way to say that an attribute must be left out, in Swift as in files.
    @Test func emptyRangesPassNothingButEmptyValues() throws {
        for body in [.in([]), .type("in", ["range": []])] as [Constraint] {
            let plan = try Plan(RuleSet(rules: [Rule("a", body)]))
            #expect(try plan.validate(["a": ""]).isValid && plan.validate([:]).isValid)
            #expect(try !plan.validate(["a": "x"]).isValid)
        }
    }

    @Test func idsTellRulesApart() {
        let same = error([Rule("a", .required, id: "x"), Rule("b", .required, id: "x")])
        #expect(same.map(\.reason) == ["two rules have the id 'x': number 1 and 2"])
        let number = error([Rule("a", .required, id: "2"), Rule("b", .required)])
        #expect(number.map(\.reason) == ["two rules have the id '2': number 1 and 2"])
        #expect(error([Rule("a", .required, id: "2"), Rule("b", .required, id: "1")]) == [])
        #expect(diagnostics("rules: [[a, required, {id: x}], [b, required, {id: x}]]").count == 1)
    }

    struct Twice: ValidatableModel {
        var a = ""
        static let attributes: [Attribute<Twice>] = [Attribute("a", \.a), Attribute("a", \.a)]
        static let ruleSet = RuleSet(rules: [Rule("a", .required)])
    }

    struct Around: ValidatableModel {
        var twice = Twice()
        static let attributes: [Attribute<Around>] = [Attribute("twice", \.twice)]
        static let ruleSet = RuleSet()
    }

    @Test func attributesAreListedOnce() {
        let reason = "the model 'Twice' lists the attribute 'a' twice"
        #expect(throws: RuleSetError.self) { try ModelPlan(Twice.self) }
        let error = #expect(throws: RuleSetError.self) { try ModelPlan(Around.self) }
        #expect(error?.diagnostics.map(\.reason) == [reason])
    }

    @Test func aRecordOfAnotherPlanIsRefused() async throws {
        let (one, other) = (try Plan(RuleSet(rules: [Rule("a", .required)])), try Plan(RuleSet()))
        let error = #expect(throws: RuleSetError.self) { try other.validate(Record(for: one)) }
        #expect(error?.description.contains("Record(for:)") == true)
        let later = try AsyncPlan(RuleSet())
        await #expect(throws: RuleSetError.self) { try await later.validate(Record(for: one)) }
        #expect(throws: RuleSetError.self) { try later.begin(Record(for: one)) }
    }

    /// What a closure asks of a value that is not there is absent; nothing traps.
    @Test func valuesHaveNoItemsBeyondTheirEnd() throws {
        let plan = try Plan(
            RuleSet(rules: [
                Rule(
                    "a",
                    .check { value, context in
                        for index in [-1, 0, 5, Int.max] {
                            if value[index].kind != .absent || !value.key(at: index).isEmpty {
                                context.report("x.found")
                            }
                        }
                    })
            ]))
        for value in ["text", 5, true, .object([])] as [AnyValue] {
            #expect(try plan.validate(["a": value]).isValid)
        }
        #expect(try !plan.validate(["a": [1]]).isValid)
    }

    struct Miswritten: ValidatableModel {
        var a = "x"
        var b = ""
        let extra: Int
        static let attributes: [Attribute<Miswritten>] = [Attribute("a", \.a), Attribute("b", \.b)]
        static let ruleSet = RuleSet(rules: [Rule("a", .required), Rule("b", .required)])
        borrowing func writeAttributes(to values: inout AttributeWriter) {
            for _ in 0..<extra { values.write("written") }
        }
    }

    @Test func modelsThatWriteTooFewOrTooManyAreReadByTheirKeyPaths() throws {
        for extra in [0, 1, 3, 9] {
            var model = Miswritten(extra: extra)
            #expect(try ModelPlan(Miswritten.self).validate(&model).lines == ["b required.blank"], "\(extra)")
        }
    }
}
