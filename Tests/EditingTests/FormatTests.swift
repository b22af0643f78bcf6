import Foundation
import Proviso
import ProvisoEditing
import TestSupport
import Testing

@Suite struct FormatTests {
    static let rows: [(name: String, before: String, after: String)] = [
        (
            "indentation", "rules:\n- [a,required]\n-   [b, required]\n",
            "rules:\n  - [a, required]\n  - [b, required]\n"
        ),
        ("flow", "rules: [ [a,string,{min: 3,max: 24}] ]", "rules: [[a, string, { min: 3, max: 24 }]]\n"),
        (
            "quotes", "labels: {\"a\": 'User name', b: \"no\", c: \"1\", d: '2020-01-01', e: \"~\", f: 'x: y'}",
            "labels: { a: User name, b: \"no\", c: \"1\", d: \"2020-01-01\", e: \"~\", f: \"x: y\" }\n"
        ),
        ("blank lines", "\n\nproviso: 1\n\n\n\nrules: []\n\n", "proviso: 1\n\nrules: []\n"),
        (
            "comments",
            "# top\nrules: # all\n   # first\n   - [a, required]   # one\n   - [bb, required]  # two\n# end\n",
            "# top\nrules:  # all\n  # first\n  - [a, required]   # one\n  - [bb, required]  # two\n# end\n"
        ),
        ("comment of a deeper block", "a:\n    b: 1\n    # of b\nc: 2\n", "a:\n  b: 1\n  # of b\nc: 2\n"),
        (
            "comment before a list at the left", "rules:\n- a\n# of labels\nlabels: {}\n",
            "rules:\n  - a\n# of labels\nlabels: {}\n"
        ),
        ("columns", "a:   1\nlong:  2\nx: 3\n", "a: 1\nlong: 2\nx: 3\n"),
        ("aligned values", "a:    { x: 1 }\nlong: { x: 2 }\n", "a:    { x: 1 }\nlong: { x: 2 }\n"),
        (
            "CRLF and a byte order mark", "\u{FEFF}a: 1\r\nb: |\r\n    x\r\n    y\r\n",
            "\u{FEFF}a: 1\r\nb: |\r\n  x\r\n  y\r\n"
        ),
        (
            "block scalars", "a: |-  # why\n      one\n        two\n\n      three\nb: >\n x\n",
            "a: |-  # why\n  one\n    two\n\n  three\nb: >\n  x\n"
        ),
        ("block scalar with a number", "a:\n    b: |2\n         x\n       y\n", "a:\n  b: |2\n       x\n     y\n"),
        (
            "anchors", "a: &x {b: 1}\nc: *x\nd: &y\n    e: 1\nf: [*x,*y]\n",
            "a: &x { b: 1 }\nc: *x\nd: &y\n  e: 1\nf: [*x, *y]\n"
        ),
        (
            "lines in brackets", "a: [\n      x, y,\n      # why\n      z # last\n  ]\n",
            "a: [\n  x, y,\n  # why\n  z  # last\n]\n"
        ),
        (
            "comments after the last comma", "a: [\n    DE, AT, # German\n    US, UK, # English\n]\n",
            "a: [\n  DE, AT,  # German\n  US, UK   # English\n]\n"
        ),
        (
            "comments before a comma", "- { a: x # a\n    # why\n    , b: c\n  }\n",
            "- {\n    a: x,  # a\n    # why\n    b: c\n  }\n"
        ),
        ("a comment after brackets", "a: [{\nh}#\n,b]\n", "a: [\n  { h },  #\n  b\n]\n"),
        ("a block scalar at the end", "a: |\n   x\n   y", "a: |-\n  x\n  y\n"),
        ("a block scalar at the end that keeps", "a: >2+\n  x", "a: >2-\n  x\n"),
        ("document marks", "%YAML 1.1\n---\na: 1\n...\n", "%YAML 1.1\n---\na: 1\n...\n"),
        ("JSON", "{\"b\":1,\n\"a\":[1,2]}", "{\n  \"b\": 1,\n  \"a\": [1, 2]\n}\n"),
        ("JSON on one line", "{\"b\":1,\"a\":[1,{\"x\":null}]}", "{ \"b\": 1, \"a\": [1, { \"x\": null }] }\n"),
        ("lists in lists", "a:\n-   - b\n    - c\n-\n  d: 1\n", "a:\n  - - b\n    - c\n  - d: 1\n"),
        ("several lines of a string", "a: \"x\n      y\\\n      z\"\n", "a: x yz\n"),
        ("an empty value", "a:\nb:   ~\n", "a:\nb: ~\n"),
        ("emoji", "a:    \"😀\"   # 😀\n", "a: \"😀\"   # 😀\n"),
    ]

    @Test(arguments: rows)
    func `a text has its usual form`(row: (name: String, before: String, after: String)) throws {
        #expect(try RuleFileFormat.formatted(row.before) == row.after, "\(row.name)")
        #expect(try RuleFileFormat.formatted(row.after) == row.after, "\(row.name), again")
    }

