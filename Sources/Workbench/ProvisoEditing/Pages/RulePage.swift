internal import Proviso

/// What rules require of each attribute, in one language.
package struct RulePage {
    /// A part of a sentence about a condition.
    indirect enum Clause {
        /// A sentence for people.
        case text(String)
        /// A fixed word with what it is about.
        case word(PageWords.Word, String)
        case code(String)
        /// An attribute's label with what is true for it.
        case labeled(String, String)
        case group(PageWords.Word, [Clause])
    }

    /// A sentence that says what is required, and when.
    struct Requirement {
        var texts: [String]
        /// Instead of a sentence, for rules that no message describes.
        var code: String?
        /// `nil` for errors; else the word for its severity.
        var severity: String?
        var when: [Clause] = []
        var unless: [Clause] = []
        /// The scenarios in which it applies; empty for all.
        var scenarios: [String] = []
    }

    /// An attribute with all that is required of it.
    struct Entry {
        let path: String
        let label: String
        let hint: String
        /// Whether it may be required: a figure of all records is not.
        var isValue = true
        var isRequired = false
        /// A requirement that says when it is required; `nil` if it always is, or never.
        var requiredWhen: Requirement?
        var requirements: [Requirement] = []
    }

    /// What distinguishes a section from others.
    struct SectionKey: Hashable {
        let path: String
        let shape: String?
    }

    /// The attributes in one object.
    struct Section {
        /// The object's path; empty for the record.
        let path: String
        let label: String
        /// The shape, if the attributes are those of one.
        let shape: String?
        var entries: [Entry]
        /// The places of the entries by their paths.
        var numbers: [String: Int] = [:]
        /// The message for other members; empty if they are allowed.
        var closing = ""
    }

    let title: String
    let locale: String
    let isRightToLeft: Bool
    let words: PageWords
    var sections: [Section] = []
    /// The places of the sections.
    var numbers: [SectionKey: Int] = [:]
    /// The paths and names of the shapes of unions that are closed.
    var closed: Set<String> = []
}

extension RulePage {
    /// The page in Markdown, with a table for each object.
    package var markdown: String {
        let markup = PageMarkup(isHTML: false, page: self)
        var text = "# \(markup.text(title))\n"
        for section in sections {
            text += "\n"
            if let heading = heading(section, markup) { text += "## \(heading)\n\n" }
            text += "| \(markup.word(.attribute)) | | \(markup.word(.requirements)) |\n|---|---|---|\n"
            for entry in section.entries {
                var name = ["\(markup.text(entry.label)) \(markup.code(entry.path))"]
                if !entry.hint.isEmpty { name.append(markup.text(entry.hint)) }
                let requirements = entry.requirements.map(markup.sentence).joined(separator: "<br>")
                text += "| \(name.joined(separator: "<br>")) | \(markup.need(entry)) | \(requirements) |\n"
            }
            if !section.closing.isEmpty { text += "\n\(markup.text(section.closing))\n" }
        }
        return text
    }

    /// The page in HTML; it loads no other files.
    package var html: String {
        let markup = PageMarkup(isHTML: true, page: self)
        var text = """
            <!DOCTYPE html>
            <html lang="\(markup.text(locale))" dir="\(isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>\(markup.text(title))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <main>
            <h1>\(markup.isolated(title))</h1>

            """
        for (number, section) in sections.enumerated() {
            let heading = heading(section, markup)
            let label = heading == nil ? "" : " aria-labelledby=\"s\(number)\""
            text += "<section\(label)>\n"
            if let heading { text += "<h2 id=\"s\(number)\">\(heading)</h2>\n" }
            text += "<table>\n<thead><tr><th scope=\"col\">\(markup.word(.attribute))</th>"
            text += "<th scope=\"col\">\(markup.word(.required))</th>"
            text += "<th scope=\"col\">\(markup.word(.requirements))</th></tr></thead>\n<tbody>\n"
            for entry in section.entries { text += row(entry, markup) }
            text += "</tbody>\n</table>\n"
            if !section.closing.isEmpty { text += "<p>\(markup.isolated(section.closing))</p>\n" }
            text += "</section>\n"
        }
        return text + "</main>\n</body>\n</html>\n"
    }

    private func heading(_ section: Section, _ markup: PageMarkup) -> String? {
        guard !section.path.isEmpty || section.shape != nil else { return nil }
        var parts = section.path.isEmpty ? [] : ["\(markup.isolated(section.label)) \(markup.code(section.path))"]
        if let shape = section.shape { parts.append(markup.code(shape)) }
        return parts.joined(separator: " – ")
    }

    private func row(_ entry: Entry, _ markup: PageMarkup) -> String {
        var text = "<tr><th scope=\"row\">\(markup.isolated(entry.label)) \(markup.code(entry.path))"
        if !entry.hint.isEmpty { text += "<p class=\"hint\">\(markup.isolated(entry.hint))</p>" }
        text += "</th><td>\(markup.need(entry))</td><td>"
        if !entry.requirements.isEmpty {
            text += "<ul>\n"
            for requirement in entry.requirements { text += "<li>\(markup.sentence(requirement))</li>\n" }
            text += "</ul>"
        }
        return text + "</td></tr>\n"
    }

    private static let style = """
        :root { --paper: #fbfbfa; --ink: #1c1e21; --soft: #5d6570; --line: #dfe2e6; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #15171a; --ink: #e8eaed; --soft: #a0a8b3; --line: #343a41; } }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
        section { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: start; vertical-align: top; padding: .4rem .75rem; border-bottom: 1px solid var(--line); }
        th { font-weight: 500; overflow-wrap: anywhere; } thead th, code, .hint, .limits { color: var(--soft); }
        code { font: .9em ui-monospace, monospace; } .hint { margin: 0; font-weight: 400; } .limits { display: block; }
        ul { margin: 0; padding-inline-start: 1.1rem; }
        """
}
