import Foundation
import Proviso
import TestSupport
import Testing

/// What the validation of a record costs, in steps: the same on every machine, so no clock is needed.
@Suite struct MeterTests {
    static func record(_ plan: Plan, _ json: String) throws -> Record {
        let record = Record(for: plan)
        try record.fill(json: json)
        return record
    }

    static func faults(_ report: Report) -> [String] {
        report.violations.filter { $0.code == .fault }.map { "\($0.rule.type) \($0.path.pointer)" }
    }

    /// What a record costs, and whether it is refused as too costly.
    static func cost(_ plan: Plan, _ json: String) throws -> (spent: Int, isRefused: Bool) {
        let record = try record(plan, json)
        let report = try plan.validate(record)
        return (record.spent, !faults(report).isEmpty)
    }

    @Test(arguments: MeterRow.linear) func costGrowsWithTheRecordAndNoFaster(_ row: MeterRow) throws {
        let plan = try Plan(RuleSet(parsing: row.file))
        let costs = try [1, 2, 4].map { try Self.cost(plan, row.make(row.count * $0)) }
        let isRefused = costs.contains { $0.isRefused }
        #expect(!isRefused, "\(row): \(costs)")
        let (one, two, four) = (costs[0].spent, costs[1].spent, costs[2].spent)
        #expect(one > 0, "\(row): nothing pays")
        // A factor of two for each doubling, and what does not depend on the data; a deeper tree costs a little more.
        #expect(two <= one * 3 + 100 && four <= two * 5 / 2 + 100, "\(row): \(one), \(two), \(four)")
    }

