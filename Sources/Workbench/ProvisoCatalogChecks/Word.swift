import Proviso

/// A word as its letters.
struct Word {
    let text: String
    let letters: [UInt32]

    init(_ text: String) {
        self.text = text
        letters = text.unicodeScalars.map(\.value)
    }

    /// Whether one letter is left out, added, replaced or doubled, or two are exchanged.
    func isSlip(of other: Word) -> Bool {
        let start = Self.commonPrefix(letters, other.letters)
        let end = Self.commonSuffix(letters, other.letters)
        let (own, their) = (letters.count, other.letters.count)
        if own != their { return abs(own - their) == 1 && start + end >= min(own, their) }
        if start + end >= own - 1 { return true }
        return start + end == own - 2 && letters[start] == other.letters[start + 1]
            && letters[start + 1] == other.letters[start]
    }

    /// Whether two neighboring letters are exchanged.
    func isExchange(of other: Word) -> Bool {
        guard letters.count == other.letters.count else { return false }
        let start = Self.commonPrefix(letters, other.letters)
        return start + Self.commonSuffix(letters, other.letters) == letters.count - 2
            && letters[start] == other.letters[start + 1] && letters[start + 1] == other.letters[start]
    }

    static func commonPrefix(_ one: [UInt32], _ other: [UInt32]) -> Int {
        var count = 0
        while count < one.count, count < other.count, one[count] == other[count] { count += 1 }
        return count
    }

    static func commonSuffix(_ one: [UInt32], _ other: [UInt32]) -> Int {
        var count = 0
        while count < one.count, count < other.count, one[one.count - 1 - count] == other[other.count - 1 - count] {
            count += 1
        }
        return count
    }

    /// Whether two words look like forms of one.
    static func isKin(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Word(one).letters, Word(other).letters)
        guard one.count > 1, other.count > 1 else { return false }
        let shorter = min(one.count, other.count)
        let start = commonPrefix(one, other)
        if shorter < 4, max(one.count, other.count) < 5, start > 0 {
            return start + commonSuffix(one, other) >= max(one.count, other.count) - 1
        }
        return start * 5 >= shorter * 3 && start > 2 && max(one.count, other.count) - start <= 4
    }
}
