import Foundation
import Proviso
import ProvisoLocales
import Testing

@Suite struct ExchangeTests {
    static let formats = Translations.Format.allCases

    private static let english = Result { try EmbeddedCatalogs.document("en") }

    private func english() throws -> (ArbDocument, Catalog) {
        let document = try #require(try Self.english.get())
        return (document, try #require(EmbeddedCatalogs.english))
    }

    /// Out to a translator's file, back over the catalog as it was, and to a new catalog made from that file alone.
    @Test(arguments: EmbeddedCatalogs.locales)
    func aRoundTripLosesNothing(locale: String) throws {
        let (english, notes) = try english()
        let document = try #require(try EmbeddedCatalogs.document(locale))
        let written = document.written
        #expect(written == EmbeddedCatalogs.text(locale))
        let was = Self.lines(written)
        let sent = Translations(document, english: english, notes: notes)
        for format in Self.formats {
            let back = try Translations(Array(sent.written(format).utf8), format: format)
            var same = document
            let outcome = back.merge(into: &same, english: english)
            #expect(outcome.changed.isEmpty && outcome.added.isEmpty && outcome.unknown.isEmpty, "\(format)")
            #expect(Self.lines(same.written) == was, "\(format)")
            // What came back was translated from the English of today.
            let versions = english.keys.filter { same.englishVersion($0) == EnglishVersion.hash(of: english[$0] ?? "") }
            #expect(
                locale == "en" || format == .json || versions.count == english.keys.filter { document[$0] != nil }.count
            )
            if locale == "en" { continue }
            #expect(back.locale == (format == .json ? nil : locale))
            var fresh = ArbDocument(locale: locale, keysOf: english)
            _ = back.merge(into: &fresh, english: english)
            fresh.removeEmpty()
            let different = english.keys.filter { fresh[$0] != document[$0] }
            #expect(different == [], "\(format)")
            #expect(Self.lines(fresh.written) == was, "\(format)")
        }
    }

    /// Whatever their order, without the versions of the English, which an import notes.
    private static func lines(_ text: String) -> Set<Substring> {
        let text = text.range(of: "  \"\(EnglishVersion.key)\"").map { text[..<$0.lowerBound] + "}\n" } ?? text[...]
        // A new catalog does not know that it is unfinished.
        return Set(
            text.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
                .filter { !$0.contains("@@x-unfinished") })
    }

