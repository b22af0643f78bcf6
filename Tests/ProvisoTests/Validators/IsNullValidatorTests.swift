import Proviso
import Testing

struct IsNullValidatorTests {
    private static let rule = IsNullValidator()

    static let rows: [Row] = [
        .accepts(nil, rule), .rejects(.absent, rule, "isNull.invalid"), .rejects("", rule, "isNull.invalid"),
        .rejects([], rule, "isNull.invalid"), .rejects(.object([]), rule, "isNull.invalid"),
        .rejects(0, rule, "isNull.invalid"), .rejects("null", rule, "isNull.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
