/// An account number in its electronic form: each character as the number the check digits are reckoned with.
struct Account {
    private var values = InlineArray<34, UInt8>(repeating: 0)
    /// How many characters there are; may be more than an IBAN can have.
    private(set) var count = 0

    /// Reads an IBAN; `nil` if it has an invalid character, or spaces that do not separate groups of four.
    ///
    /// With `spaces`, there are either no spaces or one after every four characters except at the end.
    init?(_ text: Span<UInt8>, spaces: Bool, ignoreCase: Bool) {
        let grouped = spaces && text.count > 4 && text[4] == UInt8(ascii: " ")
        var inGroup = 0
        for index in text.indices {
            let byte = text[index]
            if grouped, inGroup == 4 {
                guard byte == UInt8(ascii: " "), index + 1 < text.count else { return nil }
                inGroup = 0
                continue
            }
            guard let value = Self.value(of: byte, ignoreCase: ignoreCase) else { return nil }
            if count < values.count { values[count] = value }
            count += 1
            inGroup += 1
        }
        guard count >= 2, isLetter(0), isLetter(1), !isLetter(2), !isLetter(3) else { return nil }
    }

    /// 0...9 for a digit and 10...35 for a letter; `nil` if it is any other character.
    private static func value(of byte: UInt8, ignoreCase: Bool) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): ignoreCase ? byte - UInt8(ascii: "a") + 10 : nil
        default: nil
        }
    }

    private func isLetter(_ place: Int) -> Bool { values[place] >= 10 }

    /// The first two letters, in uppercase.
    var countryCode: String {
        String(Unicode.Scalar(values[0] + 55)) + String(Unicode.Scalar(values[1] + 55))
    }

    /// The number of its country in the registry; `nil` if it is not there.
    func country(in registry: Registry) -> Int? {
        registry.country(values[0], values[1])
    }

    /// Whether every character is of the kind its country puts there; false for one too long for any country.
    func hasStructure(of country: Int, in registry: Registry) -> Bool {
        guard count <= values.count else { return false }
        for place in 0..<count where !registry.accepts(values[place], at: place, of: country) { return false }
        return true
    }

    /// Whether the check digits are right: ISO 7064, MOD 97-10, which never yields 00, 01 or 99.
    var hasRightCheckDigits: Bool {
        guard count > 4, count <= values.count, (2...98).contains(values[2] * 10 + values[3]) else { return false }
        var rest: UInt64 = 0
        for place in 4..<count { append(values[place], to: &rest) }
        for place in 0..<4 { append(values[place], to: &rest) }
        return rest % 97 == 1
    }

    private func append(_ value: UInt8, to rest: inout UInt64) {
        rest = rest &* (value < 10 ? 10 : 100) &+ UInt64(value)
        if rest > 1_000_000_000_000_000 { rest %= 97 }
    }
}
