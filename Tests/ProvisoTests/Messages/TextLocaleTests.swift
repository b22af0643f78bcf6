import Proviso
import Testing

/// Which of a rule set's texts by locale a reader gets.
struct TextLocaleTests {
    struct Row: Sendable, CustomStringConvertible {
        let asked: String
        /// The locales there are texts for; each text is its own tag, and "" stands for one for all others.
        let offered: [String]
        /// The tag of the text that is shown; nil where the catalog's or a generated one is.
        let shown: String?
        let location: SourceLocation

        init(
            _ asked: String, _ offered: String..., shows shown: String?, at location: SourceLocation = #_sourceLocation
        ) {
            (self.asked, self.offered, self.shown, self.location) = (asked, offered, shown, location)
        }

        var description: String { "\(asked) of \(offered)" }
    }

    static let rows = [
        // The tag itself, where the catalog's name is shorter or another one.
        Row("pt-BR", "pt-BR", "en", shows: "pt-BR"), Row("de-AT", "de-AT", "en", shows: "de-AT"),
        Row("de-CH", "de-CH", "de", "en", shows: "de-CH"), Row("zh-CN", "zh-CN", "en", shows: "zh-CN"),
        Row("zh-TW", "zh-TW", "en", shows: "zh-TW"), Row("zh-HK", "zh-HK", "zh-TW", "en", shows: "zh-HK"),
        Row("es-MX", "es-MX", "es", "en", shows: "es-MX"), Row("en-GB", "en-GB", "en", shows: "en-GB"),
        Row("no", "no", "en", shows: "no"), Row("nb", "nb", "en", shows: "nb"),
        Row("sr-Latn", "sr-Latn", "sr", "en", shows: "sr-Latn"), Row("fr-CA", "fr-CA", "fr", shows: "fr-CA"),
        // Its parents by CLDR.
        Row("de-AT", "de", "en", shows: "de"), Row("es-MX", "es-419", "es", "en", shows: "es-419"),
        Row("es-MX", "es", "en", shows: "es"), Row("en-GB", "en-001", "en", shows: "en-001"),
        Row("en-AU", "en-GB", "en", shows: "en"), Row("pt-AO", "pt-PT", "pt", "en", shows: "pt-PT"),
        Row("zh-HK", "zh-Hant", "zh", "en", shows: "zh-Hant"), Row("zh-Hant-MO", "zh-HK", "zh", "en", shows: "zh-HK"),
        // Tags that mean the same.
        Row("pt", "pt-BR", "en", shows: "pt-BR"), Row("pt-BR", "pt", "en", shows: "pt"),
        Row("de", "de-DE", "en", shows: "de-DE"), Row("de-AT", "de-DE", "en", shows: "de-DE"),
        Row("zh", "zh-Hans", "en", shows: "zh-Hans"), Row("zh-CN", "zh-Hans", "en", shows: "zh-Hans"),
        Row("zh", "zh-CN", "en", shows: "zh-CN"), Row("zh-Hant", "zh-TW", "en", shows: "zh-TW"),
        Row("zh-TW", "zh-Hant", "en", shows: "zh-Hant"), Row("nb", "no", "en", shows: "no"),
        Row("no", "nb", "en", shows: "nb"), Row("nb-NO", "no", "en", shows: "no"), Row("nn", "no", "en", shows: "no"),
        Row("en", "en-US", shows: "en-US"), Row("en-US", "en", shows: "en"), Row("iw", "he", "en", shows: "he"),
        Row("sr-Cyrl-RS", "sr", "en", shows: "sr"), Row("de-u-nu-arab", "de", "en", shows: "de"),
        Row("DE-at", "de-AT", "en", shows: "de-AT"), Row("ES-mx", "es-419", "en", shows: "es-419"),
        // Other scripts and other regions are no parents.
        Row("sr-Latn", "sr", "en", shows: "en"), Row("zh-TW", "zh", "en", shows: "en"),
        Row("de-AT", "de-CH", "en", shows: "en"), Row("pt-PT", "pt-AO", "en", shows: "en"),
        // The text for all others goes before English, and English before none.
        Row("fr", "de", "", "en", shows: ""), Row("fr", "de", "en", shows: "en"), Row("fr", "de", shows: nil),
        // A language without a catalog.
        Row("tlh", "tlh", "en", shows: "tlh"), Row("tlh", "de", "en", shows: "en"),
        // The catalog is that of a relative.
        Row("gsw", "de", "en", shows: "de"), Row("gsw", "gsw", "de", shows: "gsw"),
    ]

    private static func texts(_ row: Row) -> String {
        row.offered.filter { !$0.isEmpty }.map { "\($0): 'text \($0)'" }.joined(separator: ", ")
    }

    @Test(arguments: rows) func labels(row: Row) throws {
        var ruleSet = try RuleSet(parsing: "labels: {a: {\(Self.texts(row))}}\nrules: [[a, required]]")
        if row.offered.contains("") { ruleSet.labels["a"]?[""] = "text " }
        let localizer = try Plan(ruleSet).localizer(preferring: row.asked)
        #expect(localizer.label("a") == row.shown.map { "text \($0)" } ?? "A", sourceLocation: row.location)
    }

