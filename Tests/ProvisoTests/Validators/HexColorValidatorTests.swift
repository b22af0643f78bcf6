import Proviso
import Testing

struct HexColorValidatorTests {
    static let rows: [Row] = [
        .accepts("#fff", HexColorValidator()),
        .accepts("#FfF8", HexColorValidator()),
        .accepts("#ff8800", HexColorValidator()),
        .accepts("#ff8800cc", HexColorValidator()),
        .rejects("fff", HexColorValidator(), "hexColor.invalid"),
        .rejects("#ff", HexColorValidator(), "hexColor.invalid"),
        .rejects("#fffff", HexColorValidator(), "hexColor.invalid"),
        .rejects("#fffffff", HexColorValidator(), "hexColor.invalid"),
        .rejects("#fff\n", HexColorValidator(), "hexColor.invalid"),
        .rejects("#ggg", HexColorValidator(), "hexColor.invalid"),
        .rejects("##ff", HexColorValidator(), "hexColor.invalid"),
        .rejects("#\u{E9}1", HexColorValidator(), "hexColor.invalid"),
        .rejects("", HexColorValidator(), "hexColor.invalid"),
        .rejects(123, HexColorValidator(), "hexColor.invalid"),
        .accepts("#fff", HexColorValidator(alpha: false)),
        .rejects("#fff8", HexColorValidator(alpha: false), "hexColor.invalid"),
        .rejects("#ff8800cc", HexColorValidator(alpha: false), "hexColor.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
