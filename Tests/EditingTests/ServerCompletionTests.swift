import Foundation
import Proviso
import ProvisoEditing
import Testing

/// Completion in texts that someone is typing; `¦` is the cursor.
@Suite struct ServerCompletionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        /// Some of the proposals, as they are written, and some that must not be there.
        let expected: [String]
        var others: [String] = []
        var name = "rules.yaml"

        init(_ text: String, _ expected: [String], not others: [String] = [], name: String = "rules.yaml") {
            (self.text, self.expected, self.others, self.name) = (text, expected, others, name)
        }

        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case("rules:\n  - [name, str¦\n", ["string", "email"], not: ["min: "]),
        Case("rules:\n  - [name, str¦]\n  - [b, required]\n", ["string"]),
        Case("rules:\n  - [name, string, { mi¦ } ]\n", ["min: ", "tooShort: ", "severity: "], not: ["attributes: "]),
        Case("rules:\n  - [name, string, { mi¦\n  - [b, required]\n", ["min: "]),
        Case("rules:\n  - [name, string, { min: 3, ¦\n", ["max: "], not: ["min: "]),
        Case("rules:\n  - attributes: name\n    type: string\n    ¦\n", ["min: ", "message: "], not: ["type: "]),
        Case("rules:\n  - attributes: name\n    type: string\n    unit: ¦\n", ["codePoints", "utf16"]),
        Case("rules:\n  - attributes: name\n    ty¦\n  - [b, required]\n", ["type: "]),
        Case("ru¦", ["rules: ", "labels: "]),
        Case("rules: [[a, required]]\n¦", ["labels: "], not: ["rules: "]),
        Case("rules: [[name, required]]\nlabels:\n  ¦\n", ["name: "]),
        Case("rules: [[[name, email], required]]\noptional: [em¦]\n", ["email", "name"], not: ["em"]),
        Case("attributes: [zip]\nrules:\n  - [¦\n", ["zip"]),
        Case("rules:\n  - { attributes: a, type: string, severity: w¦ }\n", ["warning"]),
        Case("rules:\n  - { attributes: a, type: string, bail: ¦ }\n", ["true", "false"]),
        Case("rules:\n  - [a, required, { on: register }]\n  - [b, email, { on: re¦ }]\n", ["register"], not: ["re"]),
        Case("rules:\n  - [name, string]\nmessages:\n  en:\n    string.too¦\n", ["string.tooShort: "]),
        Case("rules:\n  - [name, string]\nmessages:\n  d¦\n", ["de: "]),
        Case(
            "rules:\n  - [a, string]\nmessages:\n  en:\n    string.tooShort: \"x {m¦} y\"\n", ["min", "attribute"],
            not: ["max"]),
        Case("rules:\n  - { attributes: a, type: string, min: 3, tooShort: \"at least {¦\" }\n", ["min"]),
        Case("types:\n  sku: { rules: [[string, { max: 2 }]] }\nrules:\n  - [a, sk¦]\n", ["sku"]),
        Case("shapes:\n  node: { rules: [[name, required]] }\nrules:\n  - [a, shape, { name: n¦ }]\n", ["node"]),
        Case("variables: { maxAge: 3 }\nrules:\n  - [a, number, { max: \"${m¦\" }]\n", ["maxAge"]),
        Case("rules:\n  - { attributes: a, type: required, when: [co¦] }\n  - [country, required]\n", ["country"]),
        Case("rules:\n  - { attributes: a, type: required, when: [country, i¦] }\n", ["in"]),
        Case("rules:\n  - { attributes: a, type: required, when: [country, in, { ra¦ }] }\n", ["range: "]),
        Case("rules:\n  - { attributes: a, type: required, when: { an¦ } }\n", ["anyItem: "]),
        Case("rules:\n  - [tags, each, { rule: [stri¦\n", ["string"]),
        Case("rules:\n  - [tags, each, { rule: [string, { m¦ }] }]\n", ["min: "]),
        Case("rules:\n  - [a, compare, { operator: \"¦\" }]\n", [">="]),
        Case("rules:\n  - [d, date, { max: { attribute: ¦ } }]\n  - [start, date]\n", ["start"]),
        Case("rules: [[a, required]]\ntests:\n  - { record: { a: 1 }, fi¦ }\n", ["finds: "]),
        Case("rules: [[a, required]]\ntests:\n  - { record: { a: 1 }, finds: [[¦]] }\n", ["a"]),
        Case("rules: [[a, required]]\ntests:\n  - { record: {}, finds: [[a, re¦]] }\n", ["required.blank"]),
        Case("{\"rules\": [{\"attributes\": \"a\", \"ty¦", ["type\": "], name: "r.json"),
        Case("{\"rules\": [{\"attributes\": \"a\", \"type\": \"str¦\"}]}", ["string"], name: "r.json"),
        Case("{\"rules\": [[\"a\", \"string\", {¦}]]}", ["\"min\": "], name: "r.json"),
        Case("# 😀\r\nrules:\r\n  - [\"😀\", stri¦\r\n", ["string"]),
        Case("¦", ["rules: "]),
        Case("labels:\n  a: { de: { ge¦ } }\n", ["gender: ", "genitive: "], not: ["de: "]),
        Case("include: { fi¦ }\n", ["file: "]),
        Case("table: { ragged: ¦ }\n", ["pad"]),
        Case("table: { encoding: ¦ }\n", ["windows-1252"]),
        Case("variables:\n  size: { ty¦ }\n", ["type: "]),
        Case("variables:\n  size: { type: ¦ }\n", ["pattern"]),
        Case("types:\n  sku:\n    rules: [string]\n    options:\n      max: { def¦ }\n", ["default: "]),
        Case("types:\n  sku: [str¦]\n", ["string"]),
        Case("rules: [[a, required]]\ntests:\n  - { record: {}, finds: [{ pa¦ }] }\n", ["path: "]),
        Case(
            "rules:\n  - attributes: a\n    type: expr\n    must: \"a\n      > 1\"\n    ¦\n", ["id: "], not: ["must: "]),
    ]

    @Test(arguments: cases)
    func `what fits at the cursor is proposed`(_ item: Case) throws {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked(item.text)
        let uri = client.open(marked.text, item.name)
        let result = client.ask("completion", uri, marked.start)
        let texts = (result["items"]?.list ?? []).compactMap { $0["textEdit"]?["newText"]?.text }
        #expect(item.expected.filter { !texts.contains($0) } == [], "found \(texts.prefix(20))")
        #expect(item.others.filter(texts.contains) == [])
    }

    @Test(arguments: ["up: ¦", "up: p¦", "ups: [¦]"])
    func `attributes are proposed for options of a plugin that name some`(_ option: String) throws {
        var registry = Registry.standard
        try registry.register(
            "acme/parent",
            options: [
                OptionDescription("up", .text, "The parent.", role: .attribute),
                OptionDescription("ups", .texts, "The parents.", role: .attributes),
            ]
        ) { _, _, _ in }
        var client = try ServerClient(LanguageTools(registry: { [registry] _ in (registry, []) }))
        defer { client.remove() }
        let marked = Marked("rules:\n  - [parent, required]\n  - [child, acme/parent, { \(option) }]\n")
        let result = client.ask("completion", client.open(marked.text), marked.start)
        let texts = (result["items"]?.list ?? []).compactMap { $0["textEdit"]?["newText"]?.text }
        #expect(texts.contains("parent"), "\(texts)")
    }

    @Test(arguments: ["rules.yaml", "rules.json"])
    func `a text of which only the beginning is written is completed`(_ name: String) throws {
        let yaml = """
            labels: { a: { en: A, de: "Ä" } }
            rules:
              - [a, string, { min: 3 }]
              - attributes: [b, 'c d']
                type: each
                rule: [string, { max: "${m}" }]
                when: { any: [[a, required], { not: [b, in, { range: [x] }] }] }
            messages:
              en:
                string.tooShort: |
                  at least {min}
            """
        let json = "{\"rules\": [[\"a\", \"string\", {\"min\": 3}], {\"attributes\": \"é\", \"type\": \"email\"}]}"
        let text = name.hasSuffix("json") ? json : yaml
        var client = try ServerClient()
        defer { client.remove() }
        for count in 0...text.unicodeScalars.count {
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
            let uri = client.open(start, name)
            let end = Marked(start + "¦").start
            let found = client.ask("completion", uri, end)
            #expect((found.list ?? found["items"]?.list) != nil, "found \(found)")
            for method in ["hover", "definition", "references"] { _ = client.ask(method, uri, end) }
            _ = client.ask("rename", uri, end, [AnyValue.Member("newName", "x")])
            _ = client.request("textDocument/documentSymbol", ["textDocument": ["uri": .text(uri)]])
        }
    }

    @Test func `a proposal replaces the word at the cursor`() throws {
        var client = try ServerClient()
        defer { client.remove() }
        let marked = Marked("rules:\n  - [\"😀\", «st»rang]\n")
        let uri = client.open(marked.text)
        let result = client.ask("completion", uri, marked.end)
        let edit = (result["items"]?.list ?? []).first { $0["label"] == "string" }?["textEdit"]
        #expect(edit?["range"] == Marked("rules:\n  - [\"😀\", «strang»]\n").range)
    }

    @Test(arguments: [
        ("data.json", "{\"city\": \"Bonn\", \"owner\": {\"name\": \"x\"}}", ["city", "owner.name"]),
        ("data.csv", "city,zip\nBonn,53111\n", ["city", "zip"]),
        ("data.ndjson", "{\"city\":1,\"tags\":[{\"id\":2}]}\n{}\n", ["city", "tags.*.id"]),
        (
            "schema.json",
            "{\"$schema\":\"x\",\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},\"tags\":{\"type\":\"array\","
                + "\"items\":{\"properties\":{\"id\":{}}}}}}", ["city", "tags.*.id"]
        ),
    ])
    func `attributes of a data file or a schema are proposed`(_ name: String, _ data: String, _ expected: [String])
        throws
    {
        var client = try ServerClient(settings: ["data": .text(name)])
        defer { client.remove() }
        try client.write(data, to: name)
        let marked = Marked("rules:\n  - [¦\n")
        let uri = client.open(marked.text)
        let items = client.ask("completion", uri, marked.start)["items"]?.list ?? []
        let labels = items.compactMap { $0["label"]?.text }
        #expect(expected.filter { !labels.contains($0) } == [], "found \(labels)")
    }
}
