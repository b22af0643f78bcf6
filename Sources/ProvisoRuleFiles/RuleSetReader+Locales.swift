internal import ProvisoCore
internal import ProvisoMessages

/// Suggestions for misspelled locales: every code of two letters is similar to others, but a file has few of them.
extension RuleSetReader {
    /// Adds suggestions to the errors about locales: what the rest of the file uses, and this label or message lacks.
    mutating func suggestLocales(in root: RuleNode) {
        var wrong: [String: [Int]] = [:]
        for (index, diagnostic) in diagnostics.enumerated() {
            guard let tag = TextLocale.tag(refusedFor: diagnostic.reason) else { continue }
            wrong[tag, default: []].append(index)
        }
        guard !wrong.isEmpty else { return }
        var used: [String] = []
        var lacking: [SourcePosition: Set<String>] = [:]
        Self.collect(root, &used, &lacking, wrong: Set(wrong.keys))
        for (tag, places) in wrong {
            for index in places {
                let position = diagnostics[index].position
                let others = position.flatMap { lacking[$0] } ?? []
                let near = TextLocale.nearest(
                    to: tag, in: used.filter { !others.contains($0) }, besides: others,
                    or: diagnostics[index].suggestion)
                diagnostics[index] = RuleSetError.Diagnostic(
                    position: position, reason: diagnostics[index].reason, suggestion: near)
            }
        }
    }

    /// Collects the locales of all mappings whose keys are locales, and beside each wrong one those of its mapping.
    private static func collect(
        _ node: RuleNode, _ used: inout [String], _ beside: inout [SourcePosition: Set<String>], wrong: Set<String>
    ) {
        for item in node.list ?? [] { collect(item, &used, &beside, wrong: wrong) }
        guard let pairs = node.mapping else { return }
        let tags = pairs.compactMap { $0.key.scalar }
        let right = tags.filter { !wrong.contains($0) }
        if right.allSatisfy({ TextLocale.canonical($0) != nil }) {
            for tag in right where !used.contains(tag) { used.append(tag) }
            for (key, _) in pairs where key.scalar.map(wrong.contains) ?? false {
                beside[key.position] = Set(right)
            }
        }
        for (_, value) in pairs { collect(value, &used, &beside, wrong: wrong) }
    }
}
