import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct RuleArguments: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The rule file, YAML or JSON.", valueName: "file"), completion: .file())
    var rules: String

    @Option(help: "The scenario to validate in.")
    var scenario = RuleSet.defaultScenario

    @Option(
        help: ArgumentHelp(
            "A file of records that exist and unique look in; may be given more than once.", valueName: "name=file"),
        completion: .file())
    var collection: [String] = []

    var options: RuleOptions { RuleOptions(rules: rules, scenario: scenario, collection: collection) }
}

/// By what records are judged.
struct RuleOptions {
    var rules: String
    var scenario = RuleSet.defaultScenario
    var collection: [String] = []

    /// What a run needs of the rules.
    struct Loaded {
        let plan: Plan
        let plugins: [LoadedPlugin]
        let pluginsFailed: Bool
        let rules: String
        let scenario: String
        let localizer: Localizer
        /// What was asked for by a tag, and not only what the environment says.
        let locale: String?

        func job(
            _ writers: [any ReportWriter], claims: RecordClaims?, mode: Job.Mode = .report, maxErrors: Int? = nil,
            showsValues: Bool = false, baseline: Baseline? = nil
        ) throws -> Job {
            Job(
                plan: plan, steps: try plan.stepList(scenario),
                localizer: plan.localizer(localizer), writers: writers, claims: claims, mode: mode, locale: locale,
                maxErrors: maxErrors, showsValues: showsValues, rules: rules, baseline: baseline)
        }
    }

    /// Loads plugins, catalogs and rules; what is wrong is said on standard error.
    func load(
        _ settings: Run.Settings, _ plugins: PluginOptions, _ language: LanguageOptions, comparesRecords: Bool = true
    ) throws -> Loaded {
        let found = try plugins.load()
        var registry = found.registry
        registry.services.comparesRecords = comparesRecords
        registry.services.store = FileStore(try collections(), memoryLimit: settings.tableMemory)
        let plan = try PlanFile.read(pluginsFailed: found.failed) {
            let plan = try Plan(RuleSet(contentsOf: rules), registry: registry, catalogs: language.catalogs())
            _ = try plan.stepList(scenario)
            return plan
        }
        return Loaded(
            plan: plan, plugins: found.plugins, pluginsFailed: found.failed, rules: rules, scenario: scenario,
            localizer: language.localizer(in: plan.catalogs), locale: language.tags.first)
    }

    func collections() throws -> [String: String] {
        var paths: [String: String] = [:]
        for text in collection {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--collection \(text): write NAME=FILE, such as countries=countries.csv")
            }
            guard access(parts[1], R_OK) == 0 else {
                throw ValidationError("--collection \(text): cannot read \(parts[1]): \(SystemError().reason)")
            }
            if let other = paths.updateValue(parts[1], forKey: parts[0]) {
                throw ValidationError("--collection \(parts[0]) is given twice: \(other) and \(parts[1])")
            }
        }
        return paths
    }
}
