import Foundation
import TestSupport
import Testing

/// `fmt` changes rule files, and no others.
@Suite(.waitingForProcesses) struct FmtCommandTests {
    @Test(
        arguments: [
            ("name,age\nAnn,20\nBob,17\n", "it has no keys, such as 'rules'"),
            ("SECRET=abc\nTOKEN=def\n", "it has no keys, such as 'rules'"),
            ("- a\n-    b\n", "it has no keys, such as 'rules'"), ("", "the file is empty"),
            ("services:\n    web:  { image: x }\n", "it has no key of one, such as 'rules', but 'services'"),
            ("rule:\n    - [a,   string]\n", "did you mean 'rules'?"),
        ])
    func otherFilesStayAsTheyAre(text: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(text.utf8), to: "file")
        for options in [[], ["--check"], ["--diff"]] {
            let result = try tool.run(["fmt"] + options + ["file"])
            #expect(result.status == 2 && result.errors.contains(reason) && result.output == "", "\(result.errors)")
        }
        let piped = try tool.run(["fmt", "-"], input: Array(text.utf8))
        #expect(piped.status == 2 && piped.output == "")
        #expect(try tool.bytes("file") == Data(text.utf8))
    }

    /// In a directory there may be anything.
    @Test func aDirectoryHasItsRuleFilesFormatted() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = tool.folder.appending(path: "all/inner")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let rules = Array("rules:\n    - [a,   string]\n".utf8)
        for name in ["all/a.yaml", "all/inner/b.yml", "all/c.txt"] { try tool.write(rules, to: name) }
        try tool.write(Array("services:\n    web:   1\n".utf8), to: "all/compose.yaml")
        #expect(try tool.run(["fmt", "--check", "all"]).output == "all/a.yaml\nall/inner/b.yml\n")
        #expect(try tool.run(["fmt", "all"]).status == 0)
        #expect(try tool.bytes("all/a.yaml") == Data("rules:\n  - [a, string]\n".utf8))
        #expect(try tool.bytes("all/c.txt") == Data(rules))
        #expect(try tool.bytes("all/compose.yaml") == Data("services:\n    web:   1\n".utf8))
    }

    /// They lead out of the directory, or back into it without end.
    @Test func linksInADirectoryAreLeftOut() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let all = tool.folder.appending(path: "all")
        try FileManager.default.createDirectory(at: all, withIntermediateDirectories: true)
        let rules = Array("rules:\n    - [a,   string]\n".utf8)
        for name in ["all/a.yaml", "outside.yaml"] { try tool.write(rules, to: name) }
        for (name, target) in [("b", "."), ("c", "."), ("d.yaml", "../outside.yaml")] {
            try FileManager.default.createSymbolicLink(
                atPath: all.appending(path: name).path(), withDestinationPath: target)
        }
        #expect(try tool.run(["fmt", "all"]).status == 0)
        #expect(try tool.bytes("outside.yaml") == Data(rules))
        #expect(try tool.bytes("all/a.yaml") == Data("rules:\n  - [a, string]\n".utf8))
        // A link that is named is followed.
        #expect(try tool.run(["fmt", "all/d.yaml"]).status == 0)
        #expect(try tool.bytes("outside.yaml") == Data("rules:\n  - [a, string]\n".utf8))
    }

    @Test func lineBreaksAndTheByteOrderMarkStay() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("\u{FEFF}rules:\r\n   - [a,   string]\r\n".utf8), to: "rules.yaml")
        #expect(try tool.run(["fmt", "rules.yaml"]).status == 0)
        #expect(try tool.bytes("rules.yaml") == Data("\u{FEFF}rules:\r\n  - [a, string]\r\n".utf8))
        #expect(try tool.run(["fmt", "--check", "rules.yaml"]).status == 0)
    }
}
