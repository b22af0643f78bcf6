import Foundation
import Proviso
import ProvisoEditing
import Testing

/// Typical mistakes: each is found at the right range, and the right word is proposed.
@Suite struct ServerMistakeTests {
    struct Mistake: CustomTestStringConvertible, Sendable {
        let text: String
        let fix: String?
        let name: String

        init(_ text: String, _ fix: String?, name: String = "rules.yaml") {
            (self.text, self.fix, self.name) = (text, fix, name)
        }

        var testDescription: String { text }
    }

    static let mistakes: [Mistake] = [
        Mistake("rules:\n  - [name, «requird»]\n", "required"),
        Mistake("rules:\n  - [name, string, { «mn»: 3 }]\n", "min"),
        Mistake("rules:\n  - { attributes: name, type: string, severity: «warn» }\n", "warning"),
        Mistake("rules:\n  - [name, string, { «min:3» }]\n", "min: 3"),
        Mistake("rules:\n  - { attributes: name, «type:string» }\n", "type: string"),
        Mistake("rules:\n  - { attributes: name, type: string, «message:Wrong» }\n", "message: Wrong"),
        Mistake("rules:\n  - attributes: name\n    type: string\n    «mni»: 3\n", "min"),
        Mistake("rules:\n  - attributes: name\n    type: «strng»\n    min: 3\n", "string"),
        Mistake("«lables»:\n  a: A\nrules:\n  - [a, required]\n", "labels"),
        Mistake("rules:\n  - [name, string, { min: «three» }]\n", nil),
        Mistake("rules:\n  - { attributes: state, type: required, when: [country, «im», { range: [US] }] }\n", "in"),
        Mistake("rules: [[a, required, { when: { any: [[b, «requred»]] } }], [b, number]]\n", "required"),
        Mistake(
            "rules:\n  - [email, required]\nmessages:\n  en: { «required.blnk»: \"{attribute} x.\" }\n",
            "required.blank"),
        Mistake(
            "rules:\n  - [email, string, { min: 3 }]\nmessages:\n  en: { string.tooShort: \"x {«mn»} y.\" }\n", "min"),
        Mistake("rules:\n  - { attributes: a, type: string, min: 3, tooShort: \"at least {«mn»} x\" }\n", "min"),
        Mistake("shapes:\n  node: { rules: [[a, required]] }\nrules:\n  - [a, shape, { name: «nod» }]\n", "node"),
        Mistake("types:\n  sku: { rules: [[string, { max: 2 }]] }\nrules:\n  - [a, «skuu»]\n", "sku"),
        Mistake("types:\n  sku: { rules: [[«sting», { max: 2 }]] }\nrules:\n  - [a, sku]\n", "string"),
        Mistake("variables: { maxAge: 120 }\nrules:\n  - [a, number, { max: \"${«maxAgee»}\" }]\n", "maxAge"),
        Mistake("include: [«nothere.yaml»]\nrules:\n  - [a, required]\n", nil),
        Mistake("scenarios: { register: [«nmae»] }\nrules:\n  - [name, required]\n", "name"),
        Mistake("scenarios: { register: [name] }\nrules:\n  - [name, required, { on: «registr» }]\n", "register"),
        Mistake("rules:\n  - [total, expr, { must: \"«totl» > amount\" }]\n  - [[amount, total], number]\n", "total"),
        Mistake("rules:\n  - [total, expr, { must: \"amount.«siz»() > 3\" }]\n  - [amount, string]\n", "size"),
        Mistake("rules:\n  - [day, date, { max: { attribute: «signedOm» } }]\n  - [signedOn, date]\n", "signedOn"),
        Mistake("rules:\n  - [tags, each, { rule: [«strng», { max: 2 }] }]\n", "string"),
        Mistake("rules:\n  - [x, date, { format: \"«YYYY-MM-DD»\" }]\n", "yyyy-MM-dd"),
        Mistake("rules:\n  - { «attribute»: x, type: required }\n", "attributes"),
        Mistake("closed: «yes»\nrules: [[a, required]]\n", "true"),
        Mistake("rules:\n  - { attributes: p, type: oneOf, shapes: { c: { rules: [[n, «requird»]] } } }\n", "required"),
        Mistake("rules:\n  - [a, compare, { compareAttribute: b, operator: \"«=>»\" }]\n  - [b, required]\n", ">="),
        Mistake("optional: [«nam»]\nrules:\n  - [name, required]\n", "name"),
        Mistake("optional: \"a, «nam»\"\nrules:\n  - [[a, name], required]\n", "name"),
        Mistake("rules:\n  - [a, string, { min: 3, «min»: 4 }]\n", nil),
        Mistake("rules:\n  - [a, string, «3»]\n", nil),
        Mistake("rules:\n  - [a, match, { pattern: \"a«(»\" }]\n", nil),
        // Values that are not there yet, and text that is not YAML or JSON.
        Mistake(
            "rules:\n  - attributes: fax\n    type: match\n    «pattern»:\n  - [num, match, { pattern: \"a\" }]\n", nil),
        Mistake("rules:\n  - [a, in, { «range»: }]\n", nil),
        Mistake("rules:\n  - attributes: b\n    type: string\n    «min»:\n    max: 3\n", nil),
        Mistake("rules:\n  - «[phone, string, { min: 3 }»\n  - [b, string]\n", nil),
        Mistake("rules:\n  - [a, «\"string]»\n  - [b, string]\n", nil),
        Mistake(
            "{\"rules\": [\n  [\"a\", \"string\"]\n  «[»\"b\", \"string\"]\n]}\n", nil, name: "rules.json"),
        Mistake("{\"rules\": [\n  [«'»a', \"string\"]\n]}\n", nil, name: "rules.json"),
        Mistake("include: «rules.yaml»\nrules:\n  - [a, required]\n", nil),
        Mistake("{\"rules\": [[\"a\", \"required\"]«,»]}\n", "", name: "rules.json"),
        Mistake("rules:\n«\t»- [a, required]\n", "  "),
        Mistake("rules:\n  - [a, in, { range: [«@home»] }]\n", "\"@home\""),
        Mistake("rules:\n  - [«*.name», required]\n", "\"*.name\""),
        // Columns of editors: characters that are two UTF-16 code units.
        Mistake("rules:\n  - { attributes: 😀, message: \"😀 ü 👍\", type: «requird» }\n", "required"),
        Mistake("labels: { é: É }\r\nrules:\r\n  - [é, «requird»]\r\n", "required"),
        Mistake("# 😀\r\nrules:\r\n  - [\"😀😀\", string, { «mn»: 3 }]\r\n", "min"),
        // JSON.
        Mistake("{\"rules\": [[\"name\", \"«requird»\"]]}\n", "required", name: "rules.json"),
        Mistake(
            "{\n\t\"rules\": [\n\t\t{\"attributes\": \"n\", \"type\": \"string\", \"«mn»\": 3}]}\n", "min",
            name: "rules.json"),
        Mistake("{\"closed\": \"«yes»\", \"rules\": [[\"n\", \"required\"]]}\n", "true", name: "rules.json"),
    ]

