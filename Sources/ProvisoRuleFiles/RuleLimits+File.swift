internal import ProvisoCore
internal import ProvisoMessages

extension RuleLimits {
    /// Throws if a file is larger than it may be.
    func check(_ text: String, file: String?) throws(RuleSetError) {
        guard text.utf8.count > bytes else { return }
        throw Self.refusal("larger in bytes than", bytes, at: SourcePosition(file: file, line: 1, column: 1))
    }

    /// Throws if a document has too many parts, too deep ones, or too long strings.
    func check(_ root: RuleNode) throws(RuleSetError) {
        var (level, count, depth) = ([root], 0, 0)
        while !level.isEmpty {
            (count, depth) = (count + level.count, depth + 1)
            if count > nodes { throw Self.refusal("more parts than", nodes, at: root.position) }
            if depth > self.depth { throw Self.refusal("deeper than", self.depth, at: level[0].position) }
            for node in level where (node.scalar?.utf8.count ?? 0) > textBytes {
                throw Self.refusal("a string has more bytes than", textBytes, at: node.position)
            }
            level = level.flatMap { node in (node.list ?? []) + (node.mapping ?? []).flatMap { [$0.key, $0.value] } }
        }
    }
}
