import Foundation
import Proviso
import ProvisoEditing
import ProvisoRuleFiles
import Testing

/// The JSON Schema of rule files, and typos in them.
@Suite struct SchemaTests {
    private static let schema = RuleFileSchema(
        Registry.standard.definitions.map { RuleFileSchema.Manual($0, summary: "", page: "") })
    private static let evaluator = SchemaEvaluator(root: schema.document)

    private static func accepts(_ text: String) throws -> Bool {
        evaluator.accepts(try RuleNode.document(text, file: nil).value)
    }

    /// The error of the reader or the plan; `nil` if there is none.
    private static func error(_ text: String) -> RuleSetError? {
        do {
            var registry = Registry.standard
            registry.services.comparesRecords = true
            _ = try Plan(RuleSet(parsing: text, directory: folder("Typos").path), registry: registry)
            return nil
        } catch {
            return error
        }
    }

    private static func folder(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    }

    /// The rule sets of examples, manuals and users, and the samples of the pages.
    private static let corpus: [String] = {
        let rules = (try? String(contentsOf: folder("../ProofTests/Corpus/rules.txt"), encoding: .utf8)) ?? ""
        var texts = rules.components(separatedBy: "\n---\n")
        for page in (try? FileManager.default.contentsOfDirectory(atPath: folder("../../Docs").path)) ?? [] {
            let text = (try? String(contentsOf: folder("../../Docs/\(page)"), encoding: .utf8)) ?? ""
            texts += text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
                $0.components(separatedBy: "```").first
            }
        }
        return texts
    }()

    @Test func `the schema accepts what the reader accepts`() throws {
        var count = 0
        for text in Self.corpus where Self.error(text) == nil {
            #expect(try Self.accepts(text), "\(text)")
            count += 1
        }
        #expect(count > 300)
    }

    @Test(arguments: [
        "rules: [[a, required, { when: [b, requird] }]]", "rules: [[a, required, { when: [[b, requird]] }]]",
        "rules: [[a, required, { unless: { any: [[b, requird]] } }]]", "rules: [[a, each, { rule: [strng] }]]",
        "rules: [[a, each, { rule: strng }]]", "rules: [[a, oneOf, { shapes: { c: [[n, requird]] } }]]",
        "rules: [[a, oneOf, { shapes: { c: { rules: [[n, requird]] } } }]]", "rules: [[a, in]]", "rules: [[a, match]]",
        "rules: [{ attributes: a, type: match }]", "proviso: \"1\"\nrules: [[a, required]]",
        "shapes: { x: [[a, requird]] }\nrules: [[a, shape, { name: x }]]",
    ])
    func `the schema rejects unknown types everywhere, and rules without what they need`(_ text: String) throws {
        #expect(Self.error(text) != nil)
        #expect(try !Self.accepts(text))
    }

    private struct Typo: Decodable {
        let kind, wrong, right, text: String
        let line, column: Int
    }

    /// The files of `Scripts/make-typos`, and those that somebody else wrote.
    @Test(arguments: ["typos.ndjson", "strangers.ndjson"])
    func `typos are refused with the right suggestion, and most by the schema`(file: String) throws {
        let lines = try String(contentsOf: Self.folder("Typos/\(file)"), encoding: .utf8).split(separator: "\n")
        let typos = try lines.map { try JSONDecoder().decode(Typo.self, from: Data($0.utf8)) }
        var (suggested, underlined) = (0, 0)
        for typo in typos {
            guard let error = Self.error(typo.text) else {
                Issue.record("accepted: \(typo.wrong) for \(typo.right) in\n\(typo.text)")
                continue
            }
            if error.diagnostics.contains(where: { $0.suggestion?.contains(typo.right) ?? false }) { suggested += 1 }
            if try !Self.accepts(typo.text) { underlined += 1 }
        }
        print("\(file): \(typos.count) typos, \(suggested) suggestions are right, the schema rejects \(underlined)")
        #expect(suggested * 100 >= typos.count * 95)
        #expect(underlined * 100 >= typos.count * 80)
    }

    @Test func `the schema has the keys of the reader`() throws {
        let document = Self.schema.document
        guard case .object(let members) = document,
            case .object(let keys)? = members.first(where: { $0.key == "properties" })?.value
        else { return #expect(Bool(false), "no properties") }
        #expect(keys.map(\.key) == FileKey.names)
        for member in keys {
            guard case .object(let parts) = member.value else { continue }
            #expect(parts.first?.key == "description", "\(member.key) has no description")
            #expect(parts.count > 1, "\(member.key) has no schema")
        }
    }

    @Test(arguments: [
        ("rules: [[a, required]]", true),
        ("rules: [[a, requird]]", false),
        ("types: { sku: string }\nrules: [[a, sku]]", true),
        ("types: { sku: string }\nrules: [[a, string, { mn: 1 }]]", false),
        ("rules: [[a, string, { min: 3, tooShort: 'Too short!' }]]", true),
        ("rules: [[a, string, { tooSort: 'Too short!' }]]", false),
        ("rules: [{ attributes: a, type: compare, options: { type: number } }]", true),
        ("rules: [[a, compare, { type: number }]]", true),
        ("rules: [[a, compare, { type: nmber }]]", false),
        ("rules: [[a, string, { min: '3' }]]", false),
        ("rules: [[a, string, { max: 3.5 }]]", false),
        ("rules: [[a, number, { max: 3.5, min: { attribute: b } }]]", true),
        ("rules: [[a, number, { above: ten }]]", false),
        ("rules: [[a, count, { min: { attribut: b } }]]", false),
        ("rules: [[a, date, { min: { attribute: b, plus: P1D }, timeZone: { attribute: z } }]]", true),
        ("rules: [[a, date, { max: { attribute: b, pluss: P1D } }]]", false),
        ("rules: [[a, date, { max: -18 years }]]", true),
        ("rules: [[a, in, { range: DE }]]", false),
        ("rules: [[a, in, { range: { a: 1 } }]]", false),
        ("rules: [[a, in, { range: { attribute: b } }]]", true),
        ("rules: [[a, in, { range: '${all}' }]]\nvariables: { all: [x] }", true),
        ("rules: [[a, string, { max: \"${limit}\" }]]\nvariables: { limit: 3 }", true),
        ("rules: [[a, required, { when: { any: [[b, required], { expr: 'b > 1' }] } }]]", true),
        ("rules: [[a, required, { when: { anyy: [[b, required]] } }]]", false),
        ("rules: [[a, required, { when: { atLeast: 2, of: [[b, required], [c, required]] } }]]", true),
        ("rules: [[a, each, { rule: [string, { max: 3 }] }]]", true),
        ("rules: [[a, each, { rule: [string, { mx: 3 }] }]]", false),
        ("labels: { a: { de: { text: Haus, gender: neuter } } }\nrules: [[a, required]]", true),
        ("labels: { a: { de: { text: Haus, gender: newter } } }\nrules: [[a, required]]", false),
        ("messages: { en: { required.blank: Please! } }\nrules: []", true),
        ("messages: { en: { required.blnk: Please! } }\nrules: []", false),
        ("shapes: { card: { rules: [[a, required]], closd: true } }", false),
        ("labels: {}", false),
        ("tests: [{ record: {}, finds: [] }]\nrules: []", true),
        ("tests: [{ record: {}, find: [] }]\nrules: []", false),
    ])
    func `single rules`(text: String, isAccepted: Bool) throws {
        #expect(try Self.accepts(text) == isAccepted)
        if isAccepted { #expect(Self.error(text) == nil) } else { #expect(Self.error(text) != nil) }
    }
}
