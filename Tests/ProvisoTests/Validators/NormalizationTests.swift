import Foundation
import Proviso
import Testing

/// Normalization, and that what it makes of a valid value is valid.
struct NormalizationTests {
    /// Marks in any number and order: long runs are sorted before ICU sees them.
    @Test func longRunsOfMarksAreNormalizedAsShortOnes() throws {
        var generator = Generator(seed: 3)
        let pieces = [
            "a", "\u{301}", "\u{323}", "\u{344}", "\u{F73}", "\u{F71}", "\u{FF9E}", "\u{345}", "\u{E9}", "\u{1100}",
            "\u{1161}",
            "\u{11A8}", "\u{AC00}", "\u{5B0}", "\u{64B}", "\u{651}", "\u{1D165}", "\u{FB01}", "\u{95}", "\u{3099}",
            "\u{304B}",
            "\u{FDFA}", "\u{94D}", "\u{9BE}", "\u{9C7}",
        ]
        for round in 0..<3_000 {
            // Half of the texts are marks almost alone.
            let marks = pieces.filter {
                $0.unicodeScalars.allSatisfy { $0.properties.canonicalCombiningClass != .notReordered }
            }
            let text = (0..<generator.below(120)).map { _ in
                generator.pick(round % 2 == 0 && generator.below(20) > 0 ? marks : pieces)
            }.joined()
            let codes = "\(text.unicodeScalars.map(\.value))"
            let nfc = try #require(UnicodeText.nfc(text))
            let ordered = try #require(UnicodeText.nfc(Self.ordered(text)))
            try #require(nfc.utf8.elementsEqual(ordered.utf8), "\(codes)")
            try #require(
                UnicodeText.isNFC(nfc) && UnicodeText.nfc(nfc)?.utf8.elementsEqual(nfc.utf8) == true, "\(codes)")
            try #require(UnicodeText.isNFC(text) == text.utf8.elementsEqual(nfc.utf8), "\(codes)")
            let parts = text.unicodeScalars.map { UnicodeText.nfkc(String($0)) ?? "" }.joined()
            let nfkc = try #require(UnicodeText.nfc(Self.ordered(parts)))
            try #require(UnicodeText.nfkc(text)?.utf8.elementsEqual(nfkc.utf8) == true, "\(codes)")
        }
    }

    /// The marks of a text in canonical order, with those decomposed that are two.
    ///
    /// By the classes Swift knows: its own equality takes a mark of two for a letter that marks do not pass.
    private static func ordered(_ text: String) -> String {
        var result: [Unicode.Scalar] = []
        let twos: [Unicode.Scalar: [Unicode.Scalar]] = [
            "\u{344}": ["\u{308}", "\u{301}"], "\u{F73}": ["\u{F71}", "\u{F72}"], "\u{E9}": ["e", "\u{301}"],
        ]
        for scalar in text.unicodeScalars.flatMap({ twos[$0] ?? [$0] }) {
            let order = scalar.properties.canonicalCombiningClass.rawValue
            var place = result.count
            while order > 0, place > 0, result[place - 1].properties.canonicalCombiningClass.rawValue > order {
                place -= 1
            }
            result.insert(scalar, at: place)
        }
        return String(String.UnicodeScalarView(result))
    }

    /// Letters, marks and signs of all scripts; of ideographs and syllables a few, since they are all alike.
    private static let scalars: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }.filter
    {
        let properties = $0.properties
        let isOneOfMany = properties.isIdeographic || (0xAC00...0xD7A3).contains($0.value) || properties.age == nil
        return !isOneOfMany && properties.generalCategory != .privateUse || $0.value % 997 == 0
    }

    /// Whatever the filters of the tool make of an address that is valid, is one.
    @Test func whatFiltersMakeOfAnAddressIsAnAddress() throws {
        let validator = EmailValidator(enableIDN: true)
        let filters: [(String, ValueTransform)] = [
            ("trim", .trim), ("lower", .lower), ("upper", .upper), ("nfc", .nfc), ("nfkc", .nfkc), ("fold", .fold),
            ("email", .email), ("collapseSpaces", .collapseSpaces),
        ]
        let rules = filters.flatMap { [Rule($0.0, .filter($0.1)), Rule($0.0, .email(enableIDN: true))] }
        let plan = try Plan(RuleSet(rules: rules))
        var valid = 0
        for scalar in Self.scalars {
            for text in ["a\(scalar)b.c@x.example", "ab@x\(scalar)y.example"] {
                guard validator.violations(of: .text(text)).isEmpty else { continue }
                valid += 1
                let members = filters.map { AnyValue.Member($0.0, .text(text)) }
                // In a domain the filter may make a capital that UTS #46 refuses: there are four, and those newer than ICU.
                let skipped = text.hasPrefix("ab@") ? "upper" : ""
                let violations = try plan.validate(.object(members)).violations.filter { $0.attribute != skipped }
                #expect(violations.isEmpty, "\(scalar.value) \(text) \(violations.map(\.attribute))")
                let address = try #require(EmailAddress(text))
                // The form to store is the same address, and storing it again changes nothing.
                let stored = try #require(EmailAddress(address.normalized))
                #expect(stored.normalized == address.normalized && stored.domain == address.domain)
            }
        }
        #expect(valid > 20_000)
    }

    /// The same for what a long address becomes: normalization can make it longer.
    @Test func lengthsHoldAfterNormalization() {
        for (letter, grown) in [("\u{FB2C}", 6), ("\u{1D160}", 12), ("\u{390}", 2)] {
            for count in 1...64 / letter.utf8.count {
                let text = String(repeating: letter, count: count) + "@example.com"
                guard let address = EmailAddress(text) else { continue }
                #expect(EmailAddress(address.normalized) != nil, "\(count) times \(letter), \(grown) bytes each")
            }
        }
    }

    @Test func whatUrlAndIpMakeOfAValueIsValid() throws {
        let rules = [
            Rule("url", .url(defaultScheme: "https", enableIDN: true)), Rule("url", .url(enableIDN: true)),
            Rule("ip", .ip(subnet: .optional, normalize: true, negation: true, expandIPv6: true)),
            Rule("ip", .ip(subnet: .required, negation: true)),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let urls = [
            "a.b", "a.b:80/?x=http://c", "1.2.3.4", "b\u{FC}cher.example#x",
            "a.b/" + String(repeating: "x", count: 1987),
        ]
        let addresses = [
            "1.2.3.4", "!1.2.3.4/8", "::", "::1%lo", "ff02::1%eth0", "!fe80::1%eth0/64", "1:2:3:4:5:6:1.2.3.4",
            "FE80::1%\(String(repeating: "x", count: 32))",
        ]
        for url in urls { #expect(try plan.validate(["url": .text(url)]).isValid, "\(url)") }
        for address in addresses { #expect(try plan.validate(["ip": .text(address)]).isValid, "\(address)") }
    }
}
