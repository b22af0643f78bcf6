/// The national forms of the ISO 13616 registry, release 102 (June 2026): 89 countries.
final class Registry: Sendable {
    /// Country code and structure of what follows the check digits (BBAN): runs of `n` (digits), `a` (uppercase letters)
    /// and `c` (both).
    private static let structures = """
        AD4n4n12c AE3n16n AL8n16c AT5n11n AZ4a20c BA3n3n8n2n BE3n7n2n BG4a4n2n8c BH4a14c BI5n5n11n2n BR8n5n10n1a1c
        BY4c4n16c CH5n12c CR4n14n CY3n5n16c CZ4n16n DE8n10n DJ5n5n11n2n DK4n9n1n DO4c20n EE2n14n EG4n4n17n
        ES4n4n1n1n10n FI3n11n FK2a12n FO4n9n1n FR5n5n11c2n GB4a6n8n GE2a16n GI4a15c GL4n9n1n GR3n4n16c GT4c20c
        HN4a20n HR7n10n HU3n4n1n15n1n IE4a6n8n IL3n3n13n IQ4a3n12n IS4n2n6n10n IT1a5n5n12c JO4a4n18c KW4a22c KZ3n13c
        LB4n20c LC4a24c LI5n12c LT5n11n LU3n13c LV4a13c LY3n3n15n MC5n5n11c2n MD2c18c ME3n13n2n MK3n10c2n MN4n12n
        MR5n5n11n2n MT4a5n18c MU4a2n2n12n3n3a NI4a20n NL4a10n NO4n6n1n OM3n16c PK4a16c PL8n16n PS4a21c PT4n4n11n2n
        QA4a21c RO4a16c RS3n13n2n RU9n5n15c SA2n18c SC4a2n2n16n3a SD2n12n SE3n16n1n SI5n8n2n SK4n6n10n SM1a5n5n12c
        SO4n3n12n ST4n4n11n2n SV4a20n TL3n14n2n TN2n3n13n2n TR5n1n16c UA6n19c VA3n15n VG4a16n XK4n10n2n YE4a4n18c
        """

    static let shared = Registry()

    /// The two-letter codes, in the order of their numbers.
    let codes: [String]
    /// The number of a country plus one, by its two letters; 0 for a code that is not in the registry.
    private let numbers: [UInt8]
    /// How many characters an IBAN of each country has.
    private let lengths: [Int]
    /// What is allowed at each place of each country's IBAN, `longest` places a country.
    private let kinds: [UInt8]

    private static let longest = 34
    private static let digit: UInt8 = 1
    private static let letter: UInt8 = 2

    private init() {
        var codes: [String] = []
        var numbers = [UInt8](repeating: 0, count: 26 * 26)
        var lengths: [Int] = []
        var kinds: [UInt8] = []
        for entry in Self.structures.split(whereSeparator: \.isWhitespace) {
            let letters = entry.utf8.prefix(2).map { $0 &- 55 }
            let places = [Self.letter, Self.letter, Self.digit, Self.digit] + Self.places(entry.utf8.dropFirst(2))
            guard let slot = Self.slot(letters.first, letters.last), places.count <= Self.longest else { continue }
            codes.append(String(entry.prefix(2)))
            numbers[slot] = UInt8(truncatingIfNeeded: codes.count)
            lengths.append(places.count)
            kinds += places + repeatElement(0, count: Self.longest - places.count)
        }
        (self.codes, self.numbers, self.lengths, self.kinds) = (codes, numbers, lengths, kinds)
    }

    /// Spells a structure such as "4a14n" out, place by place.
    private static func places(_ structure: some Sequence<UInt8>) -> [UInt8] {
        var places: [UInt8] = []
        var run = 0
        for byte in structure {
            switch byte {
            case UInt8(ascii: "n"): places += repeatElement(digit, count: run)
            case UInt8(ascii: "a"): places += repeatElement(letter, count: run)
            case UInt8(ascii: "c"): places += repeatElement(digit | letter, count: run)
            default:
                run = run * 10 + Int(byte &- UInt8(ascii: "0"))
                continue
            }
            run = 0
        }
        return places
    }

    /// The number of a country by its two letters, as 10...35; `nil` if it is not in the registry.
    func country(_ first: UInt8, _ second: UInt8) -> Int? {
        guard let slot = Self.slot(first, second), numbers[slot] > 0 else { return nil }
        return Int(numbers[slot]) - 1
    }

    /// How many characters an IBAN of this country has.
    func length(of country: Int) -> Int {
        lengths.indices.contains(country) ? lengths[country] : 0
    }

    /// Whether a character, as 0...35, is allowed at this place.
    func accepts(_ value: UInt8, at place: Int, of country: Int) -> Bool {
        let index = country * Self.longest + place
        return kinds.indices.contains(index) && kinds[index] & (value < 10 ? Self.digit : Self.letter) != 0
    }

    private static func slot(_ first: UInt8?, _ second: UInt8?) -> Int? {
        guard let first, let second, (10...35).contains(first), (10...35).contains(second) else { return nil }
        return Int(first - 10) * 26 + Int(second - 10)
    }
}
