import Foundation
import Proviso
import Testing

/// What counts as empty: `empty`, `nullable` and `proviso: 2`.
@Suite struct EmptyValueTests {
    /// What rules of some types do with an absent value, null, "", " ", [], {}, 0 and false in that order: `.` is
    /// valid, `N` is `value.null`, and `x` any other violation.
    struct Row: Sendable, CustomStringConvertible {
        let types: String
        let absent: String
        let typed: String
        let any: String

        init(_ types: String, _ absent: String, _ typed: String, _ any: String) {
            (self.types, self.absent, self.typed, self.any) = (types, absent, typed, any)
        }

        var description: String { types }

        func verdicts(_ empty: Emptiness) -> [Character] {
            switch empty {
            case .absent: Array(absent)
            case .typed: Array(typed)
            case .any: Array(any)
            }
        }
    }

    static let rows = [
        Row("base32, base64", ".N.xxxxx", "...xxxxx", "...x..xx"),
        Row(
            """
            contains, countryCode, currency, email, endsWith, hasDigit, hasLower, hasUpper, hash, hexColor, \
            hostname, ip, json, languageTag, mac, match, passwordStrength, postalCode, semver, slug, \
            startsWith, timeZone, ulid, url, uuid, date, datetime, time, port, compare, in
            """, ".Nxxxxxx", "...xxxxx", "...x..xx"),
        Row("characters", ".N.xxxxx", "...xxxxx", "...x..xx"),
        Row("confusable, lowercase, script, string, uppercase", ".N..xxxx", "....xxxx", "......xx"),
        Row("string min", ".Nx.xxxx", "....xxxx", "......xx"),
        Row("string loose", ".N..xx..", "....xx..", "........"),
        Row("boolean", ".Nxxxx..", "...xxx..", "...x...."),
        Row("boolean strict", ".Nxxxxx.", "...xxxx.", "...x..x."),
        Row("double, integer, latitude, longitude, multipleOf, number", ".Nxxxx.x", "...xxx.x", "...x...x"),
        Row("integer array", ".Nxx.x.x", "...x.x.x", "...x...x"),
        Row("in array", ".Nxx.xxx", "...x.xxx", "...x..xx"),
        Row("in null", "..xxxxxx", "...xxxxx", "...x..xx"),
        Row("count, each", ".Nxx..xx", "..xx..xx", "...x..xx"),
        Row("count min, keys required, contains list, oneOf by, shape", ".Nxxxxxx", "..xxxxxx", "...xxxxx"),
        Row("keys", ".Nxxx.xx", "..xxx.xx", "...x..xx"),
        Row("oneOf", ".Nxxxxxx", "...xxxxx", "...xxxxx"),
        Row("distinct, sorted", ".Nxx.xxx", "..xx.xxx", "...x..xx"),
        Row("file, image", ".Nxxxxxx", "...x..xx", "...x..xx"),
        Row("unique, exist", ".N..xx..", "....xx..", "........"),
        Row("default, expr, filter, safe, transliterate, trim", "........", "........", "........"),
        Row("required", "xxxxxx..", "xxxxxx..", "xxxxxx.."),
        Row("present", "x.......", "x.......", "x......."),
        Row("absent", ".xxxxxxx", ".xxxxxxx", ".xxxxxxx"),
        Row("isNull", "x.xxxxxx", "x.xxxxxx", "x.xxxxxx"),
        Row("prohibited", "...x..xx", "...x..xx", "...x..xx"),
    ]

    private static let options = [
        "contains": "{ value: a }", "endsWith": "{ value: a }", "startsWith": "{ value: a }",
        "hash": "{ algorithm: md5 }", "match": "{ pattern: \"^a$\" }", "postalCode": "{ country: DE }",
        "script": "{ scripts: [Latin] }", "compare": "{ compareValue: a }", "in": "{ range: [a, 5] }",
        "characters": "{ of: [letters] }", "string min": "{ min: 1 }", "string loose": "{ strict: false }",
        "boolean strict": "{ strict: true }", "multipleOf": "{ of: 2 }", "integer array": "{ allowArray: true }",
        "in array": "{ range: [a, 5], allowArray: true }", "in null": "{ range: [a, null] }", "count": "{ max: 5 }",
        "each": "{ rule: string }", "count min": "{ min: 1 }", "keys required": "{ required: [a] }",
        "contains list": "{ rule: [string, { min: 1 }] }", "oneOf by": "{ by: kind, shapes: { a: [[b, required]] } }",
        "shape": "{ name: s }", "keys": "{ only: [a] }",
        "oneOf": "{ shapes: { string: [[., string, { min: 2 }]], object: [[a, required]] } }",
        "unique": "{ target: t }", "exist": "{ target: t }", "default": "{ value: 1 }", "expr": "{ must: \"true\" }",
        "filter": "{ filter: [trim] }", "transliterate": "{ transliterator: Lower }",
    ]

