import TestSupport
import Testing

/// What readers of many languages found wrong in messages, one row for each finding, by its number M1 to M23.
@Suite(.waitingForProcesses) struct LanguageRowsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: String
        let data: String
        let arguments: [String]
        let shown: [String]
        var hidden: [String] = []
        var environment: [String: String] = [:]

        var testDescription: String { name }
    }

    private static let required = "rules: [[name, required]]"

    static let rows: [Row] = [
        Row(
            name: "M1: labels and messages by region",
            rules: "labels: { name: { en: Street, zh-TW: 街道, pt-BR: Rua } }\nrules: [[name, required]]", data: "{}",
            arguments: ["--locale", "zh-TW"], shown: ["街道"]),
        Row(
            name: "M2: Croatian of Bosnia", rules: required, data: "{}", arguments: ["--locale", "hr-BA"],
            shown: ["Polje „Name“"]),
        Row(
            name: "M3: a list after a colon has commas", rules: "rules: [[a, keys, { prohibited: [zip, city] }]]",
            data: #"{"a": {"zip": 1, "city": 2}}"#, arguments: ["--locale", "ru"], shown: ["«zip», «city»"],
            hidden: ["или"]),
        Row(
            name: "M3: missing keys are joined by and", rules: "rules: [[a, keys, { required: [zip, city] }]]",
            data: #"{"a": {}}"#, arguments: ["--locale", "en"], shown: ["“zip” and “city”"]),
        Row(
            name: "M4: scripts and countries have names",
            rules: "rules: [[a, script, { scripts: [Latin, Greek] }], [b, postalCode, { country: CH }]]",
            data: #"{"a": "д", "b": "x"}"#, arguments: ["--locale", "de"],
            shown: ["Lateinisch und Griechisch", "Schweiz"], hidden: ["Latin oder", "CH)"]),
        Row(
            name: "M5: texts are quoted", rules: "rules: [[a, startsWith, { value: [\"https://\", \"ab \"] }]]",
            data: #"{"a": "x"}"#, arguments: ["--locale", "zh-Hans"], shown: ["“https://”或“ab ”"]),
        Row(
            name: "M6: dates in the reader's language",
            rules:
                "rules: [[a, date, { min: '1900-01-01' }], [b, date, { format: long, locale: de, min: '1900-01-01' }]]",
            data: #"{"a": "1800-01-01", "b": "1. Januar 1800"}"#, arguments: ["--locale", "fr"],
            shown: ["1 janv. 1900"], hidden: ["1900-01-01", "Januar"]),
        Row(
            name: "M7: sizes as people write them", rules: "rules: [[a, file, { maxSize: 1048576 }]]",
            data: #"{"a": {"name": "x.png", "size": 2000000}}"#, arguments: ["--locale", "de"], shown: ["1 MB"],
            hidden: ["1.048.576"]),
        Row(
            name: "M8: the unit of a length",
            rules: "rules: [[a, string, { max: 3, unit: utf8 }], [b, string, { max: 1, unit: utf16 }]]",
            data: #"{"a": "éé", "b": "😀"}"#, arguments: ["--locale", "en"],
            shown: ["at most 3 bytes", "at most 1 UTF-16 unit"], hidden: ["character"]),
        Row(
            name: "M10: a script in the name of a system locale", rules: required, data: "{}", arguments: [],
            shown: ["Polje"], environment: ["LANG": "sr_RS@latin", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""]),
        Row(
            name: "M11: the name of a system locale", rules: required, data: "{}",
            arguments: ["--locale", "de_DE.UTF-8"],
            shown: ["Name ist erforderlich."]),
        Row(
            name: "M12: Swiss German",
            rules:
                "rules: [[a, number, { max: 1234567.5 }], [b, compare, { compareValue: x }], [c, compare, { compareValue: 3, operator: '>' }]]",
            data: #"{"a": 9999999, "b": "y", "c": 1}"#, arguments: ["--locale", "de-CH"],
            shown: ["1’234’567.5", "«x»", "grösser"], hidden: ["ß", "„"]),
        Row(
            name: "M13: no related language for one that is refused", rules: required, data: "{}",
            arguments: ["--accept-language", "gsw,de;q=0"], shown: ["Name"], hidden: ["erforderlich"]),
        Row(
            name: "M14: a message from right to left is isolated", rules: required, data: "{}",
            arguments: ["--locale", "ar"], shown: [": error: \u{2068}", "\u{2069} [required.blank"]),
        Row(
            name: "M15: the page is in the language", rules: required, data: "{}",
            arguments: ["--locale", "ja", "--format", "html"], shown: ["<html lang=\"ja\" dir=\"ltr\">", "<h1>検証"],
            hidden: ["Validation report", ">valid<", ">records<"]),
        Row(
            name: "M16: years are not grouped",
            rules: "rules: [[a, integer, { min: 1900, grouping: false }], [b, compare, { compareValue: '12345' }]]",
            data: #"{"a": 1, "b": "x"}"#, arguments: ["--locale", "en"], shown: ["at least 1900.", "“12345”"]),
        Row(
            name: "M18: the cases of a label",
            rules:
                "labels: { a: { fi: { text: nimi, inessive: nimessä } } }\nrules: [[a, required, { message: { fi: \"Virhe {attribute_inessive}.\" } }]]",
            data: "{}", arguments: ["--locale", "fi"], shown: ["Virhe nimessä."]),
        Row(
            name: "M19: another attribute or a constant",
            rules:
                "rules: [[a, compare, { compareAttribute: password }], [b, compare, { compareValue: password }], [password, safe]]",
            data: #"{"a": "x", "b": "y", "password": "z"}"#, arguments: ["--locale", "en"],
            shown: ["A and Password must match.", "B must be “password”."]),
        Row(
            name: "M20: the lists of Amharic", rules: "rules: [[a, in, { range: [x, y] }]]", data: #"{"a": "z"}"#,
            arguments: ["--locale", "am"], shown: ["x", "y"], hidden: ["\u{FEFF}"]),
        Row(
            name: "M20: the lists of Welsh", rules: "rules: [[a, keys, { required: [b, c] }]]", data: #"{"a": {}}"#,
            arguments: ["--locale", "cy"], shown: [" a "], hidden: ["a(c)"]),
        Row(
            name: "M21: a format for programs does not follow the environment", rules: required, data: "{}",
            arguments: ["--format", "json"], shown: ["Name is required."], environment: ["LANG": "de_DE.UTF-8"]),
        Row(
            name: "M22: the label once in a line", rules: required, data: "{}", arguments: ["--locale", "en"],
            shown: ["error: Name is required. [required.blank"], hidden: ["Name: Name"]),
        Row(
            name: "M23: English of Canada", rules: "rules: [[a, hexColor]]", data: #"{"a": "x"}"#,
            arguments: ["--locale", "en-CA"], shown: ["colour"]),
        Row(
            name: "M23: Bosnian in Cyrillic", rules: required, data: "{}", arguments: ["--locale", "bs-Cyrl"],
            shown: ["Поље"]),
    ]

    @Test(arguments: rows) func isMended(row: Row) throws {
        let tool = try Tool(rules: row.rules)
        defer { tool.remove() }
        let result = try tool.run(
            ["check", "--rules", "rules.yaml"] + row.arguments, input: Array("\(row.data)\n".utf8),
            environment: row.environment)
        for text in row.shown { #expect(result.output.contains(text), "\(text) in \(result.output)\(result.errors)") }
        for text in row.hidden { #expect(!result.output.contains(text), "\(text) in \(result.output)") }
    }
}
