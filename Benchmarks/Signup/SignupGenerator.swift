/// Makes sign-up records like those people send: nine attributes, some 250 bytes each.
///
/// The same seed gives the same bytes.
struct SignupGenerator {
    private var state: UInt64
    private static let countries = [
        "US", "CA", "MX", "BR", "AR", "GB", "IE", "FR", "DE", "NL", "BE", "ES", "PT", "IT", "CH", "AT", "SE", "NO",
        "JP", "AU",
    ]
    private static let hosts = [
        "mailhost.org", "post.de", "corp.acme-widgets.com", "uni-mail.edu", "inbox.co.uk", "students.campus.ac.at",
    ]
    private static let words = [
        "red", "green", "news", "sport", "music", "travel", "science", "swift", "linux", "photo", "history", "chess",
    ]
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789_".utf8)
    private static let marks = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+-./:;<=>?@[]^_{|}~".utf8)

    init(seed: UInt64) {
        state = seed
    }

    /// Appends a line; one record in `1 / share` breaks a rule or two.
    mutating func append(to bytes: inout [UInt8], invalidShare share: Double) {
        let isBroken = share > 0 && Double(next() >> 11) < share * Double(1 << 53)
        let fault = isBroken ? pick(6) : -1
        let user = fault == 0 ? "" : text(Self.letters, 3 + pick(22))
        let host = Self.hosts[pick(Self.hosts.count)]
        let at = fault == 1 ? " at " : "@"
        let password = text(Self.marks, 8 + pick(17))
        let age = fault == 2 ? 121 + pick(100) : 13 + pick(108)
        let country = fault == 3 ? "Germany" : Self.countries[pick(Self.countries.count)]
        var line = "{\"username\":\"\(user)\",\"email\":\"\(word()).\(text(Self.letters.dropLast(), 5))\(at)\(host)\""
        line += ",\"age\":\(age),\"country\":\"\(country)\""
        if pick(10) < 6 { line += ",\"website\":\"https://\(host)/\(word())/\(word())\"" }
        line += ",\"password\":\"\(password)\",\"password_repeat\":\"\(password)\(fault == 4 ? "!" : "")\""
        line += ",\"balance\":\(pick(1_000_000)).\(10 + pick(90)),\"tags\":["
        line += (0..<pick(6)).map { _ in "\"\(word())\"" }.joined(separator: ",")
        line += fault == 5 ? "],\"age\":\"forty\"}\n" : "]}\n"
        bytes += line.utf8
    }

    private mutating func word() -> String { Self.words[pick(Self.words.count)] }

    private mutating func text(_ alphabet: some RandomAccessCollection<UInt8>, _ count: Int) -> String {
        String(
            decoding: (0..<count).map { _ in
                alphabet[alphabet.index(alphabet.startIndex, offsetBy: pick(alphabet.count))]
            }, as: UTF8.self)
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
