import ArgumentParser
import Glibc
import Proviso

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate records by a rule set.",
        discussion: """
            Reads JSON, JSON arrays and NDJSON. Writes one line a violation to standard output and a summary to \
            standard error.

            Exit status: 0 all valid, 1 invalid data, 2 usage or rule file, 3 input or plugin failure.
            """)

    @Option(help: "The rule file, YAML or JSON.")
    var rules: String

    @OptionGroup var plugins: PluginOptions

    @OptionGroup var language: LanguageOptions

    @Option(help: "The scenario to validate in.")
    var scenario = RuleSet.defaultScenario

    @Option(help: "How findings are written.")
    var format = Format.text

    @Argument(help: "Files; '-' or none for standard input.")
    var data: [String] = []

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, ndjson
    }

    func run() throws {
        if data.isEmpty, isatty(STDIN_FILENO) == 1 {
            throw ValidationError("no data: name a file, or pipe records to standard input")
        }
        let loaded = plugins.load()
        let run = try CheckRun(
            plan: plan(registry: loaded.registry, pluginsFailed: loaded.failed), scenario: scenario,
            language: language, format: format)
        var status = run.check(data.isEmpty ? ["-"] : data)
        if loaded.failed { status = .failure }
        throw status
    }

    private func plan(registry: Registry, pluginsFailed: Bool) throws -> Plan {
        try PlanFile.read(pluginsFailed: pluginsFailed) {
            let plan = try Plan(RuleSet(contentsOf: rules), registry: registry, catalogs: language.catalogs())
            _ = try plan.stepList(scenario)
            return plan
        }
    }
}

extension ExitCode {
    static let invalid = ExitCode(1)
    static let usage = ExitCode(2)
    static let failure = ExitCode(3)
}
