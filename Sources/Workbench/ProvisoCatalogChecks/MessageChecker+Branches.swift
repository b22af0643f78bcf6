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
