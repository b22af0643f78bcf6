import Foundation
import Proviso
import Testing

/// Files within files.
@Suite struct IncludeTests {
    private static let address = """
        rules:
          - [[street, city], required]
          - { attributes: state, type: required, when: [country, in, { range: [US] }] }
          - { attributes: city, type: compare, compareAttribute: street, operator: "!=", id: other }
          - [zip, expr, { must: "country != 'DE' || this.size() == 5" }]
          - [., keys, { prohibited: [planet] }]
        labels: { street: Road }
        """

    @Test func aPrefixIsAboveAllNames() throws {
        let parts = try RuleParts([
            "lib/address.yaml": Self.address,
            "main.yaml": """
            include:
              - { file: lib/address.yaml, prefix: billing }
              - { file: lib/address.yaml, prefix: items.*.to }
            rules: [[total, number]]
            """,
        ])
        defer { parts.remove() }
        let plan = try parts.plan()
        let record = """
            {"total": 1, "billing": {"street": "a", "city": "a", "country": "US", "zip": "1", "planet": "x"},
             "items": [{"to": {"street": "", "city": "b", "country": "DE", "zip": "1"}}]}
            """
        #expect(
            try Set(RuleParts.findings(plan, record)) == [
                "keys.forbidden /billing", "required.blank /billing/state", "compare.notEqual /billing/city",
                "required.blank /items/0/to/street", "expr.invalid /items/0/to/zip",
            ])
        let report = try plan.validate(AnyValue(json: #"{"billing": {"city": "x"}}"#))
        #expect(plan.localizer(preferring: "en").texts(report).first == "Road is required.")
    }

    @Test func includedRulesRunFirstAndAllFilesAreListed() throws {
        let parts = try RuleParts([
            "a.yaml": "rules: [[x, string, { max: 2 }]]", "b.yaml": "include: c.yaml\nrules: [[x, required]]",
            "c.yaml": "rules: [[y, required]]", "main.yaml": "include: [a.yaml, b.yaml]\nrules: [[z, required]]",
        ])
        defer { parts.remove() }
        let ruleSet = try RuleSet(contentsOf: parts.path("main.yaml"))
        #expect(ruleSet.rules.map { $0.attributes[0] } == ["x", "y", "x", "z"])
        #expect(
            ruleSet.files.map { URL(filePath: $0).lastPathComponent } == ["main.yaml", "a.yaml", "b.yaml", "c.yaml"])
        // Several files are the same as including them in order.
        let several = try RuleSet(contentsOf: ["a.yaml", "b.yaml"].map { parts.path($0) })
        #expect(several.rules.map { $0.attributes[0] } == ["x", "y", "x"])
    }

    /// A short file that is included 255 times is a long one.
    @Test func whatIsIncludedAgainAndAgainIsLimited() throws {
        let rules = (0..<200).map { "  - [x\($0), string]\n" }.joined()
        func main(_ count: Int) -> String {
            "include: [\(Array(repeating: "a.yaml", count: count).joined(separator: ", "))]\nrules: [[z, required]]"
        }
        let parts = try RuleParts([
            "a.yaml": "rules:\n\(rules)", "few.yaml": main(9), "many.yaml": main(255),
        ])
        defer { parts.remove() }
        let few = try RuleSet(contentsOf: parts.path("few.yaml"))
        #expect(few.rules.count == 1_801 && few.rules.last?.attributes == ["z"])
        let error = #expect(throws: RuleSetError.self) { try RuleSet(contentsOf: parts.path("many.yaml")) }
        let found = error?.diagnostics.first
        let reason = "the files that are included more than once have more than 100000 parts"
        #expect(found?.reason.hasPrefix(reason) == true)
        #expect(found?.position?.line == 1)
    }

