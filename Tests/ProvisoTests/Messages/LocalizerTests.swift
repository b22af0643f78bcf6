import Proviso
import TestSupport
import Testing

@Suite struct LocalizerTests {
    static func catalogs(_ texts: [String: [String: String]]) throws -> Catalogs {
        try texts.sorted { $0.key < $1.key }.reduce(Catalogs.none) { catalogs, entry in
            catalogs.adding(try Catalog(locale: entry.key, messages: entry.value))
        }
    }

    struct Row {
        let tags: [String]
        let supported: [String]
        let locale: String
        let isFallback: Bool
        let formatLocale: String
        let at: SourceLocation

        init(
            _ tags: [String], in supported: [String], _ locale: String, fallback: Bool = false, formats: String? = nil,
            at: SourceLocation = #_sourceLocation
        ) {
            (self.tags, self.supported, self.locale, self.at) = (tags, supported, locale, at)
            (isFallback, formatLocale) = (fallback, formats ?? locale)
        }
    }

    static let rows: [Row] = [
        Row([], in: ["en", "de"], "en"),
        Row(["de"], in: ["en", "de"], "de"),
        Row(["de-CH"], in: ["en", "de"], "de", formats: "de-CH"),
        Row(["en-US"], in: ["en", "de"], "en", formats: "en-US"),
        Row(["ar-MA-u-nu-arab"], in: ["en", "ar"], "ar", formats: "ar-MA-u-nu-arab"),
        Row(["ar-u-nu-nonsense"], in: ["en", "ar"], "ar"),
        Row(["sw"], in: ["en", "de"], "en", fallback: true),
        Row(["sw", "de"], in: ["en", "de"], "de"),
        Row(["pt-AO"], in: ["en", "pt", "pt-PT"], "pt-PT", formats: "pt-AO"),
        Row(["pt-AO"], in: ["en", "pt"], "pt", formats: "pt-AO"),
        Row(["zh-TW"], in: ["en", "zh-Hans"], "en", fallback: true),
        Row(["zh-TW", "fr"], in: ["en", "fr", "zh-Hans"], "fr"),
        Row(["zh-TW"], in: ["en", "zh-Hans", "zh-Hant"], "zh-Hant", formats: "zh-Hant-TW"),
        Row(["zh-CN"], in: ["en", "zh-Hans"], "zh-Hans", formats: "zh-Hans-CN"),
        Row(["uk"], in: ["en", "ru"], "ru", fallback: true),
        Row(["uk", "de"], in: ["en", "de", "ru"], "de"),
        Row(["zh-HK"], in: ["en", "zh", "zh-Hant"], "zh-Hant", formats: "zh-Hant-HK"),
        Row(["zh-SG"], in: ["en", "zh", "zh-Hant"], "zh", formats: "zh-Hans-SG"),
        Row(["no"], in: ["en", "nb"], "nb"),
        Row(["nb"], in: ["en", "no"], "no"),
        Row(["nn"], in: ["en", "nb"], "nb", fallback: true),
        Row(["sr-Latn"], in: ["en", "sr", "sr-Latn"], "sr-Latn"),
        Row(["sr-ME"], in: ["en", "sr", "sr-Latn"], "sr-Latn", formats: "sr-Latn-ME"),
        Row(["sr-RS"], in: ["en", "sr", "sr-Latn"], "sr", formats: "sr-Cyrl-RS"),
        Row(["es-ES"], in: ["en", "es", "es-419"], "es", formats: "es-ES"),
        Row(["es-AR", "en"], in: ["en", "es"], "es", formats: "es-AR"),
        Row(["fr-CA;q=1", "de"], in: ["en", "de", "fr"], "de"),
        Row(["iw"], in: ["en", "he"], "he"),
        Row(["x_y!", "--", "fr"], in: ["en", "fr"], "fr"),
        Row(["es-MX"], in: ["en", "es", "es-419"], "es-419", formats: "es-MX"),
        Row(Array(repeating: "xx", count: 5_000) + ["de"], in: ["en", "de"], "en", fallback: true),
    ]

    @Test func findsTheBestCatalog() throws {
        eachRow(Self.rows, at: \.at) { row in
            let catalogs = try Self.catalogs(Dictionary(uniqueKeysWithValues: row.supported.map { ($0, ["a": $0]) }))
            let localizer = Localizer(preferring: row.tags, in: catalogs)
            #expect(localizer.locale == row.locale, sourceLocation: row.at)
            #expect(localizer.formatLocale == row.formatLocale, sourceLocation: row.at)
            #expect(localizer.isFallback == row.isFallback, sourceLocation: row.at)
            #expect(localizer.requested == row.tags.first, sourceLocation: row.at)
            #expect(localizer.text(for: "a", label: "") == row.locale, sourceLocation: row.at)
        }
        let strict = Localizer(
            preferring: ["uk"], in: try Self.catalogs(["en": [:], "ru": [:]]), allowsRelatedLanguages: false)
        #expect(strict.locale == "en" && strict.isFallback)
    }

