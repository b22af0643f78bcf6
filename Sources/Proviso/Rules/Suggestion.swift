/// Finds the name that was probably meant.
package enum Suggestion {
    /// What follows a reason: the name that was probably meant, if any.
    package static func hint(_ name: String?) -> String { name.map { "; did you mean '\($0)'?" } ?? "" }

    /// The known name nearest to `name`, nil when none is near: at most a third of its letters differ.
    package static func nearest(to name: String, in known: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased())
        let limit = max(1, letters.count / 3)
        let near = known.map { (name: $0, distance: distance(letters, Array($0.lowercased()), limit: limit)) }
            .filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The number of letters to insert, drop, replace or swap with their neighbour, or more than `limit`.
    private static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var before: [Int] = []
        var last = Array(0...right.count)
        for i in 1...left.count {
            var row = [i] + Array(repeating: 0, count: right.count)
            for j in 1...right.count {
                let cost = left[i - 1] == right[j - 1] ? 0 : 1
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    row[j] = min(row[j], before[j - 2] + 1)
                }
            }
            (before, last) = (last, row)
        }
        return last[right.count]
    }
}
