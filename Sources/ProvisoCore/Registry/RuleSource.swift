package import ProvisoMessages

/// A source of several rule types and their messages, such as a plugin.
package protocol RuleSource: Sendable {
    /// Its id, version and file, which rule sets may require.
    var release: (id: String, version: String, file: String) { get }
    var definitions: [RuleDefinition] { get }
    /// Its messages; empty until a rule needs it.
    var catalogs: [Catalog] { get }
    /// Whether its rule types run in another process.
    var isOutOfProcess: Bool { get }
    /// Loads the source, as the first rule that needs it does; one that fails has no messages.
    func loadCatalogs()
}
