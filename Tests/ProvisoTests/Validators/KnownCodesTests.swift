import Proviso
import Testing

/// What the four lists of the ICU library let pass; the rows hold for any recent version of its data.
struct KnownCodesTests {
    static func rows() throws(OptionError) -> [Row] {
        let currency = CurrencyValidator()
        let ever = CurrencyValidator(historic: true)
        let two = try CountryCodeValidator()
        let three = try CountryCodeValidator(alpha: 3)
        let zone = TimeZoneValidator()
        return [
            .accepts("EUR", currency), .accepts("CHF", currency), .accepts("JPY", currency), .accepts("XAU", currency),
            .accepts("XXX", currency), .accepts("DEM", ever), .accepts("EUR", ever), .accepts("FRF", ever),
            .rejects("DEM", currency, "currency.invalid"), .rejects("eur", currency, "currency.invalid"),
            .rejects("EURO", currency, "currency.invalid"), .rejects("EUR\n", currency, "currency.invalid"),
            .rejects("ZZZ", ever, "currency.invalid"), .rejects("CNH", currency, "currency.invalid"),
            .rejects("", currency, "currency.invalid"), .rejects(978, currency, "currency.invalid"),

            .accepts("CH", two), .accepts("US", two), .accepts("SS", two), .accepts("TW", two), .accepts("GB", two),
            .rejects("ch", two, "countryCode.invalid"), .rejects("EU", two, "countryCode.invalid"),
            .rejects("UK", two, "countryCode.invalid"), .rejects("XK", two, "countryCode.invalid"),
            .rejects("AN", two, "countryCode.invalid"), .rejects("CHE", two, "countryCode.invalid"),
            .rejects("CH\n", two, "countryCode.invalid"), .rejects("AC", two, "countryCode.invalid"),
            .rejects("IC", two, "countryCode.invalid"), .rejects(756, two, "countryCode.invalid"),
            .accepts("CHE", three), .accepts("ROU", three), .accepts("USA", three),
            .rejects("CH", three, "countryCode.invalid"), .rejects("XKK", three, "countryCode.invalid"),
            .rejects("ROM", three, "countryCode.invalid"),

            .accepts("Europe/Zurich", zone), .accepts("UTC", zone), .accepts("Asia/Calcutta", zone),
            .accepts("Asia/Kolkata", zone), .accepts("America/Argentina/Buenos_Aires", zone), .accepts("EST5EDT", zone),
            .accepts("Etc/GMT+5", zone), .rejects("europe/zurich", zone, "timeZone.invalid"),
            .rejects("Europe/Zurich\n", zone, "timeZone.invalid"), .rejects("PST", zone, "timeZone.invalid"),
            .rejects("SystemV/PST8PDT", zone, "timeZone.invalid"), .rejects("Etc/Unknown", zone, "timeZone.invalid"),
            .rejects("+02:00", zone, "timeZone.invalid"), .rejects("Europe/Nowhere", zone, "timeZone.invalid"),
            .rejects("", zone, "timeZone.invalid"), .rejects(1, zone, "timeZone.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.countryCode(alpha: 4), "must be 2 or 3").run()
        RefusedOptions(.type("countryCode", ["alpha": "2"]), "must be a whole number").run()
    }
}
