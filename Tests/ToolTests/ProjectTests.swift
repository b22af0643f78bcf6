import Foundation
import TestSupport
import Testing

/// `proviso check` in a directory with a project file.
@Suite(.waitingForProcesses) struct ProjectTests {
    static let project = """
        check:
          - { files: "data/o*.csv", rules: rules/orders.yaml }
          - { files: [people.csv], rules: rules/people.yaml }
        """

    private static let files = [
        "rules/orders.yaml": "rules: [[total, number, { min: 0 }]]",
        "rules/people.yaml": "rules: [[email, email], [age, integer, { min: 18 }]]",
        "data/o1.csv": "total\n5\n", "data/o2.csv": "total\n-5\n-6\n", "data/x.csv": "total\n-7\n",
        "people.csv": "email,age\nbob@,17\nann@example.org,31\n",
    ]

    static func write(_ text: String, to file: String, of tool: Tool) throws {
        let url = tool.folder.appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    static func tool(_ project: String = project, _ more: [String: String] = [:]) throws -> Tool {
        let tool = try Tool()
        try FileManager.default.removeItem(at: tool.folder.appending(path: "rules.yaml"))
        for (file, text) in files.merging(more, uniquingKeysWith: { $1 }) { try write(text, to: file, of: tool) }
        try write(project, to: "proviso.yaml", of: tool)
        return tool
    }

    static func check(_ tool: Tool, _ options: String..., environment: [String: String] = [:]) throws
        -> Tool.Result
    {
        try check(tool, options, environment: environment)
    }

    static func check(_ tool: Tool, _ options: [String], environment: [String: String] = [:]) throws -> Tool.Result {
        try tool.run(["check", "--locale", "en"] + options, environment: environment)
    }

    // MARK: one report

    @Test func `check alone checks all entries, with one report and one summary`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let result = try Self.check(tool)
        #expect(
            result.lines == [
                "data/o2.csv:2:1: error: Total must be at least 0. [number.tooSmall /total]",
                "data/o2.csv:3:1: error: Total must be at least 0. [number.tooSmall /total]",
                "people.csv:2:1: error: Email must be a valid email address, such as name@example.com. [email.invalid /email]",
                "people.csv:2:6: error: Age must be at least 18. [number.tooSmall /age]",
            ])
        #expect(
            result.errors.hasPrefix("5 records: 2 valid, 3 invalid; 4 errors\n  2 number.tooSmall total\n"),
            "\(result.errors)")
        #expect(result.status == 1)
        for file in ["data/o2.csv", "people.csv"] {
            try Self.write("email,age,total\nann@example.org,31,1\n", to: file, of: tool)
        }
        let mended = try Self.check(tool)
        #expect(mended.status == 0 && mended.errors == "3 records: 3 valid, 0 invalid\n", "\(mended.errors)")
    }

    /// Records are numbered on, and what encloses the findings is written once.
    @Test(arguments: ["json", "sarif", "junit", "html", "csv", "ndjson", "github", "text"])
    func `each format has the findings of all entries in one document`(_ format: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let output = try Self.check(tool, "-f", format, "--jobs", "2").output
        for file in ["o2.csv", "people.csv"] { #expect(output.contains(file), "\(output)") }
        switch format {
        case "json", "sarif":
            let root = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            if format == "sarif" {
                let run = try #require((root["runs"] as? [[String: Any]])?.first)
                #expect((run["results"] as? [Any])?.count == 4)
                #expect((run["invocations"] as? [Any])?.count == 1)
            } else {
                let numbers = (root["violations"] as? [[String: Any]])?.map { $0["record"] as? Int }
                #expect(numbers == [2, 3, 4, 4])
                let summary = try #require(root["summary"] as? [String: Any])
                #expect(summary["records"] as? Int == 5 && summary["invalid"] as? Int == 3)
            }
        case "junit":
            #expect(output.ranges(of: "<testsuites").count == 1 && output.ranges(of: "all records\" tests").count == 1)
            #expect(output.contains("2 of 5 records are valid"))
        case "html":
            #expect(output.ranges(of: "<html").count == 1 && output.contains("rules/orders.yaml, rules/people.yaml"))
        case "csv": #expect(output.split(separator: "\r\n").count == 5, "\(output)")
        default: break
        }
    }

    @Test func `outputs of records have those of all entries`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let result = try Self.check(
            tool, "--invalid", "bad.csv", "--report", "json=r.json", "-q", "--normalized", "good.ndjson")
        #expect(result.status == 1 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        let bad = try String(contentsOf: tool.folder.appending(path: "bad.csv"), encoding: .utf8)
        #expect(bad == "total\n-5\n-6\nemail,age\nbob@,17\n")
        let good = try String(contentsOf: tool.folder.appending(path: "good.ndjson"), encoding: .utf8)
        #expect(good == "{\"total\":\"5\"}\n{\"email\":\"ann@example.org\",\"age\":\"31\"}\n")
    }

    @Test func `a limit of errors is that of the whole project`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        for (limit, findings) in [("1", 1), ("2", 2), ("3", 4)] {
            let result = try Self.check(tool, "--max-errors", limit, "-f", "json")
            let root = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect((root["violations"] as? [Any])?.count == findings)
            #expect(result.errors.contains("stopped at --max-errors \(limit)"))
        }
    }

    @Test func `unique and rules about all records are about one entry`() throws {
        let project = """
            check:
              - { files: a.csv, rules: rules/u.yaml }
              - { files: [a.csv, b.csv], rules: rules/u.yaml }
            """
        let rules = "rules: [[n, unique]]\ndataset: [[rows, { min: 2 }]]"
        let tool = try Self.tool(project, ["a.csv": "n\n1\n", "b.csv": "n\n1\n", "rules/u.yaml": rules])
        defer { tool.remove() }
        let lines = try Self.check(tool).lines
        #expect(lines.count == 2 && lines[0].hasPrefix("a.csv: error: "), "\(lines)")
        #expect(lines[1].hasPrefix("b.csv:2:1: error: ") && lines[1].contains("first in record 2"), "\(lines)")
    }

    // MARK: files of it

    @Test func `with files those of the entries are checked, and the entry is named`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let result = try Self.check(tool, "./data/o2.csv", "proviso.yaml")
        #expect(result.lines.count == 2 && result.status == 1)
        #expect(
            result.errors.hasPrefix(
                """
                note: proviso.yaml:2:5 has the rules for data/o2.csv: rules/orders.yaml
                note: proviso.yaml is in no entry of proviso.yaml: it was not checked
                """), "\(result.errors)")
        let directory = try Self.check(tool, "data")
        #expect(directory.errors.contains("note: data/x.csv is in no entry of proviso.yaml"), "\(directory.errors)")
        #expect(directory.errors.contains("has the rules for 2 files"))
    }

    @Test func `files of no entry are nothing that was checked`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let result = try Self.check(tool, "data/x.csv", "-f", "json")
        #expect(result.status == 0 && result.output.contains("\"records\":0"))
        #expect(
            result.errors.contains(
                "nothing was checked by proviso.yaml: there are no records: data/x.csv is in no entry of proviso.yaml"),
            "\(result.errors)")
        #expect(try Self.check(tool, "data/x.csv", environment: ["CI": "1"]).status == 4)
        let gone = try Self.check(tool, "none.csv", "people.csv")
        #expect(gone.status == 3 && gone.errors.contains("error: none.csv: No such file or directory"))
    }

    @Test func `a file that two entries have is checked by both`() throws {
        let more = "\n  - { files: \"**/*.csv\", rules: rules/all.yaml }\n"
        let tool = try Self.tool(
            Self.project + more, ["rules/all.yaml": "rules: [[total, number, { max: -6 }]]\noptional: [total]"])
        defer { tool.remove() }
        let result = try Self.check(tool, "data/o2.csv")
        #expect(
            result.lines.map { $0.prefix(13) } == ["data/o2.csv:2", "data/o2.csv:3", "data/o2.csv:2"], "\(result.lines)"
        )
        #expect(try Self.check(tool).errors.contains("11 records"), "each file twice, and x.csv")
    }

    /// The rule files and the project file are data only by their whole names.
    @Test(arguments: [
        (".", 6), ("data/", 6), ("data", 6), ("**", 6), ("./**/*", 6), ("rules/*.yaml", 0), ("rules/orders.yaml", 1),
    ])
    func `a directory in an entry means the data in it`(_ pattern: String, _ records: Int) throws {
        let tool = try Self.tool("check: [{ files: \"\(pattern)\", rules: rules/orders.yaml }]")
        defer { tool.remove() }
        for file in ["people.csv", "rules/people.yaml"] {
            try FileManager.default.removeItem(at: tool.folder.appending(path: file))
        }
        try Self.write("total\n1\n2\n", to: "data/sub/y.csv", of: tool)
        let result = try Self.check(tool)
        #expect(result.errors.hasPrefix("\(records) record"), "\(result.errors)")
    }

    @Test func `with rules on the command line the project file is not read`() throws {
        let tool = try Self.tool("check: 1")
        defer { tool.remove() }
        #expect(try Self.check(tool, "-r", "rules/orders.yaml", "data/o1.csv").status == 0)
        #expect(try Self.check(tool).errors.hasPrefix("proviso.yaml:1:8: error: check must be a list"))
    }

    // MARK: where it is

    @Test func `it is found above, up to the repository`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        func run(_ directory: String, _ options: [String] = []) throws -> Tool.Result {
            try tool.run(
                program: "/bin/sh",
                ["-c", "cd \(directory) && \(Tool.path) check --locale en \(options.joined(separator: " "))"])
        }
        let outside = try run("data")
        #expect(
            outside.status == 2 && outside.errors.contains("there is none here: see Docs/Projects.md"),
            "\(outside.errors)")
        try Self.write("", to: ".git/HEAD", of: tool)
        let inside = try run("data")
        #expect(
            inside.status == 1 && inside.errors.hasPrefix("note: the project file is ../proviso.yaml\n"),
            "\(inside.errors)")
        #expect(inside.lines.first?.hasPrefix("../data/o2.csv:2:1: ") == true)
        #expect(
            try run("data", ["o1.csv"]).errors.contains("note: ../proviso.yaml:2:5 has the rules for ../data/o1.csv"))
        // A repository in the repository ends the search.
        try Self.write("", to: "data/.git", of: tool)
        #expect(try run("data").status == 2)
        #expect(try run("data", ["--project", "../proviso.yaml"]).status == 1)
    }

    @Test func `two project files beside each other, and none, are mistakes`() throws {
        let tool = try Self.tool(Self.project, ["proviso.json": "{\"check\":[]}"])
        defer { tool.remove() }
        #expect(try Self.check(tool).errors.contains("error: there are proviso.yaml and proviso.json: remove one"))
        for (options, error) in [
            (["--project", "none.yaml"], "error: cannot read none.yaml: No such file or directory"),
            (
                ["--project", "proviso.yaml", "-r", "rules/orders.yaml"],
                "error: --project proviso.yaml and --rules: give one"
            ),
            (
                ["--project", "rules/orders.yaml"],
                "rules/orders.yaml:1:1: error: this is a rule file, and not a project file"
            ),
            (["--project", "proviso.yaml", "-"], "error: standard input has no name"),
            (["--project", "proviso.yaml", "--stats"], "error: --stats is for one set of rules"),
            (
                ["--project", "proviso.yaml", "--checkpoint", "c", "-o", "o"],
                "error: --checkpoint is for one set of rules"
            ),
        ] {
            let result = try tool.run(["check"] + options)
            #expect(result.status == 2 && result.errors.contains(error), "\(options): \(result.errors)")
        }
    }

    // MARK: entries

    @Test func `a pattern without files is a warning, and fails where CI is set`() throws {
        let tool = try Self.tool(
            Self.project + "\n  - { files: [people.csv, \"old/*.csv\"], rules: rules/people.yaml }")
        defer { tool.remove() }
        for file in ["data/o2.csv", "people.csv"] {
            try Self.write("email,age,total\nann@example.org,31,1\n", to: file, of: tool)
        }
        // A JSON object has a member once.
        let json = try Self.check(tool, "-f", "json").output
        #expect(json.split(separator: "\"nothingChecked\":", omittingEmptySubsequences: false).count == 2, "\(json)")
        let result = try Self.check(tool)
        let warning =
            "warning: nothing was checked by rules/people.yaml: proviso.yaml:4:27: 'old/*.csv' matches no file\n"
        #expect(result.status == 0 && result.errors.contains(warning), "\(result.errors)")
        #expect(try Self.check(tool, environment: ["CI": "1"]).status == 4)
        #expect(try Self.check(tool, "people.csv", environment: ["CI": "1"]).status == 0)
    }

    @Test func `an entry says how its files are read, and options have priority`() throws {
        let project = """
            check:
              - files: a.txt
                rules: r.yaml
                set: { top: 5 }
                input-format: csv
                delimiter: ;
                null: NA
                scenario: strict
                collection: { known: k.csv }
            """
        let rules = """
            variables: { top: 1 }
            rules:
              - [n, integer, { max: "${top}" }]
              - { attributes: m, type: required, on: strict }
              - [m, exist, { target: known, targetAttribute: m }]
            """
        let tool = try Self.tool(project, ["a.txt": "n;m\n5;x\n6;y\n1;NA\n", "r.yaml": rules, "k.csv": "m\nx\n"])
        defer { tool.remove() }
        let codes = { (result: Tool.Result) in result.lines.map { String($0.split(separator: "[").last ?? "") } }
        let result = try Self.check(tool)
        #expect(
            codes(result) == ["number.tooBig /n]", "exist.invalid /m]", "required.blank /m]"],
            "\(result.lines) \(result.errors)")
        #expect(try Self.check(tool, "--set", "top=6").lines.count == 2)
        #expect(try Self.check(tool, "--collection", "known=a.txt", "--input-format", "csv").status != 0)
    }

    @Test func `mistakes in values have their place`() throws {
        let tool = try Self.tool(
            """
            check:
              - { files: people.csv, rules: rules/none.yaml, input-format: cvs }
              - { files: people.csv, rules: ../x.yaml }
              - { files: people.csv, rules: rules/people.yaml, baseline: /etc/passwd, delimiter: ab }
            """)
        defer { tool.remove() }
        let result = try Self.check(tool)
        #expect(result.status == 2)
        for error in [
            "proviso.yaml:2:33: error: cannot read rules/none.yaml: No such file or directory\n",
            "proviso.yaml:2:64: error: input-format: expected one of auto, ndjson, json, csv, tsv, yaml, toml, found 'cvs'; did you mean 'csv'?\n",
            "proviso.yaml:3:33: error: '../x.yaml' is not below the directory of the project file",
            "proviso.yaml:4:62: error: '/etc/passwd' is not below the directory of the project file",
            "proviso.yaml:4:86: error: delimiter: expected one ASCII character",
        ] { #expect(result.errors.contains(error), "\(result.errors)") }
    }

    /// What was cloned gives no rights.
    @Test func `links out of the project are not followed`() throws {
        let tool = try Self.tool(
            "check: [{ files: [\"l*.csv\", \"in/*.csv\", \"**/s*.csv\"], rules: rules/link.yaml }]")
        defer { tool.remove() }
        let outside = tool.folder.appendingPathExtension("other")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: outside) }
        try Data("total\n-1\n".utf8).write(to: outside.appending(path: "secret.csv"))
        try Data("rules: []".utf8).write(to: outside.appending(path: "r.yaml"))
        for (name, target) in [("link.csv", "secret.csv"), ("in", ""), ("rules/link.yaml", "r.yaml")] {
            try FileManager.default.createSymbolicLink(
                at: tool.folder.appending(path: name), withDestinationURL: outside.appending(path: target))
        }
        let refused = try Self.check(tool)
        #expect(
            refused.errors.contains("error: 'rules/link.yaml' is not below the directory of the project file"),
            "\(refused.errors)")
        try FileManager.default.removeItem(at: tool.folder.appending(path: "rules/link.yaml"))
        try Self.write("rules: [[total, number, { min: 0 }]]", to: "rules/link.yaml", of: tool)
        let result = try Self.check(tool)
        #expect(result.lines.isEmpty && result.errors.contains("there are no records"), "\(result.errors)")
    }

    @Test func `an entry's baseline accepts its findings`() throws {
        let tool = try Self.tool("check: [{ files: people.csv, rules: rules/people.yaml, baseline: base }]")
        defer { tool.remove() }
        let written = try Self.check(tool, "-r", "rules/people.yaml", "people.csv", "--write-baseline", "base", "-q")
        #expect(written.status == 0)
        let result = try Self.check(tool)
        #expect(result.status == 0 && result.errors.contains("; 2 findings in the baseline"), "\(result.errors)")
    }

    // MARK: exceptions

    private static func excepting(_ exceptions: String...) -> String {
        project + "\nexceptions:\n" + exceptions.map { "  - { \($0), reason: r }\n" }.joined()
    }

    @Test func `what an exception names is no error, and is counted`() throws {
        let tool = try Self.tool(
            Self.excepting(
                "file: people.csv, code: email.invalid, path: email, until: 2999-01-01",
                "file: \"data/*\", code: number.tooSmall, until: 2999-01-01"))
        defer { tool.remove() }
        let result = try Self.check(tool)
        #expect(result.lines == ["people.csv:2:6: error: Age must be at least 18. [number.tooSmall /age]"])
        #expect(
            result.errors == "5 records: 2 valid, 3 invalid; 1 error; 3 findings excepted\n  1 number.tooSmall age\n",
            "\(result.errors)")
        try Self.write("email,age\nbob@,18\n", to: "people.csv", of: tool)
        let mended = try Self.check(tool, "-f", "json")
        #expect(mended.status == 0)
        #expect(
            mended.output.contains(
                "\"acceptedRecords\":3,\"excepted\":{\"proviso.yaml:5:5\":1,\"proviso.yaml:6:5\":2}"),
            "\(mended.output)")
    }

    @Test func `an exception that has ended counts no longer, and one without findings can go`() throws {
        let tool = try Self.tool(
            Self.excepting(
                "file: people.csv, code: email.invalid, until: 2020-02-29",
                "file: people.csv, code: email.invalid, path: age, until: 2999-01-01",
                "file: people.csv, code: number.tooSmall, path: email, until: 2999-01-01"))
        defer { tool.remove() }
        let result = try Self.check(tool)
        #expect(result.lines.count == 4 && !result.errors.contains("excepted"))
        let ended = "proviso.yaml:5:5: warning: this exception has ended on 2020-02-29 (r): its findings count"
        let idle = ["6", "7"].map {
            "proviso.yaml:\($0):5: warning: this exception names no finding (r): it can be removed\n"
        }
        for warning in [ended] + idle { #expect(result.errors.contains(warning), "\(result.errors)") }
        // Of a part of the project nobody knows what the exceptions are for.
        let part = try Self.check(tool, "data/o1.csv")
        #expect(part.errors.contains(ended) && !part.errors.contains("can be removed"), "\(part.errors)")
        #expect(try Self.check(tool, "-q").errors.isEmpty)
    }

    @Test func `a baseline does not take over what an exception names`() throws {
        let tool = try Self.tool(Self.excepting("file: people.csv, code: email.invalid, until: 2999-01-01"))
        defer { tool.remove() }
        #expect(try Self.check(tool, "--write-baseline", "base", "-q").status == 0)
        let base = try String(contentsOf: tool.folder.appending(path: "base"), encoding: .utf8)
        #expect(base.split(separator: "\n").count == 4 && !base.contains("email.invalid"), "\(base)")
        let result = try Self.check(tool, "--baseline", "base")
        #expect(
            result.status == 0 && result.errors.contains("3 findings in the baseline; 1 finding excepted"),
            "\(result.errors)")
    }

    @Test func `paths of items and rules about all records can be excepted`() throws {
        let rules = "rules: [[items.*.n, integer]]\ndataset: [[rows, { min: 9 }]]"
        let data = "{\"items\":[{\"n\":\"x\"},{\"n\":\"y\"}]}\n"
        let entry = "check: [{ files: [a.ndjson, b.ndjson], rules: i.yaml }]\nexceptions:\n"
        let rows = [
            ("path: items.*.n", "integer.type", 1), ("path: items.1.n", "integer.type", 3),
            ("path: items.2.n", "integer.type", 5), ("reason: r", "dataset.tooSmall", 4),
        ]
        let tool = try Self.tool(entry, ["a.ndjson": data, "b.ndjson": data, "i.yaml": rules])
        defer { tool.remove() }
        for (path, code, left) in rows {
            let more = path == "reason: r" ? path : "\(path), reason: r"
            try Self.write(
                entry + "  - { file: \"*.ndjson\", code: \(code), until: 2999-01-01, \(more) }", to: "proviso.yaml",
                of: tool)
            let result = try Self.check(tool)
            #expect(result.lines.count == left, "\(path): \(result.lines)")
        }
    }

    @Test func `lint shows mistakes, patterns without files and exceptions that have ended`() throws {
        let tool = try Self.tool(
            Self.excepting(
                "file: people.csv, code: email.invalid, until: 2020-02-29", "file: old.csv, code: x, until: 2999-01-01")
        )
        defer { tool.remove() }
        try FileManager.default.removeItem(at: tool.folder.appending(path: "data/o1.csv"))
        try FileManager.default.removeItem(at: tool.folder.appending(path: "data/o2.csv"))
        let result = try tool.run(["lint", "proviso.yaml"])
        #expect(result.status == 1)
        #expect(
            result.lines.map { $0.prefix { $0 != "(" } } == [
                "proviso.yaml:2:14: warning: 'data/o*.csv' matches no file",
                "proviso.yaml:6:13: warning: 'old.csv' matches no file that an entry has: no finding is there",
                "proviso.yaml:5:5: warning: this exception has ended on 2020-02-29 ",
            ], "\(result.lines)")
        try Self.write("check: [{ file: a }]", to: "proviso.yaml", of: tool)
        let wrong = try tool.run(["lint", "proviso.yaml"])
        #expect(wrong.status == 2 && wrong.errors.contains("proviso.yaml:1:11: error: an entry has no key 'file'"))
    }

    // MARK: watch

    @Test func `watch checks again when a file changes, comes or is a rule file`() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = ["check", "--watch", "--locale", "en"]
        process.currentDirectoryURL = tool.folder
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        var text = ""
        func wait(for part: String) {
            while !text.contains(part) {
                let data = errors.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            #expect(text.contains(part), "\(text)")
            // The next part may have come with this one.
            text = text.ranges(of: part).first.map { String(text[$0.upperBound...]) } ?? ""
        }
        wait(for: "Ctrl-C ends")
        try Self.write("total\n-5\n-6\n-7\n", to: "data/o2.csv", of: tool)
        wait(for: "6 records: 2 valid, 4 invalid")
        wait(for: "Ctrl-C ends")
        try Self.write("total\n1\n", to: "data/o3.csv", of: tool)
        wait(for: "7 records: 3 valid, 4 invalid")
        wait(for: "Ctrl-C ends")
        try Self.write("rules: [[total, nmber]]", to: "rules/orders.yaml", of: tool)
        wait(for: "did you mean 'number'?")
        wait(for: "Ctrl-C ends")
        try Self.write("rules: [[total, number]]", to: "rules/orders.yaml", of: tool)
        wait(for: "7 records: 6 valid, 1 invalid")
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
    }

    @Test(arguments: [["-"], ["--files-from", "-"], ["--checkpoint", "c", "-o", "o", "people.csv"]])
    func `watch needs files, and no checkpoint`(_ options: [String]) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let result = try tool.run(["check", "-r", "rules/people.yaml", "--watch"] + options)
        #expect(result.status == 2 && result.errors.contains("error: --watch"), "\(result.errors)")
    }
}
