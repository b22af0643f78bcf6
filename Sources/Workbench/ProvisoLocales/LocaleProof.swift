package import Proviso

/// A page with every message of a language as readers see it, for a native speaker who reviews it.
///
/// Each sentence of a message has a row: each branch of a `select`, and for each plural category of the language the
/// smallest number that has it. Beside it is the English with the same values.
package struct LocaleProof {
    /// A sentence with the values that lead to it.
    package struct Row: Sendable, Hashable {
        package let code: String
        package let english: String
        package let text: String
        /// The values that choose the sentence, such as `kind = date`.
        package let choice: [String]
    }

    private let english: Catalog
    private let catalogs: Catalogs
    let locale: String

    /// `nil` without an English catalog, which says what the values of messages are.
    package init?(_ locale: String, in catalogs: Catalogs) {
        guard let english = catalogs.catalog(for: "en") else { return nil }
        (self.locale, self.catalogs, self.english) = (locale, catalogs, english)
    }

    /// The rows for readers of forms or of reports.
    package func rows(_ register: MessageRegister) -> [Row] {
        let own = Localizer(preferring: [locale], in: catalogs, isolation: .never, register: register)
        let source = Localizer(preferring: ["en"], in: catalogs, isolation: .never, register: register)
        var rows: [Row] = []
        for code in english.codes where !code.hasPrefix("subject.") && WordKey.arguments(of: code) == nil {
            for (parameters, choice) in samples(for: code) {
                for label in code.hasPrefix("report.") ? [""] : [Self.label, ""] {
                    let row = Row(
                        code: code, english: source.text(for: code, parameters: parameters, label: label),
                        text: own.text(for: code, parameters: parameters, label: label),
                        choice: label.isEmpty && !code.hasPrefix("report.") ? choice + [Self.nameless] : choice)
                    // A value without a label needs one example per message.
                    if !label.isEmpty || choice.isEmpty || code.hasPrefix("report.") { rows.append(row) }
                }
            }
        }
        return rows
    }

    private static let label = "Name"
    private static let nameless = "no label"

    /// The values of a message: for each branch of its selects, and for each plural category of the language.
    package func samples(for code: String) -> [(parameters: [Parameter], choice: [String])] {
        let own = english.details(for: code)?.placeholders ?? []
        let placeholders = own.isEmpty ? EmbeddedCatalogs.english?.details(for: code)?.placeholders ?? [] : own
        let usual = placeholders.filter { $0.name != MessagePattern.labelName }.map {
            Parameter(name: $0.name, value: Self.value(of: $0))
        }
        var samples: [(parameters: [Parameter], choice: [String])] = []
        for (name, keywords) in selects(in: code) {
            for keyword in keywords {
                // What this branch shows as a date is one.
                let values = dates(in: code, name, keyword).reduce(usual.setting(name, .text(keyword))) {
                    $0.setting($1, .text("2026-12-31"))
                }
                samples.append((values, ["\(name) = \(keyword)"]))
            }
        }
        if samples.isEmpty { samples = [(usual, [])] }
        guard let counted = plural(in: code) else { return samples }
        return samples.flatMap { sample in
            PluralFacts.examples(in: locale).map { number in
                (sample.parameters.setting(counted, .integer(number)), sample.choice + ["\(counted) = \(number)"])
            }
        }
    }

    private func selects(in code: String) -> [(name: String, keywords: [String])] {
        guard let pattern = english.pattern(for: code) else { return [] }
        return pattern.choosers.compactMap { part in
            guard case .select(let select) = part else { return nil }
            let name = pattern.names[select.argument]
            return name == MessageRegister.argument ? nil : (name, select.branches.map(\.keyword) + ["other"])
        }
    }

    /// The arguments that a branch of a select shows as dates.
    private func dates(in code: String, _ name: String, _ keyword: String) -> [String] {
        guard let pattern = english.pattern(for: code) else { return [] }
        return pattern.choosers.flatMap { part -> [String] in
            guard case .select(let select) = part, pattern.names[select.argument] == name else { return [] }
            let branch = select.branches.first { $0.keyword == keyword }?.parts ?? select.other
            return MessagePattern.flattened(branch).compactMap { part in
                if case .date(let index, _) = part { pattern.names[index] } else { nil }
            }
        }
    }

    private func plural(in code: String) -> String? {
        guard let pattern = english.pattern(for: code) else { return nil }
        return pattern.choosers.lazy.compactMap { part in
            if case .plural(let plural) = part { pattern.names[plural.argument] } else { nil }
        }.first
    }

    private static func value(of placeholder: Catalog.Details.Placeholder) -> ParameterValue {
        let example = placeholder.example ?? "x"
        switch placeholder.type {
        case "int": return Int64(example).map { .integer($0) } ?? .text(example)
        case "num", "double", "Object": return Double(example).map { .number($0) } ?? .text(example)
        case "List":
            let items = example.split(separator: ",").map { String($0.drop { $0 == " " }) }
            // Labels are joined by other words than values.
            return .list(items.map { placeholder.name == "attributes" ? .attribute($0) : .text($0) })
        default: return .text(example)
        }
    }
}

