import Proviso

/// Meaning: what English says in several messages is learned from them, and looked for in each.
extension CatalogComparison {
    /// Messages with the same English text have the same text.
    mutating func checkSameEnglish() {
        let groups = Dictionary(grouping: catalog.units) { $0.english.text }
        for (_, units) in groups.sorted(by: { $0.key < $1.key }) where units.count > 1 {
            let texts = Dictionary(grouping: units) { $0.main.text }
            guard texts.count > 1, let usual = texts.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })
            else { continue }
            for unit in units where unit.main.text != usual.key {
                let other = usual.value.first { $0.code != unit.code || $0.branch != unit.branch }
                report(
                    unit.code, "it differs from \(other?.code ?? "other messages"), which is the same in English",
                    "write the same")
            }
        }
    }

    mutating func checkMeaning() {
        guard catalog.units.count > 40 else { return }
        let index = GramIndex(catalog.units, hasSpaces: orthography.hasSpaces)
        let concepts = EnglishConcepts(catalog.units)
        var odd: [Int: Set<String>] = [:]
        for (one, two) in concepts.contrasts {
            for unit in index.contrary(one.units, two.units) {
                odd[unit, default: []].insert("it seems to say \"\(two.name)\" where English says \"\(one.name)\"")
            }
        }
        for concept in concepts.all {
            for (unit, gram) in index.lacking(concept.units) {
                let text = index.text(gram)
                odd[unit, default: []].insert(
                    "it lacks \"\(text)\", which all other messages about \"\(concept.name)\" have")
            }
            for (unit, gram) in index.extra(concept.units) {
                let text = index.text(gram)
                odd[unit, default: []].insert(
                    "it has \"\(text)\", which only messages about \"\(concept.name)\" have")
            }
        }
        for (unit, problems) in odd.sorted(by: { $0.key < $1.key }) {
            for problem in problems.sorted().prefix(2) {
                report(catalog.units[unit].code, problem, "English says: \(catalog.units[unit].english.shownText)")
            }
        }
    }

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
            } else if unit.english.letterCount > 15, ratio < median * 0.4 {
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

    private(set) var all: [Concept] = []
    private(set) var contrasts: [(Concept, Concept)] = []

    init(_ units: [CatalogText.Unit]) {
        var places: [String: [Int]] = [:]
        for (index, unit) in units.enumerated() {
            let words = unit.english.words
            let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
            let triples = zip(pairs, words.dropFirst(2)).map { "\($0) \($1)" }
            for name in Set(words + pairs + triples) { places[name, default: []].append(index) }
        }
        all = places.filter { $0.value.count > 3 }.map { Concept(name: $0.key, units: $0.value) }
            .sorted { $0.name < $1.name }
        func concept(_ names: String) -> Concept {
            let names = names.split(separator: "|").map(String.init)
            return Concept(name: names[0], units: Set(names.flatMap { places[$0] ?? [] }).sorted())
        }
        for (one, two) in Self.opposites {
            let (one, two) = (concept(one), concept(two))
            let both = Set(one.units).intersection(two.units)
            guard !one.units.isEmpty, !two.units.isEmpty else { continue }
            let (first, second) = (
                Concept(name: one.name, units: one.units.filter { !both.contains($0) }),
                Concept(name: two.name, units: two.units.filter { !both.contains($0) })
            )
            contrasts += [(first, second), (second, first)]
        }
    }

    /// English words of which a message has one or the other.
    private static let opposites = [
        ("at least", "at most"), ("at least", "exactly"), ("at most", "exactly"), ("greater than", "less than"),
        ("greater than or", "less than or"), ("later than", "earlier than"), ("no earlier|not be earlier", "no later|not be later"),
        ("be earlier", "be later"), ("uppercase", "lowercase"), ("wide", "high"),
        ("too small", "too large|too big"), ("too few", "too many"), ("start|begin|begins", "end|ends"),
        ("ipv4", "ipv6"), ("equal|match|same", "different"), ("valid", "invalid"), ("first", "second"),
        ("list", "object"), ("number", "text"), ("letters", "digits"), ("characters|character", "items|item"),
        ("characters|character", "digits|digit"), ("file", "image"), ("must not", "must be"), ("must not", "must contain"),
        ("must not contain", "must contain"), ("must not be", "must be"), ("country", "currency"), ("date", "time"),
        ("may contain only", "must not contain"), ("not allowed", "allowed"), ("errors|error", "warnings|warning"),
    ]
}

/// Pieces of words (and words, and pairs of words) with the sentences that have them.
struct GramIndex {
    private let grams: [Set<UInt64>]
    private let places: [UInt64: Int]
    private let units: [CatalogText.Unit]
    private let hasSpaces: Bool

