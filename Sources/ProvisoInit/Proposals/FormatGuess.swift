import Proviso

/// The format of strings: the first built-in rule type that accepts a sample of them.
struct FormatGuess {
    /// A rule type that may be proposed.
    struct Format {
        let rule: String
        /// Words of which the attribute's name must have one, because other strings have the same form; none are
        /// needed if it is empty.
        let names: [String]
        /// Characters of which every value has one: a quick test.
        let signs: String
        let plan: Plan?

        init(_ rule: String, names: [String] = [], signs: String = "") {
            (self.rule, self.names, self.signs) = (rule, names, signs)
            plan = try? Plan(RuleSet(parsing: "rules: [[v, \(rule)]]"))
        }

        func accepts(_ text: String) -> Bool {
            guard signs.isEmpty || text.contains(where: { signs.contains($0) }) else { return false }
            let report = try? plan?.validate(.object([AnyValue.Member("v", .text(text))]))
            return report?.isValid == true
        }
    }

    static let formats: [Format] =
        [
            Format("uuid", signs: "-"), Format("ulid", names: ["ulid", "id", "key"]), Format("email", signs: "@"),
            Format("url", signs: ":"), Format("mac", signs: ":-"), Format("ip", signs: ".:"),
            Format("hexColor", signs: "#"), Format("date", signs: "-"), Format("datetime", signs: "T"),
        ]
        + dates.map { Format("date, { format: \(RuleText.quoted($0)) }", signs: sign($0)) }
        + datetimes.map { Format("datetime, { format: \(RuleText.quoted($0)) }", signs: ":") }
        + [
            Format("date, { format: yyyyMMdd }", names: ["date", "day"]), Format("time", signs: ":"),
            Format("time, { format: \"HH:mm\" }", signs: ":"), Format("timeZone", signs: "/U"),
            Format("countryCode", names: ["country", "nation", "iso", "alpha"]),
            Format("countryCode, { alpha: 3 }", names: ["country", "nation", "iso", "alpha"]),
            Format("currency", names: ["currency", "iso"]), Format("languageTag", names: ["lang", "locale"]),
            Format("semver", names: ["version"], signs: "."), Format("slug", names: ["slug"]),
            Format("hostname", names: ["host", "domain", "server"], signs: "."),
        ]
        // Plain numbers are not strings here: these have groups or a decimal comma.
        + ["en", "de", "de-CH", "fr"].map { Format("number, { locale: \($0) }") }

    private static let dates = [
        "dd.MM.yyyy", "yyyy/MM/dd", "MM/dd/yyyy", "dd/MM/yyyy", "M/d/yyyy", "d/M/yyyy", "dd-MM-yyyy", "d MMM yyyy",
        "MMM d, yyyy", "MMM d yyyy",
    ]
    private static let datetimes = [
        "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy/MM/dd HH:mm", "yyyy/MM/dd HH:mm:ss", "dd.MM.yyyy HH:mm",
        "M/d/yyyy H:mm", "yyyy-MM-dd HH:mm:ss.SSS",
    ]

    private static func sign(_ format: String) -> String {
        format.contains(" ") ? " " : String(format.filter { "./-".contains($0) }.prefix(1))
    }

    /// The rule for the values, and others that fit them as well; `nil` if no format fits nine of ten.
    static func rule(for sample: [String], named name: String) -> (rule: String, others: [String])? {
        guard !sample.isEmpty else { return nil }
        let name = name.lowercased()
        var best: (rule: String, failures: Int, others: [String])?
        for format in formats
        where format.names.isEmpty || format.names.contains(where: { name.holds($0) }) {
            guard let failures = failures(of: format, in: sample) else { continue }
            if let known = best {
                if failures < known.failures { best = (format.rule, failures, []) }
                if failures == known.failures { best?.others.append(format.rule) }
            } else {
                best = (format.rule, failures, [])
            }
        }
        return best.map { ($0.rule, $0.others) }
    }

    /// How many values of the sample have another format; `nil` if they are more than a tenth.
    private static func failures(of format: Format, in sample: [String]) -> Int? {
        var failures = 0
        for text in sample {
            if format.accepts(text) { continue }
            failures += 1
            if failures * 10 > sample.count { return nil }
        }
        return failures
    }
}
