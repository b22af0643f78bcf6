/// A range of versions, as rule files write it: `>=1.2 <2`.
///
/// A version must satisfy every part.
package struct VersionRange: Sendable {
    private let parts: [(sign: String, version: SemanticVersion)]

    /// Reads a range.
    ///
    /// A version without a sign means that version only. Fails for any other text.
    package init?(_ text: String) {
        var parts: [(String, SemanticVersion)] = []
        for word in text.split(separator: " ") {
            let sign = String(word.prefix { "<>=".contains($0) })
            guard ["", "=", "<", ">", "<=", ">="].contains(sign),
                let version = SemanticVersion(String(word.dropFirst(sign.count)))
            else { return nil }
            parts.append((sign, version))
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// Whether a version is in the range.
    package func contains(_ version: SemanticVersion) -> Bool {
        parts.allSatisfy { part in
            switch part.sign {
            case "<": version < part.version
            case ">": version > part.version
            case "<=": version <= part.version
            case ">=": version >= part.version
            default: version == part.version
            }
        }
    }
}
