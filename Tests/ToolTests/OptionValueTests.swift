import Foundation
import TestSupport
import Testing

/// Values that an option does not take: an error says what was expected and what was found, before anything is read.
@Suite(.waitingForProcesses) struct OptionValueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The command with what it needs.
        let command: String
        let option: String
        let expected: String
        let wrong: [String]
        /// Values that are read, so that a command goes on to its missing file.
        let right: [String]

        var testDescription: String { "\(command) \(option)" }
    }

    /// No number for any option.
    private static let never = [
        "", " ", "nan", "NaN", "inf", "-inf", "infinity", "-1", "-0", "+1", "1e99", "1e1", "0x10", "１", "1 ", " 1",
        "1,5",
        "1_000", "one", "1\u{301}",
    ]

    private static let jobs = never + ["0", "1025", "1.5", "99999999999999999999"]
    private static let count = never + ["0", "1.5", "99999999999999999999"]
    private static let share =
        never + ["101%", "100.0001%", "%", ".5%", "-1%", "+1%", "１%", "1.5", "1e1%", "nan%", "5 %"]

    static let rows = [
        Row(
            command: "check -r none.yaml", option: "--jobs", expected: "an integer from 1 to 1024", wrong: jobs,
            right: ["1", "1024", "007"]),
        Row(
            command: "filter -r none.yaml", option: "--jobs", expected: "an integer from 1 to 1024", wrong: jobs,
            right: ["1"]),
        Row(
            command: "shard -r none.yaml", option: "--jobs", expected: "an integer from 1 to 1024", wrong: jobs,
            right: ["1"]),
        Row(
            command: "check -r none.yaml", option: "--limit", expected: "an integer of at least 1", wrong: count,
            right: ["1", "9223372036854775807"]),
        Row(
            command: "merge none", option: "--limit", expected: "an integer of at least 1", wrong: count, right: ["1"]),
        Row(
            command: "check -r none.yaml", option: "--max-errors", expected: "an integer of at least 1", wrong: count,
            right: ["1"]),
        Row(
            command: "check -r none.yaml", option: "--max-invalid",
            expected: "a number of records, or a percentage from 0% to 100%", wrong: share,
            right: ["0", "5", "0%", "100%", "0.1%", "5.%"]),
        Row(
            command: "merge none", option: "--max-invalid",
            expected: "a number of records, or a percentage from 0% to 100%", wrong: share, right: ["0", "0.1%"]),
        Row(
            command: "check -r none.yaml", option: "--memory", expected: "a size from 8M to 1048576G, such as 256M",
            wrong: never + [
                "0", "1", "8388607", "7M", "-8M", "+8M", "８M", "8.5M", "8T", "8 M", "M", "99999999999G", "1048577G",
            ],
            right: ["8M", "8m", "8MiB", "8MB", "8388608", "1G"]),
        Row(
            command: "check -r none.yaml --checkpoint c --output o none.ndjson", option: "--checkpoint-interval",
            expected: "a number of seconds, such as 5 or 0.5",
            wrong: never + [".", "1.2.3", String(repeating: "9", count: 400)], right: ["0", "0.5", ".5", "3600"]),
        Row(
            command: "check -r none.yaml --input-format csv", option: "--delimiter",
            expected: "one ASCII character, such as ';', or '\\t'", wrong: ["", "ab", "ä", "\"", "\n", "；"],
            right: [";", "\\t", "|", "-"]),
        Row(
            command: "plugin test none.so", option: "--patience", expected: "an integer from 1 to 3600",
            wrong: never + ["0", "3601", "1.5"], right: ["1", "3600"]),
        Row(
            command: "plugin test none.so", option: "--seed", expected: "an integer from 0 to 18446744073709551615",
            wrong: never + ["1.5", "18446744073709551616"], right: ["0", "18446744073709551615"]),
    ]

    @Test(arguments: rows)
    func aWrongValueIsAnError(row: Row) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let words = row.command.split(separator: " ").map(String.init)
        for value in row.wrong {
            let result = try tool.run(words + ["\(row.option)=\(value)"])
            #expect(result.status == 2 && result.output.isEmpty, "\(value)")
            let shown = value.replacingOccurrences(of: "\n", with: "\\n")
            let start = "error: \(row.option): expected \(row.expected)"
            let isSaid = result.errors.hasPrefix(start) && result.errors.contains(", found '\(shown)")
            #expect(isSaid || value.unicodeScalars.count > 1 && value.contains("\u{301}"))
            #expect(result.errors.contains("\nUsage: proviso \(words[0])"), "\(result.errors)")
        }
        for value in row.right {
            let result = try tool.run(words + [row.option, value])
            #expect(result.errors.contains("none") && !result.errors.contains("Usage:"), "\(value): \(result.errors)")
        }
    }

    /// A choice names all words there are.
    @Test(arguments: [
        ("check -r none.yaml --format xml", "text, json, ndjson, csv, junit, sarif, github, problem, html"),
        ("check -r none.yaml --input-format xlsx", "auto, ndjson, json, csv, tsv"),
        ("check -r none.yaml --progress yes", "auto, json, none"),
        ("check -r none.yaml --color yes", "auto, always, never"),
        ("check -r none.yaml --fail-on fatal", "error, warning, info"),
        ("check -r none.yaml --plugin-mode thread", "inproc, worker"), ("render --format cvs", "text, json,"),
        ("merge --format xml", "text, json,"), ("locales export --format xlf", "po, json"),
        ("locales import --format csv --into a b", "po, json"),
    ])
    func anUnknownWordIsAnError(line: String, words: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(line.split(separator: " ").map(String.init))
        #expect(result.status == 2 && result.errors.contains("expected one of \(words)"), "\(result.errors)")
    }
}
