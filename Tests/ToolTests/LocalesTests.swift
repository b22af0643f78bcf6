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
        // A catalog of a language that is built in replaces some messages; another one has to have all.
        #expect(!result.lines.contains { $0.contains("the message is missing") })
        try tool.write(Array("{\"@@locale\": \"br\", \"required.blank\": \"{attribute}.\"}".utf8), to: "br.arb")
        let new = try tool.run(["locales", "check", "br.arb"])
        #expect(new.lines.contains { $0.hasPrefix("br.arb:1:1: string.tooLong: the message is missing") })
        let json = try tool.run(["locales", "check", "--json", "de.arb"])
        let findings = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(findings?.count == result.lines.count)
        #expect(json.status == 1 && json.errors.isEmpty)
    }

    /// A catalog alone, also an English one, is compared with what there is: a misspelled code is named.
    @Test(arguments: ["en", "de"]) func checkFindsAMisspelledCode(locale: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let others = ["", ", \"acme.other\": \"z\""]
        for other in others {
            try tool.write(
                Array("{\"@@locale\":\"\(locale)\",\"required.blnk\":\"x y\"\(other)}".utf8), to: "\(locale).arb")
            let result = try tool.run(["locales", "check", "\(locale).arb"])
            let line = result.lines.first { $0.contains("required.blnk: the code is unknown") }
            #expect(result.status == 1 && line != nil, "\(result.output)")
            #expect(line?.contains("did you mean required.blank?") != false || !other.isEmpty, "\(line ?? "")")
        }
    }

    /// A directory of catalogs that changes no message is a mistake.
    @Test func uselessCatalogsAreNoticed() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let check = ["check", "--rules", "rules.yaml", "--locale", "en", "--locales", "own", "a.ndjson"]
        try tool.write(Array("{\"name\":\"a\",\"age\":20}\n".utf8), to: "a.ndjson")
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "own"), withIntermediateDirectories: false)
        let empty = try tool.run(check)
        #expect(empty.status == 2)
        #expect(empty.errors == "error: own: --locales: there is no catalog (*.arb) in this directory\n")
        try tool.write(
            Array("{\"@@locale\":\"en\",\"required.blnk\":\"x y\",\"acme.other\":\"z\"}".utf8), to: "own/en.arb")
        let wrong = try tool.run(check)
        #expect(wrong.status == 0)
        #expect(
            wrong.errors.hasPrefix(
                "own/en.arb:1:34: warning: unknown code 'required.blnk'; did you mean 'required.blank'?\n1 record"),
            "\(wrong.errors)")
    }

    @Test func aMissingLabelHasAPlace() throws {
        let tool = try Tool(rules: "labels: { a: { de: A } }\nrules:\n  - [a, required]\n  - [\"a, b\", safe]\n")
        defer { tool.remove() }
        let result = try tool.run(["locales", "check", "--rules", "rules.yaml"])
        #expect(
            result.lines
                == [
                    "rules.yaml:4:6: b: it has no label for de (add it under 'labels', where other attributes have one)"
                ])
        #expect(result.errors == "1 finding\n")
    }

    @Test func theDirectoryOfAnExportIsCreated() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let export = ["locales", "export", "--format", "json", "--locale", "de", "--output"]
        #expect(try tool.run(export + ["translations"]).status == 0)
        #expect(tool.size("translations/de.json") > 1000)
        let wrong = try tool.run(export + ["none/translations"])
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("--output none/translations: the directory cannot be created: No such file"))
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
        for format in ["po", "json", "xcstrings"] {
            let export = try tool.run(["locales", "export", "--format", format, "--locale", "ru", "--output", "."])
            #expect(export.status == 0 && export.errors.isEmpty)
            let back = try tool.run(["locales", "import", "ru.\(format)", "--into", "."])
            #expect(back.status == 0)
            #expect(try tool.run(["locales", "check", "ru.arb"]).output.isEmpty)
            try FileManager.default.removeItem(at: tool.folder.appending(path: "ru.arb"))
        }
        let french = try tool.run(["locales", "export", "--format", "po", "--locale", "fr"]).output
        try tool.write(Array(french.utf8), to: "fr.po")
        _ = try tool.run(["locales", "import", "fr.po", "--into", "."])
        let region = french.replacing("Language: fr\\n", with: "Language: fr_FR\\n").replacing("\n", with: "\r\n")
        try tool.write(Array(region.utf8), to: "fr.po")
        let meant = try tool.run(["locales", "import", "fr.po", "--into", ".", "--reviewer", "Ada Lovelace"])
        let said = "fr.po: fr-FR is fr here\nfr: 0 new, 0 changed"
        #expect(meant.status == 0 && meant.errors.hasPrefix(said), "\(meant.errors)")
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "fr-FR.arb").path()))
        try FileManager.default.removeItem(at: tool.folder.appending(path: "fr.arb"))
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
                "card.wrong": "{attribute} ist keine Kartennummer.",
                "@@x-english": {"card.wrong": "VERSION"}
              },
            """
        let written = try String(contentsOf: tool.folder.appending(path: "messages.json"), encoding: .utf8)
        let shown = written.replacing(
            /"card.wrong": "[0-9a-f]{8}"/, with: "\"card.wrong\": \"VERSION\"", maxReplacements: 1)
        #expect(shown == german + text.dropFirst())
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
