internal import ProvisoMessages

/// The attributes that only options and conditions name, with the rules that do.
struct Mentions {
    private struct Mention {
        var rules: Set<String> = []
        /// Whether a rule reads it.
        var isRead = false
        /// Whether a similar name makes it an error.
        var isSure = false
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
        _ name: String, by rule: String, besides others: Set<String>, isRead: Bool = true, isSure: Bool = true,
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
        if isSure { found[name]?.isSure = true }
        found[name]?.rules.insert(rule)
    }

    /// Names that are used once and are similar to an attribute of a rule, or of a shape: they are probably misspelled.
    ///
    /// With `areSure` those that are errors, otherwise the others.
    func misspelled(
        besides known: [String], inside inner: InnerNames, areSure: Bool = true
    ) -> [RuleSetError.Diagnostic] {
        let mentioned = order.filter { found[$0]?.isSure == areSure }
        if mentioned.isEmpty { return [] }
        let above = Set(known.flatMap(PathText.beginnings))
        var left = Self.mostSearched
        return mentioned.compactMap { name in
            // All names of one or two letters are similar. What attributes are in is not a typo: `lines.*`, the parent
            // of `lines.*.amount`.
            guard left > 0, let mention = found[name], mention.rules.count == 1, name.utf8.count > 2,
                !above.contains(name), !inner.contains(name, listed: false)
            else { return nil }
            left -= 1
            func isMeant(_ near: String) -> Bool {
                !mention.others.contains(near) && !Self.differInDigits(near, name) && Self.areSimilar(near, name)
            }
            let parts = PathText.parts(of: name).count
            let near =
                Suggestion.nearest(to: name, in: known, where: isMeant)
                ?? Suggestion.nearest(to: name, in: above) { PathText.parts(of: $0).count == parts && isMeant($0) }
                ?? Suggestion.nearest(to: name, in: inner.siblings(of: name), where: isMeant)
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
