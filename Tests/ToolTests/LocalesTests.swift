import Foundation
import TestSupport
import Testing

@Suite(.waitingForProcesses) struct LocalesTests {
    @Test func checkIsSilentAboutWhatIsBuiltIn() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["locales", "check"])
        #expect(result.status == 0 && result.errors == "no findings\n")
        #expect(result.output == "")
    }

    /// Norwegian's numbers are those of `no` in CLDR, the parent of `nb` and `nn`, whoever asks for parents first.
    @Test(arguments: ["nb", "nn", "no"]) func norwegianNumbersAreNorwegian(_ locale: String) throws {
        let tool = try Tool(rules: "rules: [[n, number, { max: 1234567.5 }]]")
        defer { tool.remove() }
        let arguments = ["check", "--rules", "rules.yaml", "--locale", locale]
        let result = try tool.run(arguments, input: Array("{\"n\":99999999}".utf8))
        #expect(result.output.contains(" 1\u{A0}234\u{A0}567,5. "), "\(result.output)")
    }

    @Test func checkSaysWhatAndWhere() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let text = "{\"@@locale\": \"de\",\n  \"required.blank\": \"{attribut} fehlt.\",\n"
        try tool.write(Array((text + "\"@required.blank\": {\"x-reviewed\": false}}").utf8), to: "de.arb")
        let result = try tool.run(["locales", "check", "de.arb"])
        #expect(result.status == 1)
        #expect(
            result.lines.contains(
                "de.arb:2:21: required.blank: unknown placeholder {attribut} (did you mean {attribute}?)"))
        #expect(result.lines.contains { $0.hasPrefix("de.arb:1:1: string.tooLong: the message is missing") })
        let json = try tool.run(["locales", "check", "--json", "de.arb"])
        let findings = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(findings?.count == result.lines.count)
        #expect(json.status == 1 && json.errors.isEmpty)
    }

    @Test func checkRefusesWhatItCannotRead() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for arguments in [["nowhere"], ["."], ["--rules", "nowhere.yaml"], ["--plugins"]] {
            let result = try tool.run(["locales", "check"] + arguments)
            #expect(result.status == 2 && !result.errors.isEmpty, "\(arguments)")
        }
    }

    @Test func translationsGoOutAndComeBack() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for format in ["po", "json"] {
            let export = try tool.run(["locales", "export", "--format", format, "--locale", "ru", "--output", "."])
            #expect(export.status == 0 && export.errors.isEmpty)
            let back = try tool.run(["locales", "import", "ru.\(format)", "--into", "."])
            #expect(back.status == 0)
            #expect(try tool.run(["locales", "check", "ru.arb"]).output.isEmpty)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "ru.arb"))
        }
        let new = try tool.run(["locales", "export", "--format", "po", "--locale", "sw"])
        #expect(new.output.contains("\"Language: sw\\n\"") && new.output.contains("msgstr \"\""))
        try tool.write(Array("{\"no.such\": \"x\"}".utf8), to: "sw.json")
        let unknown = try tool.run(["locales", "import", "sw.json", "--into", "."])
        #expect(unknown.status == 1 && unknown.errors.contains("unknown code 'no.such'"))
        #expect(try tool.run(["locales", "export", "--format", "po"]).status == 2)
        #expect(try tool.run(["locales", "import", "rules.yaml", "--into", "."]).status == 2)
    }

    @Test func theMessagesOfAPluginAreOneFile() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let text = """
            {
              "en": {
                "@@locale": "en",
                "card.wrong": "{attribute} is not a card number."
              },
              "fr": {
                "@@locale": "fr",
                "card.wrong": "{attribut} n’est pas un numéro de carte.",
                "@card.wrong": {"x-reviewed": false}
              }
            }

            """
        try tool.write(Array(text.utf8), to: "messages.json")
        let check = try tool.run(["locales", "check", "messages.json"])
        #expect(check.status == 1)
        let unknown = "messages.json:8:19: card.wrong: unknown placeholder {attribut}"
        #expect(check.lines.contains { $0.hasPrefix(unknown) })

        let new = Array("{\"card.wrong\": \"{attribute} ist keine Kartennummer.\"}".utf8)
        try tool.write(new, to: "de.json")
        let bring = try tool.run(["locales", "import", "de.json", "--into", "messages.json"])
        #expect(bring.status == 0 && bring.errors == "de: 1 new, 0 changed\n", "\(bring.errors)")
        let stats = try tool.run(["locales", "stats", "messages.json"])
        #expect(stats.lines.dropFirst().map { $0.prefix(2) } == ["de", "en", "fr"])
        let export = try tool.run(["locales", "export", "--format", "po", "--locale", "de", "messages.json"])
        #expect(export.output.contains("msgstr \"{attribute} ist keine Kartennummer.\""))
        let german = """
            {
              "de": {
                "@@locale": "de",
                "@@x-reviewed": false,
                "card.wrong": "{attribute} ist keine Kartennummer."
              },
            """
        let written = try String(contentsOf: tool.folder.appending(path: "messages.json"), encoding: .utf8)
        #expect(written == german + text.dropFirst())
    }

    @Test func statsCountMessages() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["locales", "stats"])
        #expect(result.status == 0)
        #expect(result.lines.first?.split(separator: " ") == ["locale", "messages", "of", "reviewed"])
        #expect(result.lines.contains { $0.hasPrefix("de ") && $0.hasSuffix(" 0") })
    }
}
