import Proviso
import RegexBridge
import TestSupport
import Testing

struct RegexTests {
    /// A pattern of the bridge, and why it was refused.
    private final class Regex {
        let handle: OpaquePointer

        init(_ pattern: String, ignoreCase: Bool = false) throws(Refused) {
            var reason = [CChar](repeating: 0, count: 256)
            let text = Array(pattern.utf8).map(CChar.init(bitPattern:))
            guard let handle = prv_regex_create(text, text.count, ignoreCase ? 1 : 0, &reason, reason.count) else {
                let bytes = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
                throw Refused(reason: String(decoding: bytes, as: UTF8.self))
            }
            self.handle = handle
        }

        deinit { prv_regex_destroy(handle) }

        func matches(_ text: String, whole: Bool = false) -> Bool {
            let text = Array(text.utf8).map(CChar.init(bitPattern:))
            return prv_regex_matches(handle, text, text.count, whole ? 1 : 0) != 0
        }
    }

    struct Refused: Error {
        let reason: String
    }

    struct Row: Sendable {
        let pattern: String
        let text: String
        let matches: Bool
        let whole: Bool
        let location: SourceLocation

        init(
            _ pattern: String, _ text: String, _ matches: Bool, whole: Bool,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.pattern = pattern
            self.text = text
            self.matches = matches
            self.whole = whole
            self.location = location
        }
    }

    static let rows = [
        Row("b", "abc", true, whole: false), Row("b", "abc", true, whole: false), Row("^b", "abc", false, whole: false),
        Row("^[a-z]+$", "abc", true, whole: true), Row("^[a-z]+$", "abc\n", false, whole: false),
        Row("^a$", "a\nb", false, whole: false), Row("(?m)^b$", "a\nb", true, whole: false),
        Row("", "", true, whole: true), Row("", "a", true, whole: false), Row("a.c", "a\nc", false, whole: false),
        Row("a.c", "aéc", true, whole: true), Row("a.c", "a😀c", true, whole: true), Row("é", "É", false, whole: true),
        Row("a\u{0}b", "a\u{0}b", true, whole: true), Row("a\\x00b", "a\u{0}b", true, whole: true),
        Row("\\p{Cyrillic}+", "мир", true, whole: true), Row("\\d", "٣", false, whole: true),
        Row("(a)(b)?", "a", true, whole: true), Row("a|b", "ab", false, whole: true),
    ]

    @Test(arguments: rows) func matches(row: Row) throws {
        let matches = try Regex(row.pattern).matches(row.text, whole: row.whole)
        #expect(matches == row.matches, sourceLocation: row.location)
    }

    @Test func ignoresCaseOnRequest() throws {
        #expect(try Regex("straße", ignoreCase: true).matches("STRAßE"))
        #expect(try Regex("é", ignoreCase: true).matches("É"))
    }

    @Test(arguments: [
        "(", ")", "[a", "a**", "*", "a{2,1}", "a{1001}", "\\", "(?<=a)b", "(?=a)", "\\1(a)", "(a)\\1", "[z-a]",
        "\\p{None}",
        "((((a{100}){100}){100}){100})", "\\C{10000}", "(?i", "a{1000}{1000}",
    ]) func refusesWhatIsNoPattern(pattern: String) {
        let error = #expect(throws: Refused.self) { try Regex(pattern) }
        #expect(error?.reason.isEmpty == false)
    }

    @Test func patternsThatAreNotUTF8AreRefused() {
        var reason = [CChar](repeating: 0, count: 8)
        #expect(prv_regex_create([CChar(bitPattern: 0xFF)], 1, 0, &reason, reason.count) == nil)
        #expect(reason.last == 0)
    }

    /// Patterns that take a backtracking engine longer than the universe has.
    @Test(arguments: [
        "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*(.*)*(.*)*b$",
    ])
    func takesLinearTime(pattern: String) throws {
        let regex = try Regex(pattern)
        let text = String(repeating: "a", count: 20_000) + "!"
        let time = processorTime { #expect(!regex.matches(text)) }
        #expect(time < .seconds(5))
    }
}