    init(_ units: [CatalogText.Unit], hasSpaces: Bool) {
        self.units = units
        self.hasSpaces = hasSpaces
        grams = units.map { unit in
            unit.sentences.reduce(into: Set<UInt64>()) { set, sentence in
                Self.each(sentence, hasSpaces) { hash, _ in set.insert(hash) }
            }
        }
        var counts: [UInt64: Int] = [:]
        for set in grams { for gram in set { counts[gram, default: 0] += 1 } }
        places = counts
    }

    /// The sentences of `one` that have what those of `two` have in common, and not what `one` has.
    func contrary(_ one: [Int], _ two: [Int]) -> [Int] {
        let (ones, twos) = (counts(one), counts(two))
        let marksOfTwo = twos.filter { $0.value == two.count }.keys
        return one.filter { unit in
            let rest = one.count - 1
            guard rest > 0 else { return false }
            var (own, hasOwn, other, hasOther) = (0, 0, 0, 0)
            for (gram, count) in ones {
                let isHere = grams[unit].contains(gram)
                guard count - (isHere ? 1 : 0) == rest, twos[gram] == nil else { continue }
                own += 1
                if isHere { hasOwn += 1 }
            }
            for gram in marksOfTwo {
                let isHere = grams[unit].contains(gram)
                guard (ones[gram] ?? 0) - (isHere ? 1 : 0) == 0 else { continue }
                other += 1
                if isHere { hasOther += 1 }
            }
            return own > 0 && other > 0 && hasOwn == 0 && hasOther * 2 >= other
        }
    }

    /// The only sentence of a concept without a gram that all others have, and few other sentences.
    func lacking(_ concept: [Int]) -> [(Int, UInt64)] {
        guard concept.count > 4 else { return [] }
        let counts = counts(concept)
        var found: [Int: UInt64] = [:]
        // Nothing is missing where the sentence has another gram that all have as exclusively.
        for (gram, count) in counts where count == concept.count - 1 && (places[gram] ?? 0) - count <= count / 8 {
            guard let unit = concept.first(where: { !grams[$0].contains(gram) }) else { continue }
            found[unit] = max(found[unit] ?? 0, gram)
        }
        return found.filter { unit, _ in
            !counts.contains { gram, count in
                count == concept.count && (places[gram] ?? 0) - count <= count / 3
            }
        }.sorted { $0.key < $1.key }
    }

    /// The only sentence beside those of a concept with a gram that all of them have.
    func extra(_ concept: [Int]) -> [(Int, UInt64)] {
        guard concept.count > 4 else { return [] }
        let own = Set(concept)
        var found: [Int: UInt64] = [:]
        for (gram, count) in counts(concept) where count == concept.count && places[gram] == count + 1 {
            guard let unit = grams.indices.first(where: { !own.contains($0) && grams[$0].contains(gram) }) else { continue }
            found[unit] = max(found[unit] ?? 0, gram)
        }
        return found.sorted { $0.key < $1.key }
    }

    private func counts(_ units: [Int]) -> [UInt64: Int] {
        var counts: [UInt64: Int] = [:]
        for unit in units { for gram in grams[unit] { counts[gram, default: 0] += 1 } }
        return counts
    }

    /// The text of a gram.
    func text(_ wanted: UInt64) -> String {
        for (index, unit) in units.enumerated() where grams[index].contains(wanted) {
            for sentence in unit.sentences {
                var found: String?
                Self.each(sentence, hasSpaces) { hash, text in if hash == wanted { found = text() } }
                if let found { return found }
            }
        }
        return ""
    }

    private static func each(_ sentence: Sentence, _ hasSpaces: Bool, _ body: (UInt64, () -> String) -> Void) {
        var before: (hash: UInt64, text: String)?
        for token in sentence.tokens {
            guard case .word(let word) = token else {
                before = nil
                continue
            }
            let letters = Array(word.unicodeScalars)
            let whole = hash(letters[...], seed: 1)
            body(whole) { word }
            for size in hasSpaces ? 4...6 : 1...4 where size < letters.count {
                for start in 0...letters.count - size {
                    let piece = letters[start..<start + size]
                    // A piece at the beginning of a word is another one than inside.
                    let seed: UInt64 = hasSpaces ? (start == 0 ? 3 : 4) : 5
                    body(hash(piece, seed: seed)) { piece.reduce(into: "") { $0.unicodeScalars.append($1) } }
                }
            }
            if let before { body(before.hash &* 31 &+ whole) { "\(before.text) \(word)" } }
            before = (whole, word)
        }
    }

    private static func hash(_ letters: ArraySlice<Unicode.Scalar>, seed: UInt64) -> UInt64 {
        letters.reduce(14_695_981_039_346_656_037 ^ seed) { ($0 ^ UInt64($1.value)) &* 1_099_511_628_211 }
    }
}
