import Foundation
import Proviso
import ProvisoCatalogChecks
import ProvisoLocales
import TestSupport
import Testing

/// That the embedded catalogs have no findings is shown by the tool's own test of `proviso locales check`.
@Suite struct CheckTests {
    @Test(arguments: ["IBAN", "CreditCard", "Phone", "Web", "Identifiers"])
    func samplePluginsAreClean(plugin: String) throws {
        var check = LocaleCheck()
        try check.check(files: [Project.path("Sources/Bundled/\(plugin)/messages.json")])
        for finding in check.findings { Issue.record("\(finding)") }
    }

    /// A new catalog is one new file: the build lists them.
    @Test func everyCatalogIsEmbedded() throws {
        let folder = Project.path("Locales")
        let locales = try CatalogFiles.list(folder).map { try CatalogFiles.read($0).locale }
        #expect(locales.sorted() == EmbeddedCatalogs.locales)
        #expect(locales.count >= 70)
        for locale in locales {
            let file = try ArbDocument(contentsOf: "\(folder)/\(locale).arb")
            // The hashes of the English stay in the files.
            let embedded = try #require(try EmbeddedCatalogs.document(locale))
            #expect(embedded.keys == file.keys && embedded.keys.allSatisfy { embedded[$0] == file[$0] })
        }
    }

    @Test func thePageAboutLocalesIsNotStale() throws {
        let page = try SmallFile.read(Project.path("Docs/Locales.md"), limit: 1 << 22)
        #expect(try LocaleTable.markdown() == String(decoding: page, as: UTF8.self), "run make docs")
    }

    struct Row {
        let locale: String
        let text: String
        let says: String
        let at: SourceLocation

        init(_ locale: String, _ text: String, _ says: String, at: SourceLocation = #_sourceLocation) {
            (self.locale, self.text, self.says, self.at) = (locale, text, says, at)
        }
    }

