import Foundation
import TestSupport
import Testing

/// `--normalized` has the values that the rules after a change saw.
@Suite(.waitingForProcesses) struct NormalizedTests {
    /// A rule that changes a value, the value as it comes, and what becomes of it, both as JSON.
    struct Change: Sendable {
        let rule: String
        let value: String
        let changed: String
    }

    static let changes: [Change] = [
        Change(rule: "trim", value: #"" x\u00a0""#, changed: #""x""#),
        Change(rule: "trim, { chars: '-' }", value: #""--x-""#, changed: #""x""#),
        Change(rule: "default, { value: none }", value: "null", changed: #""none""#),
        Change(rule: "default, { value: 7 }", value: #""""#, changed: "7"),
        Change(rule: "filter, { filter: [trim, lower] }", value: #"" ÄB ""#, changed: #""äb""#),
        Change(rule: "filter, { filter: upper }", value: #""straße""#, changed: #""STRASSE""#),
        Change(rule: "filter, { filter: nfc }", value: #""e\u0301""#, changed: #""é""#),
        Change(rule: "filter, { filter: nfkc }", value: #""Ａ１""#, changed: #""A1""#),
        Change(rule: "filter, { filter: fold }", value: #""MAẞE""#, changed: #""masse""#),
        Change(rule: "filter, { filter: email }", value: #""Me@EXAMPLE.org""#, changed: #""Me@example.org""#),
        Change(rule: "filter, { filter: collapseSpaces }", value: #""a \t b""#, changed: #""a b""#),
        Change(rule: "filter, { filter: compact }", value: #""DE89 3704-0044""#, changed: #""DE8937040044""#),
        Change(rule: "filter, { filter: digits }", value: #""+1 (23)٤""#, changed: #""1234""#),
        Change(rule: "filter, { filter: toInteger }", value: #""42""#, changed: "42"),
        Change(rule: "filter, { filter: toNumber }", value: #""1.5""#, changed: "1.5"),
        Change(rule: "filter, { filter: toBoolean }", value: #""yes""#, changed: "true"),
        Change(rule: "filter, { filter: toText }", value: "12", changed: #""12""#),
        Change(
            rule: "transliterate, { transliterator: 'Any-Latin; Latin-ASCII' }", value: #""Ελλάδα""#,
            changed: #""Ellada""#),
        Change(rule: "url, { defaultScheme: https }", value: #""example.com/a""#, changed: #""https://example.com/a""#),
        Change(
            rule: "ip, { subnet: null, normalize: true }", value: #""10.0.0.1""#, changed: #""10.0.0.1/32""#),
        Change(
            rule: "ip, { expandIPv6: true }", value: #""::1""#,
            changed: #""0000:0000:0000:0000:0000:0000:0000:0001""#),
    ]

    /// After each change a rule that shows the value it sees, and one whose condition looks at the value.
    private static var rules: String {
        changes.enumerated().map { number, change in
            """
              - [a\(number), \(change.rule)]
              - { attributes: a\(number), type: in, range: [never], severity: info, message: "{value}" }
              - { attributes: m\(number), type: required, severity: info, when: [a\(number), in, { range: [\(change.changed)] }] }

            """
        }.joined()
    }

    private static func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(String(text).utf8)) as? [String: Any])
    }

    @Test(arguments: ["1", "4"], ["ndjson", "json"])
    func rulesSawWhatIsWritten(jobs: String, form: String) throws {
        let tool = try Tool(rules: "rules:\n" + Self.rules)
        defer { tool.remove() }
        let record =
            "{" + Self.changes.enumerated().map { "\"a\($0)\":\($1.value)" }.joined(separator: ",")
            + ",\"x\":{\"y\":1}}"
        let data = form == "json" ? "[\(record),\n\(record)]" : "\(record)\n\(record)\n"
        try tool.write(Array(data.utf8), to: "data.\(form)")
        let result = try tool.run([
            "check", "-r", "rules.yaml", "--locale", "en", "-f", "ndjson", "--jobs", jobs, "--normalized", "out",
            "data.\(form)",
        ])
        #expect(result.status == 0, "\(result.errors)")
        let written = String(decoding: try tool.bytes("out"), as: UTF8.self).split(separator: "\n")
        #expect(written.count == 2 && written.first == written.last)
        let values = try Self.object(try #require(written.first))
        #expect(values["x"] as? [String: Int] == ["y": 1])
        let findings = try result.lines.map { try Self.object($0) }
        for (number, change) in Self.changes.enumerated() {
            let name = "a\(number)"
            let wanted = try Self.object("{\"v\":\(change.changed)}")["v"] as? NSObject
            #expect(values[name] as? NSObject == wanted, "\(change.rule): \(values[name] ?? "")")
            let seen = findings.filter { $0["attribute"] as? String == name }
            #expect(seen.count == 2, "\(change.rule)")
            for finding in seen {
                let value = (finding["parameters"] as? [String: Any])?["value"] as? NSObject
                #expect(value == wanted, "\(change.rule): \(finding)")
            }
            // The condition held only if it saw the changed value.
            #expect(findings.count { $0["attribute"] as? String == "m\(number)" } == 2, "\(change.rule)")
        }
    }

    /// A card number that the plugin accepts only once the rule before has changed it.
    static let cards: [(rule: String, value: String)] = [
        ("trim", "\" 4111111111111111 \""), ("filter, { filter: digits }", "\"4111 1111 1111 1111\""),
        ("filter, { filter: nfkc }", "\"４１１１１１１１１１１１１１１１\""),
        ("default, { value: '4111111111111111' }", "null"),
        ("transliterate, { transliterator: 'Fullwidth-Halfwidth' }", "\"４１１１１１１１１１１１１１１１\""),
        ("filter, { filter: toText }", "4111111111111111"),
    ]

    @Test(arguments: ["inproc", "worker"]) func pluginsSawWhatIsWritten(mode: String) throws {
        let rules = Self.cards.enumerated().map { "  - [c\($0), \($1.rule)]\n  - [c\($0), proviso/credit-card]\n" }
        let tool = try Tool(rules: "rules:\n" + rules.joined())
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "plugins"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "libCreditCard.so"),
            to: tool.folder.appending(path: "plugins/card.so"))
        func record(_ change: (Int) -> String) -> String {
            "{" + Self.cards.indices.map { "\"c\($0)\":\(change($0))" }.joined(separator: ",") + "}\n"
        }
        let good = record { Self.cards[$0].value }
        let wrong = Self.cards.indices.map { place in record { $0 == place ? "\"4111-1111\"" : Self.cards[$0].value } }
        try tool.write(Array((good + wrong.joined() + good).utf8), to: "data.ndjson")
        let result = try tool.run([
            "check", "-r", "rules.yaml", "--locale", "en", "--plugins", "plugins", "--plugin-mode", mode,
            "--normalized", "out", "data.ndjson",
        ])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.lines.count == Self.cards.count, "\(result.output)")
        let line = record { _ in "\"4111111111111111\"" }
        #expect(String(decoding: try tool.bytes("out"), as: UTF8.self) == line + line)
    }

    /// Fields of a table in which a rule wants numbers, and the same as JSON.
    static let fields: [(field: String, json: String)] = [
        ("x2", #""x2""#), ("abc", #""abc""#), (" 5", #"" 5""#), (#""1,5""#, #""1,5""#), ("5", "5"), ("-1.5", "-1.5"),
        ("12345678901234567890123", "12345678901234567890123"), (#""""#, #""""#), ("", "null"),
        ("1\u{0663}", "\"1\u{0663}\""),
    ]

    @Test(arguments: ["integer", "number"]) func aFieldThatIsNoNumberStaysAString(type: String) throws {
        let tool = try Tool(rules: "rules:\n  - [n, \(type), { strict: true, severity: warning }]\n")
        defer { tool.remove() }
        let rows = Self.fields.map { "\($0.field),1\n" }.joined()
        try tool.write(Array("n,m\n\(rows)".utf8), to: "data.csv")
        let result = try tool.run([
            "check", "-r", "rules.yaml", "--show-values", "-f", "ndjson", "--normalized", "out", "data.csv",
        ])
        #expect(result.status == 0, "\(result.errors)")
        let written = String(decoding: try tool.bytes("out"), as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(written == Self.fields.map { "{\"n\":\($0.json),\"m\":\"1\"}" })
        // What a report shows is what the field is.
        let shown = try result.lines.map { try Self.object($0)["value"] as? String }
        #expect(shown.prefix(4) == ["x2", "abc", " 5", "1,5"], "\(result.output)")
    }
}