    @Test(arguments: formats)
    func everyCharacterComesBack(format: Translations.Format) throws {
        let text = "\"q\" \\ \t\n\r <b>&amp; é עברית \u{2068}x\u{2069} '{' {n, plural, one{#} other{#}} ]]>"
        let unit = Translations.Unit(
            key: "a.b", english: text, text: text, notes: ["note --> \"x\"\nsecond"], isDone: true)
        let file = Translations(locale: "he", units: [unit]).written(format)
        let back = try Translations(Array(file.utf8), format: format)
        #expect(back.units.map(\.text) == [text])
        #expect(back.units.map(\.key) == ["a.b"])
        if format != .json { #expect(back.units.map(\.isDone) == [true] && back.units.map(\.english) == [text]) }
    }

    @Test func onlyANamedReaderMakesATranslationReviewed() throws {
        let (english, notes) = try english()
        var document = try #require(try EmbeddedCatalogs.document("de"))
        var sent = Translations(document, english: english, notes: notes)
        sent.units[0].text = "{attribute} fehlt."
        sent.units[0].isDone = true
        sent.units[1].text = ""
        sent.units.append(.init(key: "no.such", english: "x", text: "y", notes: [], isDone: true))
        let before = document
        let key = english.keys[0]
        let outcome = sent.merge(into: &document, english: english)
        #expect(outcome.changed == [key] && outcome.unknown == ["no.such"])
        // Done, as a tool of translators or a machine says, is not read.
        #expect(document[key] == "{attribute} fehlt." && document.isReviewed(key) == false)
        _ = sent.merge(into: &document, english: english, reviewer: "Ada")
        #expect(document.isReviewed(key) == true && document.reviewer(of: key) == "Ada")
        #expect(document.isReviewed(english.keys[2]) == false)
        // What is changed after the review is not reviewed.
        sent.units[0].text = "{attribute} ist nötig."
        _ = sent.merge(into: &document, english: english)
        #expect(document.isReviewed(key) == false && document.reviewer(of: key) == nil)
        #expect(document[english.keys[1]] == before[english.keys[1]])
        #expect(document["no.such"] == nil)
    }

    struct Row: Sendable {
        let format: Translations.Format
        let text: String
        let says: String
        let at: SourceLocation

        init(
            _ format: Translations.Format, _ text: String, _ says: String, at: SourceLocation = #_sourceLocation
        ) {
            (self.format, self.text, self.says, self.at) = (format, text, says, at)
        }
    }

    static let broken: [Row] = [
        Row(.po, "msgid \"a\"\nmsgstr x", "line 2: expected a string in quotation marks"),
        Row(.po, "\"a\"", "line 1: this string does not follow msgctxt, msgid or msgstr"),
        Row(.po, "msgid \"a\"\nmsgid_plural \"b\"", "line 2: plurals must be inside"),
        Row(.po, "msgfoo \"a\"", "unexpected keyword \"msgfoo\": expected msgctxt, msgid or msgstr"),
        Row(.po, "msgid \"\\q\"", "\\q is not an escape"),
        Row(
            .po, "msgctxt \"a.b\"\nmsgid \"\"\nmsgstr \"x\"\n\nmsgctxt \"a.b\"\nmsgid \"\"\nmsgstr \"y\"\n",
            "line 5: a second entry for \"a.b\": remove one of the two"),
        Row(.json, "{\"a\": 1}", "line 1: \"a\" must be a string"),
        Row(.json, "[]", "an object"),
        Row(.xcstrings, "{}", "line 1: expected a String Catalog"), Row(.xcstrings, "{", "line 1"),
        Row(
            .xcstrings, #"{"sourceLanguage": "en", "strings": {"a.b": {"localizations": {"de": {"variations": {}}}}}}"#,
            #""a.b" has variations: plurals must be inside the message"#),
        Row(
            .xcstrings,
            #"{"sourceLanguage": "en", "strings": {"a.b": {"localizations": {"de": {}, "fr": {}}}}}"#,
            "it has several languages (de, fr): name one with --locale"),
        Row(.json, "{\n\"a\": \"x\",\n}", "line 3"),
        Row(.xliff, "<a/>", "line 1: expected XLIFF 2, found <a>"), Row(.xliff, "x", "line 1: expected an XML element"),
        Row(.xliff, "<!DOCTYPE a []><a/>", "line 1: a document type is not read"),
        Row(.xliff, "<xliff version=\"1.2\"/>", "XLIFF 1.2 is not read: save the file as XLIFF 2.0"),
        Row(.xliff, "<xliff version=\"2.0\">\n<file>\n</xliff>", "line 3: expected </file>, which begins on line 2"),
        Row(.xliff, "<xliff version=\"2.0\">\n<file>", "line 2: <file> has no end"),
        Row(.xliff, "<xliff version=\"2.0\" version=\"2.0\"/>", "has 'version' twice"),
        Row(.xliff, "<xliff version=\"2.0\">&min;</xliff>", "'&min;' is not a reference"),
        Row(.xliff, "<xliff version=\"2.0\"><file><unit/></file></xliff>", "a unit needs the attribute 'name'"),
        Row(
            .xliff,
            "<xliff version=\"2.0\"><unit id=\"a\"><segment><source/><target>\n<ph id=\"1\"/></target></segment></unit></xliff>",
            "line 2: <ph> is not read in a message: write its placeholders as text"),
        Row(.xliff, String(repeating: "<a>", count: 200), "more than 100 elements in each other"),
    ]

    /// Tools of Windows write a byte order mark and end lines in two characters; Poedit names the country too.
    @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
    func filesOfAllToolsAreRead(end: String, mark: String) throws {
        let lines = [
            "msgid \"\"", "msgstr \"\"", "\"Language: fr_FR\\n\"", "", "#, icu-message-format", "msgctxt \"a.b\"",
            "msgid \"A\"", "msgstr \"\"", "\"B\"", "",
        ]
        let file = try Translations(Array((mark + lines.joined(separator: end)).utf8), format: .po)
        #expect(file.locale == "fr-FR" && file.units.map(\.text) == ["B"] && file.units.map(\.isDone) == [true])
    }

    /// A String Catalog as Xcode writes it: several languages, states, and strings of the app without a translation.
    @Test func aStringCatalogOfXcodeIsRead() throws {
        let text = #"""
            {
              "sourceLanguage" : "en",
              "strings" : {
                "Hello" : { },
                "required.blank" : {
                  "extractionState" : "manual",
                  "localizations" : {
                    "de" : { "stringUnit" : { "state" : "translated", "value" : "{subject} fehlt." } },
                    "en" : { "stringUnit" : { "state" : "translated", "value" : "{subject} is required." } },
                    "fr" : { "stringUnit" : { "state" : "needs_review", "value" : "{subject} manque." } }
                  }
                }
              },
              "version" : "1.0"
            }
            """#
        for (locale, own, isDone) in [("de", "{subject} fehlt.", true), ("fr", "{subject} manque.", false)] {
            let file = try Translations(Array(text.utf8), format: .xcstrings, locale: locale)
            #expect(file.locale == locale && file.units.map(\.text) == [own] && file.units.map(\.isDone) == [isDone])
            #expect(file.units.map(\.english) == ["{subject} is required."])
        }
    }

    /// As tools write it: prefixes, states, segments of one message, marks, modules, CDATA and references.
    @Test func xliffOfOtherToolsIsRead() throws {
        let text = """
            <?xml version="1.0"?>
            <!-- a tool -->
            <x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:m="urn:m" version="2.1" srcLang="en" trgLang="fr-FR">
              <x:file id="f"><m:data><m:unit id="no"/></m:data><x:group id="g">
                <x:unit id="1" name="a.b">
                  <x:notes><x:note>n</x:note></x:notes>
                  <x:segment state="final"><x:source>A</x:source><x:target>B &amp; <![CDATA[<c>]]> &#x2019;</x:target></x:segment>
                  <x:ignorable><x:source> </x:source><x:target> </x:target></x:ignorable>
                  <x:segment state='reviewed'><x:source>D</x:source><x:target><x:mrk id="m">E</x:mrk><x:cp hex="00A0"/></x:target></x:segment>
                </x:unit>
                <x:unit id="c.d"><x:segment><x:source>F</x:source><x:target>G</x:target></x:segment></x:unit>
                <x:unit id="e.f"><x:segment state="final"><x:source>H</x:source></x:segment></x:unit>
              </x:group></x:file>
            </x:xliff>
            """
        let file = try Translations(Array(text.utf8), format: .xliff)
        #expect(file.locale == "fr-FR" && file.units.map(\.key) == ["a.b", "c.d", "e.f"])
        #expect(file.units.map(\.text) == ["B & <c> \u{2019} E\u{A0}", "G", ""])
        #expect(file.units.map(\.english) == ["A D", "F", "H"])
        #expect(file.units.map(\.isDone) == [true, false, true])
    }

    @Test func aFileSaysWhatGettextWants() {
        let text = Translations(locale: "de", units: []).written(.po)
        for field in ["Project-Id-Version", "PO-Revision-Date", "Last-Translator", "Language-Team", "MIME-Version"] {
            #expect(text.contains("\"\(field): "), "\(field)")
        }
    }

    @Test func brokenFilesAreRefusedWithTheirLine() {
        for row in Self.broken {
            let error = #expect(throws: Translations.Failure.self, sourceLocation: row.at) {
                try Translations(Array(row.text.utf8), format: row.format)
            }
            #expect(
                error?.description.contains(row.says) ?? false, "\(error?.description ?? "")", sourceLocation: row.at)
        }
        #expect(throws: Translations.Failure.self) { try Translations([0xFF], format: .po) }
    }
}
