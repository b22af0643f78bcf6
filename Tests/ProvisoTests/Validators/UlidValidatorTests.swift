import Proviso
import Testing

struct UlidValidatorTests {
    static let rows: [Row] = [
        .accepts("01ARZ3NDEKTSV4RRFFQ69G5FAV", UlidValidator()),
        .accepts("01arz3ndektsv4rrffq69g5fav", UlidValidator()),
        .accepts("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", UlidValidator()),
        .rejects("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FA", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FAV\n", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FAI", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FAl", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FAO", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5FAu", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5F-V", UlidValidator(), "ulid.invalid"),
        .rejects("01ARZ3NDEKTSV4RRFFQ69G5F\u{E9}", UlidValidator(), "ulid.invalid"),
        .rejects("", UlidValidator(), "ulid.invalid"),
        .rejects(1, UlidValidator(), "ulid.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
