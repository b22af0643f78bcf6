import Proviso

/// One rule that the data suggests.
struct Proposal {
    let path: String
    /// The rule type with its options, as in a rule file: `string, { max: 20 }`.
    var rule: String
    var evidence: String
    /// Whether it is a rule, and not only a comment.
    var isActive = true
    /// Whether values that break it may be outliers, so that the rule stays.
    var allowsOutliers = false
    /// Whether the plan can validate it without other records and files.
    var isPlain = true
    /// The collection in which the values are, for `exist`.
    var keys: KeyColumn?
    /// Whether the names of attributes suggest it, which the values have not shown yet.
    var isByNames = false
    /// How many values break it, and the first of them.
    var failures = 0
    /// The keys of the rule, if it has more than a type and options: `attributes: a, type: required, when: […]`.
    var long: String?
    var examples: [String] = []

    init(
        _ path: String, _ rule: String, _ evidence: String, isActive: Bool = true, allowsOutliers: Bool = false,
        isPlain: Bool = true, keys: KeyColumn? = nil, long: String? = nil
    ) {
        (self.path, self.rule, self.evidence) = (path, rule, evidence)
        (self.isActive, self.allowsOutliers, self.isPlain, self.keys) = (isActive, allowsOutliers, isPlain, keys)
        self.long = long
    }

    /// The rule type.
    var type: RuleType { RuleType(rawValue: String(rule.prefix { $0 != "," })) }

    var text: String { long.map { "{ \($0) }" } ?? "[\(RuleText.path(path)), \(rule)]" }
}

/// A column of another file whose values are all different.
struct KeyColumn {
    let file: String
    let collection: String
    let attribute: String
    let hashes: Set<UInt64>
}
