/// A regular expression of RE2 as a tree, for making strings.
package indirect enum PatternNode: Equatable, Sendable {
    case empty
    case characters(CharacterRanges)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, least: Int, most: Int?)
    /// `^`, `$`, `\b` and the like: it matches no character.
    case anchor(Anchor)

    package enum Anchor: Equatable, Sendable { case start, end, boundary, noBoundary }

    /// The length of the shortest string.
    var shortest: Int {
        switch self {
        case .empty, .anchor: 0
        case .characters: 1
        case .sequence(let nodes): nodes.reduce(0) { $0 + $1.shortest }
        case .choice(let nodes): nodes.map(\.shortest).min() ?? 0
        case .repetition(let node, let least, _): least * node.shortest
        }
    }

    /// The number of characters of the longest string; `nil` if there is none.
    var longest: Int? {
        switch self {
        case .empty, .anchor: return 0
        case .characters: return 1
        case .sequence(let nodes):
            return nodes.reduce(0 as Int?) { sum, node in sum.flatMap { sum in node.longest.map { sum + $0 } } }
        case .choice(let nodes):
            let all = nodes.compactMap(\.longest)
            return all.count == nodes.count ? all.max() ?? 0 : nil
        case .repetition(let node, _, let most):
            guard let most, let longest = node.longest else { return nil }
            let (product, overflows) = most.multipliedReportingOverflow(by: longest)
            return overflows ? nil : min(product, 1 << 20)
        }
    }

    /// Whether the expression begins, or ends, with an anchor that is never passed by.
    func isAnchored(at anchor: Anchor) -> Bool {
        switch self {
        case .anchor(let own): own == anchor
        case .sequence(let nodes):
            (anchor == .start ? nodes.first : nodes.last)?.isAnchored(at: anchor) ?? false
        case .choice(let nodes): nodes.allSatisfy { $0.isAnchored(at: anchor) }
        default: false
        }
    }
}

/// A set of characters as ranges of Unicode scalars, in ascending order.
package struct CharacterRanges: Equatable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>]

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    static let all = CharacterRanges([0...0x10_FFFF])
    static let digits = CharacterRanges([0x30...0x39])
    static let word = CharacterRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = CharacterRanges([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])

    func union(_ other: CharacterRanges) -> CharacterRanges { CharacterRanges(ranges + other.ranges) }

    var inverted: CharacterRanges {
        var (next, found): (UInt32, [ClosedRange<UInt32>]) = (0, [])
        for range in ranges {
            if range.lowerBound > next { found.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10_FFFF { found.append(next...0x10_FFFF) }
        return CharacterRanges(found)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    /// Both cases of its ASCII letters.
    var caseless: CharacterRanges {
        var found = ranges
        for range in ranges {
            for (first, last, shift) in [(UInt32(0x41), UInt32(0x5A), Int64(32)), (0x61, 0x7A, -32)] {
                let (low, high) = (max(range.lowerBound, first), min(range.upperBound, last))
                if low <= high { found.append(UInt32(Int64(low) + shift)...UInt32(Int64(high) + shift)) }
            }
        }
        return CharacterRanges(found)
    }

    /// Characters that show the set: readable ones first, and the ends of its ranges.
    var shown: [Unicode.Scalar] {
        let readable = Array("aAzZ05n9kQm7.-_@ ".unicodeScalars).filter { contains($0) }
        let ends = ranges.flatMap { [$0.lowerBound, $0.upperBound] }.compactMap { Unicode.Scalar($0) }
        let printable = ends.filter { $0.value > 0x20 && $0.value != 0x7F && $0.value < 0xE000 }
        let all = readable + printable
        return all.isEmpty ? Array(ends.prefix(4)) : all
    }

    /// Any character of the set, rather a readable one.
    func random(_ numbers: inout SeededGenerator) -> Unicode.Scalar {
        let ascii = ranges.compactMap { range -> ClosedRange<UInt32>? in
            let (low, high) = (max(range.lowerBound, 0x21), min(range.upperBound, 0x7E))
            return low <= high ? low...high : nil
        }
        // Letters and digits are easier to read than signs.
        let words = ascii.flatMap { range in
            Self.word.ranges.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
        }
        let sources = !words.isEmpty ? words : ascii.isEmpty ? ranges : ascii
        guard let range = sources.randomElement(using: &numbers) else { return "a" }
        for _ in 0..<8 {
            let value = UInt32.random(in: range, using: &numbers)
            if let scalar = Unicode.Scalar(value) { return scalar }
        }
        return shown.first ?? "a"
    }
}
