import EngineInterface
import Foundation
import ProvisoEngine
import Testing

/// Rules that are opened, read again and closed.
@Suite struct OpeningTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("engine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func opening(_ text: String, _ options: String? = nil) -> Answer {
        var handle: proviso_engine_handle = 0
        let answer = Answer { proviso_engine_open_text(text, text.utf8.count, options, &handle, $0) }
        #expect((handle == 0) == answer.isError)
        _ = proviso_engine_close(handle)
        return answer
    }

    @Test func mistakesInRulesHaveTheirPlaceAndAdvice() {
        let answer = opening("rules:\n  - [email, emial]\n", #"{"file":"my.yaml"}"#)
        #expect(answer.status == PROVISO_ENGINE_BAD_RULES)
        #expect(answer.text.contains(#""file":"my.yaml","line":2"#), "\(answer.text)")
        #expect(answer.text.contains(#""suggestion":"email""#))
    }

    @Test func optionsThatDoNotExistOrDoNotFitAreRefused() {
        #expect(opening("rules: []", #"{"variabels":{}}"#).text.contains("did you mean 'variables'?"))
        #expect(opening("rules: []", #"{"plugins":"x"}"#).text.contains("expected a list of strings"))
        #expect(opening("rules: []", #"{"pluginMode":"fast"}"#).text.contains("inproc, worker"))
        #expect(opening("rules: []", "[1]").status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(opening("rules: []", "{").status == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(opening("rules: []", "").status == 0)
        #expect(opening("rules: []", #"{"untrusted":null}"#).status == 0)
    }

    @Test func aPluginDirectoryThatDoesNotExistIsAnError() {
        let answer = opening("rules: []", #"{"plugins":["/nonexistent/plugins"]}"#)
        #expect(answer.status == PROVISO_ENGINE_BAD_PLUGIN, "\(answer.text)")
    }

    @Test func rulesOfUntrustedAuthorsAreLimited() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let text = "rules: [[a, in, { range: \(deep) }]]"
        #expect(opening(text, #"{"untrusted":true}"#).text.contains("deeper than"))
    }

    @Test func aFileIsReadAgainAndKeepsItsRulesWhileItIsWrong() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("rules.yaml")
        try "rules: [[a, required]]".write(to: file, atomically: true, encoding: .utf8)
        let rules = try OpenRules(path: file.path)
        #expect(rules.check("{}").status == 1)
        try "rules: []".write(to: file, atomically: true, encoding: .utf8)
        #expect(proviso_engine_reload(rules.handle, nil, 0, nil) == 0)
        #expect(rules.check("{}").status == 0)
        try "rules: [[a, requierd]]".write(to: file, atomically: true, encoding: .utf8)
        let broken = Answer { proviso_engine_reload(rules.handle, nil, 0, $0) }
        #expect(broken.status == PROVISO_ENGINE_BAD_RULES)
        #expect(rules.check("{}").status == 0)
        let described = Answer { proviso_engine_describe(rules.handle, $0) }
        #expect(described.text.contains(#""generation":2"#))
        #expect(
            Answer { proviso_engine_reload(rules.handle, "rules: []", 9, $0) }.status == PROVISO_ENGINE_BAD_ARGUMENT)
    }

    @Test(arguments: [
        ("rules: [[a, required]]", false), ("rules: [[a, unique]]", true), ("dataset: [[rows, { min: 1 }]]", true),
        ("rules: [[a.*.b, unique]]", true), ("rules: []", false),
    ])
    func theDescriptionSaysWhetherRulesNeedAllRecords(text: String, expected: Bool) throws {
        let rules = try OpenRules(text)
        let described = Answer { proviso_engine_describe(rules.handle, $0) }
        #expect(described.text.contains("\"needsAllRecords\":\(expected)"), "\(described.text)")
    }

    @Test func textIsReplacedByText() throws {
        let rules = try OpenRules("rules: [[a, required]]")
        #expect(rules.check("{}").status == 1)
        #expect(proviso_engine_reload(rules.handle, "rules: []", 9, nil) == 0)
        #expect(rules.check("{}").status == 0)
    }

    @Test func aDirectoryIsAllItsRuleFilesInOrder() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let none = Answer { output in
            var handle: proviso_engine_handle = 0
            return proviso_engine_open_file(folder.path, nil, &handle, output)
        }
        #expect(none.text.contains("expected rule files"))
        try "rules: [[a, required]]".write(
            to: folder.appendingPathComponent("1.yaml"), atomically: true, encoding: .utf8)
        try "{\"rules\": [[\"b\", \"required\"]]}"
            .write(to: folder.appendingPathComponent("2.json"), atomically: true, encoding: .utf8)
        try "not rules".write(to: folder.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
        let rules = try OpenRules(path: folder.path)
        let answer = rules.check("{}")
        #expect(answer.text.split(separator: "\n").count == 2)
        #expect(answer.text.contains("1.yaml:1:") && answer.text.contains("2.json:1:"))
    }

    @Test func collectionsAreFilesThatExistLooksIn() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("countries.csv")
        try "code\nDE\nFR\n".write(to: file, atomically: true, encoding: .utf8)
        let text = "rules: [[country, exist, { target: countries, targetAttribute: code }]]"
        let rules = try OpenRules(text, options: "{\"collections\":{\"countries\":\"\(file.path)\"}}")
        #expect(rules.check(#"{"country":"DE"}"#).status == 0)
        #expect(rules.check(#"{"country":"XX"}"#).status == 1)
    }

    @Test func variablesAreValuesOfTheRules() throws {
        let text = "variables: { most: 3 }\nrules: [[a, integer, { max: \"${most}\" }]]"
        let plain = try OpenRules(text)
        #expect(plain.check(#"{"a":4}"#).status == 1)
        let changed = try OpenRules(text, options: #"{"variables":{"most":5}}"#)
        #expect(changed.check(#"{"a":4}"#).status == 0)
    }
}
