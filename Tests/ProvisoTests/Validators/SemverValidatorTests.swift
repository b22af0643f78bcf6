import Proviso
import Testing

struct SemverValidatorTests {
    private static let valid = [
        "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta-valid", "1.0.0-alpha.beta.1",
        "1.0.0-0A.is.legal",
        "2.0.0-rc.1+build.123", "1.0.0+0.build.1-rc.10000aaa-kk-0.1", "99999999999999999999999.999999999999999999.9",
        "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0-0.0", "1.0.0+001",
    ]

    private static let invalid = [
        "", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-", "1.2.3+", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123",
        "1.01.1",
        "01.1.1", "1.1.01", "1.2.3-a..b", "1.2.3-a.", "1.2.3+a+b", "1.2.3\n", "1.2.3 ", "1..3", ".1.2", "1.2.-3",
        "-1.2.3",
        "1.2.3-\u{E9}", "1.2.3+a_b", "+1.2.3",
    ]

    static let rows: [Row] =
        valid.map { .accepts(.text($0), SemverValidator()) }
        + invalid.map { .rejects(.text($0), SemverValidator(), "semver.invalid") }
        + [.rejects(1.2, SemverValidator(), "semver.invalid")]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
