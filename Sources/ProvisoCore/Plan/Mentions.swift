internal import ProvisoMessages

/// The attributes that only options and conditions name, with the rules that do.
struct Mentions {
    private struct Mention {
        var rules: Set<String> = []
        /// Whether a rule reads it.
        var isRead = false
        /// The error of the first place.
        let diagnostic: RuleSetError.Diagnostic
        /// The attribute of the first rule, and names beside this one, which are never what was meant.
        let others: Set<String>
        /// What is before the name where it is written: `record.` in a shape.
        let beginning: String
    }

    private var found: [String: Mention] = [:]
    /// The names in the order in which they were found.
    private var order: [String] = []
    /// Those that rules read.
    private(set) var names: [String] = []
    /// For how many names similar ones are searched, each among all others.
    private static let mostSearched = 100

    /// The reason why a name that no rule has is refused.
    static func reason(_ name: String) -> String {
        "unknown attribute '\(name)': no rule names it (add a 'safe' rule for it)"
    }

    /// Notes that a rule names an attribute which no rule validates; `diagnostic` is the error if it is misspelled.
    ///
    /// With `isRead` the rule reads the attribute, which then needs a place in the record.
    mutating func add(
        _ name: String, by rule: String, besides others: Set<String>, isRead: Bool = true,
        _ diagnostic: @autoclosure () -> RuleSetError.Diagnostic, writtenAfter beginning: String = ""
    ) {
        if found[name] == nil {
            found[name] = Mention(diagnostic: diagnostic(), others: others, beginning: beginning)
            order.append(name)
        }
        if isRead, found[name]?.isRead == false {
            found[name]?.isRead = true
            names.append(name)
        }
        found[name]?.rules.insert(rule)
    }

    /// Errors for names that are used once and are similar to an attribute of a rule: they are probably misspelled.
    func misspelled(besides known: [String]) -> [RuleSetError.Diagnostic] {
        let above = Set(known.flatMap(PathText.beginnings))
        var left = Self.mostSearched
        return order.compactMap { name in
            // All names of one or two letters are similar. What attributes are in is not a typo: `lines.*`, the parent
            // of `lines.*.amount`.
            guard left > 0, let mention = found[name], mention.rules.count == 1, name.utf8.count > 2,
                !above.contains(name)
            else { return nil }
            left -= 1
            let near = Suggestion.nearest(to: name, in: known) {
                !mention.others.contains($0) && !Self.differInDigits($0, name) && Self.areSimilar($0, name)
            }
            guard let near else { return nil }
            return RuleSetError.Diagnostic(
                position: mention.diagnostic.position, rule: mention.diagnostic.rule, reason: mention.diagnostic.reason,
                suggestion: mention.beginning + near)
        }
    }

    /// Whether the parts of two paths in which they differ are similar: two members of one object need not be.
    static func areSimilar(_ one: String, _ other: String) -> Bool {
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
