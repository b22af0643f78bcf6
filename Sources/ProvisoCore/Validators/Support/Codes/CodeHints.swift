internal import ICUBridge
internal import ProvisoMessages

/// Finds the code that was probably meant by a name, a symbol or an outdated code; for errors only.
enum CodeHints {
    /// The two-letter country code among `known`: for `UK`, `gbr`, `gb`, `Germany` and `Deutschland`.
    static func country(_ text: String, among known: some Collection<String>) -> String? {
        let code = text.uppercased()
        let other = countries[code]
        if let meant = other ?? alpha2(code) { return known.contains(meant) ? meant : nil }
        if known.contains(code) { return code }
        // Some countries have no postal codes.
        if code.utf8.count == 2,
            CodeTables.countries.split(whereSeparator: \.isWhitespace).contains(where: { $0.hasPrefix(code) })
        {
            return nil
        }
        // Every short code is similar to another one.
        guard code.count > 3 else { return nil }
        let names = countryNames(among: known)
        let name = text.lowercased()
        return names[name] ?? Suggestion.nearest(to: name, in: names.keys).flatMap { names[$0] }
    }

    /// Names, languages and license plates that people mistake for country codes.
    private static let countries = [
        "UK": "GB", "EL": "GR", "ENGLAND": "GB", "USA": "US", "HOLLAND": "NL", "EN": "GB", "ENG": "GB",
        "SCOTLAND": "GB",
        "WALES": "GB", "JA": "JP", "JAP": "JP", "KO": "KR", "CZ": "CZ", "SU": "RU", "TP": "TL", "A": "AT", "D": "DE",
        "F": "FR", "I": "IT", "E": "ES", "P": "PT", "GER": "DE", "SUI": "CH", "NED": "NL", "DEN": "DK", "POR": "PT",
    ]

    private static func alpha2(_ code: String) -> String? {
        guard code.utf8.count == 3 else { return nil }
        return CodeTables.countries.split { $0.isWhitespace }.first { $0.hasSuffix(code) }.map { String($0.prefix(2)) }
    }

    /// Countries by their names in English and in the most spoken local language, in lowercase.
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

    /// The currency code for `eur`, `EURO`, `€`, `US$` and `ERU`.
    static func currency(_ text: String) -> String? {
        let known = CodeTables.currencies.split { $0.isWhitespace }.map { String($0) }
        let code = text.uppercased()
        if known.contains(code) { return code }
        let word = text.lowercased()
        if let meant = currencyNames[word] ?? currencyNames[String(word.dropLast())] { return meant }
        if code.utf8.allSatisfy({ $0.isUppercase }) {
            return formerCurrencies[code] ?? (code.count == 3 ? swapped(code, in: known) : nil)
        }
        let sign = UnicodeText.nfkc(text) ?? text
        return known.first { code in
            let symbols = BridgeText.read { prv_icu_currency_symbols("en", code, $0, $1) } ?? ""
            return symbols.split(separator: "\n").contains { $0 == sign || $0 == text }
        }
    }

    /// The code with two adjacent letters swapped; another letter would make it another currency.
    private static func swapped(_ code: String, in known: [String]) -> String? {
        let letters = Array(code)
        let swaps = [[1, 0, 2], [0, 2, 1]].map { String($0.map { letters[$0] }) }
        let found = known.filter { swaps.contains($0) }
        return found.count == 1 ? found[0] : nil
    }

    /// Codes that are no longer in force, and those that banks and people use besides ISO 4217.
    private static let formerCurrencies = [
        "NIS": "ILS", "UKP": "GBP", "STG": "GBP", "GBX": "GBP", "MXP": "MXN", "RMB": "CNY", "CNH": "CNY", "RUR": "RUB",
        "NTD": "TWD", "YEN": "JPY", "TRL": "TRY", "PLZ": "PLN", "BRR": "BRL", "EURO": "EUR", "ECU": "EUR", "XEU": "EUR",
        "ATS": "EUR", "BEF": "EUR", "BGN": "EUR", "CYP": "EUR", "DEM": "EUR", "EEK": "EUR", "ESP": "EUR", "FIM": "EUR",
        "FRF": "EUR", "GRD": "EUR", "HRK": "EUR", "IEP": "EUR", "ITL": "EUR", "LTL": "EUR", "LUF": "EUR", "LVL": "EUR",
        "MTL": "EUR", "NLG": "EUR", "PTE": "EUR", "SIT": "EUR", "SKK": "EUR", "ROL": "RON", "BYR": "BYN", "VEF": "VES",
        "ZWL": "ZWG", "GHC": "GHS", "ZMK": "ZMW", "AZM": "AZN", "SDD": "SDG", "TMM": "TMT", "MZM": "MZN", "ZAL": "ZAR",
    ]

