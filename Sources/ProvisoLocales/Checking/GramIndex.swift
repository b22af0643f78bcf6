import Proviso

/// Pieces of words, words and pairs of words, with the sentences that have them.
struct GramIndex {
    /// The grams of each unit, by number.
    private let grams: [Set<Int32>]
    private let lists: [[Int32]]
    private let hashes: [UInt64]
    /// How many units have a gram.
    private let places: [Int32]
    /// Whether a gram is one or two whole words.
    private let isWord: [Bool]
    private let units: [CatalogText.Unit]
    private let hasSpaces: Bool

    init(_ units: [CatalogText.Unit], hasSpaces: Bool) {
        self.units = units
        self.hasSpaces = hasSpaces
        var numbers: [UInt64: Int32] = [:]
        var hashes: [UInt64] = []
        var places: [Int32] = []
        var isWord: [Bool] = []
        var grams: [Set<Int32>] = []
        for unit in units {
            var own: Set<Int32> = []
            for sentence in unit.sentences {
                Self.each(sentence, hasSpaces) { hash, isWhole, _ in
                    let number = numbers[hash] ?? Int32(hashes.count)
                    if number == hashes.count {
                        numbers[hash] = number
                        hashes.append(hash)
                        places.append(0)
                        isWord.append(isWhole)
                    }
                    if own.insert(number).inserted { places[Int(number)] += 1 }
                }
            }
            grams.append(own)
        }
        (self.hashes, self.places, self.grams, self.isWord) = (hashes, places, grams, isWord)
        lists = grams.map { Array($0) }
    }

    /// The sentences of `one` that have what only those of `two` have, and not what most of `one` have.
    func contrary(_ one: [Int], _ two: [Int]) -> [Int] {
        let rest = Int32(one.count - 1)
        let all = Int32(two.count)
        guard rest > 0 else { return [] }
        let (ones, twos) = (counts(one), counts(two))
        let ofTwo = hashes.indices.filter {
            twos[$0] * 10 >= all * 6 && ones[$0] <= 1 && places[$0] - twos[$0] - ones[$0] <= twos[$0] / 4
        }
        let telling = ofTwo.filter { !hasSpaces || text($0).count > 3 }
        guard all > 1, !telling.isEmpty else { return [] }
        let ofOne = hashes.indices.filter { ones[$0] * 10 >= rest * 6 && twos[$0] == 0 }
        return one.filter { unit in
            var (own, hasOwn, hasOther) = (0, 0, 0)
            for gram in ofOne {
                let isHere = grams[unit].contains(Int32(gram))
                guard (ones[gram] - (isHere ? 1 : 0)) * 10 >= rest * 6 else { continue }
                own += 1
                if isHere { hasOwn += 1 }
            }
            for gram in telling where grams[unit].contains(Int32(gram)) && ones[gram] == 1 {
                // A piece of a word can be that of any; a few letters say nothing.
                hasOther += isWord[gram] || !hasSpaces ? 2 : 1
            }
            return own > 0 && hasOwn == 0 && hasOther > 1
        }
    }

    /// The only sentence of a concept without what all its others have, and few other sentences.
    func lacking(_ concept: [Int]) -> [(Int, Int)] {
        let all = Int32(concept.count)
        guard all > 4 else { return [] }
        let counts = counts(concept)
        // Nothing is missing where all have another gram that is nearly as telling.
        if hashes.indices.contains(where: { counts[$0] == all && places[$0] - all <= all }) { return [] }
        var found: [Int: Int] = [:]
        for gram in hashes.indices where counts[gram] == all - 1 && places[gram] - counts[gram] <= all / 8 {
            guard let unit = concept.first(where: { !grams[$0].contains(Int32(gram)) }) else { continue }
            found[unit] = found[unit].map { text(gram).count > text($0).count ? gram : $0 } ?? gram
        }
        return found.sorted { $0.key < $1.key }
    }

    /// The only sentence beside those of a concept with what all of them have.
    func extra(_ concept: [Int], beside opposite: [Int], _ kin: Set<Int>) -> [(Int, Int)] {
        let all = Int32(concept.count)
        guard all > 4 else { return [] }
        let own = Set(concept)
        let (counts, theirs) = (counts(concept), counts(opposite))
        var found: [Int: Int] = [:]
        for gram in hashes.indices
        where counts[gram] >= all - all / 8 && places[gram] > counts[gram] && theirs[gram] <= 1 {
            guard isLong(gram) else { continue }
            let others = grams.indices.filter {
                !own.contains($0) && !kin.contains($0) && grams[$0].contains(Int32(gram))
            }
            if others.count == 1 { found[others[0]] = gram }
        }
        return found.sorted { $0.key < $1.key }
    }

    /// Whether the gram is a long word or several, so that it says something alone.
    private func isLong(_ gram: Int) -> Bool {
        let text = text(gram)
        if !hasSpaces { return text.count > 1 }
        return text.count > 5 && isWord[gram]
    }

    /// Whether a sentence has a word that is rare, and that some of other sentences have.
    func shares(_ unit: Int, with others: Set<Int>) -> Bool {
        lists[unit].contains { gram in
            places[Int(gram)] < 13 && (isWord[Int(gram)] || !hasSpaces)
                && others.contains { $0 != unit && grams[$0].contains(gram) }
        }
    }

    private func counts(_ units: [Int]) -> [Int32] {
        var counts = [Int32](repeating: 0, count: hashes.count)
        for unit in units { for gram in lists[unit] { counts[Int(gram)] += 1 } }
        return counts
    }

    /// The text of a gram.
    func text(_ gram: Int) -> String {
        guard let place = grams.firstIndex(where: { $0.contains(Int32(gram)) }) else { return "" }
        var found: String?
        for sentence in units[place].sentences where found == nil {
            Self.each(sentence, hasSpaces) { hash, _, text in if hash == hashes[gram] { found = text() } }
        }
        return found ?? ""
    }

    private static func each(_ sentence: Sentence, _ hasSpaces: Bool, _ body: (UInt64, Bool, () -> String) -> Void) {
        var before: (hash: UInt64, text: String)?
        for token in sentence.tokens {
            guard case .word(let word) = token else {
                before = nil
                continue
            }
            let letters = Array(word.unicodeScalars)
            let whole = hash(letters[...], seed: 1)
            body(whole, true) { word }
            for size in hasSpaces ? 3...5 : 1...3 where size <= letters.count {
                for start in 0...(hasSpaces && size != 4 ? 0 : letters.count - size) {
                    let piece = letters[start..<start + size]
                    body(hash(piece, seed: 3), false) { piece.reduce(into: "") { $0.unicodeScalars.append($1) } }
                }
            }
            if let before { body(before.hash &* 31 &+ whole, true) { "\(before.text) \(word)" } }
            before = (whole, word)
        }
    }

    private static func hash(_ letters: ArraySlice<Unicode.Scalar>, seed: UInt64) -> UInt64 {
        letters.reduce(14_695_981_039_346_656_037 ^ seed) { ($0 ^ UInt64($1.value)) &* 1_099_511_628_211 }
    }
}
