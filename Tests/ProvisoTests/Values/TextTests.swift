import Proviso
import Testing

struct TextTests {
    /// What a text says of itself; a text cannot leave the closure that was lent it.
    private struct Facts: Equatable {
        var points: Int
        var isASCII: Bool
        var string: String
    }

    /// Calls `body` with a text at a given distance from a 16-byte boundary, with bytes around it that do not belong.
    private func with<Result>(_ bytes: [UInt8], offset: Int, _ body: (borrowing BorrowedText) -> Result) -> Result {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 48, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xC3, count: bytes.count + 48)
        for (index, byte) in bytes.enumerated() {
            memory.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
        }
        return body(BorrowedText(unsafeStart: memory + offset, count: bytes.count))
    }

    private func facts(_ bytes: [UInt8], offset: Int) -> Facts {
        with(bytes, offset: offset) { Facts(points: $0.codePointCount, isASCII: $0.isASCII, string: $0.string) }
    }

    @Test func countsCodePointsAtEveryLengthAndAlignment() {
        let scalars: [Unicode.Scalar] = ["a", "é", "語", "😀", "\u{301}", "z", "\u{7F}", "\u{80}", "\u{10FFFF}"]
        var generator = Generator(seed: 2)
        for length in 0...40 {
            for offset in 0..<8 {
                let some = (0..<length).map { _ in generator.pick(scalars) }
                let string = String(String.UnicodeScalarView(some))
                let expected = Facts(points: length, isASCII: some.allSatisfy(\.isASCII), string: string)
                #expect(facts(Array(string.utf8), offset: offset) == expected)
            }
        }
    }

    @Test func findsOneForeignByteAnywhere() {
        for length in 1...40 {
            for place in 0..<length {
                let offset = (length + place) % 8
                var bytes = [UInt8](repeating: 0x61, count: length)
                #expect(facts(bytes, offset: offset).isASCII)
                bytes[place] = 0x80
                let found = facts(bytes, offset: offset)
                #expect(!found.isASCII)
                #expect(found.points == length - 1)
            }
        }
    }

    struct Blank: Sendable {
        let text: String
        let isWhitespace: Bool
        let location: SourceLocation

        init(_ text: String, _ isWhitespace: Bool, at location: SourceLocation = #_sourceLocation) {
            self.text = text
            self.isWhitespace = isWhitespace
            self.location = location
        }
    }

    static let blanks = [
        Blank("", true), Blank(" ", true), Blank("\t\n\u{B}\u{C}\r ", true), Blank("\u{85}", true),
        Blank("\u{A0}", true), Blank("\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}", true),
        Blank("          \u{3000}", true), Blank("\u{200B}", false), Blank("\u{FEFF}", false), Blank("\u{8}", false),
        Blank("\u{E}", false), Blank("\u{1C}", false), Blank("\u{0}", false), Blank("          a", false),
        Blank(" \u{A0}\u{301}", false), Blank("\u{180E}", false), Blank("\u{2800}", false),
    ]

    @Test(arguments: blanks) func knowsWhiteSpace(row: Blank) {
        let isWhitespace = AnyValue.text(row.text).withValue { $0.text?.isWhitespace }
        #expect(isWhitespace == row.isWhitespace, sourceLocation: row.location)
    }

    struct Pair: Sendable {
        let left: String
        let right: String
        let areEqual: Bool
        let location: SourceLocation

        init(_ left: String, _ right: String, _ areEqual: Bool, at location: SourceLocation = #_sourceLocation) {
            self.left = left
            self.right = right
            self.areEqual = areEqual
            self.location = location
        }
    }

    static let pairs = [
        Pair("", "", true), Pair("é", "é", true), Pair("é", "e\u{301}", false), Pair("a\u{0}b", "a\u{0}b", true),
        Pair("a\u{0}b", "a\u{0}c", false), Pair("a", "", false), Pair("a", "ab", false), Pair("a", "A", false),
    ]

    @Test(arguments: pairs) func comparesBytes(row: Pair) {
        let (texts, string) = with(Array(row.left.utf8), offset: 3) { left in
            (with(Array(row.right.utf8), offset: 0) { left == $0 }, left == row.right)
        }
        #expect(texts == row.areEqual, sourceLocation: row.location)
        #expect(string == row.areEqual, sourceLocation: row.location)
    }
}