    private static let currencyNames = [
        "euro": "EUR", "dollar": "USD", "us dollar": "USD", "buck": "USD", "pound": "GBP", "sterling": "GBP",
        "pound sterling": "GBP", "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "rupee": "INR",
        "won": "KRW", "swiss franc": "CHF", "franken": "CHF", "rouble": "RUB", "ruble": "RUB", "zloty": "PLN",
        "złoty": "PLN", "real": "BRL", "$": "USD", "¥": "JPY", "￥": "JPY", "£": "GBP", "₽": "RUB", "zł": "PLN",
        "元": "CNY", "円": "JPY", "원": "KRW", "sfr": "CHF", "rs": "INR", "r$": "BRL",
        "us$": "USD", "₩": "KRW", "₹": "INR",
    ]

    /// The time zone for `Europe/Berln`, `europe/berlin`, `Berlin`, `PST`, `UTC+2` and `+02:00`.
    static func timeZone(_ text: String) -> String? {
        if let meant = zonesOfAbbreviations[text.uppercased()] ?? zone(ofOffset: text) { return meant }
        let known = zones
        let name = text.lowercased().replaced(" ", by: "_")
        if let same = known.first(where: { $0.lowercased() == name }) { return same }
        if let city = known.first(where: { $0.lowercased().hasSuffix("/" + name) }) { return city }
        if let last = name.split(separator: "/").last, let zone = cities[String(last)] { return zone }
        guard name.count > 4 else { return nil }
        if let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) {
            // In the same area, a difference of one or two letters is a misspelling; more is another city.
            let area = name[...slash]
            let city = String(name[name.index(after: slash)...])
            let near = known.filter { $0.lowercased().hasPrefix(area) }
            if near.isEmpty { return Suggestion.nearest(to: text, in: known) }
            let names = near.map { String($0.dropFirst(area.count)) }
            return Suggestion.nearest(to: city, in: names, limit: 2).flatMap { near[names.firstIndex(of: $0) ?? 0] }
        }
        let cities = Dictionary(
            known.compactMap { zone in zone.split(separator: "/").last.map { (String($0), zone) } }
        ) { first, _ in first }
        return Suggestion.nearest(to: name, in: cities.keys).flatMap { cities[$0] }
    }

    /// Large cities that are not in the name of a zone.
    private static let cities = [
        "beijing": "Asia/Shanghai", "peking": "Asia/Shanghai", "shenzhen": "Asia/Shanghai",
        "guangzhou": "Asia/Shanghai",
        "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "new_delhi": "Asia/Kolkata", "bangalore": "Asia/Kolkata",
        "bengaluru": "Asia/Kolkata", "chennai": "Asia/Kolkata", "hyderabad": "Asia/Kolkata", "osaka": "Asia/Tokyo",
        "kyoto": "Asia/Tokyo", "hanoi": "Asia/Ho_Chi_Minh", "islamabad": "Asia/Karachi", "lahore": "Asia/Karachi",
        "abu_dhabi": "Asia/Dubai", "mecca": "Asia/Riyadh", "jeddah": "Asia/Riyadh", "tel_aviv": "Asia/Jerusalem",
        "ankara": "Europe/Istanbul", "izmir": "Europe/Istanbul", "munich": "Europe/Berlin", "hamburg": "Europe/Berlin",
        "frankfurt": "Europe/Berlin", "cologne": "Europe/Berlin", "geneva": "Europe/Zurich", "bern": "Europe/Zurich",
        "basel": "Europe/Zurich", "milan": "Europe/Rome", "naples": "Europe/Rome", "turin": "Europe/Rome",
        "barcelona": "Europe/Madrid", "lyon": "Europe/Paris", "marseille": "Europe/Paris", "porto": "Europe/Lisbon",
        "manchester": "Europe/London", "edinburgh": "Europe/London", "birmingham": "Europe/London",
        "rotterdam": "Europe/Amsterdam", "the_hague": "Europe/Amsterdam", "antwerp": "Europe/Brussels",
        "gothenburg": "Europe/Stockholm", "krakow": "Europe/Warsaw", "st_petersburg": "Europe/Moscow",
        "washington": "America/New_York", "washington_dc": "America/New_York", "boston": "America/New_York",
        "miami": "America/New_York", "atlanta": "America/New_York", "philadelphia": "America/New_York",
        "san_francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles", "san_diego": "America/Los_Angeles",
        "las_vegas": "America/Los_Angeles", "portland": "America/Los_Angeles", "houston": "America/Chicago",
        "dallas": "America/Chicago", "austin": "America/Chicago", "montreal": "America/Toronto",
        "ottawa": "America/Toronto", "calgary": "America/Edmonton", "quebec": "America/Toronto",
        "brasilia": "America/Sao_Paulo", "rio_de_janeiro": "America/Sao_Paulo", "canberra": "Australia/Sydney",
        "cape_town": "Africa/Johannesburg", "pretoria": "Africa/Johannesburg", "abuja": "Africa/Lagos",
        "wellington": "Pacific/Auckland",
    ]

    private static let zones = KnownCodes.list(PRV_ICU_TIME_ZONES)

    /// Abbreviations stand for several zones; these are the ones most people mean.
    private static let zonesOfAbbreviations = [
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
        "SST": "Pacific/Pago_Pago",
        "Z": "UTC", "UTC": "UTC", "GMT": "GMT",
    ]

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
