import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins
import ProvisoProof

/// The command that finds probable mistakes in rule files.
struct LintCommand: TakesRules, TakesPlugins {
    var plugins = PluginOptions()
    var rules = RuleOptions()
    var json = false
    var quick = false
    var cost = false

    static let name = "lint"
    static let summary = "Find rules without effect, and rules against each other."

    static var page: CommandPage {
        CommandPage(
            """
            Of a project file, names patterns without files, and exceptions that have ended. Of rule files, names rules that \
            contradict, repeat or weaken others, rules that no scenario runs, rules for which no record was \
            found that they accept or reject, messages that no rule uses, and codes without a message in a language of the \
            file. Each line has the place and what to do.
            """,
            examples: [
                ("proviso lint --quick rules/*.yaml", "Only compare rules; do not search for records."),
                ("proviso lint --cost rules.yaml", "Find rules that look at all items for each item."),
            ],
            statuses: [
                ("0", "nothing was found"), ("1", "there is advice"),
                ("2", "a mistake on the command line or in a rule file"),
                ("3", "a plugin or an output failed"),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options() + RuleOptions.reading()
            + [
                RuleOptions.collection(),
                .flag("--quick", help: "Compare rules only; do not search for records.") { $0.quick = true },
                .flag("--cost", help: "Tell how the steps of each rule grow with a record; do nothing else.") {
                    $0.cost = true
                },
                .flag("--json", help: "Write a JSON array.") { $0.json = true },
            ]
    }

    static var operands: Operands<Self>? {
        Operands("rules", .atLeastOne, help: "Rule files, JSON Schemas, or project files.") {
            $0.rules.files.append($1)
        }
    }

    func run() throws {
        try FileConflicts.check([], rules, plugins)
        var (advice, isWanting) = ([RuleLint.Advice](), false)
        for file in rules.files {
            if ProjectFile.isProject(file) {
                advice += try Project.read(file).advice(plugins)
                continue
            }
            var rules = rules.with(file)
            rules.schemas.writingOut = WrittenOutSchemas.rules
            let loaded = try rules.load(Run.Settings(progress: .none), plugins, LanguageOptions())
            if loaded.pluginsFailed { throw ExitCode.failure }
            if cost {
                let costs = CostLint.lines(of: loaded.plan)
                advice += costs.lines
                isWanting = isWanting || costs.hasAdvice
                continue
            }
            let known = try KnownValues(rules).values
            advice += RuleLint.advice(on: loaded.plan, searches: !quick, known: known)
        }
        try StandardOutput.write(
            json ? Self.json(advice) : advice.map { $0.text(kind: cost ? "cost: " : "warning: ") + "\n" }.joined())
        if FaultLedger.hasQuarantined { throw ExitCode.failure }
        if cost ? isWanting : !advice.isEmpty { throw ExitCode.invalid }
    }

    private static func json(_ advice: [RuleLint.Advice]) -> String {
        let items = advice.map { advice -> AnyValue in
            var members: [AnyValue.Member] = []
            if let place = advice.position {
                members = [
                    AnyValue.Member("file", .text(place.file ?? "")),
                    AnyValue.Member("line", .integer(Int64(place.line))),
                    AnyValue.Member("column", .integer(Int64(place.column))),
                ]
            }
            members.append(AnyValue.Member("message", .text(advice.reason)))
            if let suggestion = advice.suggestion { members.append(AnyValue.Member("suggestion", .text(suggestion))) }
            return .object(members)
        }
        return AnyValue.list(items).json + "\n"
    }
}
