import Proviso
import Testing

struct LongitudeValidatorTests {
    private static let all = LongitudeValidator()

    static let rows: [Row] = [
        .accepts(0, all), .accepts(180, all), .accepts(-180, all), .accepts(47.3769, all), .accepts("-33.9", all),
        .accepts("180.0000", all), .accepts(-0.0, all), .accepts(.decimal("179.99999999999999999999999999"), all),
        .rejects(180.0000001, all, "number.tooBig", ["max": 180]),
        .rejects(-180.5, all, "number.tooSmall", ["min": -180]),
        .rejects(.decimal("180.00000000000000000000000001"), all, "number.tooBig"),
        .rejects("47\u{B0}22'", all, "number.type"), .rejects("47,37", all, "number.type"),
        .rejects("N 47", all, "number.type"), .rejects("", all, "number.type"), .rejects(true, all, "number.type"),
        .rejects(nil, all, "number.type"), .rejects([1], all, "number.type"),
        .rejects("47.3", LongitudeValidator(strict: true), "number.type"),
        .accepts(47.3, LongitudeValidator(strict: true)),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
