import Proviso
import Testing

/// What a caller can plausibly do wrong is an error that says where, never a trap.
struct MisuseTests {
    final class Account {
        var name = "abc"
        var nick: String?
        var age = 5
        var score = 0.5
    }

    /// A rule on an object, and what is wrong with it.
    static let objectRules: [(make: @Sendable () throws -> any ObjectRule<Account>, reason: String)] = [
        ({ try StringLengthRule(\.name, message: "x") }, "'min' or 'max' is needed"),
        ({ try StringLengthRule(\.nick, message: "x") }, "'min' or 'max' is needed"),
        ({ try StringLengthRule(\.name, min: 5, max: 4, message: "x") }, "no string has at least 5 and at most 4"),
        ({ try StringLengthRule(\.nick, min: .max, max: 0, message: "x") }, "no string has at least"),
        ({ try StringLengthRule(\.name, max: -1, message: "x") }, "'max' must not be negative"),
        ({ try StringLengthRule(\.name, min: -1, message: "x") }, "'min' must not be negative"),
        ({ try StringLengthRule(\.name, min: .min, max: .min, message: "x") }, "'min' must not be negative"),
        ({ try RangeRule(\.age, message: "x") }, "'min' or 'max' is needed"),
        ({ try RangeRule(\.age, min: 5, max: 4, message: "x") }, "no value is at least 5 and at most 4"),
        ({ try RangeRule(\.name, min: "b", max: "a", message: "x") }, "no value is at least b and at most a"),
        ({ try RangeRule(\.score, min: .nan, message: "x") }, "'min' is not a number"),
        ({ try RangeRule(\.score, min: 0, max: .nan, message: "x") }, "'max' is not a number"),
        ({ try RegexRule(\.name, "(", message: "x") }, "this '(' is not closed"),
    ]

    @Test func rulesOnObjectsSayWhatIsWrongAndWhere() {
        for row in Self.objectRules {
            let error = #expect(throws: RuleSetError.self) { _ = try row.make() }
            let text = error?.description ?? ""
            #expect(text.contains(row.reason), "\(text)")
            #expect(text.hasPrefix("\(#fileID):"), "\(text)")
            #expect(text.contains("Rule on '\\Account."), "\(text)")
            let line = error?.diagnostics.first?.position?.line ?? 0
            #expect((15...40).contains(line), "\(text)")
        }
    }

    @Test func boundsMayMeet() throws {
        let account = Account()
        var rules = ObjectRules(account)
        rules.add(try StringLengthRule(\.name, min: 3, max: 3, message: "name"))
        rules.add(try StringLengthRule(\.nick, max: 0, message: "nick"))
        rules.add(try RangeRule(\.age, min: 5, max: 5, message: "age"))
        rules.add(try RangeRule(\.score, min: -.infinity, max: .infinity, message: "score"))
        #expect(rules.validate() == [])
        account.name = "ab"
        account.score = .nan
        #expect(rules.validate() == ["name", "score"])
    }

    struct Form: ValidatableModel, Sendable {
        var name = "ada"
        var echo = ""
        static let attributes: [Attribute<Form>] = [Attribute("name", \.name), Attribute("echo", \.echo)]
        static let ruleSet = RuleSet(rules: [Rule("name", .string(min: 3)), Rule("echo", .string(max: 3))])
    }

    @Test func aLiveModelReportsNamesItDoesNotKnow() throws {
        let live = try LiveModel(keeping: Form())
        live.didChange("nmae")
        #expect(!live.hasErrors, "nothing is validated yet")
        try live.startValidating()
        live.didChange("nmae", "echo", "")
        #expect(live.errors.errors.map(\.code) == [.fault, .fault])
        #expect(live.errors(of: "nmae").count == 1 && !live.isValid)
        let reason = live.errors(of: "nmae").first?.parameters["reason"]
        guard case .text(let text)? = reason else { return #expect(Bool(false), "\(String(describing: reason))") }
        #expect(text.hasPrefix("\(#fileID):") && text.contains("unknown attribute 'nmae'; did you mean 'name'?"))
        // What is known is still validated, and everything anew takes the fault back.
        live.modify { $0.name = "x" }
        #expect(live.errors(of: "name").map(\.code) == ["string.tooShort"])
        #expect(try !live.validate())
        live.modify { $0.name = "eve" }
        #expect(live.isValid && live.errors.isEmpty)
    }

    /// A catalog with a placeholder that its message does not have.
    private func brokenCatalogs() throws -> Catalogs {
        Catalogs.embedded.adding(try Catalog(locale: "en", messages: ["required.blank": "{nothing} is missing."]))
    }

    @Test func anInputWithUnusableCatalogsSaysSoAtItsFirstRule() throws {
        let input = InputValidator("name", catalogs: try brokenCatalogs())
        #expect(input.validate("x").isValid, "there are no rules yet")
        for add in [{ try input.add(.required) }, { try input.addRemote { _ in true } }] {
            let error = #expect(throws: RuleSetError.self) { try add() }
            #expect(error?.description.contains("unknown placeholder '{nothing}'") == true)
        }
        #expect(input.ruleCount == 0)
    }

    /// A validator whose quick test comes from a careless calculation.
    struct Counting: NamedValidator, DirectValidator {
        static let type: RuleType = "counting"
        static let codes = [CodeDescription("counting.reached")]
        let quickTest: QuickTest
        init(_ test: QuickTest) { quickTest = test }
        init(options: borrowing OptionReader) throws(OptionError) { quickTest = .none }
        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            context.report("counting.reached")
        }
    }

