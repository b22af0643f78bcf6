/// Finds the name that was probably meant.
enum Nearest {
    /// The nearest name that differs in at most a third of its letters; `nil` when none is near.
    static func name(to wanted: String, in names: [String]) -> String? {
        let near = names.map { (name: $0, distance: distance(wanted, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, max(wanted.count, near.name.count) / 3) else { return nil }
        return near.name
    }

    /// How many letters to change, add, leave out or swap with an adjacent one, ignoring case.
    private static func distance(_ one: String, _ other: String) -> Int {
        let left = Array(one.lowercased())
        let right = Array(other.lowercased())
        var rows = [Array(0...right.count)]
        for line in left.indices {
            var row = [line + 1]
            for column in right.indices {
                let changed = rows[line][column] + (left[line] == right[column] ? 0 : 1)
                var least = min(changed, rows[line][column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, left[line] == right[column - 1], left[line - 1] == right[column] {
                    least = min(least, rows[line - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}

extension String {
    /// The text with the first occurrence of a part replaced.
    func replacing(_ part: String, by new: String) -> String {
        guard !part.isEmpty, let start = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
        return self[..<start] + new + self[start...].dropFirst(part.count)
    }
}