    /// A malformed tag in front is skipped, and leaves the choice to ICU's locale matcher.
    @Test func aTagThatIsACatalogIsWhatTheMatcherFinds() {
        let regions = ["AT", "BR", "CH", "CN", "DE", "GB", "HK", "IN", "ME", "MX", "NO", "PT", "RS", "TW", "US", "ZA"]
        for locale in Catalogs.embedded.locales + ["no", "iw", "sh", "sr-Latn", "zh-Hant-HK", "zh-Hans", "en-Latn-US"] {
            for tag in [locale, "\(locale)-u-nu-latn"] + regions.map({ "\(locale.prefix { $0 != "-" })-\($0)" }) {
                let found = Localizer(preferring: [tag])
                let matched = Localizer(preferring: ["??", tag])
                #expect(found.locale == matched.locale, "\(tag)")
                #expect(found.formatLocale == matched.formatLocale, "\(tag)")
                #expect(found.isFallback == matched.isFallback, "\(tag)")
            }
        }
    }

    /// What `Locale.identifier` of Foundation gives, and POSIX names.
    static let identifiers = [
        "de_DE", "de_AT", "zh-Hans_CN", "zh_Hant_TW", "pt_PT", "de_DE@calendar=buddhist", "de_DE.UTF-8",
    ]

    @Test func identifiersOfFoundationsLocaleAreTags() throws {
        for identifier in Self.identifiers {
            let tag = String(identifier.prefix { $0 != "@" && $0 != "." }.map { $0 == "_" ? "-" : $0 })
            let (found, meant) = (Localizer(preferring: [identifier]), Localizer(preferring: [tag]))
            #expect(found.locale == meant.locale && found.formatLocale == meant.formatLocale, "\(identifier)")
            #expect(!found.isFallback && found.requested == identifier, "\(identifier)")
        }
        #expect(Localizer(preferring: ["de_DE"]).locale == "de")
        #expect(Localizer(preferring: ["??_", "fr_CA"]).formatLocale == "fr-CA")
        let own = RuleSet(rules: [Rule("a", .required)], labels: ["a": ["": "A", "de-AT": "Ah"]])
        #expect(try Plan(own).localizer(preferring: "de_AT").label("a") == "Ah")
        let input = InputValidator()
        try input.add(.required)
        input.validate("")
        #expect(input.texts(in: "de_DE") == input.texts(in: "de"))
    }

