internal import ICUBridge

/// Finds the code that was probably meant by a name, a symbol or an outdated code; only errors ask.
enum CodeHints {
    /// The country of two letters among `known`: for `UK`, `gbr`, `gb`, `Germany`, `Deutschland` and `GX`.
    static func country(_ text: String, among known: some Collection<String>) -> String? {
        let code = text.uppercased()
        let other = ["UK": "GB", "EL": "GR", "ENGLAND": "GB", "USA": "US", "HOLLAND": "NL"][code]
        if let meant = other ?? alpha2(code) { return known.contains(meant) ? meant : nil }
        if known.contains(code) { return code }
        // Some countries have no postal codes.
        if code.utf8.count == 2,
            CodeTables.countries.split(whereSeparator: \.isWhitespace).contains(where: { $0.hasPrefix(code) })
        {
            return nil
        }
        guard code.count > 3 else { return Suggestion.nearest(to: code, in: known) }
        let names = countryNames(among: known)
        let name = text.lowercased()
        return names[name] ?? Suggestion.nearest(to: name, in: names.keys).flatMap { names[$0] }
    }

    private static func alpha2(_ code: String) -> String? {
        guard code.utf8.count == 3 else { return nil }
        return CodeTables.countries.split { $0.isWhitespace }.first { $0.hasSuffix(code) }.map { String($0.prefix(2)) }
    }

    /// Countries by their names in English and in the language most spoken there, in lower case.
    private static func countryNames(among known: some Collection<String>) -> [String: String] {
        var names: [String: String] = [:]
        for country in known {
            let own = LocaleTag.likely("und-\(country)").map { String($0.prefix { $0 != "-" }) }
            for language in ["en", own].compactMap({ $0 }) {
                // ICU shows "Unknown language (Germany)".
                guard let name = BridgeText.read({ prv_icu_locale_name("und-\(country)", language, $0, $1) }),
                    let start = name.lastIndex(where: { "(（".contains($0) }),
                    let end = name.lastIndex(where: { ")）".contains($0) }), start < end
                else { continue }
                names[name[name.index(after: start)..<end].lowercased()] = country
            }
        }
        return names
    }

    /// The code of a currency: for `eur`, `EURO`, `€`, `US$` and `ERU`.
    static func currency(_ text: String) -> String? {
        let known = CodeTables.currencies.split { $0.isWhitespace }.map { String($0) }
        let code = text.uppercased()
        if known.contains(code) { return code }
        let word = text.lowercased()
        if let meant = currencyNames[word] ?? currencyNames[String(word.dropLast())] { return meant }
        if code.utf8.allSatisfy({ $0.isUppercase }) {
            return code.count == 3 ? Suggestion.nearest(to: code, in: known) : nil
        }
        let sign = UnicodeText.nfkc(text) ?? text
        return known.first { code in
            let symbols = BridgeText.read { prv_icu_currency_symbols("en", code, $0, $1) } ?? ""
            return symbols.split(separator: "\n").contains { $0 == sign || $0 == text }
        }
    }

    private static let currencyNames = [
        "euro": "EUR", "dollar": "USD", "us dollar": "USD", "buck": "USD", "pound": "GBP", "sterling": "GBP",
        "pound sterling": "GBP", "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "rupee": "INR",
        "won": "KRW", "swiss franc": "CHF", "franken": "CHF", "rouble": "RUB", "ruble": "RUB", "zloty": "PLN",
        "złoty": "PLN", "real": "BRL", "$": "USD", "¥": "JPY", "￥": "JPY", "£": "GBP", "₽": "RUB", "zł": "PLN",
        "元": "CNY", "円": "JPY", "원": "KRW", "sfr": "CHF", "rs": "INR", "r$": "BRL",
        "us$": "USD", "₩": "KRW", "₹": "INR",
    ]

    /// The time zone that was meant: for `Europe/Berln`, `europe/berlin`, `Berlin`, `PST`, `UTC+2` and `+02:00`.
    static func timeZone(_ text: String) -> String? {
        if let meant = zonesOfAbbreviations[text.uppercased()] ?? zone(ofOffset: text) { return meant }
        let known = zones
        let name = text.lowercased().replaced(" ", by: "_")
        if let same = known.first(where: { $0.lowercased() == name }) { return same }
        if let city = known.first(where: { $0.lowercased().hasSuffix("/" + name) }) { return city }
        guard name.count > 4 else { return nil }
        if name.utf8.contains(UInt8(ascii: "/")) { return Suggestion.nearest(to: text, in: known) }
        let cities = Dictionary(
            known.compactMap { zone in zone.split(separator: "/").last.map { (String($0), zone) } }
        ) { first, _ in first }
        return Suggestion.nearest(to: name, in: cities.keys).flatMap { cities[$0] }
    }

    private static let zones = KnownCodes.list(PRV_ICU_TIME_ZONES)

    /// Abbreviations stand for several zones, and ICU reads some of them in another way than most people.
    static let zonesOfAbbreviations = [
        "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
        "MDT": "America/Denver", "MT": "America/Denver", "CST": "America/Chicago", "CDT": "America/Chicago",
        "CT": "America/Chicago", "EDT": "America/New_York", "AST": "America/Halifax", "AKST": "America/Anchorage",
        "BST": "Europe/London", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MSK": "Europe/Moscow",
        "CEST": "Europe/Berlin", "MEZ": "Europe/Berlin", "MESZ": "Europe/Berlin", "EEST": "Europe/Athens",
        "WEST": "Europe/Lisbon", "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney", "AET": "Australia/Sydney",
        "ACST": "Australia/Adelaide", "AWST": "Australia/Perth", "NZDT": "Pacific/Auckland",
        "NZST": "Pacific/Auckland", "NST": "America/St_Johns", "SGT": "Asia/Singapore", "HKT": "Asia/Hong_Kong",
        "BRT": "America/Sao_Paulo", "ART": "America/Argentina/Buenos_Aires", "CAT": "Africa/Maputo",
        "EAT": "Africa/Nairobi", "WAT": "Africa/Lagos", "SAST": "Africa/Johannesburg", "PKT": "Asia/Karachi",
        "Z": "UTC", "UTC": "UTC", "GMT": "GMT",
    ]

    /// Whether ICU takes a name for a zone that is none of the IANA database: `PST`, `GMT+5:30`.
    static func isOnlyICUZone(_ name: String) -> Bool {
        if ["UTC", "GMT", "GMT0", "GMT+0", "GMT-0"].contains(name) { return false }
        return name.hasPrefix("GMT") || zonesOfAbbreviations[name] != nil
    }

    /// `Etc/GMT-2` for whole hours such as `UTC+2`: its sign is the other one.
    private static func zone(ofOffset text: String) -> String? {
        var rest = Substring(text.uppercased())
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3) }
        guard let sign = rest.first, "+-−".contains(sign) else { return nil }
        var digits = rest.dropFirst()
        if digits.hasSuffix("00"), digits.count > 2 { digits = digits.dropLast(2) }
        if digits.last == ":" { digits = digits.dropLast() }
        guard digits.count <= 2, let hours = Int(digits), (0...14).contains(hours) else { return nil }
        return hours == 0 ? "UTC" : "Etc/GMT\(sign == "+" ? "-" : "+")\(hours)"
    }
}
