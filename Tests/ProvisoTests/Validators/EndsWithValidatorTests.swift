import Proviso
import Testing

/// `endsWith`: a text ends with one of the given texts.
struct EndsWithValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let exact = try EndsWithValidator(value: ["https://", "/"])
        let folded = try EndsWithValidator(value: [".jpg", ".png"], ignoreCase: true)
        return [
            .accepts("a/https://", exact), .accepts("/", exact), .rejects("/x", exact, "endsWith.invalid"),
            .rejects("/\n", exact, "endsWith.invalid"), .rejects(1, exact, "endsWith.invalid"),
            .accepts("a.jpg", folded), .accepts("a.JPG", folded), .accepts(".png", folded),
            .rejects("a.jpg\n", folded, "endsWith.invalid"), .rejects("jpg", folded, "endsWith.invalid"),
            .rejects("", folded, "endsWith.invalid"), .rejects(nil, folded, "endsWith.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() throws {
        RefusedOptions(.type("endsWith", ["value": [1]]), "list of strings").run()
        let plan = try Plan(RuleSet(rules: [Rule("a", .endsWith(".jpg", ignoreCase: true))]))
        #expect(try plan.validate(["a": "x.JPG"]).isValid)
    }
}
