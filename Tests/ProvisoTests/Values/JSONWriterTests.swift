import Proviso
import Testing

/// Strings as JSON: what is escaped, and what stays as it is.
@Suite struct JSONWriterTests {
    private static func written(_ text: String, escapesHidden: Bool = true) -> String {
        var writer = JSONWriter(escapesHidden: escapesHidden)
        writer.value(text)
        return writer.text
    }

    @Test(arguments: [
        ("", ""), ("plain text /with:a~slash", "plain text /with:a~slash"), ("\"", #"\""#), ("\\", #"\\"#),
        ("\n\r\t", #"\n\r\t"#),
        ("\0", #"\u0000"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#), ("\u{9F}", #"\u009f"#),
        ("\u{2028}", #"\u2028"#),
        ("\u{202E}", #"\u202e"#), ("\u{200B}", #"\u200b"#), ("\u{FE0F}", #"\ufe0f"#), ("\u{E0001}", #"\udb40\udc01"#),
        ("größer", "größer"), ("必須", "必須"), ("😀", "😀"), ("e\u{301}", "e\u{301}"), ("\u{A0}", "\u{A0}"),
    ])
    func aStringHasItsEscapesAndNoOthers(text: String, expected: String) {
        #expect(Self.written(text).utf8.elementsEqual("\"\(expected)\"".utf8), "\(Self.written(text))")
    }

    @Test func catalogsKeepWhatNoOneSeesAndEscapeOnlyWhatJSONForbids() {
        let kept = "\u{7F}\u{9F}\u{2028}\u{202E}\u{200B}\u{E0001}"
        #expect(Self.written(kept, escapesHidden: false).utf8.elementsEqual("\"\(kept)\"".utf8))
        #expect(Self.written("\u{1F}\"\\\n\u{0}", escapesHidden: false) == #""\u001f\"\\\n\u0000""#)
    }

    /// A string that is written at once gets the same characters as one that is not.
    @Test func aCharacterIsWrittenAlikeWhereverItStands() throws {
        for value in Array(UInt32(0)...0x36F) + Array(0x2000...0x2070) + [0xFEFF, 0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF] {
            let scalar = String(try #require(Unicode.Scalar(value)))
            for (before, after) in [("", ""), ("plain", ""), ("", "plain"), ("ü", ""), ("", "\n"), ("\"", "語")] {
                let parts = [before, scalar, after].map {
                    String(Self.written($0).unicodeScalars.dropFirst().dropLast())
                }
                #expect(
                    Self.written(before + scalar + after).utf8.elementsEqual("\"\(parts.joined())\"".utf8), "\(value)")
            }
        }
    }

    @Test func whatIsWrittenIsReadAsTheSame() throws {
        let scalars = Array(UInt32(0)...0xD7FF) + Array(0xE000...0xFFFF) + [0x10000, 0xE0001, 0xE0100, 0x10FFFF]
        let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        for escapesHidden in [true, false] {
            let read = try AnyValue(json: Self.written(text, escapesHidden: escapesHidden))
            #expect(read.string?.utf8.elementsEqual(text.utf8) == true)
        }
    }

    @Test func keysAreWrittenAsValuesAre() {
        var writer = JSONWriter()
        writer.object { $0.member("a\"\u{7F}ü", "/") }
        #expect(writer.text == #"{"a\"\u007fü":"/"}"#)
    }

    @Test func aStringFromCodeUnitsWithoutAPairHasAReplacement() {
        #expect(Self.written(String(decoding: [0x61, 0xD800, 0x62] as [UInt16], as: UTF16.self)) == "\"a\u{FFFD}b\"")
    }
}
