import Foundation
import Proviso
import ProvisoEditing
import ProvisoRuleFiles
import Testing

/// The grammar of rule files: its tables in Docs/RuleFiles.md, and the tree of the formatter and the language server.
@Suite struct GrammarTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs")

    /// The keys of the tables of each page, by the names in its marks.
    private static let pages: [String: [String: [RuleFileKey]]] = [
        "RuleFiles.md": [
            "file": RuleFileValue.file.keys, "rule": RuleFileValue.rule.keys, "ruleType": RuleFileValue.ruleType.keys,
            "table": RuleFileValue.table.keys,
        ],
        "Dataset.md": ["dataset": RuleFileValue.dataset.keys],
        "Projects.md": [
            "project": ProjectKey.keys, "entry": ProjectEntryKey.keys, "exception": ProjectExceptionKey.keys,
        ],
    ]

    private static func table(_ keys: [RuleFileKey]) -> String {
        keys.reduce("| key | content |\n|---|---|\n") { $0 + "| `\($1.name)` | \($1.words)\($1.more) |\n" }
    }

    /// With PROVISO_WRITE_DOCS set, as `make docs` does, the tables are written rather than compared.
    @Test(arguments: Self.pages.keys.sorted())
    func `the tables of keys in the pages are up to date`(name: String) throws {
        let (page, values) = (Self.docs.appending(path: name), try #require(Self.pages[name]))
        let old = try String(contentsOf: page, encoding: .utf8)
        var parts = old.components(separatedBy: "<!-- keys: ")
        var written: Set<String> = []
        for index in parts.indices.dropFirst() {
            let name = try #require(parts[index].components(separatedBy: " -->").first)
            let value = try #require(values[name], "no table '\(name)'")
            let rest = parts[index].components(separatedBy: "<!-- end -->").dropFirst().joined(
                separator: "<!-- end -->")
            parts[index] = "\(name) -->\n\(Self.table(value))<!-- end -->\(rest)"
            written.insert(name)
        }
        let new = parts.joined(separator: "<!-- keys: ")
        #expect(written == Set(values.keys))
        if ProcessInfo.processInfo.environment["PROVISO_WRITE_DOCS"] != nil {
            return try Data(new.utf8).write(to: page)
        }
        let line = zip(new.components(separatedBy: "\n"), old.components(separatedBy: "\n")).first { $0 != $1 }
        #expect(
            new == old, "Docs/\(name) is stale: run `make docs`. The first line that differs: \(line?.0 ?? "")")
    }

    @Test func `every key has words for people that are no sentence`() {
        let values: [RuleFileValue] = [
            .file, .rule, .inner, .options, .conditions, .shape, .closed, .ruleType, .typeOption, .variable, .include,
            .table, .test, .finding, .reference, .labelText, .dataset, .limits, .expected,
        ]
        for value in values {
            #expect(!value.keys.isEmpty, "\(value) has no keys")
            for key in value.keys {
                #expect(
                    !key.words.isEmpty && !key.words.hasSuffix(".") && key.words.first?.isUppercase == false, "\(key)")
                #expect(value.value(of: key.name) == key.value)
            }
        }
    }

    /// The tree has each scalar of a document where the reader has it, with the same text.
    @Test func `the tree has the scalars of the reader at their places`() throws {
        var count = 0
        for text in try FormatTests.corpus() + Self.odd {
            guard let root = try? RuleNode.document(text, file: nil) else { continue }
            let tree = SyntaxTree(Array(text.utf8), recovers: false)
            // The place of a value with an anchor is that of the anchor, and an alias is the value itself.
            if tree.strange != nil || tree.tokens.contains(where: { [.alias, .property].contains($0.kind) }) {
                continue
            }
            let lines = LineTable(text)
            let found = tree.tokens.filter { $0.kind == .text }.map { token in
                let place = lines.place(of: token.range.lowerBound, in: .scalars)
                return "\(place.line + 1):\(place.column + 1) \(token.value)"
            }
            #expect(Set(found) == Set(Self.scalars(root)), "\(text)")
            count += 1
        }
        #expect(count > 100)
    }

    private static func scalars(_ node: RuleNode) -> [String] {
        switch node.content {
        // A key without a value has none of its own.
        case .scalar("", isPlain: true): []
        case .scalar(let text, _): ["\(node.position.line):\(node.position.column) \(text)"]
        case .list(let items): items.flatMap(scalars)
        case .mapping(let pairs): pairs.flatMap { scalars($0.key) + scalars($0.value) }
        }
    }

    private static let odd = [
        "a: |\n  x\n   y\n\n\nb: 1\n", "a: >\n  x\n  y\n\n  z\n   w\n  v\n\n# c\nb: 1", "a: |+\n  x\n\n\nb: 1\n",
        "a: |2-\n    x\n  y\n", "- - a\n  - b\n-\n  - c\n", "a: \"x\n  y\\\n  z\n\n  w\"\nb: 'it''s\n\n  x'",
        "a: b c\n  d # x\n# y\nb: x\n", "%YAML 1.1 # q\n---\na: 1\n... # e\n", "a:\n- b\n-   c: 1\n    d: 2\ne: f",
        "a: \"\\x41\\u00e9\\U0001F600\\N\\t\"", "a: [b\n, c, \"d\": e, f: g]\n", "{a: 1, b:\n 2, \"c\":3}\n",
        "text\n  more\n", "a: x#y\nb: \"z\" #c\nc: [d] #e\n", "a: |   # head\n  x\n",
    ]

    @Test(arguments: [
        "a: \"x", "a: [b, {c", "a: [b\nc: d", "- [a, \"b]\n- [c, d]\n", "a:\n  b\n  c: d\n", "? a\n: b\n", "a: b: c\n",
        "[a]]",
        "a: &", "*", "a: |\n", "\u{FEFF}a: b", "{\"a\": \"b\nc", "a: 'b\n c: 'd'\n",
    ])
    func `tokens of any text are in its order`(_ text: String) {
        let tree = SyntaxTree(Array(text.utf8), recovers: true)
        var end = 0
        for token in tree.tokens {
            #expect(token.range.lowerBound >= end, "\(token)")
            end = token.range.upperBound
        }
        #expect(end == text.utf8.count)
    }
}