    @Test(arguments: rows) func hints(row: Row) throws {
        var ruleSet = try RuleSet(parsing: "hints: {a: {\(Self.texts(row))}}\nrules: [[a, required]]")
        if row.offered.contains("") { ruleSet.hints["a"]?[""] = "text " }
        let localizer = try Plan(ruleSet).localizer(preferring: row.asked)
        #expect(localizer.hint("a") == row.shown.map { "text \($0)" } ?? "", sourceLocation: row.location)
    }

    @Test(arguments: rows, ["message", "blank"]) func messagesOfRules(row: Row, key: String) throws {
        let ruleSet = try RuleSet(parsing: "rules: [[a, required, {\(key): {\(Self.texts(row))}}]]")
        guard !row.offered.contains("") else { return }
        let plan = try Plan(ruleSet)
        let localizer = plan.localizer(preferring: row.asked)
        let text = localizer.texts(try plan.validate([:])).first
        if let shown = row.shown {
            #expect(text == "text \(shown)", sourceLocation: row.location)
        } else {
            #expect(text?.hasPrefix("text") == false, sourceLocation: row.location)
        }
    }

    /// The same in Swift, where tags are not read from a file.
    @Test(arguments: rows) func textsInSwift(row: Row) throws {
        let texts = Dictionary(row.offered.map { ($0, "text \($0)") }) { $1 }
        let messages = RuleMessages(all: MessageOverride(texts[""], byLocale: texts.filter { !$0.key.isEmpty }))
        let ruleSet = RuleSet(rules: [Rule("a", .required, message: messages)], labels: ["a": texts])
        let plan = try Plan(ruleSet)
        let localizer = plan.localizer(preferring: row.asked)
        #expect(localizer.label("a") == row.shown.map { "text \($0)" } ?? "A", sourceLocation: row.location)
        let text = localizer.texts(try plan.validate([:])).first
        if let shown = row.shown { #expect(text == "text \(shown)", sourceLocation: row.location) }
    }

    /// Messages under the key `messages` are overlaid on the catalogs.
    @Test(arguments: [
        ("pt-BR", "pt-BR", true), ("pt-BR", "pt", true), ("pt", "pt-BR", true), ("de", "de-AT", true),
        ("de-DE", "de", true), ("zh-TW", "zh-Hant", true), ("zh-CN", "zh", true), ("zh", "zh-CN", true),
        ("no", "nb", true), ("de-AT", "de", false), ("zh-TW", "zh", false), ("es-MX", "es-MX", true),
    ])
    func messagesByCode(locale: String, asked: String, isShown: Bool) throws {
        let plan = try Plan(RuleSet(parsing: "messages: {\(locale): {required.blank: own}}\nrules: [[a, required]]"))
        let text = plan.localizer(preferring: asked).texts(try plan.validate([:])).first
        #expect((text == "Own" || text == "own") == isShown, "\(text ?? "")")
    }

    @Test func theNearerOfTwoIsShown() throws {
        let file = "messages: {de: {required.blank: eins}, de-DE: {required.blank: zwei}}\nrules: [[a, required]]"
        let plan = try Plan(RuleSet(parsing: file))
        let report = try plan.validate([:])
        let shown = ["de-DE", "de-AT"].map { plan.localizer(preferring: $0).texts(report) }
        #expect(shown == [["zwei"], ["eins"]])
    }

    @Test(arguments: [
        ("english", "en"), ("english please", "en"), ("en_US", "en-US"), ("German", "de"), ("Deutsch", "de"),
        ("français", "fr"), ("de_DE.UTF-8", "de-DE"), ("not a tag", nil), ("xyzzy", nil), ("", nil), ("d", nil),
        ("x-mine", nil), ("zz", nil),
    ])
    func whatIsNoLanguageTagIsRefused(tag: String, suggestion: String?) throws {
        let key = "\"\(tag)\""
        let files = [
            "labels: {a: {\(key): X}}\nrules: [[a, required]]", "hints: {a: {\(key): X}}\nrules: [[a, required]]",
            "messages: {\(key): {required.blank: X}}\nrules: [[a, required]]",
            "rules: [[a, required, {message: {\(key): X}}]]",
        ]
        for file in files {
            do throws(RuleSetError) {
                _ = try Plan(RuleSet(parsing: file))
                Issue.record("accepted: \(file)")
            } catch {
                #expect(error.diagnostics.count == 1)
                #expect(error.diagnostics.first?.reason.contains("'\(tag)' is not a BCP 47 language tag") == true)
                #expect(error.diagnostics.first?.suggestion == suggestion)
                #expect(error.diagnostics.first?.position?.line == 1)
            }
        }
        guard !tag.isEmpty else { return }
        for ruleSet in [
            RuleSet(rules: [Rule("a", .required)], labels: ["a": [tag: "X"]]),
            RuleSet(rules: [Rule("a", .required)], hints: ["a": [tag: "X"]]),
            RuleSet(rules: [Rule("a", .required)], messages: [tag: ["required.blank": "X"]]),
            RuleSet(rules: [Rule("a", .required, message: RuleMessages(all: MessageOverride(byLocale: [tag: "X"])))]),
        ] {
            #expect(throws: RuleSetError.self) { try Plan(ruleSet) }
        }
    }
}
