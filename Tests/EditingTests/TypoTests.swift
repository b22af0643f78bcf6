import Foundation
import Proviso
import ProvisoEditing
import ProvisoRuleFiles
import Testing

/// The rule files of `Typos/make-typos`: in each, one word is misspelled.
@Suite struct TypoTests {
    private struct Typo {
        let kind: String
        let file: Int
        let line: Int
        let column: Int
        let right: String
        let wrong: String

        init?(_ row: Substring) {
            let cells = row.split(separator: "\t").map(String.init)
            guard cells.count == 7, let file = Int(cells[2]), let line = Int(cells[3]), let column = Int(cells[4])
            else {
                return nil
            }
            (kind, right, wrong) = (cells[0], cells[5], cells[6])
            (self.file, self.line, self.column) = (file, line, column)
        }

        /// The file with the wrong word; `nil` if the right one is not there.
        func text(_ files: [String]) -> String? {
            guard files.indices.contains(file) else { return nil }
            var lines = files[file].components(separatedBy: "\n")
            guard lines.indices.contains(line - 1) else { return nil }
            let scalars = lines[line - 1].unicodeScalars
            let rest = scalars.dropFirst(column - 1)
            guard rest.starts(with: right.unicodeScalars) else { return nil }
            lines[line - 1] =
                String(scalars.prefix(column - 1)) + wrong + String(rest.dropFirst(right.unicodeScalars.count))
            return lines.joined(separator: "\n")
        }

        func isSuggested(by error: RuleSetError) -> Bool {
            error.diagnostics.contains { diagnostic in
                guard let meant = diagnostic.suggestion else { return false }
                // A path, or `'string' with 'min'`.
                return meant.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.contains(right[...])
                    || meant == right || meant.hasSuffix("." + right)
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Typos")

    private static func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The mistakes of a rule file; `nil` if it is fine.
    private static func error(_ text: String, in directory: URL) -> RuleSetError? {
        do {
            var registry = Registry.standard
            registry.services.comparesRecords = true
            registry.services.store = MemoryStore([:])
            _ = try Plan(RuleSet(parsing: text, directory: directory.path), registry: registry)
            return nil
        } catch {
            return error
        }
    }

    /// Each kind of words is equally often in `kinds.tsv`; a schema cannot know the names that a file declares.
    @Test(arguments: [("typos.tsv", 80), ("kinds.tsv", 50)])
    func `misspelled words are refused, with the right word, and by the schema alone`(list: String, least: Int) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "typos-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // The files that samples include.
        try "rules: [[note, string]]".write(
            to: directory.appending(path: "common.yaml"), atomically: true, encoding: .utf8)
        try "variables: { countries: [CH] }\nrules: [[country, in, { range: \"${countries}\" }]]".write(
            to: directory.appending(path: "address.yaml"), atomically: true, encoding: .utf8)
        let files = try Self.read("files.txt").split(separator: /(?m)^=== \d+\n/).map(String.init)
        for (number, text) in files.enumerated() {
            #expect(Self.error(text, in: directory) == nil, "file \(number)")
        }
        let typos = try Self.read(list).split(separator: "\n").compactMap(Typo.init)
        #expect(typos.count == 300)
        let schema = RuleFileSchema(
            Registry.standard.definitions.map { RuleFileSchema.Manual($0, summary: "", page: "") })
        let evaluator = SchemaEvaluator(root: schema.document)
        var (suggested, underlined) = (0, 0)
        var missed: [String] = []
        for typo in typos {
            let text = try #require(typo.text(files), "\(typo)")
            guard let error = Self.error(text, in: directory) else {
                Issue.record("accepted: \(typo.kind) \(typo.wrong) for \(typo.right) in file \(typo.file)")
                continue
            }
            if typo.isSuggested(by: error) { suggested += 1 } else { missed.append("\(typo.wrong) for \(typo.right)") }
            let value = try? RuleNode.document(text, file: nil).value
            if value.map({ !evaluator.accepts($0) }) ?? true { underlined += 1 }
        }
        print("\(list): \(suggested) of \(typos.count) suggestions are right, the schema rejects \(underlined)")
        #expect(suggested * 100 >= typos.count * 95, "\(suggested) suggestions are right; not for \(missed)")
        #expect(underlined * 100 >= typos.count * least, "the schema rejects \(underlined)")
    }

    @Test(arguments: [
        ("labels: { a: { een: x } }", "en"), ("labels: { a: { de: x, ed: y }, b: { de: x, en: y } }", "en"),
        ("labels: { a: { fr: x, e: y }, b: { fr: x, it: y, de: z } }", "de"),
        ("labels: { a: { zhHans: x } }", "zh-Hans"),
        ("labels: { a: { zh-Hns: x } }", "zh-Hans"), ("hints: { a: { jja: x }, b: { ja: y } }", "ja"),
        ("messages: { pt-BRR: { required.blank: x } }", "pt-BR"), ("labels: { a: { en_US: x } }", "en-US"),
        ("labels: { a: { jp: x } }", "ja"), ("labels: { a: { german: x } }", "de"),
        ("tests: [{ data: {}, finds: [] }]", "record"), ("tests: [{ record: {}, expect: [] }]", "finds"),
        ("scenarios: { default: [first] }", "first"),
        ("variables: { a: { type: str, default: x } }", "string"), ("vars: {}", "variables"),
    ])
    func `single suggestions`(text: String, meant: String) {
        let rules = "\nrules: [[[a, b, first], required]" + (text.hasPrefix("scenarios") ? ", [[frist], string]]" : "]")
        let error = Self.error(text + rules, in: Self.folder)
        #expect(
            error?.diagnostics.contains { $0.suggestion == meant } == true, "\(error.map { "\($0)" } ?? "accepted")")
    }

    @Test(arguments: [
        "zh-yue", "zh-Hant-HK", "en-XA", "de-1996", "es-419", "en-u-ca-gregory", "de-x-foo", "sr-Latn-RS",
    ])
    func `locales with known parts are accepted`(tag: String) {
        #expect(Self.error("labels: { a: { \(tag): x } }\nrules: [[a, required]]", in: Self.folder) == nil)
    }

    @Test(arguments: [("fals", "false"), ("True", "true"), ("nulll", "null")])
    func `words of JSON are suggested`(word: String, meant: String) throws {
        let text = "{\"rules\": [[\"a\", \"string\", {\"strict\": \(word)}]]}"
        do {
            _ = try RuleSet(parsing: text, file: "rules.json")
            Issue.record("accepted")
        } catch {
            #expect("\(error)".contains("did you mean '\(meant)'?"), "\(error)")
        }
    }
}