    /// For `Scripts/growth-table`, which measures the same by instructions.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PROVISO_GROWTH_TABLE"] != nil))
    func theRowsAreWrittenForTheTool() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["PROVISO_GROWTH_TABLE"])
        for (number, row) in MeterRow.linear.enumerated() {
            try "# \(row.name)\n\(row.file)\n".write(
                toFile: "\(folder)/\(number).yaml", atomically: true, encoding: .utf8)
            for factor in [1, 8, 16, 32] {
                try row.make(row.count * factor).write(
                    toFile: "\(folder)/\(number)-\(factor).ndjson", atomically: true, encoding: .utf8)
            }
        }
    }

    @Test(arguments: [
        "[a.*.id, exist, { target: stock }]",
        "[a.*.id, expr, { must: \"lookup(stock, {'id': this}) != null\" }]",
        "[a, expr, { must: \"a.all(x, lookup(stock, {'id': x.id}).id == x.id)\" }]",
    ])
    func itemsThatAreLookedUpCostWhatTheyAre(_ rule: String) throws {
        var registry = Registry.standard
        registry.services.store = MemoryStore(["stock": (0..<10_000).map { ["id": .integer($0)] }])
        let plan = try Plan(RuleSet(parsing: "rules: [[a.*.id, integer], \(rule)]"), registry: registry)
        let costs = try [500, 1000, 2000].map { count in
            try Self.cost(plan, "{\"a\":[" + (0..<count).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]}")
        }
        #expect(costs.allSatisfy { !$0.isRefused })
        let (one, two, four) = (costs[0].spent, costs[1].spent, costs[2].spent)
        #expect(one > 0 && two <= one * 3 + 100 && four <= two * 5 / 2 + 100, "\(one), \(two), \(four)")
    }

    /// Whether a string means null is found at once, not by looking through all of them.
    @Test func manyStringsThatMeanNullTakeNoLongerThanFew() throws {
        let items = (0..<20_000).map { "\"x\($0)\"" }.joined(separator: ",")
        func time(_ count: Int) throws -> Duration {
            let nulls = (0..<count).map { "n\($0)" }.joined(separator: ", ")
            let plan = try Plan(RuleSet(parsing: "nulls: [\(nulls)]\nrules: [[a.*, string]]"))
            let record = try Self.record(plan, "{\"a\":[\(items)]}")
            return try processorTime { _ = try plan.validate(record) }
        }
        let (few, many) = (try time(2), try time(8_000))
        #expect(many < few * 8 + .milliseconds(300), "\(few), \(many)")
    }

    @Test(arguments: MeterRow.quadratic + MeterRow.largeNumbers)
    func whatComparesAllWithAllIsRefusedInALargeRecord(_ row: MeterRow) throws {
        let plan = try Plan(RuleSet(parsing: row.file))
        let small = try Self.cost(plan, row.make(100))
        #expect(!small.isRefused, "\(row): \(small)")
        let json = row.make(row.count)
        let record = try Self.record(plan, json)
        let report = try plan.validate(record)
        #expect(Self.faults(report).count == 1, "\(row): \(report.violations)")
        // Little more than what is allowed was done.
        #expect(record.spent < 4_000_000 + json.utf8.count * 100, "\(row): \(record.spent)")
    }

    /// What was written counted as the size of the record, so that each copy allowed for the next ones.
    @Test(arguments: [
        ("[a.*.x, default, { value: LONG }]", "{}"),
        ("[a.*.x, default, { value: [LONG, { k: LONG }] }]", "{\"x\":\"\"}"),
        ("[a.*, default, { value: { x: LONG } }]", "null"),
        ("[a.*, default, { value: { y: 1 } }], [a.*.x, default, { value: LONG }]", "null"),
    ])
    func whatRulesWriteDoesNotRaiseTheLimitsOfARecord(_ rule: String, _ item: String) throws {
        let long = String(repeating: "z", count: 10_000)
        let file = "rules: [\(rule), [b.x, default, { value: LONG }]]"
        let plan = try Plan(RuleSet(parsing: file.replacing("LONG", with: long)))
        func run(_ count: Int) throws -> (faults: Int, spent: Int, length: Int) {
            let items = Array(repeating: item, count: count).joined(separator: ",")
            let record = try Self.record(plan, "{\"a\":[\(items)],\"b\":{}}")
            let report = try plan.validate(record)
            let length = record.values.json.utf8.count
            return (Self.faults(report).count, record.spent, length)
        }
        let few = try run(100)
        #expect(few.faults == 0 && few.length > 1_000_000)
        let many = try run(20_000)
        // 16 MB and 32 bytes for each unit of the record's size.
        #expect(many.faults == 1 && many.length < 20_000_000, "\(many)")
        #expect(many.spent < 5_000_000, "\(many)")
    }

    @Test func manySmallValuesMayBeSet() throws {
        let rules = "[a.*.x, default, { value: 1 }], [a.*.y, default, { value: none }], [a.*.z, default, { value: [] }]"
        let plan = try Plan(RuleSet(parsing: "rules: [\(rules)]"))
        let items = Array(repeating: "{\"id\":1}", count: 100_000).joined(separator: ",")
        #expect(try !Self.cost(plan, "{\"a\":[\(items)]}").isRefused)
    }

    /// Each new member of a wide object copies all others.
    @Test func membersThatAreAddedToAWideObjectCostWhatTheyCopy() throws {
        let rules = (0..<300).map { "[a.*.n\($0), default, { value: 1 }]" }.joined(separator: ", ")
        let plan = try Plan(RuleSet(parsing: "rules: [\(rules)]"))
        func codes(_ count: Int) throws -> [String] {
            let members = (0..<count).map { "\"m\($0)\":1" }.joined(separator: ",")
            return Self.faults(try plan.validate(Self.record(plan, "{\"a\":[{\(members)}]}")))
        }
        #expect(try codes(50) == [])
        #expect(try codes(20_000).count == 1)
    }

    @Test func theFaultNamesTheRuleThatWasTooCostly() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [a, count, { min: 1 }]
                      - [a, expr, { must: "a.all(x, !a.exists(y, x + y < 0))" }]
                      - [a, expr, { must: "a.all(x, a.all(y, x + y >= 0))" }]
                      - [b, required]
                    """))
        let json = "{\"a\":[" + (0..<4000).map(String.init).joined(separator: ",") + "]}"
        let report = try plan.validate(Self.record(plan, json))
        // Once for the record; rules that do not pay run.
        #expect(
            report.violations.map { "\($0.rule.type) \($0.code)" } == ["expr rule.fault", "required required.blank"])
        let reason = report.violations[0].parameters.list.first { $0.name == "reason" }?.value
        #expect(reason == .text("too costly: it takes too many steps for a record of this size"))
    }

    @Test func theSameRecordCostsTheSameInEachFormAndAgain() throws {
        let rules = """
            shapes: { n: { rules: [[v, integer], [c.*, shape, { name: n }]] } }
            rules:
              - [a.*, integer]
              - [a, expr, { must: "a.all(x, x in b)" }]
              - { attributes: a.*, type: integer, max: 5000, when: { anyItem: [b.*, compare, { compareValue: -1 }] } }
              - [t, shape, { name: n }]
            """
        let plan = try Plan(RuleSet(parsing: rules))
        let list = (0..<300).map(String.init)
        let json =
            "{\"a\":[\(list.joined(separator: ","))],\"b\":[\(list.joined(separator: ", "))],"
            + "\"t\":{\"v\":1,\"c\":[{\"v\":2},{\"v\":3}]}}"
        let record = try Self.record(plan, json)
        _ = try plan.validate(record)
        let first = record.spent
        _ = try plan.validate(record)
        #expect(record.spent == first)
        record.fill(try AnyValue(json: json))
        _ = try plan.validate(record)
        #expect(record.spent == first)
        _ = try plan.explain(record)
        #expect(record.spent == first)
    }

    @Test func aUnionWithinAUnionIsTriedOnce() throws {
        let plan = try Plan(RuleSet(parsing: MeterRow.nested))
        var costs: [Int] = []
        for depth in [10, 20, 40] {
            let json = String(repeating: "{\"a\":", count: depth) + "{}" + String(repeating: "}", count: depth)
            costs.append(try Self.cost(plan, json).spent)
        }
        // Each level may be walked from each above it: the square of the depth, which is at most 100.
        #expect(costs[2] < 25_000 && costs[2] < costs[1] * 5, "\(costs)")
    }

    @Test func anExpressionPaysForEachUseOfAPart() throws {
        var text = "x22"
        for level in (1...22).reversed() { text = "cel.bind(x\(level), [x\(level - 1), x\(level - 1)], \(text))" }
        for last in [
            "x22.flatten(99).size() > 0", "'%s'.format([x22]) != ''", "[x22].distinct().size() == 1",
            "sets.contains([x22], [x22])", "x22 == x22", "x22 in [x22]", "[x22].indexOf(x22) == 0",
        ] {
            let must = text.replacing("x22)", with: "\(last))")
            let plan = try Plan(RuleSet(parsing: "rules:\n  - [x0, expr, { must: \"\(must)\" }]"))
            let record = try Self.record(plan, #"{"x0":1}"#)
            #expect(Self.faults(try plan.validate(record)) == ["expr /x0"], "\(last)")
            #expect(record.spent < 12_000_000, "\(last): \(record.spent)")
        }
    }

    @Test func aFaultWithinATrialIsReportedOutsideOfIt() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - attributes: v
                        type: oneOf
                        shapes:
                          x: [[k, required], [l, expr, { must: "l.all(a, l.all(b, a + b >= 0))" }]]
                          y: [[j, required], [l, expr, { must: "l.all(a, l.all(b, a + b >= 0))" }]]
                    """))
        let json = "{\"v\":{\"l\":[" + (0..<4000).map(String.init).joined(separator: ",") + "]}}"
        #expect(Self.faults(try plan.validate(Self.record(plan, json))) == ["oneOf /v"])
    }

    @Test func whatIsKnownOfTrialsEndsWithTheValues() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - attributes: v
                        type: oneOf
                        shapes: { x: [[k, required]], y: [[j, required]] }
                    """))
        let record = Record(for: plan)
        for (json, isValid) in [(#"{"v":{"k":1}}"#, true), (#"{"v":{"q":1}}"#, false), (#"{"v":{"j":1}}"#, true)] {
            try record.fill(json: json)
            #expect(try plan.validate(record).violations.isEmpty == isValid, "\(json)")
            #expect(try plan.validate(record).violations.isEmpty == isValid, "\(json)")
        }
    }
}
