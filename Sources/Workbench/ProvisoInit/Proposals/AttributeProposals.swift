import Glibc
import Proviso

/// The rules that the values of one attribute suggest.
struct AttributeProposals {
    let node: DataProfile.Node
    let owners: Int
    /// Words that mean null in this data.
    let nulls: Set<String>
    let isFirst: Bool
    /// The object that the attribute is in, if some records lack it.
    var optionalParent: String?
    /// A table has each column in each row.
    let isTable: Bool

    private var profile: AttributeProfile { node.profile }
    private var path: String { profile.path }
    private var values: String { RuleText.count(profile.values) + (profile.values == 1 ? " value" : " values") }

    /// Absent, null and blank values, and words for them.
    private var missing: Int {
        owners - profile.present + profile.nulls + profile.blanks
            + profile.words.reduce(0) { nulls.contains($1.key) ? $0 + $1.value : $0 }
    }

    private var isItem: Bool { path.hasSuffix("*") }

    func all() -> [Proposal] {
        [presence] + (profile.values == 0 ? structure : [type].compactMap { $0 } + uniqueness)
    }

    private var presence: Proposal {
        let text = "missing in \(RuleText.count(missing)) of \(RuleText.count(owners))"
        if profile.values + profile.lists + profile.objects == 0 {
            return Proposal(path, "safe", "no values in \(RuleText.count(owners)) records")
        }
        // A list or an object may be empty, which `required` takes for missing.
        let canTell = profile.lists + profile.objects == 0
        if !canTell {
            return missing == 0
                ? Proposal(path, "present", "in all \(RuleText.count(owners))")
                : Proposal(path, "present", text, isActive: false)
        }
        let isAlwaysNamed = !isTable && profile.present == owners && profile.nulls > 0 && missing == profile.nulls
        if isAlwaysNamed {
            return Proposal(
                path, "present", "in all \(RuleText.count(owners)), \(RuleText.count(missing)) of them null")
        }
        if missing == 0, let parent = optionalParent {
            return Proposal(
                path, "required", "in all \(RuleText.count(owners)) that have \(RuleText.comment(parent))",
                long: "attributes: \(RuleText.path(path)), type: required, when: [\(RuleText.path(parent)), required]")
        }
        return missing == 0
            ? Proposal(path, "required", "in all \(RuleText.count(owners))")
            : Proposal(path, "required", text, isActive: false)
    }

    private var structure: [Proposal] {
        if profile.lists > 0, profile.objects == 0 {
            return [
                Proposal(
                    path, "count, { max: \(Bounds.length(max(profile.longestList, 4))) }",
                    "the longest list has \(profile.longestList) items")
            ]
        }
        if node.isMap {
            return [
                Proposal(
                    path, "count, { min: 1 }",
                    "more than \(DataProfile.keyLimit) different keys: name its values \(path).*",
                    isActive: false)
            ]
        }
        return []
    }

    private var type: Proposal? {
        if profile.lists + profile.objects > 0 {
            return Proposal(path, "string", "values of several kinds: consider oneOf", isActive: false)
        }
        if profile.booleans == profile.values { return Proposal(path, "boolean", "\(values)") }
        if let boolean = writtenBoolean { return boolean }
        if isNumeric { return number }
        if profile.texts < profile.values {
            return Proposal(path, "string", "values of several kinds: consider oneOf", isActive: false)
        }
        let guess = FormatGuess.rule(for: profile.sketch.sample, named: profile.key)
        let format = guess.map(format)
        // More data has other days.
        if guess?.format.isOfTime == true { return format }
        // Quantities such as +01:30 are of a form; a list would have only those that occur.
        let isQuantity = !profile.sketch.sample.contains {
            $0.unicodeScalars.contains(where: \.properties.isAlphabetic)
        }
        if isQuantity, format == nil, let pattern { return pattern }
        return list ?? format ?? pattern ?? string
    }

    private var writtenBoolean: Proposal? {
        guard !profile.sketch.hasMany else { return nil }
        let found = Set(profile.sketch.counts.keys)
        if found == ["0", "1"], profile.values >= 10 {
            return Proposal(path, "boolean", evidence(of: profile.sketch.counts))
        }
        for (yes, no) in [("true", "false"), ("True", "False"), ("TRUE", "FALSE")] where found == [yes, no] {
            return Proposal(
                path, "boolean, { trueValue: \"\(yes)\", falseValue: \"\(no)\" }", evidence(of: profile.sketch.counts))
        }
        return nil
    }

    /// Digits with zeros before them are codes.
    private var isNumeric: Bool {
        profile.leadingZeros * 100 <= profile.values && (profile.values - profile.numeric) * 200 <= profile.values
    }

    private var isKey: Bool { profile.values >= 20 && profile.sketch.repeats == 0 && !profile.sketch.hashesOverflowed }

