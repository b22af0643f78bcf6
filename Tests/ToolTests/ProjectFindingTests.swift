import Foundation
import TestSupport
import Testing

/// What `proviso check` says of a part of a project, of all records of an entry, and of mistakes in the project file.
@Suite(.waitingForProcesses) struct ProjectFindingTests {
    private static let project = """
        check:
          - { files: "[ab].csv", rules: r.yaml }
          - { files: "[cd].csv", rules: r.yaml }
        """
    private static let files = [
        "r.yaml": "rules: [[id, integer]]\ndataset: [[rows, { min: 4 }]]",
        "a.csv": "id\n1\n2\n", "b.csv": "id\n3\n4\n", "c.csv": "id\n5\n6\n", "d.csv": "id\n7\n8\n",
        "README.md": "# x",
    ]

    private static func tool(_ project: String = project, _ more: [String: String] = [:]) throws -> Tool {
        try ProjectTests.tool(project, files.merging(more) { $1 })
    }

    private static func json(_ result: Tool.Result) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    // MARK: a part of an entry

    @Test(arguments: [["a.csv"], ["a.csv", "README.md"], ["a.csv", "c.csv", "d.csv"]])
    func `rules about all records are not evaluated for a part of an entry`(_ names: [String]) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let note =
            "proviso.yaml:2:5: the rules about all records were not evaluated: not all files of the entry are named"
        let result = try ProjectTests.check(tool, ["--"] + names, environment: ["CI": "1"])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("note: \(note)\n"), "\(result.errors)")
        let summary = try #require(
            Self.json(ProjectTests.check(tool, ["-f", "json", "--"] + names))["summary"] as? [String: Any])
        #expect(summary["unevaluated"] as? [String] == [note])
        #expect((summary["notes"] as? [String])?.contains("note: \(note)") == true)
        // The records themselves are checked.
        try ProjectTests.write("id\nx\n", to: "a.csv", of: tool)
        #expect(try ProjectTests.check(tool, ["--"] + names).lines.count == 1)
    }

    @Test(arguments: [["a.csv", "b.csv"], ["."], ["./b.csv", "README.md", "a.csv"]])
    func `with all files of an entry they are evaluated`(_ names: [String]) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        try ProjectTests.write("id\n3\n", to: "b.csv", of: tool)
        let result = try ProjectTests.check(tool, names)
        #expect(result.status == 1 && result.lines.count == 1, "\(result.lines)")
        #expect(!result.errors.contains("not evaluated"), "\(result.errors)")
    }

    @Test func `an entry none of whose files are named is not run`() throws {
        let tool = try Self.tool(Self.project, ["r.yaml": "rules: [[id, intger]]"])
        defer { tool.remove() }
        let result = try ProjectTests.check(tool, "--fail-on", "error", "--", "README.md", environment: ["CI": "1"])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        #expect(
            result.errors == """
                0 records: 0 valid, 0 invalid
                warning: nothing was checked by proviso.yaml: there are no records: README.md is in no entry of proviso.yaml

                """, "\(result.errors)")
        #expect(try ProjectTests.check(tool, "a.csv").status == 2)
        // What the command line says of rules is not a mistake where there are none.
        let set = try ProjectTests.check(tool, "--set", "a=1", "--scenario", "s", "README.md")
        #expect(set.status == 0 && !set.errors.contains("error"), "\(set.errors)")
    }

    @Test func `a profile is not written from a part of an entry`() throws {
        let rules = "dataset: [[drift, { of: id, from: p.json, max: 100% }]]"
        let tool = try Self.tool("check: [{ files: \"[ab].csv\", rules: r.yaml }]", ["r.yaml": rules])
        defer { tool.remove() }
        let part = try ProjectTests.check(tool, "--write-profile", "p.json", "a.csv")
        #expect(part.status == 2 && part.errors.contains("not all of proviso.yaml:1:9 are named"), "\(part.errors)")
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "p.json").path()))
        #expect(try ProjectTests.check(tool, "--write-profile", "p.json", "b.csv", "a.csv").status == 0)
        #expect(try ProjectTests.check(tool, "a.csv").status == 0)
    }

    /// root reads every directory, so that one in place of a file of the name stands for it.
    @Test func `directories that lead to no file that is named are not searched`() throws {
        let tool = try Self.tool(
            "check: [{ files: \"**/*.csv\", rules: r.yaml }]", ["no/x.csv": "id\n1\n", "yes/b.csv": "id\n1\n"])
        defer { tool.remove() }
        let (no, sh) = (tool.folder.appending(path: "no").path(), "/bin/sh")
        // A user without rights, where the tests run as root.
        let start = getuid() == 0 ? "chmod 777 . && exec setpriv --reuid 65534 --clear-groups " : "exec "
        _ = try tool.run(program: sh, ["-c", "chmod 000 no"])
        defer { _ = chmod(no, 0o755) }
        func check(_ names: String) throws -> Tool.Result {
            try tool.run(program: sh, ["-c", "\(start)\(Tool.path) check --locale en \(names)"])
        }
        let named = try check("yes/b.csv")
        #expect(named.status == 0 && named.errors.contains("1 record: 1 valid"), "\(named.errors)")
        #expect(named.errors.contains("not all files of the entry are named"), "\(named.errors)")
        let all = try check("")
        #expect(all.status == 3 && all.errors.contains("error: no: Permission denied"), "\(all.errors)")
    }

    // MARK: findings about all records

    @Test func `what is about all records has the entry's patterns and place`() throws {
        let tool = try Self.tool(Self.project.replacingOccurrences(of: "[cd].csv", with: "c.csv"))
        defer { tool.remove() }
        try ProjectTests.write("id\n3\n", to: "b.csv", of: tool)
        let text = try ProjectTests.check(tool)
        #expect(
            text.lines.map { String($0.prefix { $0 != "(" }) } == [
                "[ab].csv: error: rows must be at least 4 ", "c.csv: error: rows must be at least 4 ",
            ], "\(text.lines)")
        let violations = try #require(
            Self.json(ProjectTests.check(tool, "-f", "json"))["violations"] as? [[String: Any]])
        #expect(violations.map { $0["file"] as? String } == ["[ab].csv", "c.csv"])
        #expect(violations.map { $0["entry"] as? String } == ["proviso.yaml:2:5", nil])
        let github = try ProjectTests.check(tool, "-f", "github").lines
        #expect(github[0].hasPrefix("::error file=proviso.yaml,line=2,col=5,title="), "\(github)")
        #expect(github[1].hasPrefix("::error file=c.csv,title="), "\(github)")
        let junit = try ProjectTests.check(tool, "-f", "junit").output
        #expect(junit.contains("<testsuite name=\"[ab].csv: all records\""), "\(junit)")
        let sarif = try ProjectTests.check(tool, "-f", "sarif").output
        #expect(sarif.contains("\"uri\":\"proviso.yaml\"") && sarif.contains("\"files\":\"[ab].csv\""), "\(sarif)")
    }

    @Test func `the entry is named as seen from the current directory`() throws {
        let tool = try Self.tool(Self.project, ["sub/x": ""])
        defer { tool.remove() }
        try ProjectTests.write("id\n3\n", to: "b.csv", of: tool)
        let command = "cd sub && \(Tool.path) check --project ../proviso.yaml --locale en"
        let result = try tool.run(program: "/bin/sh", ["-c", command])
        #expect(result.lines.first?.hasPrefix("../[ab].csv: error: rows") == true, "\(result.lines)")
    }

    @Test(arguments: [
        ("\"[ab].csv\"", "\"[ab].csv\"", true), ("\"*.csv\"", "\"[ab].csv\"", true), ("a.csv", "\"[ab].csv\"", false),
        ("a.csv", "a.csv", true), ("a.csv", "[a.csv, b.csv]", true), ("\"a.csv, b.csv\"", "[a.csv, b.csv]", true),
        ("b.csv", "\"[ab].csv\"", false), ("\"[cd].csv\"", "\"[ab].csv\"", false),
    ])
    func `an exception names the entry as its findings do`(_ name: String, _ files: String, _ matches: Bool) throws {
        let tool = try Self.tool(
            """
            check: [{ files: \(files), rules: r.yaml }]
            exceptions: [{ file: \(name), code: dataset.tooSmall, until: 2999-01-01, reason: r }]
            """)
        defer { tool.remove() }
        try ProjectTests.write("id\n3\n", to: "b.csv", of: tool)
        let result = try ProjectTests.check(tool)
        #expect(result.lines.count == (matches ? 0 : 1), "\(result.lines)")
        #expect(result.errors.contains("1 finding excepted") == matches, "\(result.errors)")
        let lint = try tool.run(["lint", "proviso.yaml"])
        #expect(lint.output.contains("matches no file that an entry has") == (name == "\"[cd].csv\""), "\(lint.output)")
    }

    @Test func `a baseline says how many findings about all records it leaves out`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        try ProjectTests.write("id\nx\n", to: "b.csv", of: tool)
        let result = try ProjectTests.check(tool, "--write-baseline", "base")
        #expect(
            result.errors.contains(
                "--write-baseline: 1 finding about all records is not in it: a baseline accepts findings about single records\n"
            ),
            "\(result.errors)")
        #expect(try ProjectTests.check(tool, "--write-baseline", "base", "c.csv").errors.contains("not in it") == false)
        #expect(try ProjectTests.check(tool, "--write-baseline", "base", "-q").errors.isEmpty)
    }

    // MARK: mistakes

    @Test(arguments: [
        ("set: { a: 1 }", "1", "unknown variable 'a': no rule file declares it"),
        ("set: { maxAge: x }", "x }", "the variable 'maxAge' must be an integer, not "),
        ("set: { mxAge: 1 }", "1", "unknown variable 'mxAge': no rule file declares it; did you mean 'maxAge'?"),
        ("records: items", "items", "records: expected a JSON Pointer, such as /data/items, found 'items'"),
        ("records: /items", "/items", "records is for JSON, and a.csv is a table"),
        ("collection: { k: b.csv }", "b.csv", "collection k: no rule uses 'k': no rule uses a collection"),
        ("scenario: update", "update", "unknown scenario 'update'"),
    ])
    func `a mistake in an entry has its place`(_ setting: String, _ value: String, _ error: String) throws {
        let project = "check: [{ files: a.csv, rules: r.yaml, \(setting) }]"
        let tool = try Self.tool(
            project,
            ["r.yaml": "variables: { maxAge: 120 }\nrules: [[id, integer, { max: \"${maxAge}\" }]]"])
        defer { tool.remove() }
        let start = try #require(project.ranges(of: value).last?.lowerBound)
        let place = "proviso.yaml:1:\(project.distance(from: project.startIndex, to: start) + 1): error: \(error)"
        for command in [["check"], ["check", "a.csv"], ["lint", "proviso.yaml"]] {
            let result = try tool.run(command)
            #expect(result.status == 2 && result.errors.contains(place), "\(place)\n\(result.errors)")
        }
    }

    @Test func `a typing mistake in an exception has its place and a suggestion`() throws {
        let project = """
            check:
              - { files: people.csv, rules: rules/people.yaml }
              - { files: a.csv, rules: r.yaml }
            exceptions:
              - { file: people.csv, code: email.invald, until: 2999-01-01, reason: r }
              - { file: people.csv, code: email.invalid, path: emial, until: 2999-01-01, reason: r }
              - { file: people.csv, code: email.invalid, path: email, until: 2999-01-01, reason: r }
              - { file: a.csv, code: dataset.tooSmall, path: rows, until: 2999-01-01, reason: r }
              - { file: a.csv, code: email.invalid, until: 2999-01-01, reason: r }
              - { file: a.csv, code: email.invald, until: 2020-01-01, reason: r }
            """
        let tool = try Self.tool(project)
        defer { tool.remove() }
        let warnings = [
            "proviso.yaml:5:31: warning: no rule of these files reports 'email.invald', so that this exception names no finding; did you mean 'email.invalid'?\n",
            "proviso.yaml:6:52: warning: no rule of these files is about 'emial', so that this exception names no finding; did you mean 'email'?\n",
            "proviso.yaml:9:26: warning: no rule of these files reports 'email.invalid', so that this exception names no finding\n",
            "proviso.yaml:10:5: warning: this exception has ended",
        ]
        let check = try ProjectTests.check(tool)
        for warning in warnings { #expect(check.errors.contains(warning), "\(warning)\n\(check.errors)") }
        #expect(!check.errors.contains("can be removed"), "\(check.errors)")
        let lint = try tool.run(["lint", "proviso.yaml"])
        #expect(lint.status == 1 && lint.lines.count == 4, "\(lint.output)")
        for warning in warnings { #expect(lint.output.contains(warning), "\(lint.output)") }
        // Of a part nobody knows what an exception is for.
        #expect(!(try ProjectTests.check(tool, "people.csv").errors.contains("no rule of these files")))
    }

    /// Items, values of them, codes of one's own, and what a schema finds in members that no rule names.
    @Test func `a code or path that rules can have is no mistake`() throws {
        let rules = """
            rules:
              - [items.*.sku, string, { min: 3 }]
              - [total, mine]
            types: { mine: { code: my.code, rules: [[number, { min: 1 }]] } }
            """
        let exceptions = [
            "code: string.tooShort, path: items.*.sku", "code: string.tooShort, path: items.3.sku", "code: my.code",
            "code: rule.fault", "code: string.tooShort, path: deep.inside",
        ]
        let tool = try Self.tool(
            "check:\n  - { files: i.ndjson, rules: i.yaml }\n  - { files: i.ndjson, schema: s.json }\nexceptions:\n"
                + exceptions.map { "  - { file: i.ndjson, \($0), until: 2999-01-01, reason: r }\n" }.joined(),
            ["i.yaml": rules, "i.ndjson": "{\"total\":5}\n", "s.json": "{\"type\":\"object\"}"])
        defer { tool.remove() }
        let lint = try tool.run(["lint", "proviso.yaml"])
        #expect(lint.errors.isEmpty && !lint.output.contains("reports '"), "\(lint.output)\(lint.errors)")
        #expect(!lint.output.contains("sku") && !lint.output.contains("deep"), "\(lint.output)")
    }
}
