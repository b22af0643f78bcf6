import Proviso
import Testing

/// `contains`; the rows that it shares with its kin are in SoughtTextValidatorTests.
struct ContainsValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let validator = try ContainsValidator(value: ["https://", "/"])
        return [
            .accepts("see https://a", validator),
            .accepts("a/b", validator),
            .rejects("a\\b", validator, "contains.invalid"),
            .rejects("", validator, "contains.invalid"),
            .rejects(["/"], validator, "contains.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }
}
