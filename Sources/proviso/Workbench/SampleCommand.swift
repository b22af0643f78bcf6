import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins
import ProvisoProof

/// The command that makes records for rules.
struct SampleCommand: TakesRules, TakesPlugins {
    enum Format: String, CaseIterable { case cases, ndjson, json, csv }

    var rules = RuleOptions()
    var plugins = PluginOptions()
    var valid: Int?
    var invalid: Int?
    var seed = 1
    var format = Format.cases
    var only: [String] = []

    static let name = "sample"
    static let summary = "Make valid and invalid records for the rules of a rule file."

    static var page: CommandPage {
        CommandPage(
            """
            For each rule: valid records at its bounds, and invalid ones for which the rule is the only reason. Every record \
            is validated before it is written. By default each line is a case for 'proviso test'; the other formats have \
            the records alone, valid ones first. Rules for which there is no record are named on standard error, with the reason.
            """,
            examples: [
                ("proviso sample --rules rules.yaml > cases.ndjson", "Write cases for each rule."),
                ("proviso sample --rules rules.yaml --valid 100 --format csv", "Write a table of 100 valid records."),
            ],
            statuses: [
                ("0", "every rule has its samples"),
                ("1", "there is no sample for at least one rule, or fewer than wanted"),
                ("2", "a mistake on the command line or in the rule file"), ("3", "a plugin or an output failed"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options()
            + [
                .number(
                    "--valid", in: 0...1_000_000, help: "The number of valid records; by default those of each rule."
                ) {
                    $0.valid = $1
                },
                .number(
                    "--invalid", in: 0...1_000_000,
                    help: "The number of invalid records; by default those of each rule."
                ) {
                    $0.invalid = $1
                },
                .number("--seed", in: 0...Int.max, usual: "1", help: "The same seed gives the same records.") {
                    $0.seed = $1
                },
                .choice(
                    "--format", "-f", value: "format", of: Format.self, usual: "cases",
                    help: "Cases for 'proviso test', or the records as NDJSON, as a JSON list or as a table."
                ) { $0.format = $1 },
                .text("--rule", value: "id", need: .repeated, help: "Only for the rule with this id or number.") {
                    $0.only.append($1)
                },
            ]
    }

    func run() throws {
        try FileConflicts.check([], rules, plugins)
        var rules = rules
        rules.schemas.writingOut = WrittenOutSchemas.rules
        let loaded = try rules.load(Run.Settings(progress: .none), plugins, LanguageOptions())
        if loaded.pluginsFailed { throw ExitCode.failure }
        let maker: SampleMaker
        do throws(RuleSetError) {
            maker = try SampleMaker(
                loaded.plan, scenario: rules.scenario, seed: UInt64(seed),
                known: try KnownValues(rules).values)
        } catch {
            throw error.reported()
        }
        let targets = try chosen(maker.targets)
        let (samples, isComplete) =
            valid == nil && invalid == nil ? ofEachRule(maker, targets) : try counted(maker, targets)
        try write(samples, of: loaded.plan.ruleSet)
        if FaultLedger.hasQuarantined { throw ExitCode.failure }
        if !isComplete { throw ExitCode.invalid }
    }

    private func chosen(_ targets: [ProofTarget]) throws -> [ProofTarget] {
        let known = targets.map(\.id)
        for id in only where !known.contains(id) {
            throw UsageError(
                "--rule \(id): no rule with this id is active in the scenario '\(rules.scenario)'"
                    + Suggestion.hint(Suggestion.nearest(to: id, in: known)))
        }
        return only.isEmpty ? targets : targets.filter { only.contains($0.id) }
    }

    private func ofEachRule(_ maker: SampleMaker, _ targets: [ProofTarget]) -> ([Sample], Bool) {
        var found: [RuleSamples] = []
        for target in targets where !maker.isSpent { found.append(maker.samples(of: target)) }
        var isComplete = found.count == targets.count
        if !isComplete { StandardError.line("\(targets.count - found.count) more rules: \(Effort.reason)") }
        // A shape that contains itself has the same rule at several depths: one of them is enough.
        let (valid, invalid) = (found.filter { !$0.valid.isEmpty }, found.filter { !$0.invalid.isEmpty })
        for own in found {
            if let reason = own.validReason, !valid.contains(where: { $0.place == own.place }) {
                StandardError.line("\(own.place): no valid record: \(reason)")
                isComplete = false
            }
            if let reason = own.invalidReason, !invalid.contains(where: { $0.place == own.place }) {
                StandardError.line("\(own.place): no invalid record: \(reason)")
                isComplete = isComplete && own.target.rule.constraint.onlyChanges(in: maker.plan)
            }
        }
        return (found.flatMap { $0.valid + $0.invalid }, isComplete)
    }

    /// As many different records as are wanted, of all rules in turn.
    ///
    /// Those of a format with a record on each line are written at once, and not returned.
    private func counted(_ maker: SampleMaker, _ targets: [ProofTarget]) throws -> ([Sample], Bool) {
        var samples: [Sample] = []
        var isComplete = true
        for (wanted, make) in [(valid ?? 0, { maker.valid($0) }), (invalid ?? 0, { maker.invalid($0) })]
            as [(Int, (ProofTarget) -> Sample?)]
        {
            var seen: Set<AnyValue> = []
            var (found, misses): (Int, Int) = (0, 0)
            while found < wanted, misses < 3 * targets.count + 12, !targets.isEmpty, !maker.isSpent {
                guard let sample = make(targets[(found + misses) % targets.count]), seen.insert(sample.record).inserted
                else {
                    misses += 1
                    continue
                }
                if format == .cases || format == .ndjson {
                    try write([sample], of: maker.ruleSet)
                } else {
                    samples.append(sample)
                }
                (found, misses) = (found + 1, 0)
            }
            if found < wanted {
                isComplete = false
                StandardError.line(
                    "found \(found) different records of \(wanted): "
                        + (maker.isSpent
                            ? Effort.reason : "the rules allow no more, or another --seed finds them")
                )
            }
        }
        return (samples, isComplete)
    }

    private func write(_ samples: [Sample], of ruleSet: RuleSet) throws {
        let ordered = samples.filter(\.isValid) + samples.filter { !$0.isValid }
        let records = ordered.flatMap { $0.before + [$0.record] }
        switch format {
        case .cases:
            try StandardOutput.write(samples.map { SampleText.line($0, scenario: rules.scenario) + "\n" }.joined())
        case .ndjson: try StandardOutput.write(records.map { $0.json + "\n" }.joined())
        case .json: try StandardOutput.write(AnyValue.list(records).json + "\n")
        case .csv:
            // Without a column for what rules need 'check' would refuse the table; a value with members has none itself.
            let names = ruleSet.ruledAttributes
            let columns = names.filter { name in
                !name.holds("*") && name != "." && !names.contains { $0.hasPrefix("\(name).") }
            }
            let (text, omitted) = SampleText.table(records, as: ruleSet.data.table, attributes: columns)
            for path in omitted {
                StandardError.line("note: the table has no column for '\(path)', such as for lists: it is left out")
            }
            try StandardOutput.write(text)
        }
    }
}
