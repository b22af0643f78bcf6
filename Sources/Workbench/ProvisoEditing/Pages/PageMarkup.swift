internal import Proviso

/// Text, code and words as Markdown or as HTML.
struct PageMarkup {
    let isHTML: Bool
    let page: RulePage

    /// Text from rules or catalogs; nothing in it is read as markup.
    func text(_ text: String) -> String { escape(text.visible(keepsDirections: true)) }

    /// Text in a direction of its own.
    func isolated(_ text: String) -> String { isHTML ? "<bdi>\(self.text(text))</bdi>" : self.text(text) }

    func code(_ code: String) -> String {
        let shown = code.isEmpty ? "." : code.visible
        if isHTML { return "<code dir=\"ltr\">\(escape(shown))</code>" }
        let isPlain = shown.utf8.allSatisfy { $0 != 0x60 && $0 != 0x7C }
        return isPlain && !shown.isEmpty ? "`\(shown)`" : "<code>\(escape(shown))</code>"
    }

    /// A fixed word; in HTML one that is not in the language of the page says so.
    func word(_ word: PageWords.Word) -> String {
        let text = escape(page.words[word])
        let isForeign = page.words.language == "en" && page.locale != "en" && !page.locale.hasPrefix("en-")
        return isHTML && isForeign ? "<span lang=\"en\" dir=\"ltr\">\(text)</span>" : text
    }

    private func escape(_ text: String) -> String {
        if isHTML { return Markup.escape(shown: text) }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "$", "!":
                result += "\\"
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Conditions with the word before them; empty without conditions.
    func conditions(_ word: PageWords.Word, _ clauses: [RulePage.Clause]) -> String {
        clauses.isEmpty ? "" : "\(self.word(word)): \(clauses.map(clause).joined(separator: "; "))"
    }

    private func clause(_ clause: RulePage.Clause) -> String {
        switch clause {
        case .text(let text): isolated(text)
        case .code(let code): self.code(code)
        case .labeled(let label, let code): "\(isolated(label)) \(self.code(code))"
        case .word(let word, let label): "\(isolated(label)) \(self.word(word))"
        case .group(let word, let parts): "\(self.word(word)): (\(parts.map(self.clause).joined(separator: "; ")))"
        }
    }

    /// When a requirement applies; empty for always.
    func limits(_ requirement: RulePage.Requirement) -> String {
        let scenarios = requirement.scenarios.map(code).joined(separator: ", ")
        return [
            scenarios.isEmpty ? "" : "\(word(.scenario)): \(scenarios)", conditions(.onlyWhen, requirement.when),
            conditions(.exceptWhen, requirement.unless),
        ].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// A requirement as a sentence, with its severity and when it applies.
    func sentence(_ requirement: RulePage.Requirement) -> String {
        var parts = requirement.texts.map(isolated)
        if let code = requirement.code { parts.append(self.code(code)) }
        if let severity = requirement.severity { parts.append("(\(text(severity)))") }
        let limits = limits(requirement)
        if !limits.isEmpty { parts.append(isHTML ? "<span class=\"limits\">\(limits)</span>" : "– \(limits)") }
        return parts.joined(separator: " ")
    }

    /// Whether an attribute is required.
    func need(_ entry: RulePage.Entry) -> String {
        guard entry.isValue else { return "" }
        guard entry.isRequired else { return word(.optional) }
        guard let requirement = entry.requiredWhen else { return word(.required) }
        return "\(word(.required)) – \(limits(requirement))"
    }
}
