package import ProvisoMessages

/// A source of several rule types and their messages, such as a plugin.
package protocol RuleSource: Sendable {
    var definitions: [RuleDefinition] { get }
    /// Its messages; empty until a rule needs it.
    var catalogs: [Catalog] { get }
    /// Whether its rule types run in another process.
    var isOutOfProcess: Bool { get }
}
