internal import ProvisoMessages

/// A plugin's version for comparing, by the rules of Semantic Versioning: one to four numbers, then an optional `-rc.1`.
package struct PluginVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let numbers: [UInt32]
    /// The parts after the hyphen; empty for a release.
    private let draft: [String]
    package let description: String

    /// Parses a version; `nil` if it is anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 64,
            text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
        else { return nil }
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let numbers = digits.compactMap { $0.first == "+" ? nil : UInt32($0) }
        guard (1...4).contains(digits.count), numbers.count == digits.count else { return nil }
        self.numbers = numbers
        draft = parts.count < 2 ? [] : parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if draft.contains("") { return nil }
        description = text
    }

    /// Whether a request for `other` accepts this version: `1.2` accepts 1.2, 1.2.0 and 1.2.7.
    package func satisfies(_ other: PluginVersion) -> Bool {
        if !other.draft.isEmpty || !draft.isEmpty { return self == other }
        return padded.starts(with: other.numbers)
    }

    /// Whether it is published for everybody, and not a draft of a release.
    package var isRelease: Bool { draft.isEmpty }

    /// 1.2 and 1.2.0 are the same version.
    private var padded: [UInt32] { numbers + Array(repeating: 0, count: 4 - numbers.count) }

    package static func == (one: PluginVersion, other: PluginVersion) -> Bool {
        one.padded == other.padded && one.draft == other.draft
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(padded)
        hasher.combine(draft)
    }

    package static func < (one: PluginVersion, other: PluginVersion) -> Bool {
        if one.padded != other.padded { return one.padded.lexicographicallyPrecedes(other.padded) }
        // A draft comes before its release.
        if one.draft.isEmpty || other.draft.isEmpty { return !one.draft.isEmpty && other.draft.isEmpty }
        for (left, right) in zip(one.draft, other.draft) where left != right {
            switch (UInt64(left), UInt64(right)) {
            case (let left?, let right?) where left != right: return left < right
            case (_?, nil): return true
            case (nil, _?): return false
            default: return left < right
            }
        }
        return one.draft.count < other.draft.count
    }
}
