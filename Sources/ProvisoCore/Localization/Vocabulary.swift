public import ProvisoMessages

/// The labels and messages of a rule set.
///
/// A plan checks and reports codes; its vocabulary turns them into text, in any locale and at any time. It is immutable
/// and safe from any thread.
public struct Vocabulary: Sendable {
    /// The catalogs, in order of priority: messages of the rule set, of plugins, and of the catalogs that the
    /// vocabulary was made with.
    public let catalogs: Catalogs
    package let ruleSet: RuleSet

    /// Collects the messages for a rule set, and reports those that cannot be rendered.
    ///
    /// Plugins have messages once a rule needs them, so this comes after the rules are resolved.
    package init(
        _ ruleSet: RuleSet, registry: Registry, over catalogs: Catalogs,
        _ report: (RuleSetError.Diagnostic) -> Void
    ) {
        self.ruleSet = ruleSet
        self.catalogs = MessageCompiler(ruleSet: ruleSet, registry: registry).catalogs(over: catalogs, report)
    }

    /// Whether a message for one of these codes shows the value; `nil` stands for any code.
    package func showsValue(_ codes: [CodeDescription]?) -> Bool { catalogs.showValue(codes) }

    /// A localizer with the labels and messages, over one that was made from `catalogs`.
    public func localizer(_ localizer: Localizer) -> ReportLocalizer {
        ReportLocalizer(localizer, ruleSet: ruleSet)
    }
}
