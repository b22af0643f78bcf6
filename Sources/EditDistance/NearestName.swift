/// Finds the known name that a misspelled one most likely means; the macro and the library share it.
package enum NearestName {
    /// To read a candidate takes as long as to compare some letters.
    private static let priceOfCandidate = 32
    /// Longer names are not compared.
    private static let longestName = 128

    /// The known name nearest to `name`, nil when none is near: at most a third of its letters differ.
    ///
    /// Case does not count. Of names that are equally near, the one with the same first letter is preferred, then the
    /// one whose length differs least, then the first in the alphabet: the order of `known` decides nothing.
    /// `isMeant` refuses names that are near; it is called for few of them. `work` is how many letters may be compared,
    /// which limits a search, or several together; without it, one search compares them all.
    package static func find(
        _ name: String, in known: some Sequence<String>, limit most: Int = .max, work: inout Int,
        where isMeant: (String) -> Bool = { _ in true }
    ) -> String? {
        guard (1...longestName).contains(name.utf8.count) else { return nil }
        let letters = Array(name.lowercased().unicodeScalars)
        let limit = min(most, max(1, letters.count / 3))
        var best: (name: String, rank: Rank)?
        for candidate in known {
            work -= 1
            guard isComparable(candidate, letters: letters.count, limit: limit) else { continue }
            work -= letters.count * candidate.utf8.count + priceOfCandidate
            guard work >= 0 else { return nil }
            let other = Array(candidate.lowercased().unicodeScalars)
            let distance = distance(letters, other, limit: best?.rank.distance ?? limit)
            // Names that have no letter in common are not alike.
            guard distance <= limit, distance < max(letters.count, other.count) else { continue }
            let rank = Rank(
                distance: distance, hasOtherStart: letters.first != other.first,
                lengthDifference: abs(letters.count - other.count),
                isShorter: other.count < letters.count)
            if best.map({ (rank, candidate) < ($0.rank, $0.name) }) ?? true, isMeant(candidate) {
                best = (candidate, rank)
            }
        }
        return best?.name
    }

    package static func find(_ name: String, in known: some Sequence<String>) -> String? {
        var work = Int.max
        return find(name, in: known, work: &work)
    }

    /// How good a candidate is; less is better.
    private struct Rank: Comparable {
        let distance: Int
        let hasOtherStart: Bool
        let lengthDifference: Int
        /// Whether `name` has letters too many: people drop letters more often than they add some.
        let isShorter: Bool

        static func < (one: Rank, other: Rank) -> Bool {
            if one.distance != other.distance { return one.distance < other.distance }
            if one.hasOtherStart != other.hasOtherStart { return other.hasOtherStart }
            if one.lengthDifference != other.lengthDifference { return one.lengthDifference < other.lengthDifference }
            return !one.isShorter && other.isShorter
        }
    }

    /// Whether the lengths alone leave a chance: a letter takes one to four bytes.
    private static func isComparable(_ candidate: String, letters: Int, limit: Int) -> Bool {
        let bytes = candidate.utf8.count
        return bytes <= longestName && bytes >= letters - limit && bytes <= 4 * (letters + limit)
    }

    /// The number of letters to insert, drop, replace or swap with the next one, or more than `limit`.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var before: [Int] = []
        var last = Array(0...right.count)
        var row = last
        for i in 1...left.count {
            row[0] = i
            var least = i
            for j in 1...right.count {
                let cost = left[i - 1] == right[j - 1] ? 0 : 1
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    row[j] = min(row[j], before[j - 2] + 1)
                }
                least = min(least, row[j])
            }
            // A swap looks two rows back, so one row more decides nothing yet.
            if least > limit + 1 { return limit + 1 }
            (before, last) = (last, row)
        }
        return last[right.count]
    }
}
