/// Makes sign-ups like those people send.
///
/// The same seed gives the same values.
struct SignUpGenerator {
    private var state: UInt64
    private static let countries = [
        "US", "CA", "BR", "GB", "FR", "DE", "NL", "ES", "IT", "CH", "AT", "SE", "NO", "JP", "AU",
    ]
    private static let hosts = [
        "mailhost.org", "post.de", "corp.acme-widgets.com", "uni-mail.edu", "inbox.co.uk", "students.campus.ac.at",
    ]
    private static let words = [
        "red", "green", "news", "sport", "music", "travel", "science", "swift", "linux", "photo", "history", "chess",
    ]
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789_")
    private static let marks = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+-./:;<=>?@")

    init(seed: UInt64) {
        state = seed
    }

    /// The next sign-up; with `isBroken` it breaks a rule.
    mutating func next(isBroken: Bool) -> SignUp {
        let fault = isBroken ? pick(6) : -1
        let host = Self.hosts[pick(Self.hosts.count)]
        let password = text(Self.marks, 8 + pick(17))
        return SignUp(
            username: fault == 0 ? "" : text(Self.letters, 3 + pick(22)),
            email: "\(word()).\(word())\(pick(100))\(fault == 1 ? " at " : "@")\(host)",
            age: fault == 2 ? 121 + pick(100) : 13 + pick(108),
            country: fault == 3 ? "Germany" : Self.countries[pick(Self.countries.count)],
            website: pick(10) < 6 ? "https://\(host)/\(word())/\(word())" : nil,
            password: password, passwordRepeat: password + (fault == 4 ? "!" : ""),
            balance: Double(pick(100_000_000)) / 100,
            tags: (0..<pick(6)).map { _ in word() } + (fault == 5 ? ["antidisestablishmentarianism"] : []))
    }

    private mutating func word() -> String { Self.words[pick(Self.words.count)] }

    private mutating func text(_ alphabet: [Character], _ count: Int) -> String {
        // A separate copy, like a string that was read from a file: it shares no bytes.
        String((0..<count).map { _ in alphabet[pick(alphabet.count)] })
    }

    private mutating func pick(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
