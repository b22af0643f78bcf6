import Proviso
import Testing

struct JSONValidatorTests {
    private static let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)

    static let rows: [Row] = [
        .accepts("{}", JSONValidator()),
        .accepts(" \t\r\n[ ] \n", JSONValidator()),
        .accepts(
            "{\"a\":[1,-0.5e+3,true,false,null,\"\\u00e9\\ud83d\\ude00\\\\\"],\"\":{\"a\":{}},\"a\":0}", JSONValidator()
        ),
        .accepts("\"text\"", JSONValidator()),
        .accepts("0", JSONValidator()),
        .accepts("-1E-2", JSONValidator()),
        .accepts("null", JSONValidator()),
        .accepts("\"\u{7F}\u{E9}\"", JSONValidator()),
        .accepts(.text(deep), JSONValidator()),
        .rejects(.text("[" + deep + "]"), JSONValidator(), "json.invalid"),
        .rejects(.text(String(repeating: "[", count: 100_000)), JSONValidator(), "json.invalid"),
        .rejects("", JSONValidator(), "json.invalid"),
        .rejects(" ", JSONValidator(), "json.invalid"),
        .rejects("{} {}", JSONValidator(), "json.invalid"),
        .rejects("[1,]", JSONValidator(), "json.invalid"),
        .rejects("[,1]", JSONValidator(), "json.invalid"),
        .rejects("[1 2]", JSONValidator(), "json.invalid"),
        .rejects("[1}", JSONValidator(), "json.invalid"),
        .rejects("{\"a\"}", JSONValidator(), "json.invalid"),
        .rejects("{\"a\":}", JSONValidator(), "json.invalid"),
        .rejects("{\"a\":1,}", JSONValidator(), "json.invalid"),
        .rejects("{a:1}", JSONValidator(), "json.invalid"),
        .rejects("{1:1}", JSONValidator(), "json.invalid"),
        .rejects("'a'", JSONValidator(), "json.invalid"),
        .rejects("\"a", JSONValidator(), "json.invalid"),
        .rejects("\"a\nb\"", JSONValidator(), "json.invalid"),
        .rejects("\"\\x\"", JSONValidator(), "json.invalid"),
        .rejects("\"\\u12g4\"", JSONValidator(), "json.invalid"),
        .rejects("\"\\u12", JSONValidator(), "json.invalid"),
        .rejects("\"\\ud83d\"", JSONValidator(), "json.invalid"),
        .rejects("\"\\ude00\"", JSONValidator(), "json.invalid"),
        .rejects("\"\\ud83d\\u0041\"", JSONValidator(), "json.invalid"),
        .rejects("01", JSONValidator(), "json.invalid"),
        .rejects("1.", JSONValidator(), "json.invalid"),
        .rejects(".5", JSONValidator(), "json.invalid"),
        .rejects("+1", JSONValidator(), "json.invalid"),
        .rejects("-", JSONValidator(), "json.invalid"),
        .rejects("1e", JSONValidator(), "json.invalid"),
        .rejects("NaN", JSONValidator(), "json.invalid"),
        .rejects("tru", JSONValidator(), "json.invalid"),
        .rejects("truex", JSONValidator(), "json.invalid"),
        .rejects("\u{FEFF}1", JSONValidator(), "json.invalid"),
        .rejects("1\0", JSONValidator(), "json.invalid"),
        .rejects(["a": 1], JSONValidator(), "json.invalid"),
        .rejects(1, JSONValidator(), "json.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
