/// Reads the syntax of RE2 as far as strings are made of it; what it does not know makes the whole unreadable.
package struct PatternReader {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var isCaseless: Bool
    private var dotMatchesLine = false
    /// The number of groups around the place.
    private var depth = 0

    /// The expression as a tree; `nil` if it cannot be read.
    package static func read(_ pattern: String, ignoreCase: Bool = false) -> PatternNode? {
        var reader = PatternReader(scalars: Array(pattern.unicodeScalars), isCaseless: ignoreCase)
        guard let node = reader.choice(), reader.place == reader.scalars.count else { return nil }
        return node
    }

    private init(scalars: [Unicode.Scalar], isCaseless: Bool) {
        (self.scalars, self.isCaseless) = (scalars, isCaseless)
    }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private func ahead(_ count: Int) -> Unicode.Scalar? {
        place + count < scalars.count ? scalars[place + count] : nil
    }

    private mutating func accept(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[place...].starts(with: wanted) else { return false }
        place += wanted.count
        return true
    }

    private mutating func choice() -> PatternNode? {
        var branches: [PatternNode] = []
        repeat {
            guard let branch = sequence() else { return nil }
            branches.append(branch)
        } while accept("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() -> PatternNode? {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let atom = atom(), let node = repeated(atom) else { return nil }
            nodes.append(node)
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
    }

    private mutating func repeated(_ atom: PatternNode) -> PatternNode? {
        var node = atom
        while let scalar = next {
            switch scalar {
            case "*": node = .repetition(node, least: 0, most: nil)
            case "+": node = .repetition(node, least: 1, most: nil)
            case "?": node = .repetition(node, least: 0, most: 1)
            case "{":
                guard let (least, most, end) = count() else { return node }
                node = .repetition(node, least: least, most: most)
                place = end
            default: return node
            }
            place += 1
            if next == "?" { place += 1 }
        }
        return node
    }

    /// Reads `{2}`, `{2,}` and `{2,5}`; the end is the place of the closing brace.
    private func count() -> (Int, Int?, Int)? {
        guard let end = scalars[place...].firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[place + 1..<end]))
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let least = Int(parts[0]), parts.count < 3 else { return nil }
        if parts.count == 1 { return (least, least, end) }
        return parts[1].isEmpty ? (least, nil, end) : Int(parts[1]).map { (least, $0, end) }
    }

    private mutating func atom() -> PatternNode? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "(": return group()
        case "[": return bracket().map { set($0) }
        case "\\": return escape()
        case "*", "+", "?": return nil
        default: break
        }
        place += 1
        switch scalar {
        case ".": return .characters(dotMatchesLine ? .all : CharacterRanges("\n").inverted)
        case "^": return .anchor(.start)
        case "$": return .anchor(.end)
        default: return set(CharacterRanges(scalar))
        }
    }

    private func set(_ ranges: CharacterRanges) -> PatternNode { .characters(isCaseless ? ranges.caseless : ranges) }

    private mutating func group() -> PatternNode? {
        // Each takes some of the stack, and those who look at the nodes do, too.
        guard depth < 250 else { return nil }
        depth += 1
        defer { depth -= 1 }
        place += 1
        let (wasCaseless, matchedLine) = (isCaseless, dotMatchesLine)
        if accept("?P<") || accept("?<") {
            guard let end = scalars[place...].firstIndex(of: ">") else { return nil }
            place = end + 1
        } else if accept("?") {
            guard flags() else { return nil }
            // `(?i)` holds up to the end of the group around it.
            if accept(")") { return .empty }
            guard accept(":") else { return nil }
        }
        defer { (isCaseless, dotMatchesLine) = (wasCaseless, matchedLine) }
        guard let node = choice(), accept(")") else { return nil }
        return node
    }

    private mutating func flags() -> Bool {
        var isOn = true
        while let scalar = next, scalar != ")", scalar != ":" {
            switch scalar {
            case "-": isOn = false
            case "i": isCaseless = isOn
            case "s": dotMatchesLine = isOn
            case "m", "U": break
            default: return false
            }
            place += 1
        }
        return true
    }

    private mutating func escape() -> PatternNode? {
        guard let letter = ahead(1) else { return nil }
        switch letter {
        case "A":
            place += 2
            return .anchor(.start)
        case "z":
            place += 2
            return .anchor(.end)
        case "b":
            place += 2
            return .anchor(.boundary)
        case "B":
            place += 2
            return .anchor(.noBoundary)
        case "Q":
            place += 2
            var nodes: [PatternNode] = []
            while let scalar = next, !accept("\\E") {
                nodes.append(set(CharacterRanges(scalar)))
                place += 1
            }
            return .sequence(nodes)
        default: return escapedSet().map { set($0) }
        }
    }

    /// Reads `\d`, `\pL`, `\x{41}` and escaped signs, in and outside of brackets.
    private mutating func escapedSet() -> CharacterRanges? {
        guard let letter = ahead(1) else { return nil }
        place += 2
        switch letter {
        case "d": return .digits
        case "D": return CharacterRanges.digits.inverted
        case "w": return .word
        case "W": return CharacterRanges.word.inverted
        case "s": return .space
        case "S": return CharacterRanges.space.inverted
        case "n": return CharacterRanges("\n")
        case "t": return CharacterRanges("\t")
        case "r": return CharacterRanges("\r")
        case "f": return CharacterRanges("\u{C}")
        case "v": return CharacterRanges("\u{B}")
        case "a": return CharacterRanges("\u{7}")
        case "p", "P": return property(isInverted: letter == "P")
        case "x": return code()
        default:
            return CharacterRanges.word.contains(letter) ? nil : CharacterRanges(letter)
        }
    }

    private mutating func code() -> CharacterRanges? {
        var digits = ""
        if accept("{") {
            while let scalar = next, scalar != "}" {
                digits.unicodeScalars.append(scalar)
                place += 1
            }
            place += 1
        } else {
            guard let first = next, let second = ahead(1) else { return nil }
            digits = "\(first)\(second)"
            place += 2
        }
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }.map { CharacterRanges($0) }
    }

    private mutating func property(isInverted: Bool) -> CharacterRanges? {
        var name = ""
        if accept("{") {
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                place += 1
            }
            place += 1
        } else if let scalar = next {
            name = String(scalar)
            place += 1
        }
        guard let ranges = PatternClasses.property(name.hasPrefix("^") ? String(name.dropFirst()) : name) else {
            return nil
        }
        return isInverted != name.hasPrefix("^") ? ranges.inverted : ranges
    }

    private mutating func bracket() -> CharacterRanges? {
        place += 1
        let isInverted = accept("^")
        var ranges = CharacterRanges([])
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            isFirst = false
            guard let found = bracketPart(scalar) else { return nil }
            ranges = ranges.union(found)
        }
        guard accept("]") else { return nil }
        if isCaseless { ranges = ranges.caseless }
        return isInverted ? ranges.inverted : ranges
    }

    private mutating func bracketPart(_ scalar: Unicode.Scalar) -> CharacterRanges? {
        if accept("[:") {
            guard let end = scalars[place...].firstIndex(of: ":") else { return nil }
            let name = String(String.UnicodeScalarView(scalars[place..<end]))
            place = end + 1
            guard accept("]") else { return nil }
            let isInverted = name.hasPrefix("^")
            let ranges = PatternClasses.named(isInverted ? String(name.dropFirst()) : name)
            return isInverted ? ranges?.inverted : ranges
        }
        guard let low = single(scalar) else { return nil }
        guard next == "-", let end = ahead(1), end != "]", low.ranges.count == 1,
            low.ranges[0].lowerBound == low.ranges[0].upperBound
        else { return low }
        place += 1
        guard let last = next, let high = single(last), let upper = high.ranges.first?.lowerBound,
            upper >= low.ranges[0].lowerBound
        else { return nil }
        return CharacterRanges([low.ranges[0].lowerBound...upper])
    }

    private mutating func single(_ scalar: Unicode.Scalar) -> CharacterRanges? {
        if scalar == "\\" { return escapedSet() }
        place += 1
        return CharacterRanges(scalar)
    }
}
