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

    @Option(help: "The language of the messages, a BCP 47 tag; several in falling order of preference, with commas.")
    var locale: String?

    @Option(help: "A directory of catalogs (*.arb) that go before those built in.")
    var locales: String?

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
        let tags = requestedTags
        for tag in tags where LocaleTag.canonical(tag) == nil {
            throw ValidationError("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR")
        }
        let loaded = try plugins.load()
        let run = try CheckRun(
            plan: plan(registry: loaded.registry, pluginsFailed: loaded.failed), scenario: scenario,
            tags: tags, format: format)
        var status = run.check(data.isEmpty ? ["-"] : data)
        if loaded.failed { status = .failure }
        throw status
    }

    private func plan(registry: Registry, pluginsFailed: Bool) throws -> Plan {
        do {
            let catalogs = try locales.map { try Catalogs.embedded.adding(directory: $0) } ?? .embedded
            let plan = try Plan(RuleSet(contentsOf: rules), registry: registry, catalogs: catalogs)
            _ = try plan.stepList(scenario)
            return plan
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { Messages.line(diagnostic.text(kind: "error: ")) }
            // A rule type that is missing because its plugin was refused is the plugin's failure.
            throw pluginsFailed ? ExitCode.failure : ExitCode.usage
        } catch let error as CatalogError {
            Messages.error(error.description)
            throw ExitCode.usage
        }
    }

    /// What was asked for, else what the environment says.
    private var requestedTags: [String] {
        if let locale { return locale.split(separator: ",").map(String.init) }
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let name = names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty }
        return name.flatMap(LocaleTag.fromPOSIX).map { [$0] } ?? []
    }
}

extension ExitCode {
    static let invalid = ExitCode(1)
    static let usage = ExitCode(2)
    static let failure = ExitCode(3)
}
