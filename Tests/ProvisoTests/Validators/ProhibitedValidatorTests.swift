import Proviso
import Testing

struct ProhibitedValidatorTests {
    private static let rule = ProhibitedValidator()

    static let rows: [Row] = [
        .accepts(.absent, rule), .accepts(nil, rule), .accepts("", rule), .accepts([], rule),
        .accepts(.object([]), rule), .rejects(0, rule, "absent.invalid"), .rejects(false, rule, "absent.invalid"),
        .rejects(" ", rule, "absent.invalid"), .rejects([nil], rule, "absent.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
