import Foundation
import TestSupport
import Testing

/// `proviso plugin new`: each project builds with its language's own tools and passes the conformance kit.
@Suite(.waitingForProcesses) struct NewPluginTests {
    private static let tools = [("c", "cc"), ("c++", "c++"), ("rust", "rustc"), ("swift", "swift")]

    @Test(arguments: tools)
    func theProjectIsComplete(_ language: String, _ compiler: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let made = try tool.run(["plugin", "new", "--language", language, "even-digits"])
        #expect(made.status == 0)
        #expect(made.errors == "even-digits: the rule type example/even-digits; next: cd even-digits && make test\n")
        if (try? tool.command(["which", "make", compiler])) == nil {
            try Test.cancel("no make or no \(compiler): what was made is not built")
        }
        try tool.command(["make", "-C", "even-digits", "test", "PROVISO=\(Tool.path)"])
        try tool.write(Array("rules:\n  - [n, example/even-digits, { min: 4 }]\n".utf8), to: "own.yaml")
        let arguments = ["check", "--rules", "own.yaml", "--plugins", "even-digits", "--locale", "de"]
        let result = try tool.run(arguments, input: Array("{\"n\":\"12\"}\n{\"n\":\"x\"}\n{\"n\":\"1234\"}\n".utf8))
        #expect(result.status == 1)
        #expect(result.output.contains("N muss mindestens 4 Ziffern haben. [example/evenDigits.tooShort /n]"))
        #expect(result.output.contains("N darf nur Ziffern enthalten. [example/evenDigits.format /n]"))
        #expect((result.output + result.errors).contains("3 Datensätze: 1 gültig, 2 ungültig"))
    }

    @Test(arguments: [
        (["--language", "basic", "x"], "expected one of c, c++, rust, swift, found 'basic'"),
        (["--language", "c", "Even"], "'Even' is not a name of a plugin"),
        (["--language", "c", "../x"], "'../x' is not a name of a plugin"),
        (["--language", "c", "rules.yaml"], "'rules.yaml' is not a name of a plugin"),
        (["--language", "c", "taken"], "File exists"),
    ])
    func wrongUseWritesNothing(_ arguments: [String], _ reason: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write([], to: "taken")
        let result = try tool.run(["plugin", "new"] + arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains(reason))
        let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path())
        #expect(files.filter { !$0.hasPrefix(".") }.sorted() == ["rules.yaml", "taken"])
    }
}
