import Foundation
import Proviso
import Testing

@Suite struct CatalogTests {
    struct Row {
        let text: String
        let line: Int
        let column: Int
        let says: String
        let at: SourceLocation

        init(_ text: String, _ line: Int, _ column: Int, _ says: String, at: SourceLocation = #_sourceLocation) {
            (self.text, self.line, self.column, self.says, self.at) = (text, line, column, says, at)
        }
    }

    static let broken: [Row] = [
        Row("", 1, 1, "expected a value, found the end"),
        Row("[]", 1, 1, "a JSON object"),
        Row("{\"a\":\"b\"}", 1, 1, "\"@@locale\" is missing"),
        Row("{\"@@locale\":\"!\"}", 1, 13, "not a BCP 47 tag"),
        Row("{\n  \"@@locale\": \"en\",\n  \"é\": 5\n}", 3, 8, "must be a string"),
        Row("{\n  \"a\": \"x\",\n}", 3, 1, "a key in double quotes"),
        Row("{\"a\" \"x\"}", 1, 6, "':'"),
        Row("{\"a\":\"x\" \"b\":\"x\"}", 1, 10, "',' or '}'"),
        Row("{\"a\":\"x\",\"a\":\"y\"}", 1, 10, "each key once"),
        Row("{\"a\":\"x", 1, 6, "never closed"),
        Row("{\"a\":\"\t\"}", 1, 7, "control character"),
        Row("{\"a\":\"\\x\"}", 1, 7, "expected an escape"),
        Row("{\"a\":\"\\ud800\"}", 1, 7, "surrogate"),
        Row("{\"a\":\"\\ud800\\u0041\"}", 1, 7, "surrogate"),
        Row("{\"a\":\"\\u00g0\"}", 1, 7, "hexadecimal"),
        Row("{\"a\":01}", 1, 6, "must not begin with 0"),
        Row("{\"a\":tru}", 1, 6, "expected a value, found the word 'tru'"),
        Row("{\"a\":1.}", 1, 8, "a digit"),
        Row("{} x", 1, 4, "expected the end after the value"),
        Row("{\"@@locale\":\"en\",\"@a\":{}}", 1, 18, "describes no message"),
        Row("{\"@@locale\":\"en\",\"a\":\"\",\"@a\":{\"x-reviewed\":1}}", 1, 44, "true or false"),
        Row("{\"@@locale\":\"en\",\"@@x-reviewed\":\"no\",\"a\":\"\"}", 1, 33, "true or false"),
        Row(String(repeating: "[", count: 100_000), 1, 17, "nested more than 16 levels deep"),
        Row(String(repeating: " ", count: 1 << 21), 1, 1, "at most"),
    ]

    private func error(_ body: () throws -> Void) -> CatalogError? {
        do {
            try body()
            return nil
        } catch {
            return error as? CatalogError
        }
    }

    @Test func refusesWithLineAndColumn() {
        for row in Self.broken {
            let error = self.error { _ = try Catalog(arb: row.text, name: "x.arb") }
            #expect(error?.line == row.line, sourceLocation: row.at)
            #expect(error?.column == row.column, sourceLocation: row.at)
            let says = error?.description ?? ""
            #expect(says.contains(row.says), sourceLocation: row.at)
        }
    }

    @Test func readsMessagesAndDetails() throws {
        let text = """
            { "@@locale": "zh_Hans", "@@x-note": [1, -2.5e3, null, false],
              "a": "\\u4f60\\ud83d\\ude00 {n, number}",
              "@a": { "description": "D", "x-reviewed": true, "x-reviewer": "Li", "x-other": {},
                      "placeholders": { "n": { "type": "int", "example": "5" }, "b": {} } } }
            """
        let catalog = try Catalog(arb: text, name: "x.arb")
        #expect(catalog.locale == "zh-Hans")
        #expect(catalog.codes == ["a"])
        #expect(catalog.source(for: "a") == "你😀 {n, number}")
        let details = try #require(catalog.details(for: "a"))
        #expect(details.description == "D" && details.isReviewed == true && details.reviewer == "Li")
        #expect(details.placeholders.map(\.name) == ["n", "b"])
        #expect(details.placeholders.first?.type == "int")
        #expect(catalog.pattern(for: "a")?.placeholders == [.init(name: "n", kind: .number)])
    }

