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

    /// The page in HTML with the stylesheet of all pages; it loads no other files.
    package func html(style: String) -> String {
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
            \(style)
            </style>
            </head>
            <body>
            <main>
            <header>
            <h1>\(markup.isolated(title))</h1>
            </header>

            """
        text += contents(markup)
        for (number, section) in sections.enumerated() {
            if let heading = heading(section, markup) {
                text += "<h2 id=\"s\(number)\">\(heading)</h2>\n<section aria-labelledby=\"s\(number)\">\n"
            } else {
                text += "<section>\n"
            }
            text +=
                "<table class=\"fields\">\n<thead><tr><th scope=\"col\" class=\"name\">\(markup.word(.attribute))</th>"
            text += "<th scope=\"col\" class=\"need\">\(markup.word(.required))</th>"
            text += "<th scope=\"col\">\(markup.word(.requirements))</th></tr></thead>\n<tbody>\n"
            for entry in section.entries { text += row(entry, markup) }
            text += "</tbody>\n</table>\n"
            if !section.closing.isEmpty { text += "<p class=\"soft\">\(markup.isolated(section.closing))</p>\n" }
            text += "</section>\n"
        }
        return text + "</main>\n</body>\n</html>\n"
    }

    /// Links to the sections with headings, if there are several.
    private func contents(_ markup: PageMarkup) -> String {
        let links = sections.enumerated().compactMap { number, section in
            heading(section, markup).map { "<li><a href=\"#s\(number)\">\($0)</a></li>\n" }
        }
        return links.count < 2 ? "" : "<nav class=\"contents\">\n<ul>\n\(links.joined())</ul>\n</nav>\n"
    }

    private func heading(_ section: Section, _ markup: PageMarkup) -> String? {
        guard !section.path.isEmpty || section.shape != nil else { return nil }
        var parts = section.path.isEmpty ? [] : ["\(markup.isolated(section.label)) \(markup.code(section.path))"]
        if let shape = section.shape { parts.append(markup.code(shape)) }
        return parts.joined(separator: " – ")
    }

    private func row(_ entry: Entry, _ markup: PageMarkup) -> String {
        var text = "<tr><th scope=\"row\" class=\"name\">\(markup.isolated(entry.label)) \(markup.code(entry.path))"
        if !entry.hint.isEmpty { text += "<p class=\"hint\">\(markup.isolated(entry.hint))</p>" }
        let need = entry.isRequired ? "need" : "need soft"
        text += "</th><td class=\"\(need)\">\(markup.need(entry))</td><td>"
        if !entry.requirements.isEmpty {
            text += "<ul>\n"
            for requirement in entry.requirements { text += "<li>\(markup.sentence(requirement))</li>\n" }
            text += "</ul>"
        }
        return text + "</td></tr>\n"
    }
}
