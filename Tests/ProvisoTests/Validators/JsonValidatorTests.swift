import Proviso
import Testing

struct JsonValidatorTests {
    private static let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)

    static let rows: [Row] = [
        .accepts("{}", JsonValidator()),
        .accepts(" \t\r\n[ ] \n", JsonValidator()),
        .accepts(
            "{\"a\":[1,-0.5e+3,true,false,null,\"\\u00e9\\ud83d\\ude00\\\\\"],\"\":{\"a\":{}},\"a\":0}", JsonValidator()
        ),
        .accepts("\"text\"", JsonValidator()),
        .accepts("0", JsonValidator()),
        .accepts("-1E-2", JsonValidator()),
        .accepts("null", JsonValidator()),
        .accepts("\"\u{7F}\u{E9}\"", JsonValidator()),
        .accepts(.text(deep), JsonValidator()),
        .rejects(.text("[" + deep + "]"), JsonValidator(), "json.invalid"),
        .rejects(.text(String(repeating: "[", count: 100_000)), JsonValidator(), "json.invalid"),
        .rejects("", JsonValidator(), "json.invalid"),
        .rejects(" ", JsonValidator(), "json.invalid"),
        .rejects("{} {}", JsonValidator(), "json.invalid"),
        .rejects("[1,]", JsonValidator(), "json.invalid"),
        .rejects("[,1]", JsonValidator(), "json.invalid"),
        .rejects("[1 2]", JsonValidator(), "json.invalid"),
        .rejects("[1}", JsonValidator(), "json.invalid"),
        .rejects("{\"a\"}", JsonValidator(), "json.invalid"),
        .rejects("{\"a\":}", JsonValidator(), "json.invalid"),
        .rejects("{\"a\":1,}", JsonValidator(), "json.invalid"),
        .rejects("{a:1}", JsonValidator(), "json.invalid"),
        .rejects("{1:1}", JsonValidator(), "json.invalid"),
        .rejects("'a'", JsonValidator(), "json.invalid"),
        .rejects("\"a", JsonValidator(), "json.invalid"),
        .rejects("\"a\nb\"", JsonValidator(), "json.invalid"),
        .rejects("\"\\x\"", JsonValidator(), "json.invalid"),
        .rejects("\"\\u12g4\"", JsonValidator(), "json.invalid"),
        .rejects("\"\\u12", JsonValidator(), "json.invalid"),
        .rejects("\"\\ud83d\"", JsonValidator(), "json.invalid"),
        .rejects("\"\\ude00\"", JsonValidator(), "json.invalid"),
        .rejects("\"\\ud83d\\u0041\"", JsonValidator(), "json.invalid"),
        .rejects("01", JsonValidator(), "json.invalid"),
        .rejects("1.", JsonValidator(), "json.invalid"),
        .rejects(".5", JsonValidator(), "json.invalid"),
        .rejects("+1", JsonValidator(), "json.invalid"),
        .rejects("-", JsonValidator(), "json.invalid"),
        .rejects("1e", JsonValidator(), "json.invalid"),
        .rejects("NaN", JsonValidator(), "json.invalid"),
        .rejects("tru", JsonValidator(), "json.invalid"),
        .rejects("truex", JsonValidator(), "json.invalid"),
        .rejects("\u{FEFF}1", JsonValidator(), "json.invalid"),
        .rejects("1\0", JsonValidator(), "json.invalid"),
        .rejects(["a": 1], JsonValidator(), "json.invalid"),
        .rejects(1, JsonValidator(), "json.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
