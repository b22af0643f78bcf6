/// Makes strings that a regular expression accepts.
package struct PatternStrings {
    private let root: PatternNode
    private var numbers: SeededGenerator
    /// How many characters repetitions may still add to the shortest string.
    private var budget = 0

    package init(_ root: PatternNode, _ numbers: SeededGenerator) {
        (self.root, self.numbers) = (root, numbers)
    }

    /// Different strings, short ones first; with lengths in characters that others want.
    package mutating func strings(lengths: [Int] = [], count: Int = 12) -> [String] {
        var found: [String] = []
        func add(_ text: String) { if !found.contains(text) { found.append(text) } }
        let shortest = root.shortest
        for length in lengths where length >= shortest && length < 4_096 { add(string(adding: length - shortest)) }
        for adding in [0, 1, 3, 8] { add(string(adding: adding)) }
        // Every branch of a choice at the top.
        for node in Self.branches(of: root) {
            var strings = PatternStrings(node, numbers)
            add(strings.string(adding: 2))
        }
        for _ in 0..<count where found.count < count { add(string(adding: Int.random(in: 0...12, using: &numbers))) }
        // A copy, so that the strings after these are the same with and without a bound.
        if let longest = root.longest, longest > shortest + 8, longest <= 256 {
            var other = self
            add(other.string(adding: longest - shortest))
        }
        return found
    }

    private static func branches(of node: PatternNode) -> [PatternNode] {
        switch node {
        case .choice(let nodes): nodes
        case .sequence(let nodes):
            nodes.indices.flatMap { index -> [PatternNode] in
                guard case .choice(let branches) = nodes[index] else { return [] }
                return branches.map { branch in
                    var copy = nodes
                    copy[index] = branch
                    return .sequence(copy)
                }
            }
        default: []
        }
    }

    /// A string with this many characters more than the shortest one, where repetitions allow it.
    private mutating func string(adding count: Int) -> String {
        budget = count
        var text = String.UnicodeScalarView()
        write(root, to: &text)
        return String(text)
    }

    private mutating func write(_ node: PatternNode, to text: inout String.UnicodeScalarView) {
        switch node {
        case .empty, .anchor: break
        case .characters(let set): text.append(set.random(&numbers))
        case .sequence(let nodes): for node in nodes { write(node, to: &text) }
        case .choice(let nodes):
            let shortest = nodes.map(\.shortest).min() ?? 0
            let able = nodes.filter { $0.shortest - shortest <= budget }
            guard let chosen = able.randomElement(using: &numbers) else { return }
            budget -= chosen.shortest - shortest
            write(chosen, to: &text)
        case .repetition(let inner, let least, let most):
            for _ in 0..<least { write(inner, to: &text) }
            var added = least
            while added < most ?? .max, budget > 0, budget >= max(1, inner.shortest) {
                budget -= max(1, inner.shortest)
                write(inner, to: &text)
                added += 1
            }
        }
    }
}
