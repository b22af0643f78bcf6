import Proviso
import Testing

/// `currency`: codes of ISO 4217.
struct CurrencyValidatorTests {
    private static let currency = CurrencyValidator()
    private static let ever = CurrencyValidator(historic: true)

    static let rows: [Row] = [
        .accepts("EUR", currency), .accepts("CHF", currency), .accepts("JPY", currency), .accepts("XAU", currency),
        .accepts("XXX", currency), .accepts("DEM", ever), .accepts("EUR", ever), .accepts("FRF", ever),
        .rejects("DEM", currency, "currency.invalid"), .rejects("eur", currency, "currency.invalid"),
        .rejects("EURO", currency, "currency.invalid"), .rejects("EUR\n", currency, "currency.invalid"),
        .rejects("ZZZ", ever, "currency.invalid"), .rejects("CNH", currency, "currency.invalid"),
        .rejects("", currency, "currency.invalid"), .rejects(978, currency, "currency.invalid"),

        // Withdrawn in 2014, 2018, 2023 and 2026; in use since 2001, 2024 and 2025.
        .rejects("USS", currency, "currency.invalid"), .rejects("VEF", currency, "currency.invalid"),
        .rejects("HRK", currency, "currency.invalid"), .rejects("BGN", currency, "currency.invalid"),
        .rejects("ANG", currency, "currency.invalid"), .rejects("ZWL", currency, "currency.invalid"),
        .accepts("SVC", currency), .accepts("ZWG", currency), .accepts("XCG", currency), .accepts("VES", currency),
        .accepts("USS", ever), .accepts("VEF", ever), .accepts("HRK", ever), .accepts("ANG", ever),
        .accepts("NOK", currency), .rejects("€", currency, "currency.invalid"),
        .rejects([], currency, "currency.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
