import Proviso
import Testing

struct KeysValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let only = try KeysValidator(only: ["a", "b"])
        let both = try KeysValidator(only: ["a"], required: ["b"])
        let closed = try KeysValidator(only: [])
        let without = try KeysValidator(prohibited: ["x", "y"])
        let many = AnyValue.object((0..<50_000).map { AnyValue.Member("k\($0)", 1) })
        let ten = ParameterValue.list((0..<10).map { .text("k\($0)") })
        return [
            .accepts(["a": 1, "b": nil], only), .accepts(.object([]), only), .accepts(["b": 1], both),
            .accepts(["a": 1, "b": nil], both), .accepts(.object([]), closed), .accepts(["a": 1], without),
            .rejects(["a": 1, "c": 1, "A": 2], only, "keys.unknown", ["keys": .list([.text("c"), .text("A")])]),
            .rejects(["a\0": 1], only, "keys.unknown"), .rejects(["": 1], closed, "keys.unknown"),
            .rejects(["a": 1], both, "keys.missing", ["keys": .list([.text("b")])]),
            .rejects(["y": 1, "a": 2], without, "keys.forbidden", ["keys": .list([.text("y")])]),
            .rejects(many, only, "keys.unknown", ["keys": ten]),
            .rejects([1], only, "keys.type"), .rejects("a", only, "keys.type"), .rejects(nil, only, "keys.type"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func eachKindOfFindingComesOnce() throws {
        let validator = try KeysValidator(only: ["a"], required: ["b"], prohibited: ["c"])
        let codes = validator.violations(of: ["c": 1, "d": 2]).map(\.code)
        #expect(codes == ["keys.missing", "keys.unknown", "keys.forbidden"])
    }

    @Test func seesMembersThatNoRuleNames() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .keys(only: ["b"])), Rule("a.b", .string)]))
        #expect(try plan.validate(["a": ["b": "x", "c": 1]]).violations.first?.code == "keys.unknown")
        #expect(try plan.validate(["a": ["b": "x"]]).isValid)
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.keys(required: ["a"], prohibited: ["a"]), "is also in 'only' or 'required'").run()
        RefusedOptions(.keys(only: ["a"], prohibited: ["a"]), "is also in 'only' or 'required'").run()
        RefusedOptions(.keys(only: ["city"], required: ["cty"]), "'cty' is not in 'only'", suggestion: "city").run()
        RefusedOptions(.type("keys", ["only": 1]), "list of strings").run()
    }
}
