import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// The command that compares two rule files on data.
struct DiffCommand: TakesRules, TakesPlugins, TakesLanguage, TakesInputs {
    enum Format: String, CaseIterable { case text, json, ndjson }

    var plugins = PluginOptions()
    var language = LanguageOptions()
    var reading = RunOptions()
    var files: [String] = []
    var rules = RuleOptions()
    var examples = 3
    var format = Format.text
    var verdicts = false
    var showValues = false

    static let name = "diff"
    static let summary = "Show what a change of rules changes for data."

    static var page: CommandPage {
        CommandPage(
            """
            Validates the data by the old and by the new rules, and counts the records whose verdict or findings differ, by \
            rule and with examples. A finding is the same in both if its path, code and severity are the same. See Docs/Diff.md.
            """,
            examples: [
                ("proviso diff old.yaml new.yaml data.ndjson", "Show which records become valid or invalid."),
                (
                    "proviso diff --format ndjson <(git show main:rules.yaml) rules.yaml data/*.csv",
                    "Compare with an earlier version, and list each record that differs."
                ),
            ],
            statuses: [
                ("0", "no difference"), ("1", "a difference"),
                ("2", "a mistake on the command line or in a rule file"),
                ("3", "an input could not be read, a plugin failed, or a value could not be validated"),
                ("130", "interrupted by SIGINT"), ("143", "interrupted by SIGTERM"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.reading() + [
            .text(
                "--scenario", value: "scenario", usual: RuleSet.defaultScenario, help: "The scenario to validate in."
            ) { $0.rules.scenario = $1 },
            RuleOptions.collection(),
        ] + PluginOptions.options() + LanguageOptions.options() + RunOptions.options() + [
            .choice(
                "--format", "-f", value: "format", of: Format.self, usual: "text", help: "The format of the output."
            ) {
                $0.format = $1
            },
            .number("--examples", in: 0...1000, usual: "3", help: "The number of examples of each change.") {
                $0.examples = $1
            },
            .flag("--show-values", help: "Show the values of examples in text and json.") { $0.showValues = true },
            .flag("--verdicts", help: "Exit with 1 only if a record becomes valid or invalid.") { $0.verdicts = true },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("old new data", .atLeastOne, help: "The old rule file or JSON Schema, the new one, and files of data.")
        {
            $0.files.append($1)
        }
    }

    func validate() throws {
        guard files.count > 2 else {
            throw UsageError(
                "expected an old rule file, a new rule file and files of data, found \(files.count) "
                    + (files.count == 1 ? "operand" : "operands"))
        }
        try language.validate()
        try reading.validate(inputs: Array(files[2...]))
        for (place, file) in files.enumerated() where StandardStreams.isInput(file) && place > 1 {
            throw UsageError("standard input cannot be read twice: write the data to a file first")
        }
        for file in files[..<2] where file == "-" {
            throw UsageError("a rule file cannot be '-': write '/dev/stdin'")
        }
        for file in files[2...] where Self.isPipe(file) {
            throw UsageError("'\(file)' is a pipe, which cannot be read twice: write the data to a file first")
        }
        try StandardStreams.refuseTwice(files)
    }

    private static func isPipe(_ file: String) -> Bool {
        var status = stat()
        guard file != "/dev/null", stat(file, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    func run() throws {
        try FileConflicts.check(files, rules, plugins, language)
        for file in files[2...] where access(file, R_OK) != 0 {
            throw ExitCode.failure.because("cannot read \(file.visible): \(SystemError().reason)")
        }
        var settings = reading.settings
        settings.progress = .none
        let inputs = Array(files[2...])
        let (old, oldLoaded) = try job(files[0], settings, .report)
        let (new, newLoaded) = try job(files[1], settings, .shard)
        for job in [old, new] {
            try Run.refuse(job, inputs: inputs, settings: settings)
        }
        let output = Output(descriptor: STDOUT_FILENO)
        let comparison = RunComparison(
            old: old, new: new, inputs: inputs, settings: settings, examples: format == .ndjson ? 0 : examples)
        let list: (RunDifference.RecordChange) -> Void = { output.write(DifferenceText.line($0) + "\n") }
        let result = try comparison(each: format == .ndjson ? list : nil)
        if result.old.isRefused || result.new.isRefused { throw ExitCode.usage }
        switch format {
        case .text: output.write(DifferenceText.text(result.difference))
        case .json: output.write(DifferenceText.json(result.difference) + "\n")
        case .ndjson: break
        }
        try StandardOutput.finish(output)
        try end(result, pluginsFailed: oldLoaded.pluginsFailed || newLoaded.pluginsFailed)
    }

    private func job(_ file: String, _ settings: Run.Settings, _ mode: Job.Mode) throws -> (Job, RuleOptions.Loaded) {
        let rules = rules.with(file)
        let loaded = try rules.load(settings, plugins, language)
        let uniqueValues = try loaded.uniqueValues(settings)
        let job = try loaded.job([TraceWriter()], uniqueValues: uniqueValues, mode: mode, showsValues: showValues)
        return (job, loaded)
    }

    private func end(_ result: RunComparison.Result, pluginsFailed: Bool) throws {
        if result.old.summary.records != result.new.summary.records {
            StandardError.line(
                "warning: the rule files read the data differently: records with the old one: \(result.old.summary.records), "
                    + "with the new one: \(result.new.summary.records) (keys 'records', 'table')")
        }
        for (file, run) in zip(files, [result.old, result.new]) {
            for note in run.summary.notes { StandardError.line("\(file.visible): \(note)") }
        }
        if let signal = result.old.signal ?? result.new.signal { throw ExitCode(128 + signal) }
        if result.old.hasFailed || result.new.hasFailed || pluginsFailed { throw ExitCode.failure }
        for run in [result.old, result.new] { try VerdictOptions.refuseFaults(of: run.summary) }
        let difference = result.difference
        let flips = difference.becameInvalid + difference.becameValid
        if verdicts ? flips > 0 : !difference.isEmpty { throw ExitCode.invalid }
    }
}
