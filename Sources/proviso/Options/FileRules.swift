import Glibc
import Proviso
import ProvisoBulk

/// The rules `file` and `image` of a run.
enum FileRules {
    /// Warns of a rule whose directory does not exist: it rejects every value.
    static func warn(of ruleSet: RuleSet) {
        for rule in ruleSet.rulesEverywhere {
            for part in ruleSet.writtenOut(rule.constraint) { warn(of: part, rule.position) }
        }
    }

    private static func warn(of constraint: Constraint, _ position: SourcePosition?) {
        for value in constraint.options.values {
            if case .rule(let inner) = value { warn(of: inner, position) }
        }
        guard Registry.withSchemas.about(constraint.type).subject == .file,
            case .value(.text(let directory))? = constraint.options["directory"]
        else { return }
        var status = stat()
        guard stat(directory, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else { return }
        let place = position.map { "\($0): " } ?? ""
        StandardError.line(
            "\(place)warning: the directory '\(directory)' of this rule does not exist: the rule rejects all files")
    }
}
