import Proviso
import TestSupport
import Testing

/// Schemas of people who want to stop the program: each ends soon, with an error or with a fault.
@Suite(.serialized) struct SchemaHostileTests {
    /// What a schema does with a value.
    private enum Outcome: Equatable {
        case refused, valid, invalid, fault
    }

    private func outcome(_ schema: String, _ json: String) throws -> Outcome {
        let read: JSONSchema
        do { read = try JSONSchema(parsing: schema) } catch { return .refused }
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(read))]))
        let report = try plan.report(of: json)
        if report.violations.contains(where: { $0.code == "rule.fault" }) { return .fault }
        return report.isValid ? .valid : .invalid
    }

    private static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        "[" + (0..<count).map(item).joined(separator: ",") + "]"
    }

    private static func members(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ",")
    }

    /// Schemas that each apply the next one twice.
    private static func doubling(_ keyword: String, _ last: String, anchor: String? = nil) -> String {
        let defs = members(40) {
            ##""d\##($0)":{"\##(keyword)":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
        }
        let named = anchor.map { ##","x":{"$dynamicAnchor":"\##($0)","type":"string"}"## } ?? ""
        return ##"{"$ref":"#/$defs/d0","$defs":{\##(defs),"d40":\##(last)\##(named)}}"##
    }

    /// What each schema that applies the next one twice finds, and the steps that it takes.
    private func found(_ schema: String, _ json: String) throws -> (codes: [String], steps: Int) {
        let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema)))]))
        let record = Record(for: plan)
        try record.fill(json: json)
        let report = try plan.validate(record)
        return (report.violations.map { "\($0.code) \($0.path.pointer)" }, record.spent)
    }

    /// How schemas can apply two others to the same value.
    private static let pairs = [
        #"{"allOf": [NEXT, NEXT]}"#, #"{"allOf": [{"title": "A", "allOf": [NEXT]}, {"title": "B", "allOf": [NEXT]}]}"#,
        #"{"anyOf": [NEXT, NEXT]}"#, #"{"if": NEXT, "then": NEXT, "else": NEXT}"#,
        #"{"dependentSchemas": {"a": NEXT}, "allOf": [NEXT]}"#,
        #"{"not": {"not": {"allOf": [NEXT, NEXT]}}, "allOf": [NEXT]}"#,
        #"{"unevaluatedProperties": false, "allOf": [NEXT, NEXT]}"#,
        #"{"$ref": "NAME", "anyOf": [NEXT, {"allOf": [NEXT, false]}]}"#,
    ]

    @Test(arguments: pairs, [4, 40]) func aSchemaIsAppliedToAValueOnce(pair: String, levels: Int) throws {
        let defs = Self.members(levels) { level in
            let name = "#/$defs/d\(level + 1)"
            let text = pair.replacing("NEXT", with: "{\"$ref\": \"\(name)\"}").replacing("NAME", with: name)
            return "\"d\(level)\": \(text)"
        }
        let last = ##"{"properties": {"a": {"type": "integer"}, "b": {"items": {"minimum": 3}}}}"##
        let schema = ##"{"$ref": "#/$defs/d0", "$defs": {\##(defs), "d\##(levels)": \##(last)}}"##
        let valid = try found(schema, #"{"a": 1, "b": [3, 4]}"#)
        #expect(valid.codes == [] && valid.steps < 600 + 40 * levels, "\(valid)")
        let wrong = try found(schema, #"{"a": "x", "b": [1, 5, 2]}"#)
        #expect(wrong.steps < 2_000 + 400 * levels, "\(wrong)")
        let whole = ["value.type /a", "number.tooSmall /b/0", "number.tooSmall /b/2"]
        #expect(wrong.codes == (pair.contains("\"not\"") ? whole + ["schema.not "] : whole), "\(wrong)")
        let other = try found(schema, #"{"c": 1}"#)
        #expect(other.codes == (pair.contains("unevaluated") ? ["value.unknown /c"] : []), "\(other)")
    }

    /// Names are found by a table in a large object, so that looking for one costs one step.
    @Test func dependentsCostWhatTheyAre() throws {
        func cost(_ count: Int) throws -> Int {
            let names = Self.list(count) { "\"k\($0)\"" }
            let schema = "{\"dependentRequired\": {\(Self.members(count) { "\"k\($0)\": \(names)" })}}"
            let plan = try Plan(RuleSet(rules: [Rule(".", .schema(JSONSchema(parsing: schema)))]))
            let record = Record(for: plan)
            try record.fill(json: "{\(Self.members(count) { "\"k\($0)\": 1" })}")
            #expect(try plan.validate(record).isValid)
            return record.spent
        }
        let (few, many) = (try cost(100), try cost(200))
        // Each name needs all others: four times as many for twice the names, and not eight times.
        #expect(few >= 10_000 && many < few * 5, "\(few), \(many)")
        let last = "{\"k\": 2, \(Self.members(300) { "\"m\($0)\": 1" }), \"k\": 1}"
        #expect(try outcome(#"{"dependentRequired": {"k": ["m299"], "x": ["y"]}}"#, last) == .valid)
        #expect(try outcome(#"{"dependentRequired": {"k": ["m300"], "m1": ["k"]}}"#, last) == .invalid)
        #expect(try outcome(#"{"dependentRequired": {"k": ["m"]}}"#, "[1]") == .valid)
        #expect(try outcome(#"{"dependentRequired": {"k": ["m"]}}"#, "{}") == .valid)
    }

    private static let cases: [(name: String, schema: String, json: String, outcome: Outcome)] = [
        ("a reference to itself", ##"{"$ref": "#"}"##, "1", .refused),
        (
            "a loop of two",
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
            "1", .refused
        ),
        ("a loop through allOf", ##"{"allOf": [{"allOf": [{"$ref": "#"}]}]}"##, "1", .refused),
        ("a loop through anyOf", ##"{"anyOf": [{"type": "string"}, {"$ref": "#"}]}"##, "1", .fault),
        ("the same where it ends", ##"{"anyOf": [{"type": "string"}, {"$ref": "#"}]}"##, ##""a""##, .valid),
        ("a loop through not", ##"{"not": {"$ref": "#"}}"##, "1", .fault),
        ("a loop through if", ##"{"if": {"$ref": "#"}, "then": true}"##, "1", .fault),
        ("a loop of the dynamic scope", ##"{"$dynamicAnchor": "n", "$dynamicRef": "#n"}"##, "1", .fault),
        (
            "a loop of 2019-09",
            ##"{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "$recursiveRef": "#"}"##,
            "1", .fault
        ),
        ("2^40 times allOf", doubling("allOf", #"{"type": "string"}"#), #""a""#, .valid),
        ("2^40 times allOf, and none holds", doubling("allOf", #"{"type": "string"}"#), "1", .invalid),
        ("2^40 times anyOf", doubling("anyOf", #"{"type": "string"}"#), "1", .invalid),
        ("2^40 times oneOf", doubling("oneOf", "true"), "1", .invalid),
        (
            "2^40 times a reference that depends on where it is",
            doubling("allOf", ##"{"$dynamicRef": "#x"}"##, anchor: "x"), "1", .fault
        ),
        (
            "a chain of references",
            ##"{"$ref":"#/$defs/d0","$defs":{\##(members(20_000) { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }),"d20000":{}}}"##,
            "1", .fault
        ),
        ("10^5 values", #"{"anyOf":\#(list(100_000) { #"{"const":\#($0)}"# })}"#, "-1", .invalid),
        (
            "10^5 schemas", #"{"items":{"anyOf":\#(list(100_000) { #"{"minLength":\#($0 + 9)}"# })}}"#,
            list(1_000) { _ in #""a""# }, .fault
        ),
        ("10^6 schemas", #"{"anyOf":\#(list(1_000_000) { _ in "1" })}"#, "1", .refused),
        ("10^5 names", #"{"required":\#(list(100_000) { #""k\#($0)""# })}"#, "{}", .invalid),
        ("a deep schema", nested(200, #"{"items":"#, "true", "}"), nested(200, "[", "", "]"), .valid),
        ("one that is too deep", nested(100_000, #"{"items":"#, "true", "}"), "1", .refused),
        ("a deep value", ##"{"additionalProperties": {"$ref": "#"}}"##, nested(500, ##"{"a":"##, "1", "}"), .valid),
        (
            "a deep dynamic scope",
            ##"{"$id":"http://x/r","$dynamicAnchor":"n","properties":{"a":{"$ref":"m0"}},"$defs":{\##(members(500) { ##""m\##($0)":{"$id":"m\##($0)","$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}}}"## })}}"##,
            nested(400, #"{"a":"#, "1", "}"), .valid
        ),
        ("a pattern of much memory", #"{"pattern": "((((\\p{L}{1,100}){1,10}))*)*$"}"#, #""a""#, .refused),
        (
            "many such patterns",
            #"{"properties":{\#(members(300) { #""a\#($0)":{"pattern":"^\\p{L}{\#(400 + $0)}$"}"# })}}"#, "{}", .refused
        ),
        ("equal lists", #"{"uniqueItems": true}"#, list(20_000) { "[[\($0)]]" }, .valid),
        (
            "a choice of itself", ##"{"items": {"oneOf": \##(list(10) { _ in ##"{"$ref": "#"}"## })}}"##,
            nested(12, "[", "", "]"), .fault
        ),
        ("a step of 300 digits", #"{"multipleOf": 1e-300}"#, "1e300", .valid),
    ]

    @Test(arguments: cases.map(\.name)) func endsSoon(_ name: String) throws {
        let found = try #require(Self.cases.first { $0.name == name })
        var result = Outcome.valid
        let time = try processorTime { result = try outcome(found.schema, found.json) }
        #expect(result == found.outcome)
        // A debug build takes up to ten times as long.
        #expect(time < .seconds(20))
    }
}