extension [Parameter] {
    fileprivate func setting(_ name: String, _ value: ParameterValue) -> [Parameter] {
        filter { $0.name != name } + [Parameter(name: name, value: value)]
    }
}

extension PluralFacts {
    /// The smallest integer of each plural category, in ascending order.
    static func examples(in locale: String) -> [Int64] {
        let rules = PluralRules(locale: locale, isOrdinal: false)
        var found: [PluralCategory: Int64] = [:]
        for number in Array(Int64(0)...200) + [1_000_000] {
            let category = rules?.category(of: Double(number)) ?? .other
            if found[category] == nil { found[category] = number }
        }
        // Zero alone does not show the form that most numbers have.
        return Set(Array(found.values) + [5]).sorted()
    }
}

/// Writes the proof as an HTML page that loads nothing else.
extension LocaleProof {
    package func page() -> String {
        let name = Orthography.name(of: locale, in: "en")
        let direction = LocaleTag.isRightToLeft(locale) ? "rtl" : "ltr"
        var page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Messages in \(Markup.escape(shown: name))</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: start; vertical-align: top; }
            td.own { font-size: 1.15rem; width: 45%; }
            td.english, td.choice { color: #555; }
            code { font-size: .85rem; }
            </style>
            </head>
            <body>
            <h1>Messages in \(Markup.escape(shown: name)) (\(Markup.escape(shown: locale)))</h1>
            <p>Read each sentence aloud as a reader of the page or the report would. Is it what people say? Is every form right
            for its number? "Name" stands for any label, of any gender. Note the code of what you would change.</p>

            """
        for (register, title) in [(MessageRegister.form, "In a form"), (.data, "In a report on data")] {
            let rows = rows(register)
            // The report's messages are those of the form where both read the same.
            let known = register == .data ? Set(self.rows(.form)) : []
            page +=
                "<h2>\(title)</h2>\n<table>\n<thead><tr><th>Code</th><th>Message</th><th>English</th></tr></thead>\n"
            for row in rows where !known.contains(row) {
                page += "<tr><td><code>\(Markup.escape(shown: row.code))</code>"
                if !row.choice.isEmpty {
                    page += "<br><small>\(Markup.escape(shown: row.choice.joined(separator: ", ")))</small>"
                }
                page += "</td><td class=\"own\" lang=\"\(Markup.escape(shown: locale))\" dir=\"\(direction)\">"
                page +=
                    "\(Markup.escape(shown: row.text))</td><td class=\"english\">\(Markup.escape(shown: row.english))</td></tr>\n"
            }
            page += "</table>\n"
        }
        return page + "<footer><p>proviso \(Version.current)</p></footer>\n</body>\n</html>\n"
    }
}
