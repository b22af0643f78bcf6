import Proviso
import Testing

/// A rule type of a file against the rules that it is made of, written out: the findings must be the same everywhere.
struct TypeAgainstInlineTests {
    /// A rule: its type, its options as a rule file has them, and as an expression has them.
    private struct Leaf {
        let type: String
        var options = ""
        var expression = ""

        func rule(_ attribute: String, _ keys: String) -> String {
            "  - { attributes: \(attribute), type: \(type)\(options.isEmpty ? "" : ", \(options)")\(keys) }"
        }

        var item: String { options.isEmpty ? "[\(type)]" : "[\(type), { \(options) }]" }

        func condition(_ attribute: String) -> String {
            options.isEmpty ? "[\(attribute), \(type)]" : "[\(attribute), \(type), { \(options) }]"
        }

        func call(_ value: String) -> String {
            expression.isEmpty ? "is('\(type)', \(value))" : "is('\(type)', \(value), {\(expression)})"
        }
    }

    private static let leaves = [
        Leaf(type: "string"), Leaf(type: "string", options: "min: 2", expression: "'min': 2"),
        Leaf(type: "match", options: #"pattern: "^[a-z]+$""#, expression: "'pattern': '^[a-z]+$'"),
        Leaf(type: "integer", options: "max: 9", expression: "'max': 9"), Leaf(type: "number"),
        Leaf(type: "in", options: "range: [abc, 5]", expression: "'range': ['abc', 5]"), Leaf(type: "lowercase"),
        Leaf(type: "boolean"), Leaf(type: "count", options: "min: 1", expression: "'min': 1"),
        Leaf(type: "required"), Leaf(type: "present"), Leaf(type: "absent"), Leaf(type: "isNull"),
        Leaf(type: "prohibited"), Leaf(type: "email"),
        Leaf(type: "each", options: "rule: [integer, { max: 5 }]"), Leaf(type: "keys", options: "only: [k, web]"),
    ]
    private static let changing = [Leaf(type: "trim"), Leaf(type: "default", options: "value: abc")]

    private static let values: [AnyValue] = [
        .absent, .null, "", [], .object([]), "abc", "ABC", " abc ", "a", 0, 5, 12, 1.5, "7", true, ["abc", "", 5],
        [1, nil, "x"], ["k": "v"], ["web": 1, "": 2, "X": nil], "a@b.example",
    ]

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) ^ (state << 31)
        }
    }

    /// Two texts of rules: with the type, and with the rules themselves.
    private struct Pair {
        var typed: [String] = []
        var inline: [String] = []
    }

    private static let uses = 14

    /// One way to use a type; `name` is the type, or one that is made of it alone.
    private static func pair(_ use: Int, _ name: String, _ parts: [Leaf], _ generator: inout Generator) -> Pair {
        let skips = [", skipOnEmpty: true", ", skipOnEmpty: false", ""].randomElement(using: &generator) ?? ""
        func all(_ attribute: String) -> String {
            "{ all: [\(parts.map { $0.condition(attribute) }.joined(separator: ", "))] }"
        }
        func both(_ line: (String) -> String, _ attribute: String = "g") -> Pair {
            Pair(typed: [line("[\(attribute), \(name)]")], inline: [line(all(attribute))])
        }
        let first = parts[0]
        switch use {
        case 0, 1:
            return Pair(
                typed: ["  - { attributes: a, type: \(name)\(skips) }"], inline: parts.map { $0.rule("a", skips) })
        case 2: return both { "  - { attributes: h, type: required, when: \($0) }" }
        case 3: return both { "  - { attributes: h, type: required, unless: \($0) }" }
        case 4: return both { "  - { attributes: h, type: required, when: { not: \($0) } }" }
        case 5: return both { "  - { attributes: h, type: required, when: { any: [\($0), [a, boolean]] } }" }
        case 6: return both({ "  - { attributes: h, type: required, when: { anyItem: \($0) } }" }, "a.*")
        case 7: return both({ "  - { attributes: h, type: required, when: { everyItem: \($0) } }" }, "a.*")
        case 8: return both({ "  - { attributes: a, type: contains, where: \($0) }" }, ".")
        case 9:
            guard parts.count == 1 else { return pair(8, name, parts, &generator) }
            return Pair(
                typed: ["  - [a, contains, { rule: \(name), max: 1 }]"],
                inline: ["  - [a, contains, { rule: \(first.item), max: 1 }]"])
        case 10:
            guard parts.count == 1 else { return pair(2, name, parts, &generator) }
            return Pair(
                typed: ["  - [a, keys, { rule: \(name) }]"], inline: ["  - [a, keys, { rule: \(first.item) }]"])
        case 11:
            guard parts.count == 1 else { return pair(0, name, parts, &generator) }
            return Pair(
                typed: ["  - [a, each, { rule: \(name), stopOnFirstError: false }]"],
                inline: ["  - [a, each, { rule: \(first.item), stopOnFirstError: false }]"])
        case 12:
            return Pair(
                typed: ["  - { attributes: \"a.*\", type: \(name)\(skips) }"],
                inline: parts.map { $0.rule("\"a.*\"", skips) })
        default:
            guard parts.allSatisfy({ $0.options.isEmpty || !$0.expression.isEmpty }) else {
                return pair(3, name, parts, &generator)
            }
            let calls = parts.map { $0.call("x") }.joined(separator: " && ")
            return Pair(
                typed: [
                    "  - { attributes: h, type: expr, must: \"[g, a].all(x, is(\(name), x))\", skipOnEmpty: false }"
                ],
                inline: ["  - { attributes: h, type: expr, must: \"[g, a].all(x, \(calls))\", skipOnEmpty: false }"])
        }
    }

    private static func findings(_ rules: String, _ records: [AnyValue]) -> [String] {
        do {
            let plan = try Plan(RuleSet(parsing: rules))
            return try records.map { record in
                let report = try plan.validate(record)
                let explained = try plan.explain(record).report
                #expect(explained == report)
                return report.violations.map { "\($0.code) \($0.path.pointer)" }.sorted().joined(separator: ", ")
            }
        } catch {
            return ["refused"]
        }
    }

    @Test(arguments: 0..<12)
    func findingsAreThoseOfTheRules(seed: Int) {
        var generator = Generator(state: UInt64(seed) &* 7_919 &+ 17)
        var (compared, refused) = (0, 0)
        for round in 0..<40 {
            let inShape = round % 4 == 3
            let pool = inShape ? Self.leaves : Self.leaves + Self.changing
            let parts = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
                pool.randomElement(using: &generator)
            }
            let use = Int.random(in: 0..<Self.uses, using: &generator)
            let isNested = Bool.random(using: &generator)
            let pair = Self.pair(use, isNested ? "outer" : "own", parts, &generator)
            let types = "types:\n  own: [\(parts.map(\.item).joined(separator: ", "))]\n  outer: [own]\n"
            func text(_ rules: [String]) -> String {
                let safe = "  - [[a, g, h], safe]"
                guard inShape else { return "rules:\n\(([safe] + rules).joined(separator: "\n"))\n" }
                return "shapes:\n  s:\n\(([safe] + rules).map { "  " + $0 }.joined(separator: "\n"))\n"
                    + "rules: [[v, shape, { name: s }]]\n"
            }
            let records = (0..<40).map { _ -> AnyValue in
                let members = ["a", "g", "h"].compactMap { name -> AnyValue.Member? in
                    let value = Self.values.randomElement(using: &generator) ?? .null
                    return value == .absent ? nil : AnyValue.Member(name, value)
                }
                return inShape ? ["v": .object(members)] : .object(members)
            }
            let typed = Self.findings(types + text(pair.typed), records)
            let inline = Self.findings(text(pair.inline), records)
            compared += typed.count
            // A condition that rejects nothing is refused where it is written; a type may have it beside others.
            if inline == ["refused"], parts.contains(where: { part in Self.changing.contains { $0.item == part.item } })
            {
                continue
            }
            if inline == ["refused"] { refused += 1 }
            #expect(typed == inline, "\(types)\(text(pair.typed))\(text(pair.inline))")
        }
        #expect(compared > 1_000 && refused < 12, "\(compared) compared, \(refused) refused")
    }
}
