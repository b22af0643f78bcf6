import Proviso
import Testing

/// Names of languages, countries, currencies and zones in options: the error has the code.
struct ForeignNameTests {
    @Test(arguments: [
        ("german", "de"), ("German", "de"), ("deutsch", "de"), ("Germn", "de"), ("français", "fr"), ("日本語", "ja"),
        ("Luxembourgish", "lb"), ("englsh", "en"), ("en_US", "en-US"), ("de_DE", "de-DE"), ("pt_BR.UTF-8", "pt-BR"),
        ("xx-YY", nil), ("zz", nil), ("und", nil), ("", nil), ("de DE", "de-DE"), ("root", nil), ("C", nil),
    ]) func locales(tag: String, meant: String?) {
        let options = [
            "number, {locale: \"\(tag)\"}", "integer, {locale: \"\(tag)\"}", "date, {locale: \"\(tag)\"}",
            "datetime, {format: short, locale: \"\(tag)\"}", "time, {format: short, locale: \"\(tag)\"}",
            "compare, {compareValue: x, operator: \">\", collation: \"\(tag)\"}",
        ]
        // The root's order of texts is one to ask for.
        for option in tag == "und" ? Array(options.dropLast()) : options {
            let found = diagnostics("rules: [[a, \(option)]]", file: "f", registry: .standard)
            let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
            #expect(
                found.count == 1
                    && found[0].hasSuffix("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR\(hint)"),
                "\(found)")
            let column = option.split(separator: "\"\(tag)\"", omittingEmptySubsequences: false).first.map {
                $0.count + 13
            }
            #expect(found.first?.hasPrefix("f:1:\(column ?? 0): ") == true, "\(found)")
        }
        // A label's key is judged alike.
        let labels = diagnostics("labels: {a: {\"\(tag)\": x}}\nrules: [[a, safe]]", file: "f", registry: .standard)
        #expect(labels.count == 1, "\(labels)")
    }

    @Test(arguments: [
        "de", "de-CH", "en-US", "zh-Hant-TW", "th-u-ca-gregory", "sr-Latn", "iw", "request", "de-u-nu-arab",
    ])
    func localesThatAreFine(tag: String) {
        for type in ["number", "integer", "date", "datetime", "time"] {
            let format = type.hasPrefix("d") || type == "time" ? ", format: short" : ""
            #expect(diagnostics("rules: [[a, \(type), {locale: \(tag)\(format)}]]", registry: .standard) == [])
        }
    }

    @Test func localesInSwift() {
        var settings = DateSettings(format: "short")
        settings.locale = "de_DE"
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [Rule("a", .date(settings))])) }
        #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(rules: [Rule("a", .number(input: NumberInput(locale: "german")))]))
        }
    }

    @Test(arguments: [
        ("postalCode", "country", "UK", "GB"), ("postalCode", "country", "EL", "GR"),
        ("postalCode", "country", "GBR", "GB"), ("postalCode", "country", "deu", "DE"),
        ("postalCode", "country", "Germany", "DE"), ("postalCode", "country", "Deutschland", "DE"),
        ("postalCode", "country", "Switzerlnd", "CH"), ("postalCode", "country", "USA", "US"),
        ("postalCode", "country", "HK", nil),
        ("datetime", "timeZone", "PST", "America/Los_Angeles"),
        ("datetime", "timeZone", "Europe/Berln", "Europe/Berlin"),
        ("datetime", "timeZone", "europe/berlin", "Europe/Berlin"), ("datetime", "timeZone", "Berlin", "Europe/Berlin"),
        ("date", "defaultTimeZone", "New York", "America/New_York"), ("datetime", "timeZone", "UTC+2", "Etc/GMT-2"),
        ("datetime", "timeZone", "+02:00", "Etc/GMT-2"), ("datetime", "timeZone", "-0500", "Etc/GMT+5"),
        ("datetime", "timeZone", "GMT+3", "Etc/GMT-3"), ("datetime", "timeZone", "GMT+5:30", nil),
        ("datetime", "timeZone", "Z", "UTC"), ("datetime", "timeZone", "utc", "UTC"), ("time", "timeZone", "xyz", nil),
    ]) func codes(type: String, option: String, text: String, meant: String?) {
        let found = diagnostics("rules: [[a, \(type), {\(option): \"\(text)\"}]]", file: "f", registry: .standard)
        #expect(found.count == 1 && found[0].hasPrefix("f:1:\(18 + type.count + option.count): "), "\(found)")
        let hint = meant.map { "; did you mean '\($0)'?" }
        #expect(
            hint.map { found.first?.hasSuffix($0) == true } ?? (found.first?.contains("did you mean") == false),
            "\(found)")
    }

    @Test(arguments: [
        ("EURO", "EUR"), ("eur", "EUR"), ("€", "EUR"), ("euros", "EUR"), ("dollar", "USD"), ("$", "USD"), ("£", "GBP"),
        ("¥", "JPY"), ("￥", "JPY"), ("EURR", nil), ("US$", "USD"), ("₩", "KRW"), ("bitcoin", nil),
    ]) func currencies(text: String, meant: String?) {
        let rule = "rules: [[a, number, {locale: de, currency: \"\(text)\"}]]"
        let found = diagnostics(rule, file: "f", registry: .standard)
        let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
        #expect(
            found == ["f:1:44: option 'currency' of 'number': '\(text)' is not a code of ISO 4217, such as EUR\(hint)"])
    }

    @Test(arguments: ["UTC", "GMT", "Europe/Berlin", "CET", "EST", "EST5EDT", "Etc/GMT-2", "Asia/Calcutta"])
    func zonesThatAreFine(name: String) {
        #expect(diagnostics("rules: [[a, datetime, {timeZone: \(name)}]]", registry: .standard) == [])
    }
}
