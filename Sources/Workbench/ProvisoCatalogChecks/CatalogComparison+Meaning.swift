import Proviso
import ProvisoLocales

/// Meaning: what English says in several messages is learned from them, and looked for in each.
extension CatalogComparison {
    /// Messages with the same English text have the same text.
    mutating func checkSameEnglish() {
        let groups = Dictionary(grouping: catalog.units) { $0.english.shownText }
        for (_, units) in groups.sorted(by: { $0.key < $1.key }) where units.count > 1 {
            let texts = Dictionary(grouping: units) { $0.main.text }
            guard texts.count > 1, let usual = texts.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })
            else { continue }
            // Branches of one message can differ in what English leaves to the argument.
            guard Set(units.map(\.code)).count > 1 else { continue }
            for unit in units
            where unit.main.text != usual.key && !usual.value.contains(where: { $0.code == unit.code }) {
                let other = usual.value.first { $0.code != unit.code || $0.branch != unit.branch }
                report(
                    unit.code, "it differs from \(other?.code ?? "other messages"), which is the same in English",
                    "write the same")
            }
        }
    }

    /// Messages that differ in English say different things.
    mutating func checkDifferentEnglish() {
        let groups = Dictionary(grouping: catalog.units) { $0.main.shownText }
        for (text, units) in groups.sorted(by: { $0.key < $1.key }) where units.count > 1 && text.count > 12 {
            let first = units[0]
            for unit in units.dropFirst()
            where unit.code != first.code && unit.english.shownText != first.english.shownText {
                report(
                    unit.code, "it says the same as \(first.code), whose English differs",
                    "English says: \(unit.english.shownText)")
            }
        }
    }

    /// A message that says "at most" where English says "at least", or the other way round.
    mutating func checkLimits() {
        guard let words = LanguageTables.limits[orthography.language] else { return }
        for unit in catalog.units {
            let english = unit.english.text
            let (least, most) = (english.holds("at least"), english.holds("at most"))
            guard least != most else { continue }
            let (wanted, other) = least ? (words.least, words.most) : (words.most, words.least)
            let text = unit.main.text.lowercased()
            guard let wrong = other.first(where: { text.holds($0) }), !wanted.contains(where: { text.holds($0) })
            else { continue }
            report(
                unit.code, "\"\(wrong)\" says \"at \(least ? "most" : "least")\"",
                "English says: \(unit.english.shownText)")
        }
    }

    mutating func checkMeaning() {
        guard catalog.units.count > 40 else { return }
        let units = catalog.units.filter { !WordKey.holds($0.code) }
        let index = GramIndex(
            units, hasSpaces: orthography.hasSpaces,
            isHan: !Set(orthography.scripts).isDisjoint(with: ["Hani", "Hans", "Hant", "Jpan"]))
        let concepts = EnglishConcepts(units)
        var odd: [Int: Set<String>] = [:]
        for (one, two, kin) in concepts.contrasts {
            for unit in index.contrary(one.units, two.units, kin) {
                odd[unit, default: []].insert("it seems to say \"\(two.name)\" where English says \"\(one.name)\"")
            }
        }
        for concept in concepts.nouns where !hasShortStems {
            for (unit, gram) in index.lacking(concept.units) {
                odd[unit, default: []].insert(
                    "it lacks \"\(index.text(gram))\", which all other messages about \"\(concept.name)\" have")
            }
        }
        for (concept, opposite, kin, comparing) in concepts.limits {
            for (unit, gram) in index.extra(concept.units, beside: opposite.units, kin) {
                odd[unit, default: []].insert(
                    "it has \"\(index.text(gram))\", which only messages with \"\(concept.name)\" have")
            }
            for (unit, gram) in index.lacking(
                concept.units, kin, tolerance: Int32(concept.units.count / 6))
            where !index.shares(unit, with: comparing) && !hasOwnWords(units[unit]) {
                odd[unit, default: []].insert(
                    "it lacks \"\(index.text(gram))\", which all other messages with \"\(concept.name)\" have")
            }
        }
        for (unit, problems) in odd.sorted(by: { $0.key < $1.key }) {
            for problem in problems.sorted().prefix(2) {
                report(units[unit].code, problem, "English says: \(units[unit].english.shownText)")
            }
        }
    }

    /// Whether a message has words that hardly any other has: it can say the same in another way.
    private func hasOwnWords(_ unit: CatalogText.Unit) -> Bool {
        unit.sentences.contains { sentence in sentence.words.contains { (lexicon.codes[$0]?.count ?? 0) < 3 } }
    }

    /// Whether words are a few consonants with changing vowels.
    private var hasShortStems: Bool { ["ar", "he"].contains(orthography.language) }

    /// Messages that are much shorter than English makes one expect.
    mutating func checkLengths() {
        let ratios = catalog.units.map { unit -> Double in
            let english = unit.english.letterCount
            return english > 0 ? Double(unit.main.letterCount) / Double(english) : 1
        }
        guard ratios.count > 40 else { return }
        let median = ratios.sorted()[ratios.count / 2]
        for (unit, ratio) in zip(catalog.units, ratios) {
            if unit.english.letterCount > 0, unit.main.letterCount == 0 {
                report(unit.code, "it has no words", "translate the English text")
            } else if unit.english.letterCount > 15, ratio < median * (orthography.hasSpaces ? 0.4 : 0.2) {
                report(unit.code, "it is much shorter than the English text", "is a part missing?")
            } else if unit.english.letterCount > 15, ratio > median * 2.6 {
                report(unit.code, "it is much longer than the English text", "does it say more?")
            }
        }
    }
}

