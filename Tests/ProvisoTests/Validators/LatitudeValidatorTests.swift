import Proviso
import Testing

struct LatitudeValidatorTests {
    private static let all = LatitudeValidator()

    static let rows: [Row] = [
        .accepts(0, all), .accepts(90, all), .accepts(-90, all), .accepts(47.3769, all), .accepts("-33.9", all),
        .accepts("90.0000", all), .accepts(-0.0, all), .accepts(.decimal("89.99999999999999999999999999"), all),
        .rejects(90.0000001, all, "number.tooBig", ["max": 90]), .rejects(-90.5, all, "number.tooSmall", ["min": -90]),
        .rejects(.decimal("90.00000000000000000000000001"), all, "number.tooBig"),
        .rejects("47\u{B0}22'", all, "number.type"), .rejects("47,37", all, "number.type"),
        .rejects("N 47", all, "number.type"), .rejects("", all, "number.type"), .rejects(true, all, "number.type"),
        .rejects(nil, all, "number.type"), .rejects([1], all, "number.type"),
        .rejects("47.3", LatitudeValidator(strict: true), "number.type"),
        .accepts(47.3, LatitudeValidator(strict: true)),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