    @Test func identifiersOfFoundationsLocaleAreTagsOfRecords() throws {
        let rules = [
            Rule("a", .type("date", ["format": "d. MMMM y", "locale": "request"])),
            Rule("b", .number(input: NumberInput(locale: "request"))),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        for locale in ["de-DE", "de_DE"] {
            record.locale = locale
            record.fill(["a": "3. M\u{E4}rz 2026", "b": "1.234,5"])
            #expect(try plan.validate(record).isValid, "\(locale)")
        }
    }

    static let headers: [(String, [String], SourceLocation)] = [
        ("de", ["de"], #_sourceLocation),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", ["fr-CH", "fr", "en", "de"], #_sourceLocation),
        ("en;q=0.1,de ; Q = 1.0 ,fr;q=0", ["de", "en"], #_sourceLocation),
        ("a;q=0.5,b;q=0.5,c;q=0.5", ["a", "b", "c"], #_sourceLocation),
        ("de;q=2,fr;q=x,es;q=-1,it;q=0.1234,ja;x=1,,;,ru", ["ru"], #_sourceLocation),
        ("de_DE,\u{E9},fr", ["fr"], #_sourceLocation),
        ("", [], #_sourceLocation),
    ]

    @Test func readsAcceptLanguage() {
        for (header, tags, place) in Self.headers {
            #expect(AcceptLanguage.tags(in: header) == tags, sourceLocation: place)
        }
        let hostile = (0..<5_000).map { "x\($0 % 10)-\($0)" }.joined(separator: ",")
        #expect(AcceptLanguage.tags(in: hostile).count == 32)
        #expect(Localizer(acceptLanguage: "haw, de;q=0.5").locale == "de")
    }

    @Test func fallsBackMessageByMessage() throws {
        let catalogs = try Self.catalogs([
            "en": ["a": "en {n}", "b": "en {n}", "c": "en {n}", "d": "en {n}"],
            "es": ["a": "es {n}", "b": "es {n}"], "es-419": ["a": "419 {n}"],
            "sr": ["a": "sr", "b": "sr"], "sr-Latn": ["a": "latn"],
        ])
        let values = [Parameter(name: "n", value: .number(1234.5))]
        let mexican = Localizer(preferring: ["es-MX"], in: catalogs)
        let texts = ["a", "b", "c", "e"].map { mexican.text(for: $0, parameters: values, label: "") }
        #expect(texts == ["419 1,234.5", "es 1,234.5", "en 1,234.5", "e"])
        let serbian = Localizer(preferring: ["sr-Latn"], in: catalogs)
        let latin = ["a", "b", "c"].map { serbian.text(for: $0, label: "") }
        #expect(latin == ["latn", "en {n}", "en {n}"])
        #expect(Localizer(preferring: ["de"], in: .none).text(for: "x.y", label: "") == "x.y")
    }

    @Test func aLanguageAndItsUsualScriptAreOneLocale() throws {
        let rows = [
            ("zh", "zh-Hans", "zh-CN"), ("zh-Hans", "zh", "zh"), ("sr", "sr-Cyrl", "sr"), ("de", "de-Latn", "de"),
        ]
        for (first, second, wanted) in rows {
            let catalogs = try Self.catalogs(["en": ["a": "en", "b": "en"], first: ["a": "first", "b": "first"]])
                .adding(try Catalog(locale: second, messages: ["a": "second"]))
            #expect(catalogs.locales.count == 2)
            let localizer = Localizer(preferring: [wanted], in: catalogs)
            #expect(
                ["a", "b"].map { localizer.text(for: $0, label: "") } == ["second", "first"], "\(first) \(second)")
            #expect(catalogs.catalog(for: second)?.source(for: "b") == "first")
        }
        let others = try Self.catalogs([
            "zh": ["a": "zh"], "zh-Hant": ["a": "hant"], "sr-Latn": ["a": "latn"], "sr": [:],
        ])
        #expect(others.locales == ["sr", "sr-Latn", "zh", "zh-Hant"])
    }

    @Test func rendersTheShippedMessages() {
        let values = [Parameter(name: "min", value: .integer(3))]
        let rows: [(String, String, SourceLocation)] = [
            ("en", "Name must contain at least 3 characters.", #_sourceLocation),
            ("de", "Name", #_sourceLocation), ("ru", "3 символов", #_sourceLocation),
            ("ar", "٣ أحرف", #_sourceLocation), ("ar", "\u{2068}Name\u{2069}", #_sourceLocation),
            ("ja", "3", #_sourceLocation),
        ]
        for (locale, part, place) in rows {
            let text = Localizer(preferring: [locale]).text(for: "string.tooShort", parameters: values, label: "Name")
            #expect(text.contains(part), "\(text)", sourceLocation: place)
        }
    }

    @Test func isolatesByLocaleOfTheMessage() throws {
        let catalogs = try Self.catalogs(["en": ["a": "[{attribute}]", "b": "[{x}]"], "ar": ["a": "({attribute})"]])
        func text(_ code: String, _ isolation: Localizer.Isolation, _ tag: String) -> String {
            let localizer = Localizer(preferring: [tag], in: catalogs, isolation: isolation)
            return localizer.text(for: code, parameters: [Parameter(name: "x", value: .text("X"))], label: "L")
        }
        #expect(text("a", .automatic, "ar") == "(\u{2068}L\u{2069})")
        #expect(text("b", .automatic, "ar") == "[X]")
        #expect(text("a", .never, "ar") == "(L)")
        #expect(text("a", .automatic, "en") == "[L]")
        #expect(text("a", .always, "en") == "[\u{2068}L\u{2069}]")
    }

    @Test func overridesAndLabels() throws {
        let localizer = Localizer(preferring: ["de"])
        let override = try MessagePattern("{attribute}: {n} <> {other}")
        let values = [
            Parameter(name: "n", value: .number(1.5)), Parameter(name: "other", value: .attribute("password_repeat")),
        ]
        let own = localizer.text(for: "x", parameters: values, label: "A", override: override) { "«\($0)»" }
        #expect(own == "A: 1,5 <> «password_repeat»")
        let generated = localizer.text(for: "x", parameters: values, label: "A", override: override)
        #expect(generated == "A: 1,5 <> Password Repeat")
    }

    @Test func pseudoLocalesAreStrangeEnglish() throws {
        let rules = """
            labels: { name: { en: Name, ar: الاسم } }
            rules: [[name, string, { min: 3, message: "Say {min, number}!" }]]
            """
        let plan = try Plan(RuleSet(parsing: rules))
        let report = try plan.validate(.object([AnyValue.Member("name", "a")]))
        #expect(plan.localizer(preferring: "en-XA").texts(report) == ["[Šåý 3! ······]"])
        let values = [Parameter(name: "min", value: .integer(1))]
        func text(_ tag: String) -> String {
            Localizer(preferring: [tag]).text(for: "string.tooShort", parameters: values, label: "Name")
        }
        let long = text("en-XA")
        #expect(long.hasPrefix("[Name mûšţ çöñţåîñ åţ ļéåšţ 1 çĥåŕåçţéŕ.") && long.hasSuffix("··]"), "\(long)")
        #expect(text("ar-XB").hasPrefix("\u{2068}Name\u{2069} \u{200F}tsum\u{200F} "))
        #expect(plan.localizer(preferring: "ar-XB").label("name") == "Name")
        #expect(!Localizer(preferring: ["en-XA"]).isFallback)
        let own = try Self.catalogs(["en": ["a": "en"], "en-XA": ["a": "own"]])
        #expect(Localizer(preferring: ["en-XA"], in: own).text(for: "a", label: "") == "own")
    }
}
