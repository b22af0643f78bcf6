internal import ProvisoCore
internal import ProvisoRuleFiles

/// A rule file as it was read.
struct RulesAsRead: Sendable {
    let path: String
    /// The values of its variables.
    let variables: [String: AnyValue]
    /// Its contents and those of the files that it includes, by path.
    let contents: [String: [UInt8]]

    init(path: String, variables: [String: AnyValue], contents: [String: [UInt8]]) {
        self.path = path
        self.variables = variables
        self.contents = contents
    }

    /// Reads the file again; `instead` has the contents of files that are not read.
    func readAgain(instead: [String: [UInt8]]) throws(RuleSetError) -> (RuleSet, RulesAsRead) {
        let (ruleSet, contents) = try RuleSet.reading(path, variables: variables, instead: instead)
        return (ruleSet, RulesAsRead(path: path, variables: variables, contents: contents))
    }
}

/// Rules that were in force before others were promoted.
struct FormerRules: Sendable {
    let file: RulesAsRead
    let plan: Plan
    /// The plugins that the plan uses.
    let plugins: [LoadedPlugin]
}
