import Proviso
import Testing

struct PortValidatorTests {
    private static let all = PortValidator()

    static let rows: [Row] = [
        .accepts(1, all), .accepts(443, all), .accepts(65535, all), .accepts("8080", all), .accepts(443.0, all),
        .rejects(0, all, "number.tooSmall", ["min": 1]), .rejects(-1, all, "number.tooSmall"),
        .rejects(65536, all, "number.tooBig", ["max": 65535]), .rejects(.unsigned(.max), all, "number.tooBig"),
        .rejects(80.5, all, "integer.type"), .rejects("http", all, "integer.type"), .rejects("", all, "integer.type"),
        .rejects("80/tcp", all, "integer.type"), .rejects(true, all, "integer.type"),
        .rejects(nil, all, "integer.type"),
        .rejects([80], all, "integer.type"),
        .accepts(0, PortValidator(min: 0)), .rejects(1023, PortValidator(min: 1024), "number.tooSmall", ["min": 1024]),
        .rejects(1024, PortValidator(max: 1023), "number.tooBig", ["max": 1023]),
        .rejects("80", PortValidator(strict: true), "integer.type"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("port", ["min": -1]), "must be from 0 to 65535, found -1").run()
        RefusedOptions(.type("port", ["max": 65536]), "must be from 0 to 65535, found 65536").run()
        RefusedOptions(.type("port", ["min": 9, "max": 8]), "no integer is at least 9 and at most 8").run()
    }
}
