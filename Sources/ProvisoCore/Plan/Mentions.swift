internal import ProvisoMessages

/// The attributes that only options and conditions name, with the rules that do.
struct Mentions {
    private struct Mention {
        var rules: Set<String> = []
        /// The error of the first place.
        let diagnostic: RuleSetError.Diagnostic
        /// The attribute of the first rule, which is never what was meant.
        let own: String?
        /// What is before the name where it is written: `record.` in a shape.
        let beginning: String
    }

    private var found: [String: Mention] = [:]
    /// The names in the order in which they were found.
    private(set) var names: [String] = []

    /// The reason why a name that no rule has is refused.
    static func reason(_ name: String) -> String {
        "unknown attribute '\(name)': no rule names it (add a 'safe' rule for it)"
    }

    /// Notes that a rule names an attribute which no rule validates; `diagnostic` is the error if it is misspelled.
    mutating func add(
        _ name: String, by rule: String, besides own: String?, _ diagnostic: @autoclosure () -> RuleSetError.Diagnostic,
        writtenAfter beginning: String = ""
    ) {
        if found[name] == nil {
            found[name] = Mention(diagnostic: diagnostic(), own: own, beginning: beginning)
            names.append(name)
        }
        found[name]?.rules.insert(rule)
    }

    /// Errors for names that are used once and are similar to an attribute of a rule: they are probably misspelled.
    func misspelled(besides known: [String]) -> [RuleSetError.Diagnostic] {
        names.compactMap { name in
            // All names of one or two letters are similar.
            guard let mention = found[name], mention.rules.count == 1, name.utf8.count > 2 else { return nil }
            // What attributes are in is not a typo: `lines.*`, the parent of `lines.*.amount`.
            if known.contains(where: { $0.hasPrefix(name + ".") }) { return nil }
            let others = known.filter { $0 != mention.own && !Self.differInDigits($0, name) }
            guard let near = Suggestion.nearest(to: name, in: others.filter { Self.areSimilar($0, name) }) else {
                return nil
            }
            return RuleSetError.Diagnostic(
                position: mention.diagnostic.position, rule: mention.diagnostic.rule, reason: mention.diagnostic.reason,
                suggestion: mention.beginning + near)
        }
    }

    /// Whether the parts of two paths in which they differ are similar: two members of one object need not be.
    private static func areSimilar(_ one: String, _ other: String) -> Bool {
        let (left, right) = (PathText.parts(of: one), PathText.parts(of: other))
        if left.count != right.count { return true }
        return zip(left, right).allSatisfy { left, right in
            left == right || right.utf8.count > 2 && Suggestion.nearest(to: String(right), in: [String(left)]) != nil
        }
    }

    /// Whether two names differ only in digits: `line1` and `line2` are both right.
    static func differInDigits(_ one: String, _ other: String) -> Bool {
        func letters(_ name: String) -> [UInt8] { name.utf8.filter { !$0.isDigit } }
        return letters(one) == letters(other)
    }
}