    private static let values: [AnyValue] = [.absent, .null, "", " ", [], .object([]), 0, false]

    private static func rule(_ named: String, _ path: String = "v", more: String = "") -> String {
        let type = named.split(separator: " ").first.map { String($0) } ?? ""
        let options = (Self.options[named] ?? "{ }").dropFirst().dropLast()
        let all = [options.trimmingCharacters(in: .whitespaces), more].filter { !$0.isEmpty }.joined(separator: ", ")
        return all.isEmpty ? "[\(path), \(type)]" : "[\(path), \(type), { \(all) }]"
    }

    private static func plan(_ rules: String, _ empty: Emptiness, file: String = "") throws -> Plan {
        let shapes = "s: [[a, required]]" + (file.isEmpty ? "" : ", \(file)")
        return try Plan(
            RuleSet(
                parsing:
                    "empty: \(empty.rawValue)\nshapes: { \(shapes) }\nrules: [\(rules), [other, shape, { name: s }]]"))
    }

    private static func verdict(_ plan: Plan, _ record: AnyValue) throws -> Character {
        let codes = try plan.validate(record).violations.map(\.code)
        return codes.isEmpty ? "." : codes == [.nullRefused] ? "N" : "x"
    }

    private static func record(_ key: String, _ value: AnyValue) -> AnyValue {
        value == .absent ? .object([]) : .object([AnyValue.Member(key, value)])
    }

    /// These need a store, and take what `in` takes: `StoreValidatorTests` has them.
    private static let asking: Set<String> = ["unique", "exist"]

    @Test(arguments: rows, Emptiness.allCases)
    func eachRuleTypeSkipsWhatIsEmptyForIt(_ row: Row, _ empty: Emptiness) throws {
        for type in row.types.split(separator: ", ").map(String.init) where !Self.asking.contains(type) {
            let rule = Self.rule(type)
            let plan = try Self.plan(rule, empty)
            for (value, expected) in zip(Self.values, row.verdicts(empty)) {
                let found = try Self.verdict(plan, Self.record("v", value))
                #expect(found == expected, "\(rule), empty: \(empty.rawValue), \(value.json)")
            }
        }
    }

    @Test func theTableHasAllRuleTypes() {
        let named = Self.rows.flatMap { $0.types.split(separator: ", ") }.map { $0.split(separator: " ")[0] }
        #expect(Set(named.map(String.init)) == Set(Registry.standard.definitions.map(\.type.rawValue)))
    }

    /// The page lists the rule types that see what is empty.
    @Test func thePageNamesWhatSeesEmptyValues() throws {
        let page = try String(
            contentsOf: RuleReferenceTests.root.appending(path: "Docs/RuleFiles.md"), encoding: .utf8)
        let start = try #require(page.range(of: "because they are about it: "))
        let end = try #require(page.range(of: "skip nothing", range: start.upperBound..<page.endIndex))
        let named = page[start.upperBound..<end.lowerBound].matches(of: #/`(\w+)`/#).map { String($0.output.1) }
        let seeing = try Self.rows.flatMap { $0.types.split(separator: ", ").map(String.init) }.filter { type in
            guard !Self.asking.contains(type) else { return false }
            let turn = try Self.plan(Self.rule(type), .any).explain(["v": nil]).turns.first { $0.rule.id == "1" }
            return if case .skipped? = turn?.outcome { false } else { true }
        }
        #expect(Set(seeing) == Set(named))
    }

    /// A value means the same wherever it is: of an attribute, a member, an item, in a shape and in `each`.
    @Test(arguments: rows, Emptiness.allCases)
    func thePlaceDoesNotMatter(_ row: Row, _ empty: Emptiness) throws {
        for type in row.types.split(separator: ", ").map(String.init) where !Self.asking.contains(type) {
            let inner = Self.rule(type).dropFirst("[v, ".count)
            let changes = ["default", "trim", "filter", "transliterate"].contains(type)
            var places: [(rules: String, path: [String])] = [
                (Self.rule(type, "o.v"), ["o", "v"]), (Self.rule(type, "l.*"), ["l", "*"]),
                (Self.rule(type, "l.*.v"), ["l", "*", "v"]), ("[l, each, { rule: [\(inner) }]", ["l", "*"]),
                ("[m, each, { rule: [\(inner) }]", ["m", "k"]),
            ]
            if !changes { places.append(("[o, shape, { name: t }]", ["o", "v"])) }
            for (rules, path) in places {
                let plan = try Self.plan(rules, empty, file: changes ? "" : "t: [\(Self.rule(type))]")
                for (value, expected) in zip(Self.values, row.verdicts(empty)) {
                    // An item is there.
                    if value == .absent, path.last != "v" { continue }
                    var record = value
                    for key in path.reversed() {
                        record = key == "*" ? .list([record]) : Self.record(key, record)
                    }
                    #expect(
                        try Self.verdict(plan, record) == expected, "\(rules), empty: \(empty.rawValue), \(record.json)"
                    )
                }
            }
        }
    }

