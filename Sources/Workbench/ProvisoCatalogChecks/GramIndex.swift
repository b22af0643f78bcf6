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
    private let lengths: [Int]
    private let units: [CatalogText.Unit]
    private let hasSpaces: Bool
    /// Whether a character is a word or a part of one, other than in alphabets.
    private let isHan: Bool

    init(_ units: [CatalogText.Unit], hasSpaces: Bool, isHan: Bool) {
        self.isHan = isHan
        self.units = units
        self.hasSpaces = hasSpaces
        var numbers: [UInt64: Int32] = [:]
        var hashes: [UInt64] = []
        var places: [Int32] = []
        var isWord: [Bool] = []
        var lengths: [Int] = []
        var grams: [Set<Int32>] = []
        for unit in units {
            var own: Set<Int32> = []
            for sentence in unit.sentences {
                Self.each(sentence, hasSpaces) { hash, isWhole, text in
                    let number = numbers[hash] ?? Int32(hashes.count)
                    if number == hashes.count {
                        numbers[hash] = number
                        hashes.append(hash)
                        places.append(0)
                        isWord.append(isWhole)
                        lengths.append(text().count)
                    }
                    if own.insert(number).inserted { places[Int(number)] += 1 }
                }
            }
            grams.append(own)
        }
        (self.hashes, self.places, self.grams) = (hashes, places, grams)
        (self.isWord, self.lengths) = (isWord, lengths)
        lists = grams.map { Array($0) }
    }

    /// The sentences of `one` that have what only those of `two` have, and not what most of `one` have.
    ///
    /// Sentences of `kin` may have the words of both.
    func contrary(_ one: [Int], _ two: [Int], _ kin: Set<Int>) -> [Int] {
        let rest = Int32(one.count - 1)
        let all = Int32(two.count)
        guard rest > 0, all > 1 else { return [] }
        let (ones, twos, kins) = (counts(one), counts(two), counts(kin.subtracting(one).subtracting(two).sorted()))
        let ofTwo = hashes.indices.filter {
            isTelling($0) && twos[$0] * 10 >= all * 7 && ones[$0] <= 1
                && places[$0] - twos[$0] - ones[$0] - kins[$0] <= twos[$0] / 4
        }
        guard let most = ofTwo.map({ twos[$0] }).max() else { return [] }
        let telling = ofTwo.filter { twos[$0] == most }
        let ofOne = hashes.indices.filter { ones[$0] * 10 >= rest * 6 && twos[$0] == 0 }
        return one.filter { unit in
            var (own, hasOwn) = (0, 0)
            for gram in ofOne {
                let isHere = grams[unit].contains(Int32(gram))
                guard (ones[gram] - (isHere ? 1 : 0)) * 10 >= rest * 6 else { continue }
                own += 1
                if isHere { hasOwn += 1 }
            }
            let hasOther = telling.count { grams[unit].contains(Int32($0)) }
            return own > 0 && hasOwn == 0 && hasOther > 0 && hasOther * 10 >= telling.count * 6
        }
    }

    /// Whether a gram says something alone: a word, or a part of a sentence without spaces.
    private func isTelling(_ gram: Int) -> Bool { !hasSpaces || isWord[gram] && lengths[gram] > 3 }

    /// Sentences of a concept without what nearly all its others have, and few other sentences.
    func lacking(_ concept: [Int], _ kin: Set<Int> = [], tolerance: Int32 = 1) -> [(Int, Int)] {
        let all = Int32(concept.count)
        guard all > 4 else { return [] }
        let (counts, kins) = (counts(concept), counts(kin.subtracting(concept).sorted()))
        // Nothing is missing where all have another gram that is nearly as telling.
        if hashes.indices.contains(where: { counts[$0] == all && places[$0] - all <= all }) { return [] }
        let marks = hashes.indices.filter {
            counts[$0] >= all - tolerance && counts[$0] < all && places[$0] - counts[$0] - kins[$0] <= all / 8
        }
        guard let longest = marks.max(by: { lengths[$0] < lengths[$1] }) else { return [] }
        return concept.filter { unit in !marks.contains { grams[unit].contains(Int32($0)) } }.map { ($0, longest) }
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
        hasSpaces ? lengths[gram] > 5 && isWord[gram] : lengths[gram] > (isHan ? 1 : 3)
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
