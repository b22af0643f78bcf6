package import ProvisoMessages

/// What adds several rule types to a registry at once, with messages of its own: a plugin.
package protocol RuleSource: Sendable {
    var definitions: [RuleDefinition] { get }
    /// Its messages; empty while no rule has needed it.
    var catalogs: [Catalog] { get }
    /// Whether its rule types run in another process.
    var isOutOfProcess: Bool { get }
}
