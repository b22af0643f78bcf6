import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// The command that says what happened to every rule at one record.
struct ExplainCommand: TakesRules, TakesPlugins, TakesLanguage, TakesInputs {
    enum Format: String, CaseIterable {
        case text, json
    }

    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var reading = RunOptions()
    var terminal = TerminalOptions()
    var format = Format.text
    var number = 1
    var attribute: String?
    var data: [String] = []

    static let name = "explain"
    static let summary = "Say why a record is valid or invalid, rule by rule."

    static var page: CommandPage {
        CommandPage(
            """
            Writes for every rule, in order, whether it passed, failed, was skipped, was blocked by an earlier error or \
            belongs to another scenario, and why: the values of its conditions, of other attributes, and of the parts \
            of an expression. The verdict is that of check. FILE has records in any format that check reads.
            """,
            examples: [
                ("proviso explain --rules rules.yaml data.csv --record 7", "Explain the seventh record."),
                (
                    "proviso explain --rules rules.yaml --attribute state --format json record.json",
                    "Show the rules for one attribute as JSON."
                ),
            ],
            statuses: [
                ("0", "the record is valid"), ("1", "the record is invalid"),
                ("2", "a mistake on the command line or in the rule file, or there is no such record"),
                ("3", "the file or the record could not be read, a plugin failed, or a value could not be validated"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options() + LanguageOptions.options() + RunOptions.forms() + [
            .number(
                "--record", in: 1...Int.max, usual: "1", help: "The number of the record in the file, from 1."
            ) { $0.number = $1 },
            .text(
                "--attribute", value: "path",
                help: "Show only the rules for this attribute and for what is in it, such as items.0 or address."
            ) { $0.attribute = $1 },
            .choice("--format", "-f", value: "format", of: Format.self, usual: "text", help: "The format.") {
                $0.format = $1
            },
            .choice(
                "--color", value: "when", of: TerminalOptions.Color.self, usual: "auto",
                help: "When to use colors: auto uses them if standard output is a terminal."
            ) { $0.terminal.color = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("record", .any, help: "The file; '-' or none for standard input.") { $0.data.append($1) }
    }

    func validate() throws {
        if data.count > 1 { throw UsageError("explain is for one file, but there are \(data.count): name one") }
        try language.validate()
        try reading.validate(inputs: data)
        try rules.validate(inputs: data)
        try FileConflicts.check(inputs, rules, plugins, language)
    }

    private var inputs: [String] { data.isEmpty ? ["-"] : data }

    func run() throws {
        if data.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no record: name a file, or pipe records to standard input")
        }
        var settings = reading.settings
        settings.jobs = 1
        settings.progress = .none
        let loaded = try rules.load(settings, plugins, language.writing(format == .text ? .text : nil))
        for note in loaded.notes { StandardError.line(note) }
        let selected = try attribute.map { try known($0, in: loaded.plan) }
        let target = ExplainedRecord(number: number, plan: loaded.plan, scenario: loaded.scenario)
        let uniqueValues = try loaded.uniqueValues(settings)
        var job = try loaded.job([ExplanationReport(target)], uniqueValues: uniqueValues, mode: .shard)
        job.watch = .explanation(target)
        try Run.refuse(job, inputs: inputs, settings: settings)
        let output = Output(descriptor: STDOUT_FILENO)
        let result = Run(job, inputs: inputs, settings: settings, outputs: [output])()
        if result.isRefused { throw ExitCode.usage }
        if let signal = result.signal { throw ExitCode(128 + signal) }
        guard let explanation = target.explanation else { throw failure(target, result) }
        let turns = selected.map { explanation.turns(at: $0) } ?? explanation.turns
        write(
            explanation, turns, target, job.localizer, of: result.isWhole ? result.summary.records : nil, to: output)
        try StandardOutput.finish(output)
        if let nothing = nothing(explanation, result.summary) { StandardError.line("note: \(nothing)") }
        if let note = job.localizer.localizer.note { StandardError.line(note) }
        if loaded.pluginsFailed || explanation.report.violations.contains(where: { $0.code == .fault }) {
            throw ExitCode.failure
        }
        if !explanation.report.isValid { throw ExitCode.invalid }
    }

    /// That no rule ran for the record; `nil` if one did.
    private func nothing(_ explanation: Explanation, _ summary: Summary) -> String? {
        let ran = explanation.turns.contains { turn in
            switch turn.outcome {
            case .passed, .failed, .pending: true
            default: false
            }
        }
        if ran { return nil }
        return summary.records == 1
            ? summary.nothingChecked ?? "no rule ran for the record" : "no rule ran for the record"
    }

    /// Reports why there is no explanation.
    private func failure(_ target: ExplainedRecord, _ result: Run.Result) -> ExitCode {
        if let fault = target.fault {
            StandardError.error("\(target.file):\(fault.place.line):\(fault.place.column): \(fault.reason)")
            return .failure
        }
        let count = result.summary.records
        if result.hasFailed, count == 0 { return .failure }
        let name = inputs[0] == "-" ? "standard input" : inputs[0]
        let found = count == 0 ? "no records" : count == 1 ? "one record" : "\(count) records"
        StandardError.error("--record \(number): \(name) has \(found)")
        return .usage
    }

    /// The attribute, which rules must name: a name with positions is one of theirs with `*`.
    private func known(_ name: String, in plan: Plan) throws -> String {
        let wanted = ValuePath(name).components
        let names = plan.plannedRules(in: rules.scenario).map(\.attribute)
        let isKnown = names.contains { known in
            let own = ValuePath(known).components
            return zip(own, wanted).allSatisfy { $0 == $1 || $0 == .each }
        }
        if isKnown || names.isEmpty { return name }
        let near = Suggestion.hint(Suggestion.nearest(to: name, in: names))
        throw UsageError("--attribute: no rule names '\(name)'\(near)")
    }

    private func write(
        _ explanation: Explanation, _ turns: [RuleTurn], _ target: ExplainedRecord, _ localizer: ReportLocalizer,
        of count: Int?, to output: Output
    ) {
        if format == .json {
            let json = ExplanationJSON(localizer)
            return output.write(
                json.text(explanation, turns, file: target.file, record: target.number, at: target.place))
        }
        let verdict = explanation.report.isValid ? "valid" : "invalid"
        // The verdict is that of the whole record.
        let others = explanation.turns.count { $0.isFailure } - turns.count { $0.isFailure }
        let hidden =
            others > 0 ? "; \(others) more failed, which --attribute \((attribute ?? "").visible) leaves out" : ""
        let scenario = explanation.scenario == RuleSet.defaultScenario ? "" : " in the scenario \(explanation.scenario)"
        output.write(
            "\(target.file.visible):\(target.place.line): record \(target.number)\(count.map { " of \($0)" } ?? "") is \(verdict)"
                + "\(scenario.visible): \(ExplanationText.summary(turns))\(hidden)\n\n")
        for line in ExplanationText(localizer, palette: terminal.palette).lines(turns) { output.write(line + "\n") }
    }
}

extension RuleTurn {
    fileprivate var isFailure: Bool { if case .failed = outcome { true } else { false } }
}
