import Proviso
import Testing

struct SlugValidatorTests {
    private static let valid = ["a", "7", "post", "my-first-post", "2026-07-01", "a-1-b"]

    private static let invalid = [
        "", "-", "-a", "a-", "a--b", "My-post", "a_b", "a b", "a.b", "a/b", "a\n", "a\0", "caf\u{E9}", "\u{661}",
        "a\u{2010}b",
    ]

    static let rows: [Row] =
        valid.map { .accepts(.text($0), SlugValidator()) }
        + invalid.map { .rejects(.text($0), SlugValidator(), "slug.invalid") }
        + [
            .rejects(5, SlugValidator(), "slug.invalid"), .rejects(nil, SlugValidator(), "slug.invalid"),
            .rejects(["a"], SlugValidator(), "slug.invalid"),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
