package import ProvisoMessages

/// Who wrote a rule file that a program reads.
public struct RuleAuthor: Sendable {
    /// What the author may use of the program.
    public let limits: RuleLimits

    /// Someone whom the program does not trust, such as a tenant of a service.
    ///
    /// The rules read no files, look nothing up, and are limited as `RuleLimits` says.
    public static let untrusted = RuleAuthor(limits: RuleLimits())

    /// Someone whom the program does not trust, with other limits.
    public static func untrusted(_ limits: RuleLimits) -> RuleAuthor { RuleAuthor(limits: limits) }
}

/// What a rule file from an untrusted author may use of the program that reads it.
///
/// Beyond a limit the rule set is refused with a `RuleSetError`, when it is read or when its plan is made.
public struct RuleLimits: Sendable, Hashable {
    /// The size of the file in bytes.
    public var bytes = 256 << 10
    /// How deep lists and mappings may be in each other.
    public var depth = 24
    /// The lists, mappings and scalars of the file, those of aliases counted wherever they are used.
    public var nodes = 20_000
    /// The rules and the parts of expressions that a plan has, those in shapes, types and other rules for each use.
    public var parts = 5_000
    /// The patterns that a plan has: of rules, conditions, `closed` and expressions, and of definitions, each for each
    /// use; each may take 8 MB.
    public var patterns = 50
    /// The size of a pattern in bytes.
    public var patternBytes = 1_000
    /// The size of a string of the file in bytes, such as an expression or a message.
    public var textBytes = 4_096
    /// The steps that a record may take, whatever its size; see `Docs/RuleFiles.md`.
    public var steps = 10_000_000

    /// The usual limits.
    public init() {}

    /// The error for something that has more than it may.
    package static func refusal(
        _ what: String, _ limit: Int, at position: SourcePosition?
    ) -> RuleSetError {
        RuleSetError(position: position, reason: reason(what, limit))
    }

    /// The same as a reason.
    package static func reason(_ what: String, _ limit: Int) -> String {
        "\(what) \(limit), the limit for a rule file from an untrusted author"
    }
}