    /// A condition is true if its rule runs for the value and accepts it.
    @Test(arguments: rows, Emptiness.allCases)
    func aConditionIsFalseForWhatIsEmpty(_ row: Row, _ empty: Emptiness) throws {
        let types = row.types.split(separator: ", ").map(String.init)
        // These see what is empty, or always hold.
        let special = ["default", "expr", "filter", "safe", "transliterate", "trim"]
        for type in types where !Self.asking.contains(type) && !special.contains(type) {
            let condition = Self.rule(type)
            let plan = try Self.plan("{ attributes: w, type: required, when: \(condition) }", empty)
            for (value, verdict) in zip(Self.values, row.verdicts(empty)) {
                let check = try #require(
                    try Self.plan(condition, empty).explain(Self.record("v", value)).turns.first { $0.rule.id == "1" })
                let isSkipped = if case .skipped = check.outcome { true } else { false }
                let holds = try !plan.validate(Self.record("v", value)).isValid
                #expect(holds == (verdict == "." && !isSkipped), "\(condition), \(empty.rawValue), \(value.json)")
            }
        }
    }

    private static let keyed: [(String, String, [String])] = [
        ("proviso: 2\nrules: [[v, string]]", #"{"v": null}"#, ["value.null /v"]),
        ("proviso: 2\nrules: [[v, string]]", #"{"v": ""}"#, []),
        ("proviso: 1\nrules: [[v, string]]", #"{"v": null}"#, []),
        ("proviso: 2\nempty: any\nrules: [[v, string]]", #"{"v": []}"#, []),
        ("proviso: 2\nnullable: [v]\nrules: [[v, string]]", #"{"v": null}"#, []),
        ("proviso: 2\nnullable: v\nrules: [[v, string]]", #"{"v": []}"#, ["string.type /v"]),
        // A rule of its own.
        (
            "proviso: 2\nrules: [[v, string, { nullable: true }], [v, match, { pattern: a }]]", #"{"v": null}"#,
            ["value.null /v"]
        ),
        ("rules: [[v, string, { empty: absent }]]", #"{"v": null}"#, ["value.null /v"]),
        ("proviso: 2\nrules: [[v, string, { empty: any }]]", #"{"v": {}}"#, []),
        ("proviso: 2\nnullable: [v]\nrules: [[v, string, { nullable: false }]]", #"{"v": null}"#, ["value.null /v"]),
        ("proviso: 2\nrules: [[v, string, { skipOnEmpty: false, nullable: true }]]", "{}", ["string.type /v"]),
        ("proviso: 2\nrules: [[v, string, { skipOnEmpty: false, nullable: true }]]", #"{"v": null}"#, []),
        // What wants something to see still does.
        ("proviso: 2\nnullable: [v]\nrules: [[v, required]]", #"{"v": null}"#, ["required.blank /v"]),
        ("proviso: 2\nnullable: [v]\nrules: [[v, present]]", #"{"v": null}"#, []),
        ("proviso: 2\nrules: [[v, required, { skipOnEmpty: true }]]", #"{"v": ""}"#, ["required.blank /v"]),
        ("proviso: 2\nrules: [[v, required, { skipOnEmpty: true }]]", "{}", []),
        // A default takes the place of what is empty.
        ("proviso: 2\nrules: [[v, default, { value: 1 }], [v, integer]]", "{}", []),
        ("proviso: 2\nrules: [[v, default, { value: 1 }], [v, integer]]", #"{"v": ""}"#, ["integer.type /v"]),
        ("rules: [[v, default, { value: 1 }], [v, required]]", #"{"v": ""}"#, []),
        // Rules within rules.
        (
            "proviso: 2\nrules: [[v, each, { rule: [string, { nullable: true }] }]]", #"{"v": [null, 1]}"#,
            ["string.type /v/1"]
        ),
        ("proviso: 2\nnullable: [v.*]\nrules: [[v, each, { rule: string }]]", #"{"v": [null]}"#, []),
        ("proviso: 2\nnullable: [v]\nrules: [[v, each, { rule: string }]]", #"{"v": [null]}"#, ["value.null /v/0"]),
        ("rules: [[v, each, { rule: [string, { empty: absent }] }]]", #"{"v": [null, ""]}"#, ["value.null /v/0"]),
        (
            "proviso: 2\nrules: [[v, contains, { rule: [string, { empty: any }], max: 0, min: 0 }]]",
            #"{"v": ["", null]}"#,
            []
        ),
        (
            "proviso: 2\nrules: [[v, contains, { rule: string, max: 0, min: 0 }]]", #"{"v": [""]}"#,
            ["contains.tooMany /v"]
        ),
        ("proviso: 2\nrules: [[v, keys, { rule: string }]]", #"{"v": {"": 1}}"#, []),
        // Types of a file.
        ("proviso: 2\ntypes: { t: [string] }\nrules: [[v, t]]", #"{"v": null}"#, ["value.null /v"]),
        (
            "proviso: 2\nnullable: [v]\ntypes: { t: [string, [match, { pattern: a }]] }\nrules: [[v, t]]",
            #"{"v": null}"#, []
        ),
        ("types: { t: [string] }\nrules: [[v, t]]", #"{"v": []}"#, ["string.type /v"]),
        ("proviso: 2\ntypes: { t: [[string, { empty: any }]] }\nrules: [[v, t]]", #"{"v": []}"#, []),
        // Shapes.
        (
            "proviso: 2\nrules: [[v, shape, { name: s }]]\nshapes: { s: { nullable: [a], rules: [[[a, b], string]] } }",
            #"{"v": {"a": null, "b": null}}"#, ["value.null /v/b"]
        ),
        (
            "proviso: 2\nrules: [[v, shape, { name: s }]]\nshapes: { s: { empty: any, rules: [[[a, b], string]] } }",
            #"{"v": {"a": null, "b": []}}"#, []
        ),
        (
            "rules: [[v, shape, { name: s }]]\nshapes: { s: { empty: absent, rules: [[a, string]] } }",
            #"{"v": {"a": null}}"#, ["value.null /v/a"]
        ),
        (
            "rules: [[v, shape, { name: s }]]\nshapes: { s: [[., keys, { required: [a] }]] }", #"{"v": {}}"#,
            ["keys.missing /v"]
        ),
        // The record itself.
        ("rules: [[a, safe], [., expr, { must: \"has(this.a)\" }]]", "{}", ["expr.invalid "]),
        ("proviso: 2\nrules: [[a, safe], [., expr, { must: \"has(this.a)\" }]]", "{}", ["expr.invalid "]),
        ("empty: any\nrules: [[a, safe], [., expr, { must: \"has(this.a)\" }]]", "{}", ["expr.invalid "]),
        // What holds members.
        ("proviso: 2\nrules: [[a.b, string]]", #"{"a": null}"#, ["value.null /a"]),
        ("proviso: 2\nrules: [[a.b, required]]", #"{"a": null}"#, ["value.null /a"]),
        ("proviso: 2\nnullable: [a]\nrules: [[a.b, required]]", #"{"a": null}"#, []),
        ("proviso: 2\nnullable: [a]\nrules: [[a.b, required]]", "{}", ["required.blank /a/b"]),
        ("rules: [[a.b, required]]", #"{"a": null}"#, ["required.blank /a/b"]),
        ("empty: any\nrules: [[a.b, string]]", #"{"a": []}"#, ["value.object /a"]),
        ("proviso: 2\nrules: [[l.*.b, string]]", #"{"l": [null, {}]}"#, ["value.null /l/0"]),
        ("proviso: 2\nrules: [[l.*.b, required]]", #"{"l": [null]}"#, ["value.null /l/0"]),
        ("proviso: 2\nnullable: [l.*]\nrules: [[l.*.b, required]]", #"{"l": [null]}"#, []),
        ("proviso: 2\nrules: [[l.*, string], [l.*, string]]", #"{"l": null}"#, ["value.null /l"]),
        ("proviso: 2\nnullable: [l]\nrules: [[l.*, string]]", #"{"l": null}"#, []),
        ("rules: [[l.*.b, string]]", #"{"l": [null]}"#, []),
        // Strings that mean null stand for no value.
        ("proviso: 2\nnulls: [NA]\nrules: [[v, integer]]", #"{"v": "NA"}"#, []),
        ("proviso: 2\nnulls: [NA]\nrules: [[v, required]]", #"{"v": "NA"}"#, ["required.blank /v"]),
        ("proviso: 2\nnulls: [NA]\nrules: [[v, isNull]]", #"{"v": "NA"}"#, []),
    ]

    /// Rules at the top, and the same rules within others; `NA` is null for all of them.
    static let nested: [(rules: String, record: String, expected: [String])] = [
        ("[v, shape, { name: s }]", #"{"v": {"a": "NA", "b": "NA"}}"#, ["required.blank /v/b"]),
        ("[v.*, shape, { name: s }]", #"{"v": [{"a": "NA", "b": "NA"}, "NA"]}"#, ["required.blank /v/0/b"]),
        ("[v, each, { rule: [shape, { name: s }] }]", #"{"v": [{"a": "NA", "b": "NA"}]}"#, ["required.blank /v/0/b"]),
        ("[v, outer]", #"{"v": {"a": "NA", "b": "NA"}}"#, ["required.blank /v/b"]),
        ("[v, shape, { name: tree }]", #"{"v": {"b": 1, "kids": [{"b": "NA"}]}}"#, ["required.blank /v/kids/0/b"]),
        ("[., shape, { name: tree }]", #"{"b": "NA", "kids": [{"b": 1, "a": "NA"}]}"#, ["required.blank /b"]),
        (
            "[v, oneOf, { by: k, shapes: { p: [[a, integer], [b, required]] } }]", #"{"v": {"k": "p", "a": "NA"}}"#,
            ["required.blank /v/b"]
        ),
        (
            "[v, oneOf, { shapes: { p: [[a, integer], [b, required]], q: [[c, required]] } }]",
            #"{"v": {"a": "NA", "b": 1}}"#,
            []
        ),
        ("[v, each, { rule: integer }]", #"{"v": ["NA", 1, "x"]}"#, ["integer.type /v/2"]),
        ("[v, contains, { rule: required }]", #"{"v": ["NA"]}"#, ["contains.tooFew /v"]),
        ("[v.w, each, { rule: number }], [v, required]", #"{"v": {"w": ["NA", "x"]}}"#, ["number.type /v/w/1"]),
        ("[v, in, { range: [a] }]", #"{"v": "NA"}"#, []),
    ]

    @Test(arguments: nested, ["proviso: 1", "proviso: 2"])
    func nullStringsAreNullInShapesUnionsTypesAndItems(
        row: (rules: String, record: String, expected: [String]), version: String
    ) throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    \(version)
                    nulls: [NA]
                    types: { outer: [[shape, { name: s }]] }
                    shapes:
                      s: [[a, integer], [b, required]]
                      tree: [[a, integer], [b, required], [kids.*, shape, { name: tree }]]
                    rules: [\(row.rules)]
                    """))
        #expect(try RuleParts.findings(plan, row.record) == row.expected)
        // What the data would be with nulls in place of the strings, but for `value.null`, which stands for null itself.
        let nulls = row.record.replacing("\"NA\"", with: "null")
        if version == "proviso: 1" { #expect(try RuleParts.findings(plan, nulls) == row.expected) }
        let explained = try plan.explain(AnyValue(json: row.record))
        #expect(explained.report.violations.map { "\($0.code) \($0.path.pointer)" } == row.expected)
    }

    @Test(arguments: keyed)
    func theKeysSayWhatIsEmpty(rules: String, record: String, expected: [String]) throws {
        let plan = try Plan(RuleSet(parsing: rules))
        #expect(try RuleParts.findings(plan, record) == expected)
        let explained = try plan.explain(AnyValue(json: record))
        #expect(explained.report.violations.map { "\($0.code) \($0.path.pointer)" } == expected)
        let trace = explained.turns.flatMap(\.violations).map { "\($0.code) \($0.path.pointer)" }
        #expect(Set(trace).isSuperset(of: expected), "\(trace)")
    }

    @Test(arguments: [
        ("proviso: 3\nrules: []", "this version reads rule files of the formats 1 and 2, not '3'"),
        ("empty: none\nrules: []", "empty must be one of absent, typed, any"),
        ("empty: absnt\nrules: []", "did you mean 'absent'?"),
        ("rules: [[v, string, { empty: tiped }]]", "did you mean 'typed'?"),
        ("proviso: 2\nnullable: [vv]\nrules: [[v, string]]", "unknown attribute 'vv' in 'nullable'"),
        (
            "proviso: 2\nrules: [[v, shape, { name: s }]]\nshapes: { s: { nullable: [abd], rules: [[abc, string]] } }",
            "unknown attribute 'abd' in 'nullable'"
        ),
        ("rules: [[v, string, { nullable: yes }]]", "expected true or false"),
        ("rules: [[v, string]]\nshapes: { s: { nulable: [a], rules: [] } }", "did you mean 'nullable'?"),
        ("rules: [[v, string, { when: [w, string, { empty: any }] }]]", "a condition has no key 'empty'"),
    ])
    func mistakesAreErrors(text: String, part: String) throws {
        let errors = try RuleParts.errors(in: text)
        #expect(errors.contains { $0.contains(part) }, "\(errors)")
    }

    @Test func includedFilesKeepWhatTheySay() throws {
        let parts = try RuleParts([
            "main.yaml": "proviso: 2\ninclude: [old.yaml, { file: new.yaml, prefix: o }]\nrules: [[a, string]]",
            "old.yaml": "rules: [[b, string]]\nshapes: { s: [[x, string]] }",
            "new.yaml": "proviso: 2\nnullable: [d]\nrules: [[[c, d], string]]",
        ])
        defer { parts.remove() }
        let plan = try parts.plan()
        let record = #"{"a": null, "b": null, "o": {"c": null, "d": null}}"#
        #expect(try RuleParts.findings(plan, record) == ["value.null /o/c", "value.null /a"])
    }

    @Test func swiftSaysTheSame() throws {
        let rules = [Rule("a", "b", .string), Rule("c", .string, empty: .any), Rule("d", .string, nullable: true)]
        let plan = try Plan(RuleSet(rules: rules, empty: .absent, nullable: ["b"]))
        let report = try plan.validate(["a": nil, "b": nil, "c": [], "d": nil])
        #expect(report.violations.map { "\($0.code) \($0.path.pointer)" } == ["value.null /a"])
        let shape = RuleShape(nullable: ["x"], Rule("x", "y", .integer))
        let shaped = try Plan(RuleSet(rules: [Rule("s", .shape("t"))], shapes: ["t": shape], empty: .absent))
        #expect(try shaped.validate(["s": ["x": nil, "y": nil]]).violations.map(\.path.pointer) == ["/s/y"])
    }

    /// A validator of the program takes all kinds by default, and may say which.
    private struct OnlyLists: NamedValidator {
        static let type: RuleType = "onlyLists"
        static let codes = [CodeDescription("value.list")]
        let kinds: ValueKindSet = .lists
        init(options: borrowing OptionReader) throws(OptionError) {}
        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            if value.kind != .list { context.report(.listExpected) }
        }
    }

    @Test func validatorsOfTheProgramSayTheirKinds() throws {
        var registry = Registry.standard
        try registry.register(OnlyLists.self)
        try registry.register("anything") { value, _, context in context.report(.listExpected) }
        func codes(_ type: RuleType, _ value: AnyValue, _ empty: Emptiness) throws -> [Code] {
            try Plan(RuleSet(rules: [Rule("v", .type(type))], empty: empty), registry: registry)
                .validate(["v": value]).violations.map(\.code)
        }
        #expect(try codes("onlyLists", [], .typed) == [])
        #expect(try codes("onlyLists", "", .typed) == [.listExpected])
        #expect(try codes("onlyLists", "", .any) == [])
        #expect(try codes("onlyLists", nil, .absent) == [.nullRefused])
        #expect(try codes("anything", "", .typed) == [])
        #expect(try codes("anything", .object([]), .typed) == [])
        #expect(try codes("anything", nil, .absent) == [.nullRefused])
    }

    @Test func nilOfAModelIsNoNull() throws {
        for empty in Emptiness.allCases {
            let ruleSet = RuleSet(rules: [Rule("a", "b", .string)], empty: empty)
            var model = DynamicModel(["a": nil, "b": ""], ruleSet: ruleSet)
            #expect(try model.validate())
        }
    }
}