    @Test func aCatalogSaysForAllMessagesWhetherTheyWereReviewed() throws {
        let text = """
            {"@@locale": "de", "@@x-reviewed": false, "a": "A", "b": "B",
             "@b": {"x-reviewed": true, "x-reviewer": "Ada"}, "c": "C", "@c": {"description": "D"}}
            """
        let catalog = try Catalog(arb: text, name: "de.arb")
        #expect(["a", "b", "c"].map { catalog.details(for: $0)?.isReviewed } == [false, true, false])
        // What nobody is named for, nobody has reviewed.
        let anonymous = "{\"@@locale\": \"de\", \"@@x-reviewed\": true, \"a\": \"A\"}"
        #expect(try Catalog(arb: anonymous, name: "de.arb").details(for: "a")?.isReviewed == false)
        let silent = try Catalog(arb: "{\"@@locale\": \"de\", \"a\": \"A\"}", name: "de.arb")
        #expect(silent.details(for: "a")?.isReviewed == nil)
    }

    @Test func brokenMessagesAreProblemsAndFallBack() throws {
        let text = "{\"@@locale\": \"en\",\n \"a\": \"{\"}"
        let catalog = try Catalog(arb: text, name: "x.arb")
        #expect(catalog.problems().map(\.description) == ["x.arb:2:7: message a: at character 1: this { is not closed"])
        let localizer = Localizer(preferring: [], in: Catalogs.none.adding(catalog))
        #expect(localizer.text(for: "a", label: "") == "a")
        #expect(throws: CatalogError.self) { try Catalog(locale: "en", messages: ["a": "{"]) }
        #expect(throws: CatalogError.self) { try Catalog(locale: "?", messages: [:]) }
    }

    @Test func shippedCatalogsHaveNoProblems() {
        #expect(Catalogs.embedded.problems().isEmpty)
        #expect(Catalogs.embedded.locales.contains("en"))
    }

    @Test func laterCatalogsGoFirst() throws {
        let base = Catalogs.embedded
        let more = base.adding(try Catalog(locale: "de", messages: ["required.blank": "Fehlt: {attribute}"]))
        let german = Localizer(preferring: ["de"], in: more)
        #expect(german.text(for: "required.blank", label: "X") == "Fehlt: X")
        #expect(german.text(for: "email.invalid", label: "X").contains("X"))
        #expect(Localizer(preferring: ["de"], in: base).text(for: "required.blank", label: "X") != "Fehlt: X")
        #expect(more.locales == base.locales)
    }

    @Test func readsADirectory() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "catalogs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        func added() throws -> Catalogs { try Catalogs.embedded.adding(directory: folder.path) }

        try write("acme_sw.arb", "{\"required.blank\": \"{attribute} haiwezi kuwa tupu.\"}")
        try write("acme_zh_Hans.arb", "{\"@@locale\": \"zh-Hans\", \"x.y\": \"z\"}")
        try write("notes.txt", "no catalog")
        let catalogs = try added()
        let swahili = Localizer(preferring: ["sw"], in: catalogs)
        #expect(!swahili.isFallback && swahili.text(for: "required.blank", label: "Jina") == "Jina haiwezi kuwa tupu.")
        #expect(catalogs.catalog(for: "zh-Hans")?.source(for: "x.y") == "z")

        try write("my_de.arb", "{\"x.y\": \"z\"}")
        #expect(error { _ = try added() }?.reason == .locale("\"@@locale\" is missing"))
        try write("my_de.arb", "{\"@@locale\": \"de\"}")
        try write("de_CH.arb", "{\"x.y\": \"z\"}")
        #expect(try added().locales.contains("de-CH"))
        try write("de.arb", "{\"@@locale\": \"en\"}")
        #expect(throws: CatalogError.self) { try added() }
        try write("de.arb", "{\"a\": \"ok\",\n\"b\": \"{x\"}")
        #expect(error { _ = try added() }?.line == 2)
        let absent = error { _ = try Catalogs.embedded.adding(directory: "/nowhere") }
        #expect(absent?.reason == .unreadable("No such file or directory"))
    }
}
