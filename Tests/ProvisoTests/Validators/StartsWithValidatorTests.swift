import Proviso
import Testing

/// `startsWith`; the rows that it shares with its kin are in SoughtTextValidatorTests.
struct StartsWithValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let validator = try StartsWithValidator(value: ["https://", "/"])
        return [
            .accepts("https://a", validator),
            .accepts("/x", validator),
            .rejects("http://a", validator, "startsWith.invalid"),
            .rejects("\u{200B}/x", validator, "startsWith.invalid"),
            .rejects(nil, validator, "startsWith.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }
}
