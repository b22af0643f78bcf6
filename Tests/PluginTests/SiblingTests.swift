import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Plugins that read other values of the record, in this process and in a worker.
@Suite(.waitingForProcesses) struct SiblingTests {
    private static func registry(_ mode: PluginMode) throws -> Registry {
        var registry = Registry.standard
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("siblings"), as: "siblings.so")
        try registry.load(plugin: file, policy: mode == .worker ? Zoo.policy() : .inProcess)
        withExtendedLifetime(workshop) {}
        return registry
    }

    /// Rules, a record as JSON, and what the plugin gets: the path and the record.
    struct Row: Sendable {
        let rules: String
        let record: String
        let seen: [String]
        let location: SourceLocation

        init(_ rules: String, _ record: String, _ seen: String..., location: SourceLocation = #_sourceLocation) {
            (self.rules, self.record, self.seen, self.location) = (rules, record, seen, location)
        }
    }

    static let rows = [
        Row("[x, acme/with, {than: y}], [y, safe]", #"{"x": 1, "y": 2, "z": 3}"#, "x {y:2}"),
        Row("[x, acme/with, {than: y}], [y, safe]", #"{"x": 1}"#, "x {y:-}"),
        Row("[x, acme/with, {than: y}], [y, safe]", #"{"x": 1, "y": null}"#, "x {y:null}"),
        Row("[x, acme/with], [y, safe]", #"{"x": 1, "y": 2}"#, "x {}"),
        Row("[x, acme/with, {other: nowhere}]", #"{"x": 1}"#, "x {}"),
        Row("[x, acme/with, {among: []}]", #"{"x": 1}"#, "x {}"),
        Row(
            "[x, acme/with, {than: z, among: [y, z, x]}], [[y, z], safe]", #"{"z": true, "x": "a", "y": 1.5}"#,
            "x {z:true y:1.5 x:a}"),
        Row("[[x, y], acme/with, {than: z}], [z, safe]", #"{"x": 1, "y": 2, "z": "s"}"#, "x {z:s}", "y {z:s}"),
        Row("[y, trim], [x, acme/with, {than: y}]", #"{"x": 1, "y": " a "}"#, "x {y:a}"),
        Row("[y, default, {value: 7}], [x, acme/with, {than: y}]", #"{"x": 1}"#, "x {y:7}"),
        Row("[y, required], [x, acme/with, {than: y}]", #"{"x": 1, "y": "ok"}"#, "x {y:ok}"),
        Row(
            "[x, acme/with, {among: [a.b, a]}], [[a.b, a], safe]", #"{"x": 1, "a": {"c": [1, {"d": null}], "b": 2}}"#,
            "x {a.b:2 a:{c:[1 {d:null}] b:2}}"),
        Row("[a.x, acme/with, {than: a.y}], [a.y, safe]", #"{"a": {"x": 1, "y": 2}}"#, "a.x {a.y:2}"),
        Row(
            "[items.*.from, acme/with, {than: items.*.to}], [items.*.to, safe]",
            #"{"items": [{"from": 1, "to": 2}, {"from": 3}]}"#, "items.0.from {items.*.to:2}",
            "items.1.from {items.*.to:-}"),
        Row(
            "[items.*.x, acme/with, {among: [y, items]}], [[y, items], safe]", #"{"y": 5, "items": [{"x": 1}]}"#,
            "items.0.x {y:5 items:[{x:1}]}"),
        Row(
            "[x, each, {rule: [acme/with, {than: y}], stopOnFirstError: false}], [y, safe]", #"{"x": [1, 2], "y": 3}"#,
            "x.0 {y:3}",
            "x.1 {y:3}"),
        Row(
            "[rows.*.x, each, {rule: [acme/with, {than: rows.*.y}]}], [rows.*.y, safe]",
            #"{"rows": [{"x": [1], "y": 3}, {"x": [2], "y": 4}]}"#, "rows.0.x.0 {rows.*.y:3}",
            "rows.1.x.0 {rows.*.y:4}"),
        Row(
            "{attributes: x, type: acme/with, than: y, when: [x, acme/same, {than: y}]}, [y, safe]",
            #"{"x": 2, "y": 2}"#, "x {y:2}"),
        Row(
            "{attributes: x, type: acme/with, than: y, when: [x, acme/same, {than: y}]}, [y, safe]",
            #"{"x": 2, "y": 3}"#),
        Row("[x, acme/same, {than: y}], [y, safe]", #"{"x": 2, "y": 2}"#),
        Row("[x, acme/alone], [y, safe]", #"{"x": 1, "y": 2}"#, "x null"),
        Row("[x, acme/whole], [y, safe]", #"{"y": 2, "z": 3, "x": 1}"#, "x {x:1 y:2}"),
        Row("[x, acme/whole], [y, safe]", #"{"x": 1}"#, "x {x:1}"),
        Row("[x, acme/whole], [[a.b, a.d.e], safe]", #"{"x": 1, "a": {"b": 2, "c": 3}}"#, "x {x:1 a:{b:2}}"),
        Row("[x, acme/whole], [[a.b, c.d], safe]", #"{"x": 1, "a": {}}"#, "x {x:1 a:{}}"),
        Row("[x, acme/whole], [[a.b, a], safe]", #"{"x": 1, "a": {"b": 2, "c": 3}}"#, "x {x:1 a:{b:2 c:3}}"),
        Row("[x, acme/whole], [a.b, safe]", #"{"x": 1, "a": "text"}"#, "x {x:1 a:text}"),
        Row("[a.b, trim], [a.b, acme/whole], [a, safe]", #"{"a": {"b": " t "}}"#, "a.b {a:{b:t}}"),
        Row("[a.b, default, {value: 1}], [x, acme/whole]", #"{"x": 2}"#, "x {a:{b:1} x:2}"),
        Row(
            "[items.*.x, acme/whole]", #"{"items": [{"x": 1, "y": [null]}, {"x": 2}]}"#,
            "items.0.x {items:[{x:1 y:[null]} {x:2}]}", "items.1.x {items:[{x:1 y:[null]} {x:2}]}"),
    ]

    private static func plan(_ row: Row, _ registry: Registry) throws -> Plan {
        try Plan(RuleSet(parsing: "rules: [\(row.rules)]"), registry: registry)
    }

    /// What was seen, without the codes that other rules report.
    private static func lines(_ violations: [Violation]) -> [String] {
        violations.compactMap { found in
            if found.code == "rule.fault" { return "\(found.path) \(found.reason)" }
            return found.parameters["text"].map { "\(found.path) \($0.plainText)" }
        }
    }

    @Test(arguments: PluginMode.allCases) func siblingsAreGiven(_ mode: PluginMode) async throws {
        let registry = try Self.registry(mode)
        for row in Self.rows {
            let plan = try Self.plan(row, registry)
            let record = Record(for: plan)
            try record.fill(json: row.record)
            let report = try plan.validate(record)
            #expect(Self.lines(report.violations) == row.seen, sourceLocation: row.location)
            let copied = try plan.validate(AnyValue(json: row.record))
            #expect(Self.lines(copied.violations) == row.seen, sourceLocation: row.location)
            let later = try AsyncPlan(RuleSet(parsing: "rules: [\(row.rules)]"), registry: registry)
            let found = try await later.validate(AnyValue(json: row.record))
            #expect(Self.lines(found.violations) == row.seen, sourceLocation: row.location)
        }
    }

    /// In a batch, each row has a record of its own.
    @Test func batchesKeepRecordsApart() throws {
        let registry = try Self.registry(.worker)
        for row in Self.rows {
            let plan = try Self.plan(row, registry)
            let reports = try Zoo.reports(plan, [AnyValue](repeating: AnyValue(json: row.record), count: 3))
            for report in reports { #expect(Self.lines(report.violations) == row.seen, sourceLocation: row.location) }
        }
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [x, acme/same, { than: y }]
                      - { attributes: x, type: acme/with, than: y, skipOnError: false }
                      - [y, safe]
                    """),
            registry: registry)
        let records = (0..<5000).map { ["x": .integer(Int64($0 % 7)), "y": .integer(Int64($0 % 5))] as AnyValue }
        let reports = try Zoo.reports(plan, records)
        for (number, report) in reports.enumerated() {
            let same = number % 7 == number % 5 ? [] : ["acme/same.other"] as [Code]
            #expect(report.violations.map(\.code) == same + ["acme/with.seen"], "record \(number)")
            #expect(Self.lines(report.violations) == ["x {y:\(number % 5)}"], "record \(number)")
        }
    }

    struct Wrong: Sendable {
        let rule: String
        let reason: String
        let location: SourceLocation

        init(_ rule: String, _ reason: String, location: SourceLocation = #_sourceLocation) {
            (self.rule, self.reason, self.location) = (rule, reason, location)
        }
    }

    static let wrong = [
        Wrong(
            "[x, acme/with, {than: yyy}], [yyyy, safe]",
            "option 'than' of 'acme/with': unknown attribute 'yyy': no rule names it (add a 'safe' rule for it); "
                + "did you mean 'yyyy'?"),
        Wrong(
            "[x, acme/with, {among: [x, zzz]}], [zzzz, safe]",
            "option 'among' of 'acme/with': unknown attribute 'zzz': no rule names it (add a 'safe' rule for it); "
                + "did you mean 'zzzz'?"),
        Wrong(
            "[x, acme/with, {among: [1]}]",
            "option 'among' of 'acme/with': expected a list of attribute names, found 1"),
        Wrong(
            "[x, acme/with, {than: items.*.y}], [items.*.y, safe]",
            "option 'than' of 'acme/with': 'items.*.y' is one of many items: it can be named only in a rule for an "
                + "item of the same list"),
    ]

    /// The same errors as those of `compare`.
    @Test(arguments: PluginMode.allCases) func unknownSiblingsAreErrors(_ mode: PluginMode) throws {
        let registry = try Self.registry(mode)
        for row in Self.wrong {
            let error = #expect(throws: RuleSetError.self, sourceLocation: row.location) {
                try Plan(RuleSet(parsing: "rules: [\(row.rule)]"), registry: registry)
            }
            #expect(error?.words == row.reason, sourceLocation: row.location)
            guard row.reason.contains("than") else { continue }
            let other = row.rule.replacing("acme/with", with: "compare").replacing("than", with: "compareAttribute")
            let known = #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: "rules: [\(other)]")) }
            let reason = row.reason.replacing("acme/with", with: "compare")
                .replacing("'than'", with: "'compareAttribute'")
            #expect(known?.words == reason, sourceLocation: row.location)
        }
    }

    struct Part: ValidatableModel, Sendable {
        var from = 1
        var until = 2
        static let attributes: [Attribute<Part>] = [Attribute("from", \.from), Attribute("until", \.until)]
        static let ruleSet = RuleSet(rules: [
            Rule("from", .type("acme/with", ["than": "until"])), Rule("until", .type("acme/whole")),
        ])
    }

    struct Whole: ValidatableModel, Sendable {
        var name = "n"
        var part = Part()
        var maybe: Part?
        var parts = [Part(from: 3, until: 4)]
        static let attributes: [Attribute<Whole>] = [
            Attribute("name", \.name), Attribute("part", \.part), Attribute("maybe", \.maybe),
            Attribute("parts", \.parts),
        ]
        static let ruleSet = RuleSet(rules: [Rule("name", .type("acme/with", ["than": "part.from"]))])
    }

    /// In the rules of a nested model, names are those of that model, and so is the record.
    @Test(arguments: PluginMode.allCases) func modelsAreRecords(_ mode: PluginMode) throws {
        var model = Whole()
        let plan = try ModelPlan(Whole.self, registry: Self.registry(mode))
        #expect(
            Self.lines(try plan.validate(&model).violations) == [
                "name {part.from:1}", "part.from {until:2}", "part.until {from:1 until:2}", "parts.0.from {until:4}",
                "parts.0.until {from:3 until:4}",
            ])
    }

    struct Pair: ValidatableModel, Sendable {
        var x = 1
        var y = 1
        var z = 1
        static let attributes: [Attribute<Pair>] = [
            Attribute("x", \.x), Attribute("y", \.y), Attribute("z", \.z),
        ]
        static let ruleSet = RuleSet(rules: [
            Rule("x", .type("acme/same", ["than": "y"])), Rule(["y", "z"], .required),
        ])
    }

    /// A change of an attribute that a rule reads validates the rule's own attribute again, and no other change does.
    @Test(arguments: PluginMode.allCases) func changesOfSiblingsAreFollowed(_ mode: PluginMode) throws {
        var state = try ModelState(Pair(), plan: ModelPlan(Pair.self, registry: Self.registry(mode)))
        #expect(try state.validateChanges { $0.model.z = 2 } == ["z"])
        #expect(try state.validateChanges { $0.model.y = 2 } == ["x", "y"])
        #expect(state.errors.violations.map(\.code) == ["acme/same.other"])
        #expect(try state.validateChanges { $0.model.x = 2 } == ["x"])
        #expect(!state.hasErrors)
    }

    struct Open: ValidatableModel, Sendable {
        var x = 1
        var y = 1
        static let attributes: [Attribute<Open>] = [Attribute("x", \.x), Attribute("y", \.y)]
        static let ruleSet = RuleSet(rules: [Rule("x", .type("acme/whole")), Rule("y", .required)])
    }

    @Test(arguments: PluginMode.allCases) func changesOfTheRecordAreFollowed(_ mode: PluginMode) throws {
        var state = try ModelState(Open(), plan: ModelPlan(Open.self, registry: Self.registry(mode)))
        #expect(try state.validateChanges { $0.model.y = 2 } == ["y"], "nobody has come to x yet")
        #expect(try state.validateChanges { $0.model.x = 2 } == ["x"])
        #expect(Self.lines(state.errors.violations) == ["x {x:2 y:2}"])
        #expect(try state.validateChanges { $0.model.y = 3 } == ["x", "y"])
        #expect(Self.lines(state.errors.violations) == ["x {x:2 y:3}"])
    }

    /// A record that no worker can hold is a fault of the value, and never valid.
    @Test func aRecordThatIsTooLargeIsAFault() throws {
        let huge = AnyValue.object([
            AnyValue.Member("x", 1), AnyValue.Member("y", .text(String(repeating: "a", count: 9 << 20))),
        ])
        let text = "rules: [[x, acme/same, {than: y}], [y, safe]]"
        let confined = try Plan(RuleSet(parsing: text), registry: Self.registry(.worker))
        let found = try confined.validate(huge).violations
        #expect(found.map(\.code) == ["rule.fault"])
        #expect(found.first?.reason.hasSuffix("the value is too large to be sent to its worker") == true)
        let reports = try Zoo.reports(confined, [["x": 1, "y": 1], huge, ["x": 1, "y": 1]])
        #expect(reports.map { $0.violations.map(\.code) } == [[], ["rule.fault"], []])
        let own = try Plan(RuleSet(parsing: text), registry: Self.registry(.inProcess))
        #expect(try own.validate(huge).violations.map(\.code) == ["acme/same.other"])
    }

    /// Two records on two threads have their own objects.
    @Test func threadsHaveTheirOwnRecords() async throws {
        let plan = try Plan(
            RuleSet(parsing: "rules: [[x, acme/with, {than: y}], [y, safe]]"), registry: Self.registry(.inProcess))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try (0..<500).allSatisfy { index in
                        let report = try plan.validate(["x": 1, "y": .integer(Int64(number * 1000 + index))])
                        return Self.lines(report.violations) == ["x {y:\(number * 1000 + index)}"]
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
