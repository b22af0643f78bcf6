import Proviso
import Testing

/// Paths as other languages write them, and names that only look like such.
struct PathSpellingTests {
    static let every = "'*' stands for every item and a number for one, without brackets"
    static let foreign: [(name: String, reason: String, meant: String?)] = [
        ("tags[]", every, "tags.*"),
        ("tags[*]", every, "tags.*"),
        ("items[0].x", every, "items.0.x"),
        ("items.[*].sku", every, "items.*.sku"),
        ("items.[12].sku", every, "items.12.sku"),
        ("m[0][1]", every, "m.0.1"),
        ("a['b'].c", every, "a.b.c"),
        ("größe[2]", every, "größe.2"),
        ("a.b_[]", every, "a.b_.*"),
        ("[0]", every, "0"),
        ("a..b", "a name is missing", "a.b"),
        (".a", "a name is missing", "a"),
        (".items[].x", "a name is missing", "items.*.x"),
        ("$.a", "it begins with '$'", "a"),
        ("$.items[*].sku", "it begins with '$'", "items.*.sku"),
        ("$..sku", "it begins with '$'", "sku"),
        ("$['a']['b']", "it begins with '$'", "a.b"),
        ("$[0].a", "it begins with '$'", "0.a"),
        ("$.", "it begins with '$'", nil),
        ("$", "the record itself is '.'", "."),
        ("@", "the record itself is '.'", "."),
        ("@.price", "it begins with '@'", "price"),
        ("@['price']", "it begins with '@'", "price"),
        ("/a/b", "it begins with '/'", "a.b"),
        ("/items/0/sku", "it begins with '/'", "items.0.sku"),
        ("/items/-", "it begins with '/'", "items.*"),
        ("/a~1b/c", "it begins with '/'", "a/b.c"),
        ("/", "it begins with '/'", nil),
        ("#/a/b", "it begins with '#'", "a.b"),
        ("items[-1]", "a number counts items from the first one, which is 0", nil),
        ("a.items[-1].x", "a number counts items from the first one, which is 0", nil),
        ("items[1:3]", "'*' stands for every item and a number for one: there are no ranges of them", nil),
        ("items[:]", "'*' stands for every item and a number for one: there are no ranges of them", nil),
        ("a[?(@.x)]", "a path has no filter: use the items' own rules, with a condition", nil),
        ("$.items[?(@.price < 10)].id", "a path has no filter: use the items' own rules, with a condition", nil),
    ]

    static let alone = "'*' stands alone between dots, for every item (a key with a star is written"
    static let stars: [(name: String, written: String, meant: String)] = [
        ("**", #"\*\*"#, "*"), ("**.id", #"\*\*.id"#, "*.id"), ("addr*", #"addr\*"#, "addr.*"),
        ("*addr", #"\*addr"#, "*.addr"),
        ("a*b", #"a\*b"#, #"a\*b"#), ("a [*]", #"a [\*]"#, #"a [\*]"#), ("x.a*.b", #"x.a\*.b"#, "x.a.*.b"),
    ]

    @Test(arguments: stars) func `a star beside other characters is refused`(
        name: String, written: String, meant: String
    ) throws {
        let rules = "rules: [[ok, required], [[ok, 'NAME'], safe]]".replacing("NAME", with: name)
        #expect(
            diagnostics(rules, file: "f", registry: .standard) == [
                "f:1:31: '\(name)' is not a path: \(Self.alone) '\(written)'); did you mean '\(meant)'?"
            ])
        for path in [written, meant] { _ = try Plan(RuleSet(rules: [Rule([path], .type("safe"))])) }
    }

    @Test(arguments: foreign) func isRefused(name: String, reason: String, meant: String?) throws {
        let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
        let rules = #"rules: [[ok, required], [[ok, "NAME"], safe]]"#.replacing("NAME", with: name)
        #expect(
            diagnostics(rules, file: "f", registry: .standard) == ["f:1:31: '\(name)' is not a path: \(reason)\(hint)"])
        if let meant { _ = try Plan(RuleSet(rules: [Rule([meant], .type("safe"))])) }
    }

    @Test func isRefusedWhereverAttributesAreNamed() {
        #expect(
            diagnostics("{attributes: [a, 'b[]'], rules: [[a, required]]}", file: "f", registry: .standard)
                == ["f:1:18: 'b[]' is not a path: \(Self.every); did you mean 'b.*'?"])
        #expect(
            diagnostics("rules: [['!b[]', safe]]", file: "f", registry: .standard)
                == ["f:1:10: 'b[]' is not a path: \(Self.every); did you mean 'b.*'?"])
        #expect(
            diagnostics("{labels: {'b[]': B}, rules: [[b.*, string]]}", file: "f", registry: .standard)
                == ["f:1:11: unknown attribute 'b[]' in labels: no rule names it; did you mean 'b.*'?"])
        #expect(
            diagnostics(
                "rules: [[b.c, compare, {compareAttribute: $.b.d}], [b.d, safe]]", file: "f", registry: .standard
            )
            .map { $0.hasSuffix("did you mean 'b.d'?") } == [true])
        let error = #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule(["a[0]"], .type("safe"))])) }
        #expect(error?.diagnostics.first?.suggestion == "a.0")
    }

    /// What may be meant as it stands, such as the head of a column.
    @Test(arguments: [
        "first-name", "first name", "dc:title", "größe", "Amount [EUR]", "Amount[EUR]", "Rate (%) [0]", "x[",
        "x]", "x[]y", "[x]", "Cost / day", "a/b", "€/kg", "$ref", "US$", "paths./pets", "0", "items.0.x", "#",
        "@id",
        "a['']", "x[0-9]", "Ratio [1:2]", "Offset [-1]", #"items\[-1\]"#, #"a\*"#,
    ]) func isAName(name: String) throws {
        let plan = try Plan(RuleSet(rules: [Rule([name], .required)]))
        #expect(try plan.validate([:]).violations.map(\.attribute) == [name])
    }
}
