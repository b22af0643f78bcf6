import Proviso
import Testing

struct SortedValidatorTests {
    static let rows: [Row] = {
        let (up, down) = (SortedValidator(), SortedValidator(order: .descending))
        let strict = SortedValidator(strict: true)
        let byDate = SortedValidator(by: "date.day")
        let german = SortedValidator(collation: "de")
        func pair(_ first: Int64, _ second: Int64, _ order: String) -> [String: ParameterValue] {
            ["first": .integer(first), "second": .integer(second), "order": .text(order)]
        }
        return [
            .accepts([], up), .accepts([1], up), .accepts([1, 1, 2], up), .accepts(["a", "b"], up),
            .accepts([2, 10, "11"], up), .accepts([1, nil, 2], up), .accepts([3, 2, 2], down),
            .accepts([1, 2], strict), .accepts(["2025-12-31", "2026-01-01"], up),
            .accepts([["date": ["day": 1]], ["x": 5], ["date": ["day": 2]]], byDate),
            .accepts(["Apfel", "Äpfel", "Birne"], german), .accepts(["Apfel", "Birne", "Äpfel"], up),
            .rejects(["Apfel", "Birne", "Äpfel"], german, "sorted.invalid", pair(2, 3, "ascending")),
            .rejects([2, 1], up, "sorted.invalid", pair(1, 2, "ascending")),
            .rejects([1, 3, nil, 2, 1], up, "sorted.invalid", pair(2, 4, "ascending")),
            .rejects([1, 2], down, "sorted.invalid", pair(1, 2, "descending")),
            .rejects([1, 1], strict, "sorted.invalid", pair(1, 2, "ascending")),
            .rejects([["date": ["day": 2]], ["date": ["day": 1]]], byDate, "sorted.invalid"),
            .rejects([["a": 1], ["a": 2]], up, "sorted.invalid"), .rejects("a", up, "sorted.type"),
            .rejects(.object([]), up, "sorted.type"), .rejects(5, up, "sorted.type"),
        ]
    }()

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(
                .type("sorted", ["order": "desc"]), "is not one of ascending, descending", suggestion: "descending"),
            RefusedOptions(.type("sorted", ["by": ["a", "b"]]), "must name one member"),
            RefusedOptions(.type("sorted", ["by": "a.*"]), "'a.*' is not the name of a member"),
            RefusedOptions(.type("sorted", ["by": ""]), "'' is not a path: a name is missing"),
        ]
        for row in rows { row.run() }
    }
}