extension Sentence {
    var letterCount: Int { written.reduce(0) { $0 + ($1.first?.isLetter ?? false ? $1.count : 0) } }

    /// The text with the arguments in braces.
    var shownText: String {
        var names = tokens.compactMap { token -> String? in
            if case .argument(let name) = token { name } else { nil }
        }[...]
        return text.map { $0 == Reading.argument ? "{\(names.popFirst() ?? "")}" : String($0) }.joined()
    }
}

/// What the English messages speak of: words and pairs of words that several have.
struct EnglishConcepts {
    struct Concept {
        let name: String
        let units: [Int]
    }

    /// The words for things, singular and plural together.
    private(set) var nouns: [Concept] = []
    private(set) var contrasts: [(Concept, Concept, kin: Set<Int>)] = []
    /// Words that limit, with the messages that can be translated with the same words.
    private(set) var limits: [(Concept, opposite: Concept, kin: Set<Int>, comparing: Set<Int>)] = []

    init(_ units: [CatalogText.Unit]) {
        var places: [String: Set<Int>] = [:]
        for (index, unit) in units.enumerated() {
            let words = unit.english.words
            let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
            let triples = zip(pairs, words.dropFirst(2)).map { "\($0) \($1)" }
            for name in words + pairs + triples { places[name, default: []].insert(index) }
            for word in words where word.count > 2 && !Self.functionWords.contains(word) {
                let singular =
                    word.count > 3 && word.last == "s" && word.dropLast().last != "s" ? word.dropLast() : word[...]
                places["=\(singular)", default: []].insert(index)
            }
        }
        func all(_ names: String) -> Set<Int> {
            names.split(separator: "|").reduce(into: Set<Int>()) { $0.formUnion(places[String($1)] ?? []) }
        }
        nouns = places.filter { $0.key.hasPrefix("=") && $0.value.count > 5 }
            .map { Concept(name: String($0.key.dropFirst()), units: $0.value.sorted()) }.sorted { $0.name < $1.name }
        for (one, two) in Self.opposites {
            let (ones, twos) = (all(one), all(two))
            let (first, second) = (
                Concept(name: Self.name(one), units: ones.subtracting(twos).sorted()),
                Concept(name: Self.name(two), units: twos.subtracting(ones).sorted())
            )
            guard !first.units.isEmpty, !second.units.isEmpty else { continue }
            // What is at least so much is not less, and too small otherwise.
            let kin =
                Self.limiting.contains { $0.0 == one || $0.0 == two }
                ? all("greater|earlier|later|small|less|too|big|large|bigger|more") : []
            contrasts += [(first, second, kin), (second, first, kin)]
        }
        let comparing = all("greater|less|earlier|later|bigger")
        for (name, opposite, kin) in Self.limiting {
            let own = all(name)
            let other = Concept(name: opposite, units: all(opposite).sorted())
            limits.append(
                (Concept(name: Self.name(name), units: own.sorted()), other, all(kin).subtracting(own), comparing))
        }
    }

    private static func name(_ names: String) -> String { String(names.prefix { $0 != "|" }) }

    private static let functionWords: Set<String> = [
        "must", "may", "the", "and", "with", "for", "that", "this", "these", "them", "they", "its", "could", "can",
        "cannot",
        "not", "has", "have", "does", "was", "are", "been", "than", "from", "into", "only", "one", "more", "such",
        "other",
        "others", "too", "like", "some", "you", "your", "least", "most", "valid", "contain", "contains", "out",
        "number", "value", "code", "kind", "form", "part", "card",
    ]

    /// English words of which a message has one or the other.
    private static let opposites = [
        ("at least", "at most"), ("at least", "exactly"), ("at most", "exactly"), ("greater than", "less than"),
        ("no earlier|not be earlier", "no later|not be later"), ("uppercase", "lowercase"),
        ("wide", "high"), ("too small", "too large|too big"), ("too few", "too many"),
        ("ipv4", "ipv6"), ("list", "object"), ("letter|letters", "digit|digits"),
        ("characters|character", "items|item"), ("characters|character", "digits|digit"), ("file|files", "image"),
        ("country", "currency"), ("errors|error", "warnings|warning"), ("url", "email"), ("color", "date"),
        ("hostname", "address"), ("digit|digits", "item|items"),
    ]

    private static let limiting = [
        ("at least", "at most", "greater|earlier|later|small|less|too|required|most"),
        ("at most", "at least", "less|later|earlier|big|large|bigger|greater|too|more|least"),
        ("exactly", "at most", "equal|same"),
    ]
}
