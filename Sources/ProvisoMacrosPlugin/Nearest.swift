/// Finds the name that was probably meant.
enum Nearest {
    /// The nearest name that differs in at most a third of its letters; nil when none is near.
    static func name(to wanted: String, in names: [String]) -> String? {
        let near = names.map { (name: $0, distance: distance(wanted, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, max(wanted.count, near.name.count) / 3) else { return nil }
        return near.name
    }

    /// Levenshtein's distance, without regard to case.
    private static func distance(_ one: String, _ other: String) -> Int {
        let right = Array(other.lowercased())
        var row = Array(0...right.count)
        for (index, letter) in one.lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let changed = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

extension String {
    /// The text with the first occurrence of a part replaced.
    func replacing(_ part: String, by new: String) -> String {
        guard !part.isEmpty, let start = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
        return self[..<start] + new + self[start...].dropFirst(part.count)
    }
}