    @Test func `a long rule becomes a block, and a long list continues below`() throws {
        let text = String(repeating: "x", count: 70)
        let long = "rules:\n  - { attributes: a, type: match, pattern: \"^\(text)$\", message: \"\(text) {value}\" }\n"
        let block = """
            rules:
              - attributes: a
                type: match
                pattern: "^\(text)$"
                message: "\(text) {value}"

            """
        #expect(try RuleFileFormat.formatted(long) == block)
        #expect(try RuleFileFormat.formatted(block) == block)
        let items = (1...60).map { "item\($0)" }
        let filled = try RuleFileFormat.formatted("a: [\(items.joined(separator: ","))]")
        #expect(
            filled.split(separator: "\n").allSatisfy {
                $0.count <= 120 && ($0.hasPrefix("a: [") || $0.hasPrefix("    item"))
            })
        #expect(try RuleFileFormat.formatted(filled) == filled)
    }

    @Test(arguments: [
        ("a: [1\nb: 2\n", 2), ("a: \"x\n", 1), ("a: 1\na: 2\n", 2), ("", 1), ("? [a]\n: 1\n", 1),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: !!int 1\n", 1),
    ])
    func `what is not a document is refused with its place`(text: String, line: Int) {
        let error = #expect(throws: RuleSetError.self) { try RuleFileFormat.formatted(text, file: "r.yaml") }
        #expect((error?.diagnostics.first?.position?.line).map { $0 >= line } ?? false)
    }

    @Test func `all rule files keep their meaning and comments`() throws {
        var random = SeededGenerator(seed: 7)
        var (done, refused) = (0, [String]())
        for text in try Self.corpus() {
            for round in 0..<count(4, thorough: 40) {
                let changed = round == 0 ? text : Self.changed(text, &random)
                guard (try? RuleNode.areSame(text, changed, file: nil)) == true else { continue }
                do {
                    let once = try RuleFileFormat.formatted(changed)
                    #expect(try RuleNode.areSame(changed, once, file: nil))
                    #expect(Self.marks(changed) == Self.marks(once), "\(changed)\n->\n\(once)")
                    #expect(try RuleFileFormat.formatted(once) == once, "\(changed)")
                    done += 1
                } catch { refused.append("\(error)\n\(changed)") }
            }
        }
        #expect(
            refused.isEmpty,
            "\(refused.count) of \(done + refused.count): \(refused.prefix(3).joined(separator: "\n===\n"))")
        #expect(done > 1000)
    }

    /// The texts of the rule files of the repository, and of the samples in its pages.
    static func corpus() throws -> [String] {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        var texts = try String(contentsOf: root.appending(path: "Tests/ProofTests/Corpus/rules.txt"), encoding: .utf8)
            .components(separatedBy: "\n---\n")
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Examples"), includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where ["yaml", "json"].contains(file.pathExtension) {
            texts.append(try String(contentsOf: file, encoding: .utf8))
        }
        for page in try FileManager.default.contentsOfDirectory(
            at: root.appending(path: "Docs"), includingPropertiesForKeys: nil)
        where page.pathExtension == "md" {
            let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
            texts += parts.enumerated().filter { $0.offset % 2 == 1 && $0.element.hasPrefix("yaml\n") }
                .map { String($0.element.dropFirst(5)) }
        }
        return texts.filter { $0.utf8.count < 60_000 && (try? RuleNode.check($0, file: nil)) != nil }
    }

    /// The comments that `changed` puts in, with what is on their lines' sides.
    static func marks(_ text: String) -> [Substring] { text.matches(of: /#mark[0-9]+/).map(\.output) }

    /// The text with other indentation and spaces, and with comments.
    static func changed(_ text: String, _ random: inout SeededGenerator) -> String {
        let factor = Int.random(in: 1...3, using: &random)
        var lines: [String] = []
        for line in text.components(separatedBy: "\n") {
            let indent = line.prefix { $0 == " " }.count
            var line = String(repeating: " ", count: indent * factor) + line.dropFirst(indent)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                lines.append(
                    String(repeating: " ", count: Int.random(in: 0..<9, using: &random)) + "#mark\(lines.count)")
            case 1 where !line.isEmpty: line += " #mark\(lines.count)"
            case 2: lines += ["", "   "]
            case 3: line += "   "
            case 4:
                line = line.replacing(
                    ", ", with: ",\n" + String(repeating: " ", count: indent * factor + 3), maxReplacements: 1)
            case 5: line = line.replacing("{ ", with: "{  #mark\(lines.count)\n      ", maxReplacements: 1)
            case 6: line = line.replacing(": ", with: ":    ", maxReplacements: 1)
            default: break
            }
            lines.append(line)
        }
        return lines.joined(separator: Bool.random(using: &random) ? "\r\n" : "\n")
    }

    /// A diff of a file of which each line but the empty ones was changed.
    @Test func aDiffOfAllLinesTakesTimeInProportion() {
        func text(_ count: Int, _ line: String) -> String {
            (0..<count).map { "# c\($0)\n\n\(line)\($0)\n" }.joined()
        }
        var diff = ""
        let ratio = growth(from: 250) { diff = TextDiff.unified(text($0, "-   a"), text($0, "- a"), name: "r") }
        #expect(ratio < 24)
        #expect(diff.split(separator: "\n").count { $0.hasPrefix("+- a") } == 2_000)
        #expect(TextDiff.unified("a\nb\nc\n", "a\nB\nc\n", name: "r").hasSuffix("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"))
        // A line that moved is in both, and a line break is a part of its line.
        #expect(TextDiff.unified("a\nb\n", "b\na\n", name: "r").hasSuffix("@@ -1,2 +1,2 @@\n-a\n b\n+a\n"))
        #expect(TextDiff.unified("a\r\n", "a\n", name: "r").hasSuffix("-a\r\n+a\n"))
    }
}
