import Proviso

/// Strings that several rules want at once: seeds of each rule, stretched and cut to the lengths of others.
struct TextValues {
    var seeds: [String] = []
    var shortest: Int?
    var longest: Int?
    var patterns: [String] = []
    var beginnings: [String] = []
    var ends: [String] = []
    var parts: [String] = []
    var isLowercase = false
    var isUppercase = false

    /// The lengths at and around the bounds.
    var lengths: [Int] {
        let bounds = [shortest, longest].compactMap { $0 }.flatMap { [$0, $0 - 1, $0 + 1] }
        var found: [Int] = []
        for bound in bounds where bound >= 0 && bound <= 4_096 && !found.contains(bound) { found.append(bound) }
        return found
    }

    /// Candidates, those of patterns first.
    func candidates(_ numbers: SeededGenerator) -> [String] {
        var found: [String] = []
        var known: Set<String> = []
        func add(_ text: String) { if known.insert(text).inserted { found.append(text) } }
        for pattern in patterns {
            guard let node = PatternReader.read(pattern) else { continue }
            var strings = PatternStrings(node, numbers)
            for text in strings.strings(lengths: lengths) { add(text) }
        }
        for text in found.prefix(16) { for overlaid in overlaid(text) { add(overlaid) } }
        for seed in seeds { add(seed) }
        if patterns.isEmpty || seeds.isEmpty == false { for text in ["text", "Text", "a"] { add(text) } }
        for text in found.prefix(24) { for length in lengths { add(Self.fit(text, to: length)) } }
        for text in found.prefix(60) { for framed in framed(text) { add(framed) } }
        if isLowercase { for text in found { add(text.lowercased()) } }
        if isUppercase { for text in found { add(text.uppercased()) } }
        return found
    }

    /// The text with the beginnings, ends and parts that rules want.
    private func framed(_ text: String) -> [String] {
        guard !(beginnings.isEmpty && ends.isEmpty && parts.isEmpty) else { return [] }
        let heads = beginnings.isEmpty ? [""] : beginnings
        let tails = ends.isEmpty ? [""] : ends
        return heads.flatMap { head in
            tails.flatMap { tail in
                let body = parts.joined(separator: "")
                return [head + body + text + tail, head + body + tail]
            }
        }
    }

    /// The text, as long as before, with a beginning, an end and parts in place of its own characters.
    private func overlaid(_ text: String) -> [String] {
        guard !(beginnings.isEmpty && ends.isEmpty && parts.isEmpty) else { return [] }
        let own = Array(text.unicodeScalars)
        return (beginnings.isEmpty ? [""] : beginnings).flatMap { head in
            (ends.isEmpty ? [""] : ends).compactMap { tail in
                let (start, end) = (Array((head + parts.joined()).unicodeScalars), Array(tail.unicodeScalars))
                guard start.count + end.count <= own.count else { return nil }
                var view = String.UnicodeScalarView()
                view.append(contentsOf: start + own[start.count..<(own.count - end.count)] + end)
                return String(view)
            }
        }
    }

    /// The text cut, or stretched by a character that it has, to a length in characters.
    static func fit(_ text: String, to length: Int) -> String {
        let count = text.unicodeScalars.count
        if count >= length { return String(text.unicodeScalars.prefix(length)) }
        let scalars = Array(text.unicodeScalars)
        // Within an address a letter after the first one changes no structure.
        let isAddress = scalars.contains("@")
        let place = isAddress ? 1 : scalars.count
        let filler =
            isAddress ? scalars[0] : scalars.last { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? "a"
        var view = String.UnicodeScalarView(scalars[..<place])
        view.append(contentsOf: repeatElement(filler, count: length - count))
        view.append(contentsOf: scalars[place...])
        return String(view)
    }

    /// Strings near another one that probably break its form.
    static func broken(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        var found = [
            string(scalars.dropLast()), string(scalars.dropFirst()), text + "x", text + "0", "!" + text, text + "!",
        ]
        for index in scalars.indices.prefix(24) {
            for other: Unicode.Scalar in ["~", "!", "#", "0", "a", "Z", "é"] {
                var copy = scalars
                copy[index] = other
                found.append(string(copy))
            }
        }
        found += [text.uppercased(), text.lowercased(), text + text, "x", "!", "0"]
        return found.filter { $0 != text && !$0.isEmpty }
    }
}
