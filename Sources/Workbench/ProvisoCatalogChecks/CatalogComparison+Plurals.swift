import Proviso
import ProvisoLocales

/// The branches of plurals: nouns are counted in the same forms everywhere.
extension CatalogComparison {
    /// The forms of a noun in a message, by category.
    private struct Forms {
        let code: String
        let noun: String
        let byCategory: [PluralCategory: String]
        /// Whether a word is before the number, which can call for a case.
        let followsWord: Bool
    }

    mutating func checkPluralForms() {
        let all = corpus.units.flatMap(Self.forms)
        let own = Set(catalog.units.map(\.code))
        let byNoun = Dictionary(grouping: all, by: \.noun)
        for forms in all where own.contains(forms.code) {
            let others = (byNoun[forms.noun] ?? []).filter { $0.code != forms.code }
            checkOneForm(forms, others)
            checkExchange(forms, others, all)
            checkInvariable(forms, all)
            checkPattern(forms, all.filter { $0.code != forms.code })
        }
    }

    /// One branch differs from that of a message whose other branches are the same.
    private mutating func checkOneForm(_ forms: Forms, _ others: [Forms]) {
        guard forms.byCategory.count > 1 else { return }
        guard !others.contains(where: { $0.byCategory == forms.byCategory }) else { return }
        for other in others where other.byCategory.count == forms.byCategory.count {
            let wrong = forms.byCategory.filter { other.byCategory[$0.key] != $0.value }
            guard wrong.count == 1, wrong.count < forms.byCategory.count - (forms.byCategory.count > 2 ? 1 : 0),
                let (category, text) = wrong.first
            else { continue }
            // In the other message the same number can be in another case; that shows in its other branches.
            let usual = others.filter { $0.byCategory[category] == other.byCategory[category] }
            guard usual.count > 1 || forms.byCategory.count > 2, forms.followsWord == other.followsWord else {
                continue
            }
            report(
                forms.code, "the branch \(category.keyword) has \"\(text)\"",
                "\(other.code) has \"\(other.byCategory[category] ?? "")\"")
            return
        }
    }

    /// The forms are those of another message, in other branches.
    private mutating func checkExchange(_ forms: Forms, _ others: [Forms], _ all: [Forms]) {
        guard !others.contains(where: { $0.byCategory == forms.byCategory }) else { return }
        let texts = forms.byCategory.values.sorted()
        guard let other = others.first(where: { $0.byCategory.values.sorted() == texts }) else { return }
        // Of two messages that contradict each other, others tell which is right.
        guard !others.contains(where: { $0.byCategory != other.byCategory && $0.byCategory.values.sorted() == texts })
        else { return }
        // The two messages can need different cases, as their other nouns show.
        let theirs = all.filter { $0.code == other.code }
        let isOtherCase = all.contains { own in
            own.code == forms.code && own.noun != forms.noun
                && theirs.contains { $0.noun == own.noun && $0.byCategory != own.byCategory }
        }
        if isOtherCase { return }
        report(
            forms.code, "the forms of the plural are in other branches than those of \(other.code)",
            "check which form is for which number")
    }

    /// All branches are the same, but the noun has other forms elsewhere, and all other nouns change.
    private mutating func checkInvariable(_ forms: Forms, _ all: [Forms]) {
        let others = all.filter { $0.code != forms.code }
        guard !WordKey.holds(forms.code), Set(forms.byCategory.values).count == 1, others.count > 4,
            let text = forms.byCategory[.other],
            let noun = text.split(separator: " ").last.map(String.init), noun.count > 3,
            !others.contains(where: { Set($0.byCategory.values).count == 1 }), lexicon.isForm(noun, in: forms.code)
        else { return }
        report(forms.code, "all branches of the plural are the same", "\"\(noun)\" has other forms elsewhere")
    }

    /// Branches are the same, or differ, where it is the other way round in all other messages.
    private mutating func checkPattern(_ forms: Forms, _ others: [Forms]) {
        let categories = forms.byCategory.keys.sorted { $0.rawValue < $1.rawValue }
        for (index, one) in categories.enumerated() {
            for two in categories[(index + 1)...] {
                func isSame(_ forms: Forms) -> Bool { forms.byCategory[one] == forms.byCategory[two] }
                let same = others.filter {
                    let other = $0.byCategory
                    return other.count == forms.byCategory.count
                        && forms.byCategory.count { other[$0.key] != $0.value } == 1
                }
                guard isSame(forms), !same.contains(where: isSame), let other = same.first,
                    other.byCategory[one] != nil,
                    other.byCategory[two] != nil, forms.followsWord == other.followsWord
                else { continue }
                report(
                    forms.code, "the branches \(one.keyword) and \(two.keyword) are the same",
                    "they differ in \(other.code)")
            }
        }
    }

    private static func forms(_ unit: CatalogText.Unit) -> [Forms] {
        var byCategory: [PluralCategory: String] = [:]
        var name = ""
        var followsWord = false
        for (sentence, choices) in zip(unit.sentences, unit.choices) {
            guard choices.count == 1, let choice = choices.first, let category = choice.category else { continue }
            guard let place = sentence.tokens.firstIndex(of: .argument(choice.argument)) else { continue }
            name = choice.argument
            if case .word = sentence.token(place - 1) { followsWord = true } else { followsWord = false }
            byCategory[category] = sentence.after(name).joined(separator: " ")
        }
        guard byCategory.count > 1 else { return [] }
        let noun = unit.english.after(name).prefix(2).joined(separator: " ")
        // What all branches have at their end is not the noun.
        return [
            Forms(code: unit.code, noun: noun, byCategory: byCategory.withoutCommonEnd(), followsWord: followsWord)
        ]
    }
}

extension Sentence {
    /// The words after the first place of an argument, or before it if there are none.
    fileprivate func after(_ name: String) -> [String] {
        guard let place = tokens.firstIndex(of: .argument(name)) else { return words }
        var found: [String] = []
        for token in tokens[(place + 1)...] {
            guard case .word(let word) = token else { break }
            found.append(word)
        }
        return found
    }
}

extension [PluralCategory: String] {
    fileprivate func withoutCommonEnd() -> Self {
        let words = mapValues { $0.split(separator: " ").map(String.init) }
        guard Set(words.values).count > 1 else {
            return mapValues { $0.split(separator: " ").first.map(String.init) ?? "" }
        }
        var end = 0
        while let shortest = words.values.map(\.count).min(), end + 1 < shortest,
            Set(words.values.map { $0[$0.count - 1 - end] }).count == 1
        { end += 1 }
        return words.mapValues { $0.dropLast(end).joined(separator: " ") }
    }
}
