import Foundation
import Proviso
import ProvisoMessages
import TestSupport
import Testing

/// Rules and records that a stranger made as costly as possible: refused, and not followed without end.
@Suite struct HostileRuleTests {
    private static func fault(_ rules: String, _ json: String) throws -> (reason: String?, spent: Int) {
        let plan = try Plan(RuleSet(parsing: rules))
        let record = Record(for: plan)
        try record.fill(json: json)
        let report = try plan.validate(record)
        let found = report.violations.first { $0.code == .fault }
        return (found?.parameters.list.first { $0.name == "reason" }?.value.plainText, record.spent)
    }

    /// Half a megabyte, between half a million parts, would be 260 GB.
    @Test func aLongSeparatorBetweenManyPartsIsRefusedBeforeTheyAreJoined() throws {
        let (reason, _) = try Self.fault(
            "rules: [[b, safe], [a, expr, { must: \"this.split('').join(record.b) == ''\" }]]",
            "{\"a\":\"\(String(repeating: "a", count: 500_000))\",\"b\":\"\(String(repeating: "b", count: 500_000))\"}")
        #expect(reason?.contains("steps") ?? false, "\(reason ?? "no fault")")
        let (short, _) = try Self.fault(
            "rules: [[a, expr, { must: \"this.split('').join('-') == 'x-y-z'\" }]]", #"{"a":"xyz"}"#)
        #expect(short == nil)
    }

    /// Each pattern is larger than RE2 allows, which is known only after it was compiled that far.
    @Test func patternsThatTurnOutToBeTooLargeArePaidFor() throws {
        let (reason, spent) = try Self.fault(
            """
            rules: [[a, expr, { must: "lists.range(900).all(i, !this.matches('((\\\\\\\\pL{9}|x){90}){' + string(i % 9 + 1) + '}z'))" }]]
            """,
            #"{"a":"x"}"#)
        #expect(reason?.contains("steps") ?? false, "\(reason ?? "no fault")")
        #expect(spent > 1_000_000 && spent < 10_000_000, "\(spent)")
    }

    private static func chain(_ count: Int, _ rule: (Int) -> String) -> String {
        "shapes:\n" + (0..<count).map { "  s\($0): { rules: [\(rule($0 + 1))] }\n" }.joined()
            + "  s\(count): { rules: [[v, integer]] }\nrules: [[a, shape, { name: s0 }]]\n"
    }

    @Test(arguments: [
        "[l, shape, { name: NEXT }]",
        "{ attributes: l, type: oneOf, shapes: { object: [[m, shape, { name: NEXT }]] } }",
    ]) func aChainOfThousandsOfShapesIsBoundOneAfterTheOther(_ rule: String) throws {
        let plan = try Plan(
            RuleSet(parsing: Self.chain(2000) { rule.replacingOccurrences(of: "NEXT", with: "s\($0)") }))
        #expect(try plan.validate(["a": ["l": 5]]).violations.map(\.path.pointer) == ["/a/l"])
    }

    @Test func theLastShapeOfALongChainIsBoundAsTheFirstOneIs() throws {
        let plan = try Plan(RuleSet(parsing: Self.chain(34) { "[l, shape, { name: s\($0), maxDepth: 100 }]" }))
        let value = (0..<34).reduce(AnyValue.object([.init("v", "x")])) { value, _ in .object([.init("l", value)]) }
        let report = try plan.validate(["a": value])
        #expect(report.violations.map(\.code) == ["integer.type"], "\(report)")
        let error = #expect(throws: RuleSetError.self) {
            try Plan(
                RuleSet(
                    parsing: Self.chain(60) { $0 == 60 ? "[l, strng]" : "[l, shape, { name: s\($0) }]" }))
        }
        #expect(error?.diagnostics.map(\.position?.line) == [61], "\(error?.description ?? "")")
    }

    @Test func moreThanAThousandShapesForTheSameValueAreRefusedWithAPosition() throws {
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(parsing: Self.chain(3000) { "[., shape, { name: s\($0) }]" }))
        }
        let found = error?.diagnostics.first
        #expect(found?.reason.contains("more than 1000 shapes") ?? false, "\(found?.reason ?? "")")
        #expect(found?.position != nil)
    }

    /// Every name is compared with every other one: without a limit for all together that is quadratic.
    @Test func onlyTheFirstOfThousandsOfUnknownNamesHaveSuggestions() {
        let known = (0..<3000).map { "customerName\($0)" }
        func count(_ names: Int) -> Int {
            (0..<names).count { Suggestion.nearest(to: "custmerName\($0)", in: known) != nil }
        }
        #expect(SuggestionWork.limited { count(20) } == 20)
        let few = SuggestionWork.limited { count(400) }
        #expect(few > 50 && few < 400, "\(few)")
        #expect(SuggestionWork.limited { count(800) } == few)
    }

    @Test func theAttributesThatRulesReadAreKnownByTheirIds() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [a, string]
                      - { attributes: b, id: two, type: expr, must: "this < c.d" }
                      - { attributes: c.d, type: number, when: [e, required] }
                    """))
        #expect(plan.namesRead == ["1": [], "two": ["c"], "3": ["e"]])
    }

    /// Each definition is checked with all that it uses.
    @Test func longChainsOfDefinitionsAreRefusedAndShortOnesAreNot() throws {
        func errors(_ count: Int, _ more: Int = 0) -> [String] {
            let chain = (1..<count).map { "  d\($0): \"d\($0 - 1) + 1\"\n" }.joined()
            let uses = (0..<more).map { "  e\($0): \"d\(count - 1) + \($0)\"\n" }.joined()
            let rule = "[a, expr, { must: \"this > d\(count - 1)\" }]"
            do {
                _ = try Plan(RuleSet(parsing: "define:\n  d0: \"1\"\n\(chain)\(uses)rules: [\(rule)]\n"))
                return []
            } catch {
                return error.diagnostics.map(\.reason)
            }
        }
        #expect(errors(90) == [])
        #expect(errors(1500).contains { $0.contains("more than 100 definitions are made of each other") })
        let many = errors(90, 2000).filter { $0.contains("the definitions have more than 200000 parts") }
        #expect(many.count == 1)
    }

    /// In another order, marks above and below a letter are the same text.
    @Test(arguments: ["sv", "de", "und", "en-u-kn"]) func equivalentStringsHaveOnePlaceInASortOrder(
        _ locale: String
    ) throws {
        let (one, other) = ("z\u{301}\u{323}", "z\u{323}\u{301}")
        for (sign, holds) in [("<", false), (">", false), ("<=", true), (">=", true)] {
            let plan = try Plan(
                RuleSet(
                    parsing: "rules: [[a, compare, { compareAttribute: b, operator: '\(sign)', collation: \(locale) }]]"
                ))
            #expect(try plan.validate(["a": .text(one), "b": .text(other)]).isValid == holds, "\(sign)")
        }
    }

    @Test func aParameterThatHoldsAListManyTimesIsNotWrittenOut() throws {
        let doubled = (2...24).reduce("v24") { inner, number in
            "cel.bind(v\(26 - number), [v\(25 - number), v\(25 - number)], \(inner))"
        }
        let rules =
            "rules: [{ attributes: a, type: expr, must: 'false', code: x.y, "
            + "with: { p: \"cel.bind(v1, [a, a], \(doubled))\" } }]"
        let report = try Plan(RuleSet(parsing: rules)).validate(["a": 1])
        #expect(report.violations.first?.parameters.list.map(\.value) == [.text("(it takes too many steps)")])
    }

    /// Each of many items reads a large list: after a while that is left out.
    @Test func anExplanationKeepsABoundedPartOfWhatItemsRead() throws {
        let plan = try Plan(
            RuleSet(parsing: "rules: [[m, safe], [a.*, in, { range: { attribute: m } }]]"))
        let list = AnyValue.list((0..<20_000).map { .integer($0) })
        func kept(_ items: Int) throws -> Int {
            let value: AnyValue = ["m": list, "a": .list(Array(repeating: .integer(7), count: items))]
            let turns = try plan.explain(value).turns.filter { $0.rule.id == "2" }
            #expect(turns.count == items)
            let reads = turns.flatMap(\.reads)
            return reads.map { $0.value.list?.count ?? 0 }.reduce(0, +)
        }
        #expect(try kept(10) == 200_000)
        let most = try kept(500)
        #expect(most <= 5_000_000)
        #expect(try kept(1000) == most)
    }

    /// Each item reads the same list: it is copied once, and again after a rule has changed a value.
    @Test func whatManyItemsReadIsCopiedOnce() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [a.*.p, in, { range: { attribute: a.*.id } }]
                      - [a.*.id, filter, { filter: [upper] }]
                      - [a.*.p, in, { range: { attribute: a.*.id } }]
                    """))
        func reads(_ count: Int) throws -> [[AnyValue]] {
            let items = (0..<count).map { AnyValue.object([.init("p", "x1"), .init("id", .text("x\($0)"))]) }
            return try plan.explain(["a": .list(items)]).turns.flatMap(\.reads).compactMap(\.value.list)
        }
        let (small, upper) = ((0..<3).map { AnyValue.text("x\($0)") }, (0..<3).map { AnyValue.text("X\($0)") })
        #expect(try reads(3) == Array(repeating: small, count: 3) + Array(repeating: upper, count: 3))
        let ratio = try growth(from: 150) { count throws in
            let found = try reads(count)
            #expect(found.allSatisfy { $0.count == count })
        }
        #expect(ratio < 24)
    }

    @Test func aLongValueIsShownByItsBeginning() {
        let numbers = AnyValue.list((0..<1_000).map { .integer($0) })
        let shown = TurnText.value(numbers)
        #expect(numbers.json.hasPrefix(shown.dropLast()) && shown.hasSuffix("…") && shown.count == 72)
        #expect(TurnText.value(.list([numbers, numbers])).hasPrefix("[[0,1,2,3"))
        #expect(TurnText.value(["a": [1, 2], "b": "x"]) == #"{"a":[1,2],"b":"x"}"#)
        #expect(TurnText.value(.list(Array(repeating: "", count: 30))).count == 72)
        let empty = AnyValue.list(Array(repeating: .list([]), count: 20))
        #expect(TurnText.value(empty) == empty.json)
    }
}
