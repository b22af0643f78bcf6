import Proviso
import Testing

/// `currency`: codes of ISO 4217; more rows are in KnownCodesTests.
struct CurrencyValidatorTests {
    static let rows: [Row] = [
        .accepts("EUR", CurrencyValidator()),
        .accepts("NOK", CurrencyValidator()),
        .rejects("EURO", CurrencyValidator(), "currency.invalid"),
        .rejects("eur", CurrencyValidator(), "currency.invalid"),
        .rejects("€", CurrencyValidator(), "currency.invalid"),
        .rejects([], CurrencyValidator(), "currency.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
