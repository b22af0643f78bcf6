import Proviso
import Testing

/// `endsWith`; the rows that it shares with its kin are in SoughtTextValidatorTests.
struct EndsWithValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let validator = try EndsWithValidator(value: ["https://", "/"])
        return [
            .accepts("a/https://", validator),
            .accepts("/", validator),
            .rejects("/x", validator, "endsWith.invalid"),
            .rejects("/\n", validator, "endsWith.invalid"),
            .rejects(1, validator, "endsWith.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }
}
