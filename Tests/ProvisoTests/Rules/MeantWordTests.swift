import Foundation
import Proviso
import Testing

/// What an error suggests for a word, and that it suggests nothing where it cannot know.
struct MeantWordTests {
    private func suggestion(_ rule: String) -> String? {
        let found = diagnostics("rules:\n  - \(rule)\n  - [[b, c], safe]", file: "f", registry: .standard)
        #expect(found.count == 1, "\(rule): \(found)")
        guard let range = found.first?.range(of: "; did you mean ") else { return nil }
        return found.first.map { $0[range.upperBound...].dropLast().filter { $0 != "'" } }
    }

    @Test(
        arguments: [
            ("≥", ">="), ("≤", "<="), ("≠", "!="), ("<>", "!="), ("=>", ">="), ("=<", "<="), ("=!", "!="), ("gt", ">"),
            ("gte", ">="), ("lt", "<"), ("lte", "<="), ("ne", "!="), ("eq", "=="), ("is", "=="), ("equals", "=="),
            ("=", "=="),
            ("> =", ">="), ("$gte", ">="), ("greater_than", ">"), ("><", nil), ("~", nil), ("!", "!="), ("in", nil),
        ] as [(String, String?)]) func operators(written: String, meant: String?)
    {
        #expect(suggestion("[a, compare, {compareAttribute: b, operator: \"\(written)\"}]") == meant)
    }

