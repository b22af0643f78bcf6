import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

/// By what records are judged, and in which language that is said.
struct RuleOptions: ParsableArguments {
    @Option(help: "The rule file, YAML or JSON.")
    var rules: String

    @OptionGroup var plugins: PluginOptions

    @Option(help: "The language of the messages, a BCP 47 tag; several in falling order of preference, with commas.")
    var locale: String?

    @Option(help: "A directory of catalogs (*.arb) that go before those built in.")
    var locales: String?

    @Option(help: "The scenario to validate in.")
    var scenario = RuleSet.defaultScenario

    @Option(
        help: ArgumentHelp(
            "A file of records that exist and unique look in; may be given more than once.", valueName: "name=file"))
    var collection: [String] = []

    /// What a run needs of the rules.
    struct Loaded {
        let plan: Plan
        let pluginsFailed: Bool
        let scenario: String
        let tags: [String]
        /// What was asked for, and not only what the environment says.
        let locale: String?

        func job(
            _ writers: [any ReportWriter], claims: RecordClaims?, mode: Job.Mode = .report, maxErrors: Int? = nil,
            showsValues: Bool = false
        ) throws -> Job {
            Job(
                plan: plan, steps: try plan.stepList(scenario),
                localizer: plan.localizer(Localizer(preferring: tags, in: plan.catalogs)), writers: writers,
                claims: claims, mode: mode, locale: locale, maxErrors: maxErrors, showsValues: showsValues)
        }
    }

    /// Loads plugins, catalogs and rules; what is wrong is said on standard error.
    func load(_ settings: Run.Settings, comparesRecords: Bool = true) throws -> Loaded {
        let tags = requestedTags
        for tag in tags where LocaleTag.canonical(tag) == nil {
            throw ValidationError("'\(tag)' is not a BCP 47 language tag, such as de or pt-BR")
        }
        let found = try plugins.load()
        var registry = found.registry
        registry.services.comparesRecords = comparesRecords
        registry.services.store = FileStore(try collections(), memoryLimit: settings.tableMemory)
        do {
            let catalogs = try locales.map { try Catalogs.embedded.adding(directory: $0) } ?? .embedded
            let plan = try Plan(RuleSet(contentsOf: rules), registry: registry, catalogs: catalogs)
            _ = try plan.stepList(scenario)
            return Loaded(plan: plan, pluginsFailed: found.failed, scenario: scenario, tags: tags,
                locale: locale == nil ? nil : tags.first)
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { Messages.line(diagnostic.text(kind: "error: ")) }
            // A rule type that is missing because its plugin was refused is the plugin's failure.
            throw found.failed ? ExitCode.failure : ExitCode.usage
        } catch let error as CatalogError {
            Messages.error(error.description)
            throw ExitCode.usage
        }
    }

    private func collections() throws -> [String: String] {
        var paths: [String: String] = [:]
        for text in collection {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, access(parts[1], R_OK) == 0 else {
                throw ValidationError(
                    parts.count == 2
                        ? "--collection \(text): cannot read \(parts[1])"
                        : "--collection \(text): write NAME=FILE, such as countries=countries.csv")
            }
            paths[parts[0]] = parts[1]
        }
        return paths
    }

    /// What was asked for, else what the environment says.
    private var requestedTags: [String] {
        if let locale { return locale.split(separator: ",").map(String.init) }
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let name = names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty }
        return name.flatMap(LocaleTag.fromPOSIX).map { [$0] } ?? []
    }

    /// What a run that goes on must have the same.
    func identity() throws -> Checkpoint.Identity {
        var identity: Checkpoint.Identity = [
            ("the rule file", FileIdentity.hash(rules)), ("--scenario", scenario),
            ("the language", requestedTags.joined(separator: ",")), ("--locales", locales ?? ""),
            ("--plugins", plugins.plugins.joined(separator: ":")),
        ]
        for (name, path) in try collections().sorted(by: { $0.key < $1.key }) {
            identity.append(("--collection \(name)", FileIdentity.text(path)))
        }
        return identity
    }
}
