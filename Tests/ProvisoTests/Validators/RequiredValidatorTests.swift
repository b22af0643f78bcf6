import Proviso
import Testing

struct RequiredValidatorTests {
    static let rows: [Row] = [
        .accepts("a", RequiredValidator()),
        .accepts("\0", RequiredValidator()),
        .accepts(0, RequiredValidator()),
        .accepts(false, RequiredValidator()),
        .accepts([nil], RequiredValidator()),
        .rejects(nil, RequiredValidator(), "required.blank"),
        .rejects("", RequiredValidator(), "required.blank"),
        .rejects(" \t\n", RequiredValidator(), "required.blank"),
        .rejects("\u{A0}\u{3000}", RequiredValidator(), "required.blank"),
        .rejects([], RequiredValidator(), "required.blank"),
        .rejects(.object([]), RequiredValidator(), "required.blank"),
        .accepts("", RequiredValidator(strict: true)),
        .rejects(nil, RequiredValidator(strict: true), "required.blank"),
        .accepts("55", RequiredValidator(requiredValue: 55)),
        .rejects("56", RequiredValidator(requiredValue: 55), "required.notEqual", ["requiredValue": .text("55")]),
        .rejects("55", RequiredValidator(requiredValue: 55, strict: true), "required.notEqual"),
        .rejects(true, RequiredValidator(requiredValue: "yes"), "required.notEqual"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
