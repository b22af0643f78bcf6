import Foundation
import TestSupport
import Testing

/// Cases of `proviso test` in files, and those that expect what can never be found.
@Suite(.waitingForProcesses) struct CaseFileTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func tool(_ rules: String = "rules: [[name, required]]\n") throws -> Tool {
        let tool = try Tool(rules: rules)
        for folder in ["valid", "invalid"] {
            try FileManager.default.createDirectory(
                at: tool.folder.appending(path: "rules.cases/\(folder)"), withIntermediateDirectories: true)
        }
        return tool
    }

    @Test func `a byte order mark is no part of a case`() throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(Self.mark + Array("{\"record\":{},\"valid\":false}\n".utf8), to: "rules.cases.ndjson")
        try tool.write(Self.mark + Array("{\"name\":\"a\"}".utf8), to: "rules.cases/valid/a.json")
        try tool.write(Self.mark + Array("{}\n{}\n".utf8), to: "rules.cases/invalid/b.ndjson")
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0 && result.errors.contains("4 cases passed"), "\(result.errors)")
    }

    /// Cases are found by their names, so a repository could make a link of one.
    @Test func `cases that lead out of the directory show no text`() throws {
        let tool = try tool()
        defer { tool.remove() }
        let secret = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        try Data("{\"TOPSECRET\": 1}\n".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        for name in [
            "rules.cases.ndjson", "rules.cases/a.ndjson", "rules.cases/valid/a.json", "rules.cases/valid/b.yaml",
        ] {
            let link = tool.folder.appending(path: name).path()
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret.path())
            let result = try tool.run(["test", "rules.yaml"])
            #expect(
                result.status == 2 && result.errors.contains("leads out of the directory"), "\(name): \(result.errors)")
            #expect(!(result.errors + result.output).contains("TOPSECRET"))
            try FileManager.default.removeItem(atPath: link)
        }
        let named = try tool.run(["test", "rules.yaml", "--cases", secret.path()])
        #expect(named.errors.contains("TOPSECRET"), "\(named.errors)")
    }

    struct Broken: Sendable {
        let file: String
        let bytes: [UInt8]
        let error: String

        init(_ file: String, _ text: String, _ error: String, then rest: [UInt8] = []) {
            (self.file, bytes, self.error) = (file, Array(text.utf8) + rest, error)
        }
    }

    private static let empty = "error: expected a record in JSON, but the file is empty"

    static let broken: [Broken] = [
        Broken(
            "rules.cases.ndjson", "\n{\"record\":\"é", "rules.cases.ndjson:2:13: error: not UTF-8 text",
            then: [0xFF, 0x22]),
        Broken("rules.cases/valid/a.json", "", "rules.cases/valid/a.json:1:1: \(empty)"),
        Broken("rules.cases/invalid/a.json", " \n", "rules.cases/invalid/a.json:1:1: \(empty)"),
        Broken(
            "rules.cases/valid/a.json", "{\n\"é\": \"",
            "rules.cases/valid/a.json:2:7: error: expected a record in JSON, but not valid UTF-8",
            then: [0xFF, 0x22, 0x7D]),
        Broken("rules.cases/valid/a.ndjson", "{}\n{\"a\": }\n", "rules.cases/valid/a.ndjson:2:"),
        Broken("rules.cases.ndjson", "name: x\n", "rules.cases.ndjson:1:1: error: not valid JSON"),
        Broken("rules.cases.ndjson", "# note\n", "JSON has no comments"),
        Broken(
            "rules.cases.ndjson", "{\"record\":" + String(repeating: "[", count: 2000),
            "rules.cases.ndjson:1:"),
    ]

    @Test(arguments: broken) func `files that cannot be read are refused with the place`(_ row: Broken) throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(row.bytes, to: row.file)
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 2 && result.errors.contains(row.error), "\(result.errors)")
        for text in ["name it .yaml", "rule set", "rule file"] {
            #expect(!result.errors.contains(text), "\(result.errors)")
        }
    }

    @Test func `what is not read is named`() throws {
        let tool = try tool()
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "rules.cases/vaild"), withIntermediateDirectories: true)
        for file in [
            "rules.cases/a.txt", "rules.cases/b.json", "rules.cases/valid/c.csv", "rules.cases.json",
            "rules.cases/vaild/x.json",
        ] {
            try tool.write(Array("{}".utf8), to: file)
        }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 0)
        for line in [
            "note: rules.cases/vaild: not read: only the directories valid and invalid have records; did you mean 'valid'?",
            "note: rules.cases/a.txt: not read: only *.ndjson has cases",
            "note: rules.cases/b.json: not read: records are in valid or invalid, and cases in *.ndjson",
            "note: rules.cases/valid/c.csv: not read: only *.json, *.ndjson, *.yaml and *.toml have records",
            "note: rules.cases.json: not read: cases are in rules.cases.ndjson or in the directory rules.cases",
        ] { #expect(result.errors.contains(line), "\(result.errors)") }
    }

    @Test(arguments: [
        ["test", "nope.yaml"], ["test", "."], ["test", "--cases", "nope", "rules.yaml"],
        ["test", "--cases", "bad", "rules.yaml"], ["lint", "nope.yaml"], ["lint", "."],
        ["sample", "--rules", "nope.yaml"], ["sample", "--rules", "."], ["explain", "--rules", "nope.yaml", "r.json"],
        ["explain", "--rules", ".", "r.json"], ["check", "--rules", "nope.yaml", "r.json"],
        ["check", "--rules", ".", "r.json"],
    ]) func `a rule file or a case that cannot be read ends with 2`(_ arguments: [String]) throws {
        let tool = try tool()
        defer { tool.remove() }
        try tool.write(Array("{}".utf8), to: "r.json")
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "bad/valid/x.json"), withIntermediateDirectories: true)
        let result = try tool.run(arguments)
        #expect(result.status == 2, "\(result.errors)")
    }

    @Test(arguments: [["check"], ["explain"]]) func `data that cannot be read end with 3`(_ command: [String]) throws {
        let tool = try tool()
        defer { tool.remove() }
        // A directory is its files for 'check'.
        for data in command == ["check"] ? ["nope.json"] : ["nope.json", "."] {
            #expect(try tool.run(command + ["--rules", "rules.yaml", data]).status == 3)
        }
    }

    static let impossible: [(String, String)] = [
        ("[a, integer.typ]", "no rule reports the code 'integer.typ'; did you mean 'integer.type'?"),
        ("[a, email.invalid]", "no rule reports the code 'email.invalid'"),
        ("[a, integer.invalid]", "no rule reports the code 'integer.invalid': those with 'integer.' are integer.type"),
        ("[/a, integer.type]", "no rule is about the path '/a'; did you mean 'a'?"),
        ("[items.0.skv, required.blank]", "no rule is about the path 'items.0.skv'; did you mean 'items.0.sku'?"),
        ("{ path: a, rule: 9 }", "no rule has the id '9': their numbers are 1 to 5"),
        ("{ path: a, rule: nmae }", "no rule has the id 'nmae'; did you mean 'name'?"),
    ]

    private static let rules = """
        types: { key: [[match, { pattern: "^k" }]] }
        rules:
          - [a, integer]
          - { attributes: b, type: string, max: 3, id: name }
          - [items.*.sku, required]
          - [k, key]
          - { attributes: u, type: oneOf, by: kind, shapes: { card: [[number, required]] } }

        """

    @Test(arguments: impossible) func `what can never be found is refused`(_ expected: String, _ reason: String) throws
    {
        let tool = try tool(Self.rules + "tests:\n  - { record: {}, finds: [\(expected)] }\n")
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
        #expect(result.errors.hasPrefix("rules.yaml:9:"), "\(result.errors)")
        let code = try #require(
            expected.components(separatedBy: CharacterSet(charactersIn: "[]{},: ")).last { !$0.isEmpty })
        let isPath = reason.contains("path")
        let word = isPath ? expected.dropFirst().prefix { $0 != "," } : Substring(code)
        try tool.write(
            Array(
                "\n{\"record\":{},\"finds\":[{\"\(isPath ? "path" : reason.contains("code") ? "code" : "rule")\":\"\(word)\"}]}\n"
                    .utf8),
            to: "rules.cases.ndjson")
        try tool.write(Array(Self.rules.utf8), to: "rules.yaml")
        let lines = try tool.run(["test", "rules.yaml"])
        #expect(lines.status == 2 && lines.errors.hasPrefix("rules.cases.ndjson:2:"), "\(lines.errors)")
        #expect(lines.errors.contains(reason), "\(lines.errors)")
    }

    @Test func `an unknown scenario has its place`() throws {
        let tool = try tool(
            "rules: [[a, integer, { on: insert }]]\ntests:\n  - { record: {}, finds: [], scenario: insrt }\n")
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 2)
        #expect(
            result.errors.contains(
                "rules.yaml:3:40: error: unknown scenario 'insrt' (known: default, insert); did you mean 'insert'?"),
            "\(result.errors)")
    }

    @Test func `a message in a locale without messages is refused`() throws {
        func status(_ rules: String, _ locale: String) throws -> (Int32, String) {
            let finds = "finds: [{ code: integer.type, message: x }]"
            let tool = try tool("\(rules)\ntests: [{ record: { a: x }, locale: \(locale), \(finds) }]\n")
            defer { tool.remove() }
            let result = try tool.run(["test", "rules.yaml"])
            return (result.status, result.errors)
        }
        let (found, errors) = try status("rules: [[a, integer]]", "dee")
        #expect(found == 2 && errors.contains(": error: there are no messages in the locale 'dee'"))
        #expect(try status("rules: [[a, integer]]", "gsw").0 == 1)
        #expect(try status("rules: [[a, integer]]\nmessages: { dee: { integer.type: x } }", "dee").0 == 0)
    }

    /// What rules in shapes, types and structures report is possible.
    @Test func `what can be found is not refused`() throws {
        let finds =
            "[[k, match.invalid], [u.number, required.blank], [items, value.list], [a, integer.type], { path: ., rule: structure }]"
        let tool = try tool(Self.rules + "tests:\n  - { record: {}, finds: \(finds) }\n")
        defer { tool.remove() }
        let result = try tool.run(["test", "rules.yaml"])
        #expect(result.status == 1, "\(result.errors)")
    }
}
