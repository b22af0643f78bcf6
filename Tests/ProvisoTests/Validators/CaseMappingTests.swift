import Proviso
import Testing

/// `lower`, `upper` and `fold` are Unicode's default mappings, whatever the locale of the machine.
struct CaseMappingTests {
    private static func run(_ filter: ValueTransform, _ text: String) throws -> String {
        let plan = try Plan(RuleSet(rules: [Rule("a", .filter(filter))]))
        let record = Record(for: plan)
        record.fill(.object([AnyValue.Member("a", .text(text))]))
        _ = try plan.validate(record)
        return try #require(record["a"]?.text)
    }

    /// Text, lowercase, uppercase: SpecialCasing.txt, and sigma in all its places.
    static let rows: [(String, String, String)] = [
        ("ΟΔΟΣ", "οδος", "ΟΔΟΣ"), ("ΟΔΟΣ ΣΑΣ", "οδος σας", "ΟΔΟΣ ΣΑΣ"), ("Σ", "σ", "Σ"), ("ΑΣ.", "ας.", "ΑΣ."),
        ("ΑΣ.Β", "ασ.β", "ΑΣ.Β"), ("ΑΣ'", "ας'", "ΑΣ'"), ("ΑΣ\u{301}", "ας\u{301}", "ΑΣ\u{301}"),
        ("Α\u{AD}Σ", "α\u{AD}ς", "Α\u{AD}Σ"), ("ΣΣ", "σς", "ΣΣ"), ("1Σ", "1σ", "1Σ"), ("AΣ1", "aς1", "AΣ1"),
        ("aΣ\u{3A3}b", "aσσb", "AΣΣB"), ("ας", "ας", "ΑΣ"), ("\u{1D400}Σ", "\u{1D400}ς", "\u{1D400}Σ"),
        ("ß", "ß", "SS"), ("ẞ", "ß", "ẞ"), ("İ", "i\u{307}", "İ"), ("ı", "ı", "I"), ("i", "i", "I"), ("I", "i", "I"),
        ("ŉ", "ŉ", "ʼN"), ("ǰ", "ǰ", "J\u{30C}"), ("ΐ", "ΐ", "Ι\u{308}\u{301}"), ("ΰ", "ΰ", "Υ\u{308}\u{301}"),
        ("և", "և", "ԵՒ"), ("ẖ", "ẖ", "H\u{331}"), ("ẗ", "ẗ", "T\u{308}"), ("ẘ", "ẘ", "W\u{30A}"),
        ("ẙ", "ẙ", "Y\u{30A}"), ("ẚ", "ẚ", "Aʾ"), ("ὐ", "ὐ", "Υ\u{313}"), ("ᾶ", "ᾶ", "Α\u{342}"),
        ("ᾳ", "ᾳ", "ΑΙ"), ("ᾼ", "ᾳ", "ΑΙ"), ("ᾀ", "ᾀ", "ἈΙ"), ("ᾈ", "ᾀ", "ἈΙ"), ("ῷ", "ῷ", "Ω\u{342}Ι"),
        ("ﬀ", "ﬀ", "FF"), ("ﬁ", "ﬁ", "FI"), ("ﬃ", "ﬃ", "FFI"), ("ﬅ", "ﬅ", "ST"), ("ﬓ", "ﬓ", "ՄՆ"), ("ﬗ", "ﬗ", "ՄԽ"),
        ("Ǆ", "ǆ", "Ǆ"), ("ǅ", "ǆ", "Ǆ"), ("Ⓐ", "ⓐ", "Ⓐ"), ("Ⅷ", "ⅷ", "Ⅷ"), ("K", "k", "K"), ("Å", "å", "Å"),
        ("Ω", "ω", "Ω"), ("ſ", "ſ", "S"), ("µ", "µ", "Μ"), ("ა", "ა", "Ა"), ("Ა", "ა", "Ა"), ("Ꭰ", "ꭰ", "Ꭰ"),
        ("\u{10400}", "\u{10428}", "\u{10400}"), ("Ĳ", "ĳ", "Ĳ"), ("LJ", "lj", "LJ"), ("Έ", "έ", "Έ"),
        ("ΆΥ", "άυ", "ΆΥ"),
    ]

    @Test func specialCasingIsKept() throws {
        for (text, lower, upper) in Self.rows {
            #expect(try Self.run(.lower, text).utf8.elementsEqual(lower.utf8), "lower of \(text)")
            #expect(try Self.run(.upper, text).utf8.elementsEqual(upper.utf8), "upper of \(text)")
        }
        #expect(try Self.run(.fold, "ΟΔΟΣ") == Self.run(.fold, "οδος"))
    }

    /// All characters up to Unicode 14, against the standard library's own tables.
    @Test func everyCharacterIsMapped() throws {
        func isKnown(_ scalar: Unicode.Scalar) -> Bool { (scalar.properties.age?.major ?? .max) <= 14 }
        let scalars = (UInt32(0x21)...0x1_FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            // Later versions of Unicode have given some old letters a partner.
            isKnown(scalar) && scalar.properties.uppercaseMapping.unicodeScalars.allSatisfy(isKnown)
                && scalar.properties.lowercaseMapping.unicodeScalars.allSatisfy(isKnown)
        }
        #expect(scalars.count > 80_000)
        func check(_ filter: ValueTransform, _ mapping: (Unicode.Scalar.Properties) -> String) throws {
            // A line each, since words decide about sigma.
            let all = scalars.reduce(into: "") { text, scalar in
                text.unicodeScalars.append(scalar)
                text.unicodeScalars.append("\n")
            }
            let expected = scalars.reduce(into: "") { $0 += mapping($1.properties) + "\n" }
            let found = try Self.run(filter, all)
            #expect(found.utf8.elementsEqual(expected.utf8))
        }
        try check(.lower) { $0.lowercaseMapping }
        try check(.upper) { $0.uppercaseMapping }
    }
}