    @Test func theOwnAttributeIsNotMeant() {
        let standard = Registry.standard
        #expect(diagnostics("rules: [[pass, compare, {compareAttribute: passe}]]", registry: standard) == [])
        #expect(
            diagnostics("rules: [[[pass, passes], compare, {compareAttribute: passed}]]", registry: standard)
                .first?.hasSuffix("did you mean 'passes'?") == true)
    }

    @Test(
        arguments: [
            ("string", "Min", "min"), ("in", "Range", "range"), ("ip", "range", "ranges"), ("date", "Locale", "locale"),
            ("match", "Whole", "whole"), ("hexColor", "Alpha", "alpha"), ("postalCode", "Country", "country"),
            ("file", "mime_types", "mimeTypes"), ("script", "script", "scripts"), ("uuid", "allow_nil", "allowNil"),
            ("trim", "char", "chars"), ("multipleOf", "multipleOf", "of"), ("default", "default", "value"),
            ("integer", "integerOnly", nil), ("string", "Options", "options"),
            ("string", "skip-on-empty", "skipOnEmpty"),
            ("passwordStrength", "min", "minLength"), ("in", "ignoreCase", "caseFold"), ("string", "mni", "min"),
            ("ip", "version", "ipv6: false for IPv4 only, ipv4: false for IPv6 only"),
            ("string", "required", "a rule of its own: required"), ("string", "lenght", "length"),
        ] as [(String, String, String?)]) func ownOptionsGoFirst(type: String, name: String, meant: String?)
    {
        let found = diagnostics("rules: [[a, \(type), {\(name): 1}]]", registry: .standard)
        let option = found.first { $0.contains("unknown option '\(name)'") } ?? ""
        let suggested = option.range(of: "; did you mean ").map {
            option[$0.upperBound...].filter { !"'?".contains($0) }
        }
        #expect(suggested == meant, "\(found)")
    }

    @Test(
        arguments: [
            ("Japanese", "Jpan"), ("Chinese", "Han"), ("Korean", "Kore"), ("Russian", "Cyrillic"), ("english", "Latin"),
            ("Cyrilic", "Cyrillic"), ("Zmth", nil), ("Zxxx", nil), ("Blis", nil),
        ] as [(String, String?)]) func scripts(name: String, meant: String?)
    {
        let found = suggestion("[a, script, {scripts: \(name)}]")
        if let meant { #expect(found == meant) }
    }

    @Test(
        arguments: [
            ("Asia/Beijing", "Asia/Shanghai"), ("Asia/Mumbai", "Asia/Kolkata"), ("Asia/Delhi", "Asia/Kolkata"),
            ("America/Washington", "America/New_York"), ("America/San_Francisco", "America/Los_Angeles"),
            ("America/San Francisco", "America/Los_Angeles"), ("Europe/Munich", "Europe/Berlin"),
            ("Europe/Berln", "Europe/Berlin"), ("Asia/Foobar", nil), ("Berlin", "Europe/Berlin"),
        ] as [(String, String?)]) func zones(name: String, meant: String?)
    {
        #expect(suggestion("[a, datetime, {timeZone: \(name)}]") == meant)
    }

    @Test(
        arguments: [
            ("NIS", "ILS"), ("BTC", nil), ("UKP", "GBP"), ("STG", "GBP"), ("LTL", "EUR"), ("MXP", "MXN"),
            ("eur", "EUR"),
            ("ERU", "EUR"), ("QQQ", nil),
        ] as [(String, String?)]) func currencies(code: String, meant: String?)
    {
        #expect(suggestion("[a, number, {locale: de, currency: \(code)}]") == meant)
    }

    @Test(
        arguments: [
            ("EN", "GB"), ("EC", nil), ("EU", nil), ("SU", "RU"), ("SP", nil), ("KO", "KR"), ("JA", "JP"), ("CS", nil),
            ("A", "AT"), ("F", "FR"), ("gb", "GB"), ("UK", "GB"), ("GX", nil),
        ] as [(String, String?)]) func countries(code: String, meant: String?)
    {
        let found = diagnostics("rules: [[a, postalCode, {country: \(code)}]]", registry: .standard)
        // Ecuador has postal codes.
        if found.isEmpty { return #expect(["EC", "gb"].contains(code)) }
        #expect(found.first?.hasSuffix("; did you mean '\(meant ?? "")'?") == (meant != nil), "\(found)")
    }

    @Test(arguments: [
        ("jp", "ja"), ("cz", "cs"), ("cn", "zh"), ("dk", "da"), ("gr", "el"), ("ua", "uk"), ("vn", "vi"),
    ]) func locales(code: String, meant: String) {
        #expect(suggestion("[a, number, {locale: \(code)}]") == meant)
    }

    @Test(arguments: [
        ("[a, string, {severity: warn}]", "warning"), ("[a, in, {range: [x], caseFold: yes}]", "true"),
        ("[a, in, {range: [x], caseFold: e-mail}]", "email"), ("[a, in, [x, y]]", "{range: [x, y]}"),
        ("[a, default, en]", "{value: en}"), ("[a, length: {maximum: 5}]", "string with max: 5"),
        ("[a, length: {in: 2..5}]", "string with min: 2 and max: 5"),
    ]) func shapes(rule: String, meant: String) {
        #expect(suggestion(rule) == meant)
    }

    @Test func rawStringsOfPython() {
        let found = diagnostics(#"rules: [{attributes: a, type: 'RegexValidator(r"^a$")'}]"#, registry: .standard)
        #expect(found.first?.contains(#"'pattern: "^a$"'"#) == true, "\(found)")
    }

    @Test(arguments: [
        ("''", "must not be empty"), (#""^a$\n""#, "ends with a line break"), ("'^a$/i'", "ignoreCase: true"),
        ("'m/^a$/'", "delimiters"), (#"'r"^a$"'"#, "delimiters"),
    ]) func patternsThatCannotBeMeant(pattern: String, reason: String) {
        let found = diagnostics("rules: [[a, match, {pattern: \(pattern)}]]", registry: .standard)
        #expect(found.count == 1 && found[0].contains(reason), "\(found)")
    }

    @Test(arguments: [
        ("compareValue: 1, compareAttribute: 'b[]'", "unknown attribute 'b[]'"),
        ("compareValue: x, options: {type: number}", "must be a number"),
    ]) func comparisonsThatCannotBeMeant(options: String, reason: String) {
        let found = diagnostics("rules: [[a, compare, {\(options)}], [b, safe]]", registry: .standard)
        #expect(found.count == 1 && found[0].contains(reason), "\(found)")
    }

    @Test(arguments: [
        ("boolean, {trueValue: yes, falseValue: yes}", "must differ from 'trueValue'"),
        ("boolean, {falseValue: \"1\"}", "must differ from 'trueValue'"),
        ("uuid, {versions: []}", "at least one version"), ("string, {id: ''}", "expected a name"),
        ("string, {message: ''}", "must not be empty"), ("each, {rule: [string, {message: ''}]}", "must not be empty"),
    ]) func optionsThatCannotBeMeant(rule: String, reason: String) {
        let found = diagnostics("rules: [[a, \(rule)]]", registry: .standard)
        #expect(found.count == 1 && found[0].contains(reason), "\(found)")
    }

    @Test(arguments: [("0x10", AnyValue.integer(16)), ("0o10", .integer(8)), ("'0x10'", .text("0x10"))])
    func numbersInOtherBases(written: String, value: AnyValue) throws {
        let plan = try Plan(RuleSet(parsing: "rules: [[a, in, {range: [\(written)], strict: true}]]"))
        #expect(try plan.validate(["a": value]).isValid)
    }
}