    /// Nothing says which order is right in a language but its translator.
    @Test func placeholdersOfAPluginsMessageMayMove() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let types = #""attribute": {"type": "String"}, "rank": {"type": "int"}, "squares": {"type": "int"}"#
        let text = #"""
            {"en": {"@@locale": "en", "@fen.rank": {"description": "A rank.", "placeholders": {\#(types)}},
              "fen.rank": "{attribute} has {squares, number} squares in rank {rank, number}, not 8."},
             "de": {"@@locale": "de", "fen.rank": "{attribute} hat in Reihe {rank, number} {squares, number} Felder, nicht 8."}}
            """#
        try Data(text.utf8).write(to: URL(filePath: path))
        var check = LocaleCheck()
        try check.check(files: [path])
        #expect(!check.findings.contains { $0.problem.contains("comes before") }, "\(check.findings)")
        #expect(!check.findings.contains { $0.problem.contains("not valid") }, "\(check.findings)")
    }

    /// Texts for `passwordStrength.tooShort`, whose English shows {attribute} and counts by {min}; an empty `says` is no finding.
    static let rows: [Row] = [
        Row("pl", "{attribute}: min. {min, plural, one{# znak} few{# znaki} many{# znaków} other{# znaku}}.", ""),
        Row("pl", "{attribute}: min. {min, plural, one{# znak} few{# znaki} other{# znaku}}.", "lacks many"),
        Row("pl", "{attribute}: min. {min, plural, one{znak} few{# znaki} many{#} other{#}}.", ""),
        Row("ru", "{attribute}: {min, plural, one{знак} few{# знака} many{# знаков} other{# знака}}.", "branch one"),
        Row("cs", "{attribute}: {min, plural, one{# znak} few{# znaky} other{# znaků}}.", ""),
        Row("cs", "{attribute}: {min, plural, one{# znak} few{# znaky} many{# znaku} other{# znaků}}.", ""),
        Row("it", "{attribute}: {min, plural, one{# carattere} other{# caratteri}}.", "lacks many"),
        Row("he", "{attribute}: {min, plural, one{תו אחד} two{שני תווים} other{# תווים}}.", ""),
        Row("he", "{attribute}: דוא\"ל {min, number}.", "is not a quotation mark"),
        Row("hi", "{attribute}: {min, number} अक्षर।", ""), Row("hi", "{attribute}: {min, number} अक्षर.", "end with ।"),
        Row("th", "{attribute} {min, number} อักขระ", ""), Row("th", "{attribute} {min, number} อักขระ.", "ends with ."),
        Row("ur", "{attribute}: {min, number} حروف۔", ""), Row("hy", "{attribute}՝ {min, number} նիշ։", ""),
        Row("uk", "Обов’язково {attribute}: {min, number} знаків.", ""),
        Row("uk", "Обов'язково {attribute}: {min, number} знаків.", "straight apostrophe"),
        Row("uk", "{attribute}: {min, number} знакiв.", "\"i\" is in Latin letters"),
        Row("sr", "{attribute}: {min, number} znakova.", "in Latin letters"),
        Row("sr-Latn", "{attribute}: {min, number} znakova.", ""),
        Row("zh-Hant", "{attribute}至少需要 {min, number} 個字元。", ""),
        Row("zh-Hant", "{attribute}至少需要 {min, number} 个字符。", "is not used in zh-Han"),
        Row("zh-Hans", "{attribute}至少需要 {min, number} 個字符。", "is not used in zh-Han"),
        Row("fa", "{attribute} باید {min, number} نویسه داشته‌باشد.", ""),
        Row("de", "{attribute} braucht {min, number} Zei\u{200C}chen.", "U+200C"),
        Row("ga", "{attribute}: {min, number} must be litreacha.", ""),
        Row("fr-CA", "« {attribute} » : {min, number} caractères.", "no-break"),
        Row("sv", "”{attribute}” ska ha {min, number} tecken.", ""),
        Row("sv", "„{attribute}” ska ha {min, number} tecken.", "„"),
        Row("nl", "‘{attribute}’ heeft {min, number} foto’s nodig.", ""),
        Row(
            "en-GB",
            "{attribute} must contain at least {min, number} {min, plural, one{character} other{characters}}.", ""),
    ]

    @Test func saysWhatIsWrong() throws {
        eachRow(Self.rows, at: \.at) { row in
            let catalog = try Catalog(locale: row.locale, messages: ["passwordStrength.tooShort": row.text])
            var check = LocaleCheck()
            check.check(catalog, file: "x")
            let said = check.findings.filter {
                $0.key == "passwordStrength.tooShort" && !$0.problem.contains("reviewed")
            }
            .map { "\($0)" }.joined(separator: "\n")
            #expect(row.says.isEmpty ? said.isEmpty : said.contains(row.says), "\(said)", sourceLocation: row.at)
        }
    }

    /// What a catalog without a key, or with another text for it, would show; the text `nil` is no key.
    static let sentences: [(locale: String, key: String, text: String?, says: String)] = [
        ("lb", "list.or", nil, "\"or\" is not a word of this language"),
        ("ckb", "list.or", nil, "\"or\" is not a word of this language"),
        ("ug", "list.and", nil, "\"and\" is not a word of this language"),
        ("ug", "quoted", nil, "has the quotation marks"), ("ar", "quoted", nil, "has the quotation marks"),
        ("sq", "quoted", "«{text}»", "has the quotation marks"),
        ("eo", "unit.byte", nil, "other messages call bytes otherwise"),
        ("eo", "name.script.Grek", nil, "the code Grek is shown where a name belongs"),
        ("rw", "name.region.CH", nil, "the code CH is shown where a name belongs"),
        ("am", "list.and", nil, "the items of a list are separated by"),
        ("ckb", "list.unit", nil, "the items of a list are separated by"),
        ("de", "date.tooBig", "{subject} darf nicht nach {max, date}.. liegen.", "ends in .."),
        ("fr", "list.nor", "{first} nicht", "{last} is not shown"),
        (
            "de", "string.tooShort",
            "{unit, select, bytes{{subject} muss mindestens {min, number, ::unit/byte unit-width-full-name} lang sein.} "
                + "utf16{{subject} muss mindestens {min, number} (UTF-16) lang sein.} "
                + "other{{subject} muss mindestens {min, number} Zeichen lang sein.}}",
            "which English does not use"
        ),
    ]

    @Test func whatReadersSeeIsChecked() throws {
        for row in Self.sentences {
            var document = try #require(try EmbeddedCatalogs.document(row.locale))
            document[row.key] = row.text
            var check = LocaleCheck()
            check.check(try Catalog(arb: document.written, name: "\(row.locale).arb"), file: "x")
            let said = check.findings.map { "\($0)" }
            #expect(said.contains { $0.contains(row.says) }, "\(row.locale) \(row.key): \(said)")
        }
    }

    /// Plugins' sentences are checked with the words of the library's catalogs, and told apart like the library's.
    @Test(arguments: [
        ("{subject} muss „a“ oder «b» sein.", "has the quotation marks"),
        ("{subject} muss einer von {x, list, or} sein..", ". is there twice"),
        ("{subject} muss gültig sein: {y}.", "it says the same as acme.a, whose English differs"),
    ])
    func theSentencesOfAPluginAreChecked(text: String, says: String) throws {
        let types = [
            #""attribute": {"type": "String"}"#, #""x": {"type": "List", "example": "a, b"}"#,
            #""y": {"type": "String", "example": "c"}"#,
        ].joined(separator: ", ")
        func entry(_ code: String, _ text: String) -> String {
            #""\#(code)": "\#(text)", "@\#(code)": {"description": "D", "placeholders": {\#(types)}}"#
        }
        let english =
            entry("acme.a", "{subject} must be one of {x, list, or}.") + ", "
            + entry("acme.b", "{subject} must be a color: {y}.")
        let german = #""acme.a": "\#(text)", "acme.b": "{subject} muss gültig sein: {y}.""#
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(#"{"en": {"@@locale": "en", \#(english)}, "de": {"@@locale": "de", \#(german)}}"#.utf8)
            .write(to: URL(filePath: path))
        var check = LocaleCheck()
        try check.check(files: [path])
        #expect(check.findings.contains { "\($0)".contains(says) }, "\(check.findings)")
    }

    @Test func checksTheMessagesOfARuleSet() throws {
        let text = """
            labels: { name: { en: Name, de: Name }, age: { en: Age } }
            rules: [[name, required], [age, integer, { message: { de: "{attribute} ist  falsch." } }]]
            messages: { de: { required.blank: "'{attribute} fehlt." } }
            """
        var check = LocaleCheck()
        check.check(try RuleSet(parsing: text), file: "rules.yaml")
        let said = check.findings.map { "\($0)" }
        #expect(said.count == 3)
        #expect(said.contains { $0.contains("3:") && $0.contains("de required.blank") && $0.contains("apostrophe") })
        #expect(said.contains { $0.contains("two spaces") })
        #expect(said.contains { $0.contains("age: it has no label for de") })
    }
}
