import Foundation
import Proviso
import ProvisoRuleFiles
import Testing

/// The form of project files, and of the patterns in them.
struct ProjectFileTests {
    private func errors(_ text: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "proviso-\(UUID().uuidString).yaml").path()
        try Data(text.utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        do throws(RuleSetError) {
            _ = try ProjectFile(contentsOf: file)
            return []
        } catch {
            return error.diagnostics.map { "\($0.text(kind: "error: ").dropFirst(file.count + 1))" }
        }
    }

    private static let entry = "{ files: a.csv, rules: r.yaml }"

    @Test(arguments: [
        ("check: []", "1:8: error: check must be a list, such as '- { files: data/*.csv, rules: rules.yaml }'"),
        (
            "chek: [x]",
            "1:1: error: a project file has no key 'chek' (it has check and exceptions); did you mean 'check'?"
        ),
        ("check: [x]", "1:9: error: an entry must be a mapping with the keys 'files' and 'rules'"),
        ("check: [{ rules: r.yaml }]", "1:9: error: the entry's key 'files' is missing"),
        ("check: [{ files: a }]", "1:9: error: the entry's key 'rules' is missing, or 'schema' or 'contract'"),
        (
            "check: [{ files: a, rules: r, format: csv }]",
            "1:31: error: an entry has no key 'format' (it has files, rules, schema, contract, scenario, set, collection, "
                + "baseline, input-format, delimiter, encoding, records, null); did you mean 'input-format'?"
        ),
        ("check: [{ files: [], rules: r }]", "1:18: error: expected a string, or a list of strings"),
        ("check: [{ files: [[a]], rules: r }]", "1:19: error: expected a string, or a list of strings"),
        ("check: [{ files: ~, rules: r }]", "1:18: error: expected a string, or a list of strings"),
        ("check: [{ files: \"[a\", rules: r }]", "1:18: error: the pattern '[a' has '[' without ']'"),
        (
            "check: [{ files: ../a, rules: r }]",
            "1:18: error: '../a' is not below the directory of the project file, where all files of a project are"
        ),
        (
            "check: [{ files: /a/*, rules: r }]",
            "1:18: error: '/a/*' is not below the directory of the project file, where all files of a project are"
        ),
        (
            "check: [{ files: a, rules: r, collection: c.csv }]",
            "1:43: error: expected files by name, such as { countries: countries.csv }"
        ),
        (
            "check: [{ files: a, rules: r, set: { x: {} } }]",
            "1:41: error: expected values by name, such as { maxAge: 120 }"
        ),
        (
            "rules: [[a, required]]",
            "1:1: error: this is a rule file, and not a project file: give it with --rules, and the files to check"
        ),
        ("exceptions: []", "1:1: error: the key 'check' is missing"),
        ("x", "1:1: error: a project file must be a mapping with the key 'check'"),
        ("", "1:1: error: the file is empty"),
    ])
    func `a mistake has its place and what to write`(_ text: String, _ expected: String) throws {
        let found = try errors(text)
        #expect(found.contains(expected), "\(found)")
    }

    @Test(arguments: [
        ("{}", ["the exception's key 'file' is missing", "the exception's key 'code' is missing"]),
        (
            "{ file: a, code: c, reason: r }",
            ["the exception's key 'until' is missing: the last day on which it counts, such as 2027-01-31"]
        ),
        ("{ file: a, code: c, until: 2027-01-31 }", ["the exception's key 'reason' is missing"]),
        ("{ file: a, code: c, until: 2027-01-31, reason: \" \" }", ["expected a string"]),
        (
            "{ file: a, code: c, until: 2027-02-30, reason: r }",
            ["expected a day, such as 2027-01-31, found '2027-02-30'"]
        ),
        ("{ file: a, code: c, until: soon, reason: r }", ["expected a day, such as 2027-01-31, found 'soon'"]),
        (
            "{ file: ../a, code: c, until: 2027-01-31, reason: r }",
            ["'../a' is not below the directory of the project file"]
        ),
        ("{ file: a, code: c, until: 2027-01-31, because: r }", ["did you mean 'reason'?"]),
    ])
    func `an exception needs a reason and a day`(_ exception: String, _ expected: [String]) throws {
        let found = try errors("check: [\(Self.entry)]\nexceptions: [\(exception)]")
        for reason in expected { #expect(found.contains { $0.hasPrefix("2:") && $0.contains(reason) }, "\(found)") }
    }

    @Test func `what is right has no mistakes`() throws {
        #expect(try errors("check: [\(Self.entry)]\nexceptions: []\n") == [])
        #expect(
            try errors(
                "check: [{ files: [a, b], rules: [r], schema: s, scenario: x, set: { a: 1, b: [x, y] }, collection: { c: c }, "
                    + "baseline: b, input-format: csv, delimiter: ;, encoding: latin1, records: /x, null: [NA, ''] }]\n"
                    + "exceptions: [{ file: a, code: c, until: 2027-01-31, reason: r }]") == [])
    }

    @Test(arguments: [
        ("*.csv", ["a.csv", ".csv"], [true, false]),
        ("a?c", ["abc", "aäc", "ac", "abbc"], [true, true, false, false]),
        ("[a-c]x", ["bx", "dx", "-x"], [true, false, false]), ("[!a]", ["b", "a", ""], [true, false, false]),
        ("[]]", ["]", "a"], [true, false]), ("[a-]", ["-", "b"], [true, false]), ("[[]", ["[", "a"], [true, false]),
        (".*", [".a", "a"], [true, false]), ("*a*b*", ["xaxbx", "ab", "ba"], [true, true, false]),
        ("*", ["", "日本語", "e\u{301}"], [true, true, true]), ("?", ["\u{1F600}", "e\u{301}"], [true, false]),
    ])
    func `a name matches a pattern`(_ pattern: String, _ names: [String], _ expected: [Bool]) throws {
        guard case .wild(let pieces)? = FilePattern(pattern)?.parts.first else {
            Issue.record("\(pattern) has no wildcard")
            return
        }
        #expect(names.map { FilePattern.matches($0, pieces) } == expected)
    }

    /// Without it, twenty stars would take ages.
    @Test func `many stars take no longer than their product with the name`() throws {
        let stars = String(repeating: "*a", count: 40) + "b"
        guard case .wild(let pieces)? = FilePattern(stars)?.parts.first else { return }
        #expect(!FilePattern.matches(String(repeating: "a", count: 5_000), pieces))
    }
}