    private var number: Proposal {
        let name = profile.key.lowercased()
        let (low, high) = (profile.minimum, profile.maximum)
        let extremes = "\(values) from \(RuleText.number(low)) to \(RuleText.number(high))"
        func proposal(_ rule: String) -> Proposal { Proposal(path, rule, extremes, allowsOutliers: true) }
        let isWhole = profile.numbers + profile.numberTexts == 0
        for (definition, guess) in Self.numberGuesses where guess.isNamed(name) {
            guard case .number(let needsWhole, let limits?) = definition.about.subject, isWhole || !needsWhole,
                limits.contains(low), limits.contains(high)
            else { continue }
            return proposal(definition.type.rawValue)
        }
        let named = name.hasSuffix("id") || name.hasSuffix("number") || name.hasSuffix("key")
        let options = Bounds.options(low, high, named: name, isKey: isWhole && (named || isKey && isFirst))
        return proposal((isWhole ? "integer" : "number") + options)
    }

    private static let numberGuesses = FormatGuess.guesses(\.isOfNumbers)

    private var list: Proposal? {
        let counts = profile.sketch.counts
        let isShort = counts.keys.allSatisfy { $0.unicodeScalars.count <= 80 }
        guard !profile.sketch.hasMany, counts.count <= 40, isShort, profile.values >= 40,
            profile.values >= counts.count * 10
        else { return nil }
        // One value, or many rare ones: more data has others.
        let rare = counts.values.count { $0 <= 2 }
        guard counts.count > 1, rare * 2 <= counts.count else { return nil }
        let range = counts.keys.sorted().map(RuleText.scalar).joined(separator: ", ")
        return Proposal(path, "in, { range: [\(range)] }", evidence(of: counts))
    }

    private func evidence(of counts: [String: Int]) -> String {
        let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = most.prefix(8).map { "\(RuleText.shown($0.key)) \(RuleText.count($0.value))" }.joined(
            separator: ", ")
        return shown + (most.count > 8 ? ", … (\(most.count) values)" : "")
    }

    private func format(_ guess: (format: FormatGuess.Format, others: [String])) -> Proposal {
        let others = guess.others.isEmpty ? "" : "; it fits \(guess.others.joined(separator: " and ")) too"
        return Proposal(path, guess.format.rule, "\(values), \(differing)" + others, allowsOutliers: true)
    }

    private var differing: String {
        profile.sketch.distinct.map { "\(RuleText.count($0)) distinct" } ?? "more than a million distinct"
    }

    private var pattern: Proposal? {
        guard let pattern = CodePattern.pattern(of: profile.sketch.sample, lengths: profile.codeLengths) else {
            return nil
        }
        return Proposal(
            path, "match, { pattern: \(RuleText.quoted(pattern)) }", "\(values), \(differing)",
            allowsOutliers: true)
    }

    private var string: Proposal {
        Proposal(
            path, "string, { max: \(Bounds.length(profile.longest)) }",
            "\(values), \(differing), of \(profile.shortest) to \(profile.longest) characters")
    }

    /// Whether the values are codes, and not words, which differ by chance.
    private var isCode: Bool {
        profile.sketch.sample.allSatisfy { text in !text.utf8.contains { (0x61...0x7A).contains($0) || $0 == 0x20 } }
    }

    /// Nearly all codes differ: the few that do not are worth a warning.
    private var nearlyUnique: [Proposal] {
        let (repeats, sketch) = (profile.sketch.repeats, profile.sketch)
        guard repeats > 0, repeats * 1000 <= profile.values, !sketch.hashesOverflowed, isCode, !path.contains("*"),
            profile.texts == profile.values, profile.longest <= 40, profile.numberTexts * 2 < profile.values
        else { return [] }
        return [
            Proposal(
                path, "unique",
                "a warning: \(RuleText.count(repeats)) of \(values) \(repeats == 1 ? "repeats" : "repeat") another one",
                isPlain: false, long: "attributes: \(RuleText.path(path)), type: unique, severity: warning")
        ]
    }

    /// Whether codes or integers of this length would hardly all differ by chance.
    private var isSurprising: Bool {
        guard profile.values >= 100 else { return false }
        let count = Double(profile.values)
        if profile.integers == profile.values {
            return count * count / 2 / (profile.maximum - profile.minimum + 1) >= 5
        }
        guard profile.codeLengths.values.reduce(0, +) == profile.values else { return false }
        let bytes = Set(profile.sketch.sample.flatMap(\.utf8))
        let letters = bytes.contains { $0 >= 0x41 }
        let base = letters ? (bytes.contains { $0 < 0x41 } ? 36.0 : 26) : 10
        return count * count / 2 / pow(base, Double(profile.longest)) >= 5
    }

    private var uniqueness: [Proposal] {
        if profile.sketch.repeats > 0 { return nearlyUnique }
        guard isKey, !path.contains("*"), profile.longest <= 60 || profile.texts == 0 else { return [] }
        // Codes such as 0E8 spell numbers too.
        let isFraction = isNumeric && profile.numbers + profile.numberTexts > 0
        guard !isFraction else { return [] }
        let name = profile.key.lowercased()
        let words = ["id", "key", "code", "uuid", "isbn", "number"]
        let named = words.contains { (word: String) -> Bool in
            name == word || name.hasSuffix("_" + word)
                || profile.key.hasSuffix(word.prefix(1).uppercased() + word.dropFirst())
        }
        return [
            Proposal(
                path, "unique", "all \(values) differ", isActive: named || isFirst && isCode || isSurprising,
                isPlain: false)
        ]
    }
}
