/// The differences of two versions of a file, as `diff -u` shows them.
package enum TextDiff {
    private static let context = 3

    /// Lines with `-`, `+` and a space before them; empty if the versions are the same.
    package static func unified(_ old: String, _ new: String, name: String) -> String {
        guard old != new else { return "" }
        let (before, after) = (lines(old), lines(new))
        let (removed, inserted) = changes(before, after)
        var rows: [(sign: Character, text: Substring)] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if removed.contains(left) {
                rows.append(("-", before[left]))
                left += 1
            } else if inserted.contains(right) {
                rows.append(("+", after[right]))
                right += 1
            } else {
                rows.append((" ", before[left]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return "--- \(name)\n+++ \(name) (formatted)\n" + hunks(rows)
    }

    /// The numbers of the lines that only one of the versions has at their place.
    ///
    /// A line that the other version has nowhere is one of them: a formatter changes most lines that it changes at all
    /// so, and to search for them again and again would be quadratic.
    private static func changes(_ before: [Substring], _ after: [Substring]) -> (removed: Set<Int>, inserted: Set<Int>)
    {
        let (olds, news) = (Set(before.map { Array($0.utf8) }), Set(after.map { Array($0.utf8) }))
        let left = before.indices.filter { news.contains(Array(before[$0].utf8)) }
        let right = after.indices.filter { olds.contains(Array(after[$0].utf8)) }
        var (removed, inserted) = (Set(before.indices).subtracting(left), Set(after.indices).subtracting(right))
        for change in right.map({ after[$0] }).difference(from: left.map { before[$0] }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(left[offset])
            case .insert(let offset, _, _): inserted.insert(right[offset])
            }
        }
        return (removed, inserted)
    }

    /// The lines, each with its line break, so that CRLF and a missing one are differences.
    private static func lines(_ text: String) -> [Substring] {
        var (result, rest) = ([Substring](), text[...])
        while !rest.isEmpty {
            let end = rest.utf8.firstIndex(of: 0x0A).map { rest.utf8.index(after: $0) } ?? rest.endIndex
            result.append(rest[..<end])
            rest = rest[end...]
        }
        return result
    }

    private static func hunks(_ rows: [(sign: Character, text: Substring)]) -> String {
        let changed = rows.indices.filter { rows[$0].sign != " " }
        var result = ""
        var (left, right, done) = (0, 0, 0)
        var index = 0
        while index < changed.count {
            let start = max(changed[index] - context, done)
            while index + 1 < changed.count, changed[index + 1] - changed[index] <= 2 * context { index += 1 }
            let stop = min(changed[index] + context + 1, rows.count)
            left += rows[done..<start].count
            right += rows[done..<start].count
            let part = rows[start..<stop]
            let (olds, news) = (part.filter { $0.sign != "+" }.count, part.filter { $0.sign != "-" }.count)
            result += "@@ -\(olds == 0 ? left : left + 1),\(olds) +\(news == 0 ? right : right + 1),\(news) @@\n"
            for row in part { result += line(row) }
            (left, right, done) = (left + olds, right + news, stop)
            index += 1
        }
        return result
    }

    private static func line(_ row: (sign: Character, text: Substring)) -> String {
        let end = row.text.utf8.last == 0x0A ? "" : "\n\\ No newline at end of file\n"
        return "\(row.sign)\(row.text)\(end)"
    }
}
