package import ProvisoCore
internal import ProvisoMessages

extension RuleNode {
    /// Throws if a string is not a YAML or JSON document that a rule file can be.
    package static func check(_ text: String, file: String?) throws(RuleSetError) {
        _ = try document(text, file: file)
    }

    /// Throws for a document other than a rule file, which is a mapping with a key that rule files have.
    package static func checkIsRuleFile(_ text: String, file: String?) throws(RuleSetError) {
        let root = try document(text, file: file)
        let keys = (root.mapping ?? []).compactMap(\.key.scalar)
        if keys.contains(where: { RuleSetReader.Key(rawValue: $0) != nil }) { return }
        let reason =
            keys.isEmpty
            ? "not a rule file: it has no keys, such as 'rules'; the file stays as it is"
            : "not a rule file: it has no key of one, such as 'rules', but '\(keys[0])'; the file stays as it is"
        throw RuleSetError(
            position: root.position, reason: reason,
            suggestion: keys.lazy.compactMap { key in
                Suggestion.likely(for: key, in: RuleSetReader.Key.allCases.map(\.rawValue))
            }.first)
    }

    /// Whether a string is read as JSON.
    package static func isJSON(_ text: String, file: String?) throws(RuleSetError) -> Bool {
        try RuleJSON.document(text, file: file) != nil
    }

    /// Whether two strings are the same document: the same keys, values and items in the same order.
    package static func areSame(_ one: String, _ other: String, file: String?) throws(RuleSetError) -> Bool {
        try document(one, file: file).isSame(as: document(other, file: file))
    }

    private func isSame(as other: RuleNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let mine, let isPlain), .scalar(let its, let itsPlain)):
            // Without quotes `1` is a number, and `~` is null.
            return mine == its && (isPlain == itsPlain || value == other.value)
        case (.list(let mine), .list(let its)):
            return mine.count == its.count && zip(mine, its).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let mine), .mapping(let its)):
            return mine.count == its.count
                && zip(mine, its).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
        default: return false
        }
    }
}
