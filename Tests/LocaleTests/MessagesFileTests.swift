import Foundation
import Proviso
import ProvisoLocales
import Testing

@Suite struct MessagesFileTests {
    @Test(arguments: ["IBAN", "CreditCard", "Phone", "Web", "Identifiers"])
    func everyLocaleOfTheLibraryIsThere(plugin: String) throws {
        let file = try MessagesFile(contentsOf: Project.path("Sources/Bundled/\(plugin)/messages.json"))
        // A regional catalog of the library holds differences, which plugins need not have.
        let whole = EmbeddedCatalogs.locales.filter { locale in
            LocaleTag.parents(of: locale).allSatisfy { Catalogs.embedded.catalog(for: $0) == nil }
        }
        #expect(Set(whole).isSubset(of: file.locales))
        for locale in file.locales { #expect(try file.document(locale)?.locale == locale) }
    }

    /// What `locales import` writes differs from the file in nothing but the document that it puts in.
    @Test(arguments: ["IBAN", "CreditCard", "Phone", "Web", "Identifiers"])
    func writingChangesNothingElse(plugin: String) throws {
        let path = Project.path("Sources/Bundled/\(plugin)/messages.json")
        let file = try MessagesFile(contentsOf: path)
        let german = try #require(try file.document("de"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try file.written(with: german, for: "de") == text)
        let more = try file.written(with: german, for: "zz")
        #expect(more.dropLast(2).hasPrefix(text.dropLast(3)) && more.count > text.count)
    }

    @Test(arguments: [
        ("", "1:1: the file must be an object"), ("[]", "1:1: the file must be an object"),
        ("{}", "1:2: expected a locale in quotation marks"),
        ("{\"en\" {}}", "1:7: expected a colon"), ("{\"en\": []}", "1:8: expected an object of messages"),
        ("{\n  \"no tag\": {}}", "2:3: \"no tag\" is not a BCP 47 language tag"),
        ("{\"en\": {}, \"en\": {}}", "1:12: the file has two catalogs for \"en\""),
        ("{\"en\": {\"a\": \"}\\\"\"", "1:8: the catalog that begins here does not end"),
        ("{\"en\": {}}\n{", "2:1: expected nothing after the object"),
        ("{\"en\": {} \"de\": {}}", "1:11: expected a comma or the end of the object"),
        ("{\"é\": {}, \"en\"", "1:2: \"é\" is not a BCP 47 language tag"),
    ])
    func aBrokenFileIsRefusedWithItsPlace(text: String, says: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let error = #expect(throws: CatalogError.self) { try MessagesFile(contentsOf: path) }
        #expect(error?.description.hasPrefix("\(path):\(says)") == true, "\(error?.description ?? "")")
    }

    @Test func aCatalogForAnotherLocaleIsRefused() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "{\"en\": {\"@@locale\": \"de\", \"a.b\": \"c\"}}".write(toFile: path, atomically: false, encoding: .utf8)
        let file = try MessagesFile(contentsOf: path)
        #expect(throws: CatalogError.self) { try file.catalog("en") }
    }
}
