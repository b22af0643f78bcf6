internal import ProvisoCore
internal import ProvisoRuleFiles

/// A rule file as it was read.
struct RulesAsRead: Sendable {
    let path: String
    /// The values of its variables.
    let variables: [String: AnyValue]
    /// The directory that included files must be in; `nil` for that of the file.
    let includeRoot: String?
    /// Its contents and those of the files that it includes, by path.
    var contents: [String: [UInt8]] = [:]

    /// The SHA-256 of the contents, the variables and the plugins, without the names of files.
    func digest(with plugins: [LoadedPlugin]) -> ContentDigest {
        var bytes: [UInt8] = []
        func add(_ part: some Collection<UInt8>) {
            bytes += String(part.count).utf8
            bytes.append(UInt8(ascii: ":"))
            bytes += part
        }
        for (_, content) in contents.sorted(by: { $0.key < $1.key }) { add(content) }
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) { add("\(name)=\(value.json)".utf8) }
        for digest in plugins.map(\.digest.description).sorted() { add(digest.utf8) }
        return bytes.withUnsafeBytes { ContentDigest(of: $0) }
    }

    /// Reads the file again; `instead` has the contents of files that are not read.
    func readAgain(instead: [String: [UInt8]]) throws(RuleSetError) -> (RuleSet, RulesAsRead) {
        let (ruleSet, contents) = try RuleSet.reading(
            path, includeRoot: includeRoot, variables: variables, instead: instead)
        var read = self
        read.contents = contents
        return (ruleSet, read)
    }
}

/// Rules that were in force before others were promoted.
struct FormerRules: Sendable {
    let file: RulesAsRead
    let plan: Plan
    /// The plugins that the plan uses.
    let plugins: [LoadedPlugin]
}