    static let quickTests: [(test: QuickTest, value: AnyValue, passes: Bool)] = [
        (.text(codePoints: -5 ... -1), "abc", false), (.text(codePoints: .min ... .max), "abc", true),
        (.text(codePoints: .min...0), "a", false), (.text(codePoints: .max ... .max), "abc", false),
        (.text(codePoints: 1 << 61 ... .max), "abc", false), (.text(codePoints: 1 << 62 ... .max), "abc", false),
        (.text(codePoints: (1 << 62) + 1 ... .max), "abc", false), (.text(codePoints: -1...3), "abc", true),
        (.items(-5 ... -1), [1], false), (.items(.min ... .max), [1], true), (.items(-1...1), [1], true),
        (.items(.max ... .max), [1], false), (.items(.min...0), [1], false),
    ]

    @Test func quickTestsTakeAnyBounds() throws {
        for (number, row) in Self.quickTests.enumerated() {
            let rule = Rule("x", .validator(Counting(row.test)))
            let found = try Plan(RuleSet(rules: [rule])).validate(["x": row.value]).violations
            #expect(found.isEmpty == row.passes, "row \(number)")
        }
    }

    /// Goes on after the end of a list, as a reader of unknown length may.
    struct Greedy: Decodable {
        var faults = 0
        var isAtEnd = false

        init(from decoder: any Decoder) throws {
            var items = try decoder.unkeyedContainer()
            for _ in 0..<4 {
                do { _ = try items.superDecoder() } catch { faults += 1 }
                do { _ = try items.nestedUnkeyedContainer() } catch { faults += 1 }
                if (try? items.decodeNil()) == true { faults += 10 }
                if (try? items.decode(Int.self)) != nil { faults += 100 }
            }
            isAtEnd = items.isAtEnd
        }
    }

    @Test func decodingGoesOnPastTheEnd() throws {
        let empty = try AnyValue.list([]).decode(Greedy.self)
        #expect(empty.faults == 8 && empty.isAtEnd)
        #expect(try AnyValue.list([[], []]).decode(Greedy.self).isAtEnd)
    }

    struct Odd: ValidatableModel {
        var value = "x"
        nonisolated(unsafe) static var names: [String] = []
        static var attributes: [Attribute<Odd>] { names.map { Attribute($0, \.value) } }
        static let ruleSet = RuleSet()
    }

    @Test func namesOfAttributesMayBeAnything() throws {
        let deep = String(repeating: "a.", count: 40) + "a"
        for names in [
            [""], ["."], ["*"], ["a.*"], ["a.b"], ["a", "a.b"], ["a.b", "a"], ["!a"], ["a..b"], [deep], ["a", "a"],
            ["a/b"], ["~"], ["\0"], ["0"], ["a.0"], [String(repeating: "n", count: 70_000)], [],
        ] {
            Odd.names = names
            do throws(RuleSetError) {
                let rules = names.map { Rule($0, .required) }
                for ruleSet in [RuleSet(), RuleSet(rules: rules)] {
                    var odd = Odd()
                    _ = try ModelPlan(Odd.self, ruleSet: ruleSet).validate(&odd)
                    _ = try ModelState(odd, plan: ModelPlan(Odd.self, ruleSet: ruleSet))["a"]
                }
            } catch {
                #expect(!error.diagnostics.isEmpty && !error.description.isEmpty)
            }
        }
    }

    @Test func rulesMayBeEmptyOrDeep() throws {
        for rule in [Rule([], .required), Rule("", .required), Rule("a,,b", .required), Rule("a.*.*.*", .required)] {
            do throws(RuleSetError) {
                _ = try Plan(RuleSet(rules: [rule])).validate(["a": [[[1]]]])
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        var body = Constraint.required
        var value: AnyValue = 1
        for _ in 0..<200 {
            body = .each(body)
            value = [value]
        }
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("a", body)])) }
    }
}
