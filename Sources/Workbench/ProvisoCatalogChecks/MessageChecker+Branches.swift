import Proviso
import ProvisoLocales

/// Plurals and selects: their branches must be those of the locale and of English.
extension MessageChecker {
    mutating func checkPlurals() {
        for case .plural(let plural) in pattern.choosers {
            let name = pattern.names[plural.argument]
            let facts = plural.isOrdinal ? orthography.ordinals : orthography.cardinals
            let type = contract.arguments[name] ?? nil
            // Fractions have categories that integers do not have.
            let needed = type == .number || type == .double ? facts.all : facts.needed
            let selectors = plural.branches.map(\.selector)
            let present = Set(selectors.compactMap(\.category)).union([.other])
            let missing = needed.subtracting(present)
            let known = facts.all.inOrder
            if !missing.isEmpty {
                report(
                    "the plural of {\(name)} lacks \(missing.inOrder)",
                    "\(orthography.locale) has the categories \(known)")
            }
            for category in present.subtracting(facts.all) {
                report(
                    "the plural of {\(name)} has the category \(category.keyword), which \(orthography.locale) does not",
                    "it has \(known)")
            }
            for case .unknown(let word) in selectors where word != "other" {
                report(
                    "the plural of {\(name)} has the branch \"\(word)\"", "the categories are \(known), untranslated")
            }
            if Set(selectors).count < selectors.count || selectors.contains(.unknown("other")) {
                report("the plural of {\(name)} has a branch twice")
            }
            if plural.offset != 0 { report("the plural of {\(name)} has an offset", "write it without") }
        }
    }

    mutating func checkSelects() {
        guard let english = contract.english else { return }
        let wanted = Self.branches(english)
        let own = Self.branches(pattern)
        for (name, keywords) in wanted.sorted(by: { $0.key < $1.key }) where name != "register" {
            guard let present = own[name] else {
                report("it does not select by {\(name)}", "English does: \(keywords.sorted().joined(separator: ", "))")
                continue
            }
            let missing = keywords.subtracting(present).sorted()
            if !missing.isEmpty {
                report("the select of {\(name)} lacks \(missing.joined(separator: ", "))", "English has them")
            }
            for keyword in present.subtracting(keywords).sorted() {
                report(
                    "the select of {\(name)} has the branch \"\(keyword)\", which English does not have",
                    "the words before the braces are not translated")
            }
        }
        for name in own.keys.sorted() where wanted[name] == nil && !MessagePattern.ownArguments.contains(name) {
            report("it selects by {\(name)}, which English does not", "write {\(name)}")
        }
    }

    private static func branches(_ pattern: MessagePattern) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for case .select(let select) in pattern.choosers {
            result[pattern.names[select.argument], default: []].formUnion(select.branches.map(\.keyword) + ["other"])
        }
        return result
    }
}

/// How values are shown: a size, a name or an item in quotation marks is one in all languages.
extension MessageChecker {
    mutating func checkValueStyles() {
        guard let english = contract.english else { return }
        let wanted = Self.styles(of: english)
        for (name, own) in Self.styles(of: pattern).sorted(by: { $0.key < $1.key }) {
            guard let usual = wanted[name] else { continue }
            for style in own.subtracting(usual).sorted() where !Self.isAlike(style, usual) {
                let shown = usual.sorted().map { "as \($0)" }.joined(separator: " or ")
                report("{\(name)} is shown as \(style)", "English shows it \(shown)")
            }
        }
        checkNesting(pattern.parts, within: [])
    }

    /// A select inside a branch of the same argument: only one of its branches can be reached.
    private mutating func checkNesting(_ parts: [MessagePattern.Part], within outer: Set<String>) {
        for case .select(let select) in parts {
            let name = pattern.names[select.argument]
            if outer.contains(name) { report("it selects by {\(name)} within a branch of {\(name)}", "write it once") }
            for branch in select.branches.map(\.parts) + [select.other] {
                checkNesting(branch, within: outer.union([name]))
            }
        }
    }

    /// What messages of other languages show otherwise with reason: a quoted value by marks in the text, and a number in a plural.
    private static func isAlike(_ style: String, _ usual: Set<String>) -> Bool {
        let plain: Set<String> = ["text", "text in quotation marks"]
        return plain.contains(style) && !plain.isDisjoint(with: usual)
    }

    /// How each argument is shown, in words; the words between the items of a list are those of the language.
    private static func styles(of pattern: MessagePattern) -> [String: Set<String>] {
        var styles: [String: Set<String>] = [:]
        for part in MessagePattern.flattened(pattern.parts) {
            switch part {
            case .value(let index, let style): styles[pattern.names[index], default: []].insert(words(for: style))
            case .argument(let index): styles[pattern.names[index], default: []].insert("text")
            case .number(let index, _): styles[pattern.names[index], default: []].insert("a number")
            case .plural(let plural): styles[pattern.names[plural.argument], default: []].insert("a number")
            case .date(let index, _): styles[pattern.names[index], default: []].insert("a date")
            case .literal, .label, .subject, .count, .select: continue
            }
        }
        return styles
    }

    private static func words(for style: ValueStyle) -> String {
        switch style {
        case .size: "a size"
        case .item(let item): words(for: item)
        case .list(_, let item): "a list of \(words(for: item))"
        }
    }

    private static func words(for item: ValueStyle.ItemStyle) -> String {
        switch item {
        case .plain: "text"
        case .quoted: "text in quotation marks"
        case .name(let kind): "names (\(kind.rawValue))"
        }
    }
}
