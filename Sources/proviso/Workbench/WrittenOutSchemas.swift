import Proviso
import ProvisoBulk
import ProvisoEditing

/// JSON Schemas as single rules, for commands that look at those.
enum WrittenOutSchemas {
    /// The rules that say the same as some schemas.
    static func rules(of schemas: SchemaOptions) throws -> RuleSet {
        let options = try schemas.options()
        var rules: RuleSet?
        for file in schemas.files {
            let made = try SchemaImport(contentsOf: file, options: options)
            for warning in made.warnings { StandardError.line(warning.text(kind: "warning: ")) }
            for note in made.notes { StandardError.line("note: \(note)") }
            rules = rules?.extending(made.ruleSet) ?? made.ruleSet
        }
        var all = rules ?? RuleSet()
        all.files = schemas.paths
        return all
    }
}
