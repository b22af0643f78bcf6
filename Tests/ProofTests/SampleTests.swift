import Foundation
import Proviso
import ProvisoProof
import Testing

/// Samples: what they promise is what a plan says.
@Suite struct SampleTests {
    /// The rule sets of the corpus: examples, samples of manuals, and rules that users asked for.
    static let all: [String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/rules.txt")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n---\n")
    }()

    /// Every fourth of them, unless all are wanted.
    static let corpus: [String] = {
        let isThorough = ProcessInfo.processInfo.environment["PROVISO_THOROUGH"] == "1"
        return isThorough ? all : stride(from: 0, to: all.count, by: 4).map { all[$0] }
    }()

    static func plan(_ text: String) throws -> Plan {
        var registry = Registry.standard
        registry.services.comparesRecords = true
        return try Plan(RuleSet(parsing: text), registry: registry)
    }

    private static func found(_ sample: Sample, _ plan: Plan) throws -> [String] {
        let verifier = try Verifier(plan, scenario: RuleSet.defaultScenario)
        let read = try AnyValue(json: sample.record.json)
        return verifier.violations(of: read, after: sample.before).map { "\($0.rule.id) \($0.code) \($0.path)" }
    }

    @Test(arguments: [
        "number, { min: 5, max: 1e300 }", "number, { min: -1.7e308, max: 1.7e308 }",
        "integer, { min: -9223372036854775808, max: 9223372036854775807 }",
    ]) func `bounds beyond all integers have samples`(rule: String) throws {
        let maker = try SampleMaker(try Self.plan("rules:\n- [a, \(rule)]"))
        #expect(!maker.samples(of: maker.targets[0]).valid.isEmpty)
    }

    @Test(arguments: [
        "[a, match, { pattern: '^[0-9]{16}$' }]\n- [a, startsWith, { value: '4111' }]",
        "[a, match, { pattern: '^[A-Z0-9]{8}$' }]\n- [a, endsWith, { value: 'XY' }]",
        "[a, match, { pattern: '^[a-z]{6}$' }]\n- [a, contains, { value: 'abc' }]",
    ]) func `a pattern and another rule for text have samples`(rules: String) throws {
        let maker = try SampleMaker(try Self.plan("rules:\n- " + rules))
        for target in maker.targets {
            let samples = maker.samples(of: target)
            #expect(samples.validReason == nil && samples.invalidReason == nil)
        }
    }

    @Test func `a search begins with the valid records of the cases`() throws {
        let must = "this.size() == 9 && this.contains('qzj') && this.endsWith('vkw') && this.startsWith('xyw')"
        let rules = "rules:\n- [a, expr, { must: \"\(must)\" }]\n"
        let cases = "tests:\n- { record: { a: xywqzjvkw }, valid: true }\n"
        let maker = try SampleMaker(try Self.plan(rules + cases))
        let samples = maker.samples(of: maker.targets[0])
        #expect(samples.valid.map(\.record) == [["a": "xywqzjvkw"]])
    }

    @Test func rulesOfTheCorpusHaveSamples() throws {
        var (rules, complete): (Int, Int) = (0, 0)
        var missing: [String] = []
        for text in Self.corpus {
            let (plan, other) = (try Self.plan(text), try Self.plan(text))
            let maker = try SampleMaker(plan)
            for target in maker.targets {
                let samples = maker.samples(of: target)
                rules += 1
                let needsNone = target.rule.constraint.onlyChanges(in: plan)
                if !samples.valid.isEmpty, !samples.invalid.isEmpty || needsNone {
                    complete += 1
                } else {
                    missing.append(samples.place)
                }
                #expect(samples.valid.isEmpty == (samples.validReason != nil))
                #expect(samples.invalid.isEmpty == (samples.invalidReason != nil))
                for sample in samples.valid {
                    #expect(try Self.found(sample, other).isEmpty, "\(text)\n\(sample.record.json)")
                }
                for sample in samples.invalid {
                    let found = try Self.found(sample, other)
                    #expect(
                        !found.isEmpty && found.allSatisfy { $0.hasPrefix("\(target.id) ") },
                        "\(text)\n\(sample.record.json) \(found)")
                }
            }
        }
        #expect(rules > 90)
        #expect(Double(complete) >= 0.95 * Double(rules), "\(complete) of \(rules): \(missing)")
    }

    @Test func sameSeedGivesTheSameSamples() throws {
        let text = try #require(Self.all.first { $0.contains("a form") })
        func lines(_ seed: UInt64) throws -> [String] {
            let maker = try SampleMaker(Self.plan(text), seed: seed)
            return maker.targets.prefix(12).flatMap { target in
                let samples = maker.samples(of: target)
                let others = (0..<3).compactMap { _ in maker.valid(target) }
                return (samples.valid + samples.invalid + others).map { SampleText.line($0, scenario: "default") }
            }
        }
        #expect(try lines(7) == lines(7))
        #expect(try lines(7) != lines(8))
    }

    @Test(arguments: [
        ("min: 3, max: 5", ["abc", "abcde"], ["ab", "abcdef"]), ("length: 4", ["abcd"], ["abcde"]),
    ])
    func boundsOfLengthsAreShown(options: String, valid: [String], invalid: [String]) throws {
        let plan = try Self.plan("rules: [[name, string, { \(options) }]]")
        let maker = try SampleMaker(plan)
        let samples = maker.samples(of: maker.targets[0])
        #expect(samples.valid.compactMap { $0.record["name"]?.text?.count } == valid.map(\.count))
        #expect(samples.invalid.compactMap { $0.record["name"]?.text?.count } == invalid.map(\.count))
    }

    @Test func numbersHaveSamplesAtAndBeyondTheirBounds() throws {
        let maker = try SampleMaker(Self.plan("rules: [[age, integer, { min: 18, max: 120 }]]"))
        let samples = maker.samples(of: maker.targets[0])
        #expect(samples.valid.map { $0.record["age"] } == [18, 120])
        #expect(samples.invalid.map { $0.record["age"] } == [17, 121])
    }

    @Test func ruleThatAnotherOneShadowsHasAReason() throws {
        let maker = try SampleMaker(Self.plan("rules: [[name, slug], [name, lowercase]]"))
        let samples = maker.samples(of: maker.targets[1])
        #expect(samples.invalid.isEmpty)
        #expect(samples.invalidReason?.contains("rule 1, 'slug'") == true)
    }

    @Test func contradictionHasAReason() throws {
        let maker = try SampleMaker(Self.plan("rules: [[a, integer, { min: 9 }], [a, integer, { max: 4 }]]"))
        let samples = maker.samples(of: maker.targets[0])
        #expect(samples.valid.isEmpty)
        #expect(samples.validReason?.contains("rule") == true)
    }

    @Test func uniqueNeedsTwoRecords() throws {
        let maker = try SampleMaker(Self.plan("rules: [[id, unique]]"))
        let sample = try #require(maker.samples(of: maker.targets[0]).invalid.first)
        #expect(sample.before == [sample.record])
        #expect(sample.findings.map(\.code) == ["unique.taken"])
    }

    @Test(arguments: [
        "^[a-z]{2,4}$", "^(?:ab|cd)+x?$", "(?i)^[f-h]\\d{3}$", "^\\pL+[[:digit:]]$", "a\\.b|^c[^d-z]$",
        "^\\x{e9}\\Q.*\\E$",
        "^(?P<year>20\\d\\d)-(0[1-9]|1[0-2])$", "^[\\w.+-]+@[a-z]+$", "^.{5}$", "[]a]", "^(?s:.)$", "^[^\\s]{3,}$",
    ])
    func stringsOfPatternsMatch(pattern: String) throws {
        let node = try #require(PatternReader.read(pattern))
        var strings = PatternStrings(node, SeededGenerator(seed: 3))
        let made = strings.strings(lengths: [5, 9])
        let plan = try Plan(RuleSet(rules: [Rule(["v"], .type("match", ["pattern": .text(pattern)]))]))
        #expect(!made.isEmpty)
        for text in made where !text.isEmpty {
            #expect(try plan.validate(["v": .text(text)]).isValid, "\(pattern) \(text)")
        }
    }

    @Test func unreadablePatternHasNoStrings() {
        #expect(PatternReader.read("(a") == nil)
        let nested = { String(repeating: "(", count: $0) + "a" + String(repeating: ")", count: $0) }
        #expect(PatternReader.read(nested(200)) != nil)
        #expect(PatternReader.read(nested(100_000)) == nil)
        #expect(PatternReader.read("a)") == nil)
        #expect(PatternReader.read("[a") == nil)
    }

    @Test func tableHasAColumnForEachMember() {
        let records: [AnyValue] = [["a": 1, "b": ["c": "x,y"]], ["a": "say \"no\"", "d": [1]]]
        let (text, omitted) = SampleText.table(records)
        #expect(text == "a,b.c\n1,\"x,y\"\n\"say \"\"no\"\"\",\n")
        #expect(omitted == ["d"])
        let format = TableFormat(delimiter: UInt8(ascii: ";"), quote: UInt8(ascii: "'"), columns: ["b.c", "e"])
        let other = SampleText.table(records, as: format)
        #expect(other.text == "b.c;e\nx,y;\n;\n" && other.omitted == ["a", "d"])
        #expect(
            SampleText.table(records, as: TableFormat(header: false), attributes: ["e"]).text.hasPrefix(",1,\"x,y\"\n"))
    }
}
