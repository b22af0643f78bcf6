package import ProvisoMessages

/// What a closed rule set or shape leaves open.
public struct OpenParts: Sendable {
    /// A regular expression, as `match` has; keys that it matches are allowed in every closed object: `^x-`.
    public var allow: String?
    /// The paths of objects that may have members that nothing names; members that rules name are validated.
    public var paths: [String]
    /// Where `allow` and the paths are written, by `allow` and by the path.
    package var positions: [String: SourcePosition] = [:]

    /// Names keys and objects that are not closed.
    public init(allow: String? = nil, paths: [String] = []) {
        self.allow = allow
        self.paths = paths
    }

    /// Both together: a key that one of them allows is allowed.
    func merging(_ other: OpenParts) -> OpenParts {
        let patterns = [allow, other.allow].compactMap { $0 }.withoutRepetition()
        var both = OpenParts(
            allow: patterns.count > 1 ? patterns.map { "(?:\($0))" }.joined(separator: "|") : patterns.first,
            paths: (paths + other.paths).withoutRepetition())
        both.positions = other.positions.merging(positions) { $1 }
        return both
    }
}
