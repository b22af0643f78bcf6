import Foundation
import TestSupport
import Testing

/// Directories and lists of names as inputs of `check`.
@Suite(.waitingForProcesses) struct DirectoryInputTests {
    /// A directory `data` with one good record in each of some files.
    private static func tool(_ files: [String]) throws -> Tool {
        let tool = try Tool(rules: "rules: [[n, integer]]")
        for file in files { try write("{\"n\":1}\n", to: file, of: tool) }
        return tool
    }

    private static func write(_ text: String, to file: String, of tool: Tool) throws {
        let url = tool.folder.appending(path: file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private static let check = ["check", "-r", "rules.yaml", "--locale", "en"]

    @Test func `a directory means the data in it and below, by name`() throws {
        let tool = try Self.tool(["data/b.ndjson", "data/a.json", "data/sub/c.jsonl"])
        defer { tool.remove() }
        for file in ["data/sub/c.jsonl", "data/b.ndjson", "data/a.json"] {
            try Self.write("{\"n\":\"x\"}\n", to: file, of: tool)
        }
        try Self.write("text", to: "data/README", of: tool)
        try Self.write("{\"n\":\"x\"}", to: "data/.hidden.json", of: tool)
        try Self.write("{\"n\":\"x\"}", to: "data/.git/x.json", of: tool)
        let result = try tool.run(Self.check + ["data"])
        #expect(result.lines.map { $0.prefix { $0 != ":" } } == ["data/a.json", "data/b.ndjson", "data/sub/c.jsonl"])
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "note: data: 3 files and directories were left out (README, .git, .hidden.json): hidden"),
            "\(result.errors)")
    }

