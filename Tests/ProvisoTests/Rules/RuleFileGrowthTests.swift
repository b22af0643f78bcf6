import Proviso
import TestSupport
import Testing

/// What a rule file costs as each of its parts grows: twice as many must not cost much more than twice as long.
///
/// Processor time is taken, the best of several, between sizes that are eight times apart: linear work gives 8, and
/// quadratic work 64.
@Suite(.serialized) struct RuleFileGrowthTests {
    struct Shape: Sendable, CustomStringConvertible {
        let description: String
        let size: Int
        let text: @Sendable (Int) -> String

        init(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) {
            (description, self.size, self.text) = (name, size, text)
        }
    }

    private static func joined(_ count: Int, _ separator: String = ", ", _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: separator)
    }

    static let shapes = [
        Shape("rules", 250) { "rules: [\(joined($0) { _ in "[a, string, {max: 9}]" })]" },
        Shape("rules for other attributes", 250) { "rules: [\(joined($0) { "[a\($0), required]" })]" },
        Shape("attributes of a rule", 1_000) { "rules: [[[\(joined($0) { "a\($0)" })], required]]" },
        Shape("attributes in one text", 1_000) { "rules: [[\"\(joined($0) { "a\($0)" })\", required]]" },
        Shape("closed attributes", 1_000) { "attributes: [\(joined($0) { "a\($0)" })]\nrules: [[a0, safe]]" },
        Shape("unknown attributes", 500) {
            "attributes: [\(joined($0) { "a\($0)" })]\nrules: [\(joined($0) { "[b\($0), safe]" })]"
        },
        Shape("nested attributes", 250) { "rules: [[[\(joined($0) { "n\($0).a.b" })], required]]" },
        Shape("scenarios by 'on'", 250) { "rules: [\(joined($0) { "[a, required, {on: s\($0)}]" })]" },
        Shape("scenarios by 'except'", 60) {
            "rules: [\(joined($0) { "[a, required, {on: t\($0), except: s\($0)}]" })]"
        },
        Shape("scenarios of one rule", 500) { "rules: [[a, required, {on: [\(joined($0) { "s\($0)" })]}]]" },
        Shape("declared scenarios", 250) {
            "scenarios: {\(joined($0) { "s\($0): [a]" })}\nrules: [[a, required]]"
        },
        Shape("unknown scenarios", 250) {
            "scenarios: {\(joined($0) { "s\($0): [a]" })}\nrules: [\(joined($0) { "[a, required, {on: u\($0)}]" })]"
        },
        Shape("labels", 500) {
            "labels: {\(joined($0) { "a\($0): {en: A, de: B}" })}\nrules: [[[\(joined($0) { "a\($0)" })], safe]]"
        },
        Shape("unknown labels", 250) {
            "labels: {\(joined($0) { "b\($0): B" })}\nrules: [[[\(joined($0) { "a\($0)" })], safe]]"
        },
        Shape("names in options", 100) {
            "rules: [\(joined($0) { "[name\($0)a, number, {max: {attribute: limit\($0)b}}]" })]"
        },
        Shape("misspelled labels", 100) {
            "labels: {\(joined($0) { "custmer\($0)x: A" })}\nrules: [\(joined($0) { "[customer\($0)x, safe]" })]"
        },
        Shape("labels of what shapes name", 100) {
            "labels: {\(joined($0) { "tree.a\($0): A" })}\nshapes: {s: [[a0, safe]]}\n"
                + "rules: [[tree, shape, {name: s}], \(joined($0) { "[b\($0), safe]" })]"
        },
        Shape("misspelled names in conditions", 100) {
            "rules: [\(joined($0) { "[customer\($0)x, safe], [z, required, {when: [custmer\($0)x, required]}]" })]"
        },
        Shape("misspelled names in expressions", 100) {
            "rules: [\(joined($0) { "[customer\($0)x, expr, {must: 'custmer\($0)x > 0'}]" })]"
        },
        Shape("names of members in expressions", 100) {
            "rules: [\(joined($0) { "[a\($0).b, number], [c, expr, {must: 'a\($0).b > 0'}]" })]"
        },
        Shape("messages of rules", 250) {
            "rules: [\(joined($0) { "[a, required, {message: {en: 'x \($0)', de: '{attribute}'}}]" })]"
        },
        Shape("unknown codes", 100) {
            "messages: {en: {\(joined($0) { "no.code\($0): x" })}}\nrules: [[a, required]]"
        },
        Shape("unknown types", 100) { "rules: [\(joined($0) { "[a, nonesuch\($0)]" })]" },
        Shape("rules of a type that others use", 8) { size in
            let names = (0..<size).map { "[string, {max: \($0 + 9)}]" }.joined(separator: ", ")
            return "types: {t: [\(names)], u: [t, t, t, t, t, t, t, t, t, t, t, t]}\nrules: [[a, u]]"
        },
        Shape("uses of a large type", 4) {
            "types: {t: [\(joined(200) { "[string, {max: \($0 + 9)}]" })]}\nrules: [\(joined($0) { "[a\($0), t]" })]"
        },
        Shape("carriage returns", 50_000) { "rules: [[a, required]]\n\(String(repeating: "\r", count: $0))" },
        Shape("unknown options", 60) { "rules: [[a, string, {\(joined($0) { "nonesuch\($0): 1" })}]]" },
        Shape("aliases", 1_000) { "rules:\n  - &r [a, required]\n\(joined($0, "\n") { _ in "  - *r" })" },
        Shape("anchors", 100) { "rules:\n\(joined($0, "\n") { "  - &a\($0) [a, required]" })" },
        Shape("a long name", 20_000) { "rules: [[\(String(repeating: "a", count: $0)), required]]" },
        Shape("a long text", 50_000) { "rules: [[a, default, {value: \"\(String(repeating: "ä ", count: $0))\"}]]" },
        Shape("a long comment", 50_000) { "# \(String(repeating: "x", count: $0))\nrules: [[a, required]]" },
        Shape("values of 'in'", 1_000) { "rules: [[a, in, {range: [\(joined($0) { "v\($0)" })]}]]" },
        Shape("rules that share many values", 60) {
            "variables: {big: [\(joined(2_000) { "v\($0)" })]}\nrules: [\(joined($0) { "[a\($0), in, {range: \"${big}\"}]" })]"
        },
        Shape("attributes of a rule with many values", 60) {
            "rules: [[[\(joined($0) { "a\($0)" })], in, {range: [\(joined(2_000) { "v\($0)" })]}]]"
        },
        Shape("rules that exclude", 100) {
            "rules: [\(joined($0) { "{attributes: a, type: string, except: [s\($0)], on: [s]}" })]"
        },
    ]

    private static func time(_ text: String) -> Double {
        let time = processorTime { _ = try? Plan(RuleSet(parsing: text)) }
        return Double(time.components.attoseconds) * 1e-18 + Double(time.components.seconds)
    }

    @Test(arguments: shapes) func growsInProportion(shape: Shape) {
        _ = Self.time(shape.text(4))
        // What a plan costs anyway is no growth.
        let base = Self.time(shape.text(1))
        let (few, many) = (shape.text(shape.size), shape.text(8 * shape.size))
        var (small, large) = (Self.time(few), Self.time(many))
        var growth: Double { (large - base) / max(small - base, 0.001) }
        // The best of several: only what is slow each time is slow.
        for _ in 0..<9 where growth >= 24 {
            small = min(small, Self.time(few))
            large = min(large, Self.time(many))
        }
        #expect(growth < 24, "\(shape): \(small) s and, eight times as large, \(large) s")
    }

    @Test(arguments: [
        (33, "'a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a' has more than 32 parts"),
        (2_000, "'\(String(repeating: "a.", count: 40))…' has more than 32 parts"),
        (40_000, "'\(String(repeating: "a.", count: 40))…' has more than 32 parts"),
        (1_000_000, "'\(String(repeating: "a.", count: 40))…' has more than 32 parts"),
    ]) func deepPathsAreRefusedAtOnce(parts: Int, reason: String) {
        let path = Array(repeating: "a", count: parts).joined(separator: ".")
        let time = processorTime {
            #expect(
                diagnostics("rules:\n  - [ok, safe]\n  - [\(path), required]", file: "f", registry: .standard) == [
                    "f:3:6: \(reason)"
                ])
            #expect(
                diagnostics("rules:\n  - [[ok, \(path)], each, {rule: safe}]", file: "f", registry: .standard) == [
                    "f:2:11: \(reason)"
                ])
            #expect(
                diagnostics("attributes: [a, \(path)]\nrules: [[a, safe]]", file: "f", registry: .standard) == [
                    "f:1:17: \(reason)"
                ])
            #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule([path], .required)])) }
            #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: []), attributes: [path]) }
            #expect(throws: RuleSetError.self) {
                try Plan(RuleSet(parsing: "labels: {\(path): x}\nrules: [[a, safe]]"))
            }
        }
        #expect(time < .seconds(20))
    }

    @Test func thePartsOfAllNamesAreLimitedTogether() {
        func found(_ attributes: Int) -> [String] {
            let path = Array(repeating: "b", count: 31).joined(separator: ".")
            let rules = Self.joined(attributes) { "[a\($0).\(path), safe]" }
            return diagnostics("rules: [\(rules)]", file: "f", registry: .standard)
        }
        #expect(
            found(3_200) == [
                "the names of attributes have more than 100000 parts in all: put rules for the members of an object into a shape"
            ])
        #expect(found(500) == [])
    }

    @Test func limitsOfYAML() {
        let anchors = (0...1_000).map { "- &a\($0) x" }.joined(separator: "\n")
        #expect(diagnostics(anchors, file: "f").count == 1)
        let directives = String(repeating: "%TAG !a! tag:x,2000:\n", count: 150_000)
        let time = processorTime {
            let found = diagnostics(directives + "--- {rules: []}", file: "f")
            #expect(
                found == [
                    "f:1:1: the document is too large or too deep to be a rule set: at most 200000 parts, "
                        + "64 in each other, and in YAML 1000 anchors and 100 directives"
                ])
        }
        #expect(time < .seconds(5))
        let conditions = (0...256).map { _ in "[b, required]" }.joined(separator: ", ")
        let rules = "rules: [[b, safe], [a, required, {when: [\(conditions)]}]]"
        #expect(
            diagnostics(rules, file: "f", registry: .standard) == [
                "f:1:41: a rule may have at most 256 conditions, not 257"
            ])
    }

    /// Of very many errors the first are shown, each with what was probably meant; for the others nothing is sought.
    @Test(arguments: ["requird", "string, {mni: 1}"]) func ofManyErrorsTheFirstAreShown(type: String) {
        let rules = (0..<20_000).map { "[a\($0), \(type)]" }.joined(separator: ",\n")
        var found: [String] = []
        let time = processorTime { found = diagnostics("rules: [\(rules)]", file: "f", registry: .standard) }
        #expect(found.count == 101)
        #expect(found.first?.hasPrefix("f:1:") == true && found.prefix(100).allSatisfy { $0.contains("did you mean") })
        #expect(found.last == "and 19900 more errors")
        #expect(time < .seconds(20), "\(time)")
        let few = rules.split(separator: "\n").prefix(100).joined(separator: "\n")
        #expect(diagnostics("rules: [\(few)]", file: "f", registry: .standard).count == 100)
    }

    @Test func usesOfTypesInAFileAreLimitedTogether() throws {
        func text(_ uses: Int) -> String {
            let rules = Self.joined(uses) { "[a\($0), t]" }
            return "types: {t: [\(Self.joined(1_000) { "[string, {max: \($0 + 9)}]" })]}\nrules: [\(rules)]"
        }
        let time = processorTime { #expect(diagnostics(text(20), file: "f", registry: .standard) == []) }
        #expect(time < .seconds(10), "\(time)")
        #expect(
            diagnostics(text(21), file: "f", registry: .standard)
                == ["f:1:9: the rules with types of the file stand for more than 20000 rules"])
    }

    @Test func tooManyStepsAreRefused() {
        let rules = (0..<1_100).map { _ in "[a, safe]" } + (0..<1_000).map { "[a, safe, {on: s\($0)}]" }
        let found = diagnostics("rules: [\(rules.joined(separator: ","))]", registry: .standard)
        #expect(found == ["1001 scenarios run more than 1000000 rules in total"])
    }
}
