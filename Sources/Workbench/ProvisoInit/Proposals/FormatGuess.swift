import Proviso

/// The format of strings: the first built-in rule type that accepts a sample of them.
struct FormatGuess {
    /// A rule that may be proposed.
    struct Format {
        let rule: String
        let guess: RuleTypeFacts.Guess
        /// Whether values are dates, times or time zones.
        let isOfTime: Bool
        let plan: Plan?

        init(_ definition: RuleDefinition, _ guess: RuleTypeFacts.Guess) {
            let options = guess.options.map { member in
                guard let text = member.value.text else { return "\(member.key): \(member.value.json)" }
                let isTag = definition.options?.first { $0.name == member.key }?.role == .locale
                let isPlain = isTag || text.allSatisfy(\.isLetter)
                return "\(member.key): \(isPlain ? text : RuleText.quoted(text))"
            }.joined(separator: ", ")
            rule = options.isEmpty ? definition.type.rawValue : "\(definition.type), { \(options) }"
            self.guess = guess
            isOfTime = definition.about.chapter == .dates
            plan = try? Plan(RuleSet(parsing: "rules: [[v, \(rule)]]"))
        }

        func accepts(_ text: String) -> Bool {
            // Not by characters: to compare one with thousands of combining marks takes time with their square.
            let signs = guess.signs.unicodeScalars
            guard signs.isEmpty || text.unicodeScalars.contains(where: { signs.contains($0) }) else { return false }
            let report = try? plan?.validate(.object([AnyValue.Member("v", .text(text))]))
            return report?.isValid == true
        }
    }

    /// The formats of strings that built-in types say of themselves, in the order of their ranks.
    static let formats = guesses { !$0.isOfNumbers }.map { Format($0.definition, $0.guess) }

    /// The guesses of built-in types, in the order of their ranks.
    static func guesses(
        _ condition: (RuleTypeFacts.Guess) -> Bool
    ) -> [(definition: RuleDefinition, guess: RuleTypeFacts.Guess)] {
        let all = Registry.standard.definitions.flatMap { definition in
            definition.about.guesses.filter(condition).map { (definition: definition, guess: $0) }
        }
        return all.enumerated().sorted { ($0.element.guess.rank, $0.offset) < ($1.element.guess.rank, $1.offset) }
            .map(\.element)
    }

    /// The rule for the values, and others that fit them as well; `nil` if no format fits nine of ten.
    static func rule(for sample: [String], named name: String) -> (format: Format, others: [String])? {
        guard !sample.isEmpty else { return nil }
        let name = name.lowercased()
        var best: (format: Format, failures: Int, others: [String])?
        for format in formats
        where format.guess.names.isEmpty || format.guess.names.contains(where: { name.holds($0) }) {
            guard let failures = failures(of: format, in: sample) else { continue }
            if let known = best {
                if failures < known.failures { best = (format, failures, []) }
                if failures == known.failures { best?.others.append(format.rule) }
            } else {
                best = (format, failures, [])
            }
        }
        return best.map { ($0.format, $0.others) }
    }

    /// How many values of the sample have another format; `nil` if they are more than a tenth.
    private static func failures(of format: Format, in sample: [String]) -> Int? {
        var failures = 0
        for text in sample {
            if format.accepts(text) { continue }
            failures += 1
            if failures * 10 > sample.count { return nil }
        }
        return failures
    }
}