    @Test func `links that lead out of the directory, and to directories in it, are not followed`() throws {
        let tool = try Self.tool(["data/a.json", "data/sub/b.json", "other/c.json"])
        defer { tool.remove() }
        for (name, target) in [
            ("out.json", "../other/c.json"), ("outer", "../other"), ("loop", "."), ("gone.json", "x"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: tool.folder.appending(path: "data/\(name)").path(), withDestinationPath: target)
        }
        let result = try tool.run(Self.check + ["data"])
        #expect(result.status == 0 && result.errors.contains("2 records: 2 valid, 0 invalid\n"), "\(result.errors)")
        #expect(
            result.errors.contains(
                "note: data: 4 files and directories were left out (gone.json, loop, out.json, …): hidden"),
            "\(result.errors)")
    }

    @Test func `an ending says the format in capitals, too`() throws {
        let tool = try Self.tool(["data/A.JSON", "data/L.JsonL"])
        defer { tool.remove() }
        for (file, text) in [("JAN.CSV", "n\n1\nx\n"), ("Y.YML", "n: y\n"), ("T.TSV", "a\tn\n1\tz\n")] {
            try Self.write(text, to: "data/\(file)", of: tool)
        }
        _ = try tool.run(program: "/bin/gzip", ["-S", ".GZ", "-k", "data/JAN.CSV"])
        let files = ["data/JAN.CSV", "data/JAN.CSV.GZ", "data/T.TSV", "data/Y.YML"]
        for inputs in [["data"], ["data/A.JSON", "data/L.JsonL"] + files] {
            let result = try tool.run(Self.check + inputs)
            #expect(result.lines.map { String($0.prefix { $0 != ":" }) } == files, "\(result.lines) \(result.errors)")
            #expect(!result.errors.contains("left out"), "\(result.errors)")
        }
    }

    /// Such a name cannot be given on the command line, but a directory can have it.
    @Test func `a file whose name is not UTF-8 is named as such`() throws {
        let tool = try Self.tool(["data/a.json"])
        defer { tool.remove() }
        for name in ["m\\374ller.csv", "k\\366ln.csv"] {
            _ = try tool.run(program: "/bin/sh", ["-c", "printf 'n\\nx\\n' > \"$(printf 'data/\(name)')\""])
            let count = name.hasPrefix("m") ? "a name is" : "2 names are"
            let result = try tool.run(Self.check + ["data"])
            #expect(
                result.status == 0 && result.errors.contains("note: data: \(count) not UTF-8, such as data/")
                    && result.errors.contains("not read: rename "), "\(result.errors)")
            try Self.write("check: [{ files: \"data/*\", rules: rules.yaml }]", to: "proviso.yaml", of: tool)
            let project = try tool.run(["check"])
            #expect(project.errors.contains("note: proviso.yaml:1:18: \(count) not UTF-8"), "\(project.errors)")
        }
    }

    @Test(arguments: [
        ("dta/a.json", ""), ("data\\a.json", "; did you mean 'data/a.json'?"),
        ("data/b.json", "; did you mean 'data/a.json'?"), ("data/quarter.json", ""),
    ])
    func `an input that does not exist has a hint, and no figures`(_ name: String, _ hint: String) throws {
        let tool = try Self.tool(["data/a.json"])
        defer { tool.remove() }
        try Self.write("rules: [[n, integer]]\ndataset: [[rows, { min: 9 }]]", to: "rules.yaml", of: tool)
        let alone = try tool.run(Self.check + [name])
        #expect(alone.status == 3 && alone.output.isEmpty, "\(alone.output)")
        #expect(alone.errors == "error: \(name): No such file or directory\(hint)\n", "\(alone.errors)")
        let both = try tool.run(Self.check + ["data/a.json", name, "-f", "json"])
        #expect(both.status == 3 && !both.output.contains("dataset.tooSmall"), "\(both.output)")
        let reason = "the rules about all records were not evaluated: some of the data could not be read"
        #expect(both.output.contains("\"unevaluated\":[\"\(reason)\"]"), "\(both.output)")
        #expect(both.errors.contains("note: \(reason)\n"), "\(both.errors)")
        #expect(try tool.run(Self.check + ["data/a.json"]).status == 1)
    }

    @Test(arguments: [
        ("rulse.yaml", "rules.yaml"), ("rules.yml", "rules.yaml"), ("./rules.yam", "./rules.yaml"), ("x/a.yaml", nil),
        ("data.csv", nil),
    ])
    func `a rule file that does not exist has a suggestion`(_ name: String, _ near: String?) throws {
        let tool = try Self.tool(["a.json", "dataa.csv"])
        defer { tool.remove() }
        let hint = near.map { "; did you mean '\($0)'?" } ?? ""
        let result = try tool.run(["check", "-r", name, "a.json"])
        #expect(
            result.status == 2 && result.errors == "error: cannot read \(name): No such file or directory\(hint)\n",
            "\(result.errors)")
        guard let near else { return }
        try Self.write("check: [{ files: a.json, rules: \(name) }]", to: "proviso.yaml", of: tool)
        let project = try tool.run(["check"])
        #expect(project.errors.contains("proviso.yaml:1:33: error: cannot read \(name): No such"), "\(project.errors)")
        #expect(project.errors.contains("; did you mean '\(near)'?"), "\(project.errors)")
    }

    @Test func `a directory without data is an input without records`() throws {
        let tool = try Self.tool(["data/sub/notes.txt"])
        defer { tool.remove() }
        let result = try tool.run(Self.check + ["data"])
        #expect(result.status == 0)
        let warning = "warning: nothing was checked: there are no records: data has no data files\n"
        #expect(result.errors.contains(warning), "\(result.errors)")
        #expect(try tool.run(Self.check + ["data"], environment: ["CI": "true"]).status == 4)
        let json = try tool.run(Self.check + ["data", "-f", "json"]).output
        #expect(json.contains("\"emptyInputs\":[{\"file\":\"data\",\"reason\":\"has no data files\"}]"), "\(json)")
    }

    /// The rule file, one that it includes, a baseline and the report of an earlier run are in the same directory.
    @Test func `what the run itself reads and writes is no data of its directory`() throws {
        let tool = try Self.tool(["a.json"])
        defer { tool.remove() }
        try Self.write("include: [common.yaml]", to: "rules.yaml", of: tool)
        try Self.write("rules: [[n, integer]]", to: "common.yaml", of: tool)
        let options = ["-o", "out.json", "--report", "csv=out.csv"]
        for _ in 0..<2 {
            let result = try tool.run(Self.check + options + ["."])
            #expect(result.status == 0 && result.errors.contains("1 record: 1 valid, 0 invalid\n"), "\(result.errors)")
        }
        // Another rule file is data in YAML, as any other.
        try Self.write("n: x", to: "more.yaml", of: tool)
        #expect(try tool.run(Self.check + options + ["."]).status == 1)
    }

    @Test(arguments: [
        ("\n", "a.json\nsub\n\nb b.json"), ("\r\n", "a.json\r\nsub\r\nb b.json\r\n"),
        ("NUL", "a.json\0sub\0b b.json\0"),
    ])
    func `names come from a file or from standard input`(_ end: String, _ list: String) throws {
        let tool = try Self.tool(["a.json", "sub/c.json", "b b.json", "d.json"])
        defer { tool.remove() }
        try Self.write(list, to: "list", of: tool)
        for (option, input) in [("list", ""), ("-", list)] {
            let result = try tool.run(Self.check + ["--files-from", option, "d.json"], input: Array(input.utf8))
            #expect(result.status == 0 && result.errors.contains("4 records: 4 valid"), "\(end): \(result.errors)")
        }
    }

    @Test func `a list without names checks nothing, and no standard input`() throws {
        let tool = try Self.tool([])
        defer { tool.remove() }
        let result = try tool.run(Self.check + ["--files-from", "-"], input: [0x0A])
        #expect(result.status == 0 && result.errors.contains("warning: nothing was checked: there are no records\n"))
    }

    @Test func `a list that cannot be read, or that is an input too, is refused`() throws {
        let tool = try Self.tool(["a.json"])
        defer { tool.remove() }
        try Self.write("a.json\n", to: "list", of: tool)
        try tool.write([0x61, 0xFF, 0x0A], to: "wrong")
        let rows: [([String], Int32, String)] = [
            (["--files-from", "none"], 2, "error: --files-from none: No such file or directory"),
            (["--files-from", "wrong"], 2, "error: --files-from wrong: the name number 1 is not UTF-8"),
            (["--files-from", "-", "-"], 2, "error: standard input is named twice"),
            (["--files-from", "list", "-o", "list"], 2, "error: --output list is also the file of --files-from"),
            (["--files-from", "list", "none.json"], 3, "error: none.json: No such file or directory"),
        ]
        for (options, status, error) in rows {
            let result = try tool.run(Self.check + options)
            #expect(result.status == status && result.errors.contains(error), "\(options): \(result.errors)")
        }
        #expect(try String(contentsOf: tool.folder.appending(path: "list"), encoding: .utf8) == "a.json\n")
    }
}
