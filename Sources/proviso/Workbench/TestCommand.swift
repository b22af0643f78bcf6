import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoProof

/// The command that runs the cases of rule files.
struct TestCommand: TakesRules, TakesPlugins {
    var plugins = PluginOptions()
    var rules = RuleOptions()
    var cases: [String] = []
    var format = CaseReport.Format.text
    var output: String?
    var locale = "en"
    var mutates = false
    var mutants: Int?
    var seed = 1
    var watches = false
    var coverage = true

    static let name = "test"
    static let summary = "Run the cases of rule files, and show what no case covers."

    static var page: CommandPage {
        CommandPage(
            """
            Cases are in the key 'tests' of a rule file, and beside rules.yaml in rules.cases.ndjson and rules.cases/: \
            *.ndjson has cases, valid/ and invalid/ have records. Writes the cases that failed, then the rules that no \
            case covers. --mutate changes the rules one by one, and shows which changes no case notices.
            """,
            examples: [
                ("proviso test --mutate rules.yaml", "Find out what the cases do not notice."),
                ("proviso test --format junit --output cases.xml rules/*.yaml", "Write a report for a build server."),
            ],
            statuses: [
                ("0", "all cases passed"), ("1", "a case failed, or with --mutate a change was not noticed"),
                ("2", "a mistake on the command line, in a rule file or in a case, or one cannot be read"),
                ("3", "an output could not be written, or a plugin failed"),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options() + RuleOptions.reading()
            + [
                .text(
                    "--cases", value: "path", kind: .file, need: .repeated,
                    help: "A file or a directory of further cases."
                ) {
                    $0.cases.append($1)
                },
                RuleOptions.collection(),
                .choice(
                    "--format", "-f", value: "format", of: CaseReport.Format.self, usual: "text",
                    help: "The format of the report."
                ) {
                    $0.format = $1
                },
                .text("--output", "-o", value: "file", kind: .file, help: "Write the report to this file.") {
                    $0.output = $1
                },
                .text("--locale", value: "locale", usual: "en", help: "The language of cases that name none.") {
                    $0.locale = $1
                },
                .flag("--no-coverage", help: "Do not look for rules that no case covers.") { $0.coverage = false },
                .flag("--mutate", help: "Change the rules one by one, and show which changes no case notices.") {
                    $0.mutates = true
                },
                .number(
                    "--mutants", in: 1...1_000_000,
                    help: "The number of changes of --mutate, chosen by the seed; by default all."
                ) {
                    $0.mutants = $1
                },
                .number(
                    "--seed", in: 0...Int.max, usual: "1", help: "The same seed gives the same changes and records."
                ) { $0.seed = $1 },
                .flag("--watch", help: "Run again when a rule file or a file of cases changes.") { $0.watches = true },
            ]
    }

    static var operands: Operands<Self>? {
        Operands("rules", .atLeastOne, help: "Rule files, or JSON Schemas.") { $0.rules.files.append($1) }
    }

    func validate() throws {
        _ = try LanguageOptions.canonical(locale)
        if mutants != nil, !mutates { throw UsageError("--mutants is for --mutate, which is missing") }
        if mutates, format != .text { throw UsageError("--mutate writes text: leave out --format \(format.rawValue)") }
    }

    func run() throws {
        guard watches else { return try runOnce().end() }
        try FileWatch.run(rules.files) { watched in
            watched = rules.files
            watched = try runOnce().files
        }
    }

    /// What one run of all files gave.
    private struct Round {
        var groups: [(file: String, results: [CaseResult])] = []
        var files: [String] = []
        var survivors = 0
        var pluginsFailed = false

        func end() throws {
            if pluginsFailed { throw ExitCode.failure }
            if survivors > 0 || groups.contains(where: { $0.results.contains { !$0.isPassed } }) {
                throw ExitCode.invalid
            }
        }
    }

    private func runOnce() throws -> Round {
        // What --mutate writes is for a file of cases.
        try FileConflicts.check(mutates ? [] : cases, rules, plugins, output: output)
        var round = Round()
        var notes: [String] = []
        for file in rules.files {
            let rules = rules.with(file)
            let loaded = try rules.load(Run.Settings(progress: .none), plugins, LanguageOptions())
            round.pluginsFailed = round.pluginsFailed || loaded.pluginsFailed
            var found = CaseFiles(loaded.plan.ruleSet, rules: file, others: cases)
            let tests = try found.tests()
            round.files += loaded.plan.ruleSet.files + found.files
            let results = try results(of: tests, loaded.plan)
            round.groups.append((file, results))
            notes.append(Self.summary(file, results))
            if mutates {
                let known = try KnownValues(rules).values
                round.survivors += try mutate(
                    loaded.plan,
                    tests.filter { test in results.contains { $0.isPassed && $0.test.position == test.position } },
                    known)
            } else if coverage {
                let coverage = CaseCoverage(loaded.plan, tests)
                notes += coverage.gaps.map(\.line) + coverage.tableGaps + coverage.branches
                if coverage.total > 0 {
                    notes.append(
                        "\(file): cases cover \(coverage.covered) of \(coverage.total) \(coverage.total == 1 ? "rule" : "rules")"
                    )
                }
            }
        }
        // With --mutate standard output has only cases, for a file of cases.
        let report = CaseReport.text(round.groups, format)
        if !mutates {
            try write(report)
        } else if !report.isEmpty {
            StandardError.lines(String(report.dropLast()))
        }
        for note in notes { StandardError.line(note) }
        return round
    }

    private func write(_ text: String) throws {
        if let output { try StandardOutput.write(text, instead: output) } else { try StandardOutput.write(text) }
    }

    private func results(of tests: [RuleTest], _ plan: Plan) throws -> [CaseResult] {
        let check = CaseCheck(plan)
        let mistakes = SuggestionWork.limited { tests.flatMap { check.mistakes(in: $0) } }
        for mistake in mistakes { StandardError.line(mistake.text(kind: "error: ")) }
        if !mistakes.isEmpty { throw ExitCode.usage }
        let runner = CaseRunner(plan, locale: locale)
        var results: [CaseResult] = []
        for test in tests {
            do throws(RuleSetError) {
                results.append(try runner.run(test))
            } catch {
                for diagnostic in error.diagnostics {
                    StandardError.line(
                        (test.position.map { "\($0): " } ?? "").visible + diagnostic.text(kind: "error: "))
                }
                throw ExitCode.usage
            }
        }
        return results
    }

    private static func summary(_ file: String, _ results: [CaseResult]) -> String {
        if results.isEmpty {
            return
                "\(file): there are no cases: add 'tests:' to the file, or 'proviso sample --rules \(file)' writes some"
        }
        let failed = results.count { !$0.isPassed }
        let cases = results.count == 1 ? "1 case" : "\(results.count) cases"
        return failed == 0 ? "\(file): \(cases) passed" : "\(file): \(failed) of \(cases) failed"
    }
}

extension TestCommand {
    /// Runs the mutants of a rule file and writes those that no case noticed; returns their number.
    func mutate(
        _ plan: Plan, _ tests: [RuleTest], _ known: @escaping (ProofTarget, Bool) -> [AnyValue]
    ) throws -> Int {
        let run = MutationRun(plan, tests, seed: UInt64(seed), known: known)
        run.run(run.mutants(mutants))
        for survivor in run.survivors {
            StandardError.line(survivor.mutant.line.visible)
            if let witness = survivor.witness {
                try StandardOutput.write(SampleText.line(witness, scenario: survivor.scenario) + "\n")
            } else if survivor.mutant.isOfTable {
                StandardError.line("    a case with 'records' at the limit, or just beyond it, would notice it")
            } else if survivor.isUndecided {
                StandardError.line("    \(Effort.reason)")
            } else {
                StandardError.line("    no record was found that would notice it: the change may make no difference")
            }
        }
        let total = run.killed + run.survivors.count
        let witnesses = run.survivors.count { $0.witness != nil }
        if run.untried > 0 { StandardError.line("\(run.untried) changes: \(Effort.reason)") }
        if total == 0 {
            StandardError.line("no change was tried: there is no rule that a change would weaken")
            return 0
        }
        StandardError.line(
            "cases noticed \(run.killed) of \(total) changes (\(Int(run.score * 100)) %)"
                + (witnesses > 0 ? "; the cases above on standard output notice \(witnesses) more" : ""))
        return run.survivors.count + run.untried
    }
}
