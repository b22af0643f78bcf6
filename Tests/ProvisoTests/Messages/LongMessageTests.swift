import Proviso
import Testing

/// A message is bounded, however long its parameters are and however often its pattern repeats them.
struct LongMessageTests {
    private static let limit = 65_536
    private static let note = "… (cut after 65,536 bytes)"

    private func text(_ pattern: String, _ value: ParameterValue, in locale: String = "en") throws -> String {
        Localizer(preferring: [locale]).text(
            for: "x", parameters: [Parameter(name: "a", value: value), Parameter(name: "b", value: .text("END"))],
            label: "L", override: try MessagePattern(pattern))
    }

    private func letters(_ count: Int, _ letter: String = "a") -> ParameterValue {
        .text(String(repeating: letter, count: count))
    }

    @Test func whatFitsIsWhole() throws {
        for count in [0, 1, 511, 512, 513, Self.limit - 1, Self.limit] {
            #expect(try text("{a}", letters(count)) == String(repeating: "a", count: count))
        }
        #expect(try text("{a}{b}", letters(Self.limit - 3)).hasSuffix("aEND"))
    }

    @Test func whatDoesNotFitSaysSo() throws {
        let whole = String(repeating: "a", count: Self.limit)
        for count in [Self.limit + 1, 3_000_000] { #expect(try text("{a}", letters(count)) == whole + Self.note) }
        // Nothing follows a cut, not even what would fit.
        #expect(try text("{a}{b}", letters(Self.limit + 1)) == whole + Self.note)
        #expect(try text("{a}{b}", letters(Self.limit - 2)) == whole.dropLast(2) + "EN" + Self.note)
        #expect(try text("{a} {b}", letters(Self.limit)) == whole + Self.note)
        let repeated = try text(String(repeating: "{a}", count: 600), letters(1000))
        #expect(repeated == whole + Self.note)
    }

    @Test func noCharacterIsCutInTwo() throws {
        for (letter, size) in [("é", 2), ("€", 3), ("𝄞", 4)] {
            for space in 0..<size {
                let start = String(repeating: " ", count: space)
                let message = try text(start + "{a}", letters(40_000, letter))
                let fitting = (Self.limit - space) / size
                #expect(message == start + String(repeating: letter, count: fitting) + Self.note)
            }
        }
    }

    @Test func aCutIsolateEnds() throws {
        for pattern in ["{a}", "{a} {b}", "{b} {a}", "{attribute} {a}"] {
            let scalars = try text(pattern, letters(100_000), in: "ar").unicodeScalars
            #expect(scalars.count { $0 == "\u{2068}" } == scalars.count { $0 == "\u{2069}" }, "\(pattern)")
        }
    }

    @Test func listsAreBoundedToo() throws {
        let isolated = try text("{a}", .list(Array(repeating: letters(1000), count: 100)), in: "ar").unicodeScalars
        #expect(isolated.count { $0 == "\u{2068}" } == isolated.count { $0 == "\u{2069}" })
        for item in [letters(1000), .list([letters(2_000_000)]), letters(2_000_000)] {
            let message = try text("{a}", .list(Array(repeating: item, count: 1000)))
            #expect(message.hasSuffix(Self.note) && message.utf8.count == Self.limit + Self.note.utf8.count)
        }
    }
}