    @Test(arguments: mistakes)
    func `a mistake has its range and its fix`(_ mistake: Mistake) throws {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked(mistake.text)
        let uri = client.open(marked.text, mistake.name)
        let found = client.diagnostics(uri)
        let problem = try #require(found.first { $0["range"] == marked.range }, "found \(found)")
        #expect(problem["source"] == "proviso" && problem["code"] == "proviso" && problem["severity"] == 1)
        let fixes = client.fixes(uri, marked.range)
        #expect(fixes.map(\.text) == (mistake.fix.map { [$0] } ?? []))
    }

    @Test(arguments: mistakes.filter { $0.fix != nil })
    func `a text with the fix has no mistake`(_ mistake: Mistake) throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open(Marked(mistake.text).text, mistake.name)
        for _ in 0..<3 {
            guard let problem = client.diagnostics(uri).first, problem["severity"] == 1 else { break }
            let fixes = client.fixes(uri, problem["range"] ?? .absent)
            let fix = try #require(fixes.first, "no fix for \(problem)")
            client.note(
                "textDocument/didChange",
                [
                    "textDocument": ["uri": .text(uri), "version": 2],
                    "contentChanges": [["range": fix.range, "text": .text(fix.text)]],
                ])
        }
        #expect(client.diagnostics(uri).filter { $0["severity"] == 1 } == [])
    }

    @Test func `a mistake in an included file is shown there, and goes with it`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked("rules:\n  - [name, «requird»]\n")
        try client.write(marked.text, to: "part.yaml")
        let root = client.open("include: [./part.yaml]\nrules:\n  - [age, number]\n")
        let part = client.uri("part.yaml")
        #expect(client.diagnostics(root) == [])
        #expect(client.diagnostics(part).map { $0["range"] } == [marked.range])
        // The text in the editor counts, not the file.
        client.open("rules:\n  - [name, required]\n", "part.yaml")
        #expect(client.diagnostics(part) == [])
        client.note("textDocument/didClose", ["textDocument": ["uri": .text(part)]])
        #expect(client.diagnostics(part).count == 1)
        try client.write("rules:\n  - [name, required]\n", to: "part.yaml")
        client.note("workspace/didChangeWatchedFiles", ["changes": [["uri": .text(part), "type": 2]]])
        #expect(client.diagnostics(part) == [])
    }

    @Test func `columns are counted as the client wishes`() throws {
        let text = "rules:\n  - [\"😀é\", «requird»]\n"
        let widths: [(String, (String) -> Int)] = [
            ("utf-8", { $0.utf8.count }), ("utf-16", { $0.utf16.count }), ("utf-32", { $0.unicodeScalars.count }),
        ]
        for (encoding, width) in widths {
            var client = try ServerClient(encodings: [encoding])
            defer { client.remove() }
            let marked = Marked(text, width: width)
            let uri = client.open(marked.text)
            #expect(client.diagnostics(uri).map { $0["range"] } == [marked.range], "\(encoding)")
        }
    }

    @Test func `all mistakes of a file are shown`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let uri = client.open("rules:\n  - [a, requird]\n  - [b, strng]\n  - [c, string, { mn: 1 }]\n")
        #expect(client.diagnostics(uri).count == 3)
    }

    @Test(arguments: [
        ("- [[a, b], string]", "- [[b], string]"), ("- [[b, a], string]", "- [[b], string]"),
        ("- [\"a, b\", string]", "- [\"b\", string]"), ("- [[\"b\", \"a\"], string]", "- [[\"b\"], string]"),
        ("- { attributes: [a, b, c], type: string }", "- { attributes: [b, c], type: string }"),
    ])
    func `a rule that repeats another for one attribute keeps the others`(_ rule: String, _ left: String) throws {
        let advice = RuleSetError.Diagnostic(
            position: SourcePosition(file: nil, line: 3, column: 5),
            reason: "the rule repeats rule 1 (rules.yaml:2:5) for 'a': remove one of them")
        var client = try ServerClient(LanguageTools(advice: { _ in [advice] }))
        defer { client.remove() }
        let lines = ["rules:", "  - [a, string]", "  \(rule)", ""]
        let uri = client.open(lines.joined(separator: "\n"))
        let fix = try #require(client.fixes(uri, client.diagnostics(uri)[0]["range"] ?? .absent).first)
        let table = LineTable(lines.joined(separator: "\n"))
        func index(_ place: AnyValue?) -> String.Index {
            table.index(line: place?["line"]?.int ?? 0, utf16: place?["character"]?.int ?? 0)
        }
        var text = table.text
        text.replaceSubrange(index(fix.range["start"])..<index(fix.range["end"]), with: fix.text)
        #expect(text == "rules:\n  - [a, string]\n  \(left)\n")
    }

    @Test func `advice is a warning, and a repeated rule can be removed`() throws {
        let advice = RuleSetError.Diagnostic(
            position: SourcePosition(file: nil, line: 3, column: 5),
            reason: "the rule repeats rule 1 for 'a': remove one")
        var client = try ServerClient(LanguageTools(advice: { _ in [advice] }))
        defer { client.remove() }
        let uri = client.open("rules:\n  - [a, required]\n  - [a, required]\n  - [b, number]\n")
        #expect(client.diagnostics(uri).map { $0["severity"] } == [2])
        let fixes = client.fixes(uri, client.diagnostics(uri)[0]["range"] ?? .absent)
        #expect(fixes.map(\.text) == [""])
        #expect(fixes.first?.range == Marked("rules:\n  - [a, required]\n«  - [a, required]\n»  - [b, number]\n").range)
    }
}
