/// Rule types that are looked for when a rule names one, such as those of the plugins that come with the program.
package protocol LateRuleTypes: Sendable {
    /// The rule type of a name, which may be a former one of it; `nil` if there is none.
    func definition(of type: RuleType) -> RuleDefinition?
    /// All sources; looks for them.
    var sources: [any RuleSource] { get }
    /// The sources of which a rule type was used.
    var used: [any RuleSource] { get }
    /// Why some are missing.
    var refused: [String] { get }
}