    @Test func anErrorNamesBothFiles() throws {
        let parts = try RuleParts([
            "main.yaml": "include:\n  - a.yaml\nrules: []", "a.yaml": "include: b.yaml\nrules: []",
            "b.yaml": "rules:\n  - [x, requird]\n  - [y, string, { maks: 1 }]",
        ])
        defer { parts.remove() }
        let errors = parts.errors()
        #expect(errors.count == 2)
        #expect(
            errors.first?.hasPrefix(
                "b.yaml:2:9: unknown rule type 'requird' (included by a.yaml:1:10, included by main.yaml:2:5)") == true)
    }

    @Test func whatCannotBeIncludedIsAnError() throws {
        let rows: [(String, String)] = [
            ("include: main.yaml\nrules: []", "a file cannot include itself: main.yaml, which includes main.yaml"),
            ("include: ./x/../main.yaml\nrules: []", "a file cannot include itself"),
            ("include: none.yaml\nrules: []", "cannot read none.yaml"),
            ("include: https://example.com/a.yaml\nrules: []", "is a URL"),
            ("include: { prefix: a }\nrules: []", "needs the key 'file'"),
            (
                "include: { file: a.yaml, prefix: '' }\nrules: []",
                "1:34: expected the path of an attribute, such as 'address'"
            ),
            ("include: { file: a.yaml, prefx: a }\nrules: []", "did you mean 'prefix'?"),
        ]
        for (text, part) in rows {
            let errors = try RuleParts.errors(in: text)
            #expect(errors[0].contains(part) && errors[0].hasPrefix("main.yaml:1:"), "\(errors)")
        }
        #expect(throws: RuleSetError.self) { try RuleSet(parsing: "include: a.yaml\nrules: []") }
    }

    @Test func twoOfOneNameAreAnError() throws {
        let parts = try RuleParts([
            "ids.yaml": "rules: [{ attributes: x, type: required, id: one }]",
            "shapes.yaml": "shapes: { s: [[a, required]] }", "types.yaml": "types: { t: [string] }",
            "closed.yaml": "closed: true\nrules: [[a, required]]",
            "main.yaml": "include: ids.yaml\nrules: [{ attributes: y, type: required, id: one }]",
            "shape.yaml": "include: shapes.yaml\nshapes: { s: [[a, string]] }\nrules: [[v, shape, { name: s }]]",
            "type.yaml": "include: types.yaml\ntypes: { t: [integer] }\nrules: [[v, t]]",
            "prefix.yaml": "include: { file: closed.yaml, prefix: p }\nrules: []",
            "twice.yaml": """
            include: [{ file: shapes.yaml, prefix: p }, { file: shapes.yaml, prefix: q }]
            rules: [[v, shape, { name: s }]]
            """,
        ])
        defer { parts.remove() }
        #expect(parts.errors().contains { $0.contains("'one'") })
        #expect(parts.errors(["shape.yaml"]).first?.contains("the shape 's' is also in") == true)
        #expect(parts.errors(["type.yaml"]).first?.contains("the rule type 't' is also in") == true)
        #expect(parts.errors(["prefix.yaml"]).first?.contains("is closed") == true)
        #expect(parts.errors(["twice.yaml"]) == [])
    }

    @Test func textIncludesFilesOfAFolder() throws {
        let parts = try RuleParts(["a.json": #"{"rules": [["x", "required"]]}"#])
        defer { parts.remove() }
        let ruleSet = try RuleSet(parsing: #"{"include": ["a.json"], "rules": []}"#, directory: parts.directory.path)
        #expect(ruleSet.rules.count == 1)
    }

    @Test func depthIsLimited() throws {
        var files = ["main.yaml": "include: f0.yaml\nrules: []"]
        for index in 0..<20 { files["f\(index).yaml"] = "include: f\(index + 1).yaml\nrules: []" }
        let parts = try RuleParts(files)
        defer { parts.remove() }
        #expect(parts.errors().first?.contains("more than 16 files within files") == true)
    }

    @Test func includedFilesAreInTheDirectoryOfTheRuleFile() throws {
        let parts = try RuleParts([
            "secret": "root:$6$hash:19000:::\n", "shared.yaml": "rules: [[y, required]]",
            "rules/main.yaml": "include: ../shared.yaml\nrules: []", "rules/in.yaml": "include: a/../b.yaml\nrules: []",
            "rules/b.yaml": "rules: [[x, required]]", "rules/a/c.yaml": "include: ../b.yaml\nrules: []",
            "rules/deep.yaml": "include: a/c.yaml\nrules: []", "rules/none.yaml": "include: ../none.yaml\nrules: []",
            "rules/link.yaml": "include: linked.yaml\nrules: []",
        ])
        defer { parts.remove() }
        try FileManager.default.createSymbolicLink(
            atPath: parts.path("rules/linked.yaml"), withDestinationPath: parts.path("shared.yaml"))
        #expect(parts.errors(["rules/in.yaml"]) == [] && parts.errors(["rules/deep.yaml"]) == [])
        for name in ["main", "none", "link"] {
            let errors = parts.errors(["rules/\(name).yaml"])
            #expect(errors.count == 1 && errors[0].contains("is outside of the directory"), "\(errors)")
            #expect(errors[0].hasPrefix("rules/\(name).yaml:1:10: "), "\(errors)")
        }
        let wider = try RuleSet(contentsOf: parts.path("rules/main.yaml"), includeRoot: parts.directory.path)
        #expect(wider.rules.count == 1)
        for path in ["/etc/passwd", "/proc/self/environ", "../secret"] {
            #expect(throws: RuleSetError.self) {
                try RuleSet(parsing: "include: ['\(path)']\nrules: []", directory: parts.path("rules"))
            }
        }
    }

    @Test func anIncludedFileOfAnotherKindIsNotQuoted() throws {
        for text in [
            "root:$6$hash:19000:::\nuser:*:1::\n", "password: hunter2\n", "- hunter2\n", "\u{1}hunter2", "hunter2: [",
            "",
        ] {
            let parts = try RuleParts(["main.yaml": "include: other\nrules: []", "other": text])
            defer { parts.remove() }
            let errors = parts.errors()
            #expect(errors.count == 1 && errors[0].contains("'other' is not a rule file"), "\(errors)")
            #expect(errors[0].hasPrefix("main.yaml:1:10: ") && !errors[0].contains("hunter"), "\(errors)")
        }
        let typo = try RuleParts(["main.yaml": "include: other\nrules: []", "other": "rules: [[a, requird]\n"])
        defer { typo.remove() }
        #expect(typo.errors().first?.hasPrefix("other:") == true)
    }

    @Test(.timeLimit(.minutes(1))) func onlyRegularFilesAreIncluded() throws {
        let parts = try RuleParts(["main.yaml": "include: pipe\nrules: []"])
        defer { parts.remove() }
        #expect(mkfifo(parts.path("pipe"), 0o600) == 0)
        #expect(parts.errors() == ["main.yaml:1:10: cannot read pipe: it is not a regular file"])
        for path in ["/dev/ptmx", "/dev/zero", "/proc/self/environ", "/etc"] {
            #expect(throws: RuleSetError.self) {
                try RuleSet(parsing: "include: ['\(path)']\nrules: []", directory: "/", includeRoot: "/")
            }
        }
    }
}
