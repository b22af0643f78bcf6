import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoContracts
import ProvisoPlugins

/// A command that validates by rules.
protocol TakesRules: Command {
    var rules: RuleOptions { get set }
}

/// The rules of a run.
struct RuleOptions {
    /// The rule files, in their order.
    var files: [String] = []
    /// The values of variables, as typed.
    var variables: [String] = []
    /// The directory that included files must be in; by default that of the rule file.
    var includeRoot: String?
    var schemas = SchemaOptions()
    /// The data contract, or the part of one, as typed.
    var contract: String? { didSet { read = contract.map(Self.read) } }
    /// The contract, read once; its mistakes are reported with those of the rules.
    private var read: Result<Contract, RuleSetError>?
    private var readContract: Contract? { try? read?.get() }
    var scenario = RuleSet.defaultScenario
    var collection: [String] = []
    /// Where a project file has the values; empty for those of the command line.
    var places = SettingPlaces()
    /// The project file that has no rules for the files; `nil` if there are rules.
    private var owner: String?

    /// No rules, because a project file has none for the files.
    static func none(of project: String) -> RuleOptions {
        var rules = RuleOptions()
        rules.owner = project
        return rules
    }

    static func options<Taker: TakesRules>() -> [Option<Taker>] {
        [
            .text(
                "--rules", "-r", value: "file", kind: .file, need: .repeated,
                help: "The rule file, YAML or JSON; several are read in their order, as if one file included them."
            ) { $0.rules.files.append($1) }
        ].grouped(.rules) + SchemaOptions.options().grouped(.rules)
            + [
                .text(
                    "--contract", value: "file", kind: .file,
                    help:
                        "A Table Schema, data package, CSV on the Web or Open Data Contract that the records must meet; "
                        + "FILE#NAME is one resource or object of it."
                ) { $0.rules.contract = $1 }
            ].grouped(.rules) + reading()
            + [
                .text(
                    "--scenario", value: "scenario", usual: RuleSet.defaultScenario,
                    help: "The scenario to validate in."
                ) { $0.rules.scenario = $1 },
                collection(),
            ].grouped(.rules)
    }

    /// The options of every command that reads rule files.
    static func reading<Taker: TakesRules>() -> [Option<Taker>] {
        [
            .text(
                "--set", value: "name=value", need: .repeated, help: "The value of a variable of the rule file."
            ) { $0.rules.variables.append($1) },
            .text(
                "--include-root", value: "directory", kind: .directory,
                help: "The directory that included files must be in, by default that of the rule file."
            ) { $0.rules.includeRoot = $1 },
        ].grouped(.rules)
    }

    static func collection<Taker: TakesRules>() -> Option<Taker> {
        .text(
            "--collection", value: "name=file", kind: .file, need: .repeated,
            help: "A file of records for the rules exist and unique."
        ) { $0.rules.collection.append($1) }
    }

    /// The same options for one file.
    func with(_ file: String) -> RuleOptions {
        var rules = self
        rules.files = [file]
        return rules
    }

    /// Reads the rule files and the schemas.
    func ruleSet() throws -> RuleSet {
        var ruleSet = try RuleSet(
            contentsOf: files, includeRoot: includeRoot, typed: typed(), at: places.named(.set))
        // The schema of an operation stays whole.
        if let writingOut = schemas.writingOut, schemas.operation == nil, !schemas.files.isEmpty {
            let made = try writingOut(schemas)
            ruleSet = files.isEmpty ? made : ruleSet.extending(made)
        } else {
            ruleSet.rules += try schemas.rules()
            ruleSet.files += schemas.paths
        }
        guard let read, let path = contractPath else { return ruleSet }
        var base = try read.get().ruleSet
        base.files = [path]
        if files.isEmpty, schemas.files.isEmpty { return base }
        return ruleSet.extending(base)
    }

    private static func read(_ contract: String) -> Result<Contract, RuleSetError> {
        Result { () throws(RuleSetError) in try Contract(contentsOf: contract) }
    }

    /// The file of the contract.
    var contractPath: String? { contract.map { JSONSchema.split($0).path } }

    /// The files to read if none is named: those of the contract, or else standard input.
    func inputs(_ named: [String]) -> [String] {
        if !named.isEmpty { return named }
        let described = readContract?.inputs ?? []
        return described.isEmpty ? ["-"] : described
    }

    /// The loaded rules with their plugins and language.
    struct Loaded {
        let plan: Plan
        /// Those that were found, and those that come with the tool and that rules need.
        let plugins: [LoadedPlugin]
        /// The plugins that rules need, if the report names them.
        let audit: [AuditedPlugin]?
        let pluginsFailed: Bool
        let rules: String
        let scenario: String
        let localizer: Localizer
        /// The first tag of `--locale`; `nil` if only the environment names a language.
        let locale: String?
        /// Notes about the collections.
        let notes: [String]

        func job(
            _ writers: [any ReportWriter], uniqueValues: UniqueValues?, mode: Job.Mode = .report, maxErrors: Int? = nil,
            showsValues: Bool = false, baseline: Baseline? = nil
        ) throws -> Job {
            var job = Job(
                plan: plan, steps: try plan.stepList(scenario),
                localizer: plan.localizer(localizer), writers: writers, uniqueValues: uniqueValues, mode: mode,
                locale: locale,
                maxErrors: maxErrors, showsValues: showsValues, rules: rules, baseline: baseline)
            job.audit = audit
            return job
        }

        /// What other files have, with which rules about all records compare theirs; `profile` is one that the run writes.
        func expectations(_ settings: Run.Settings, writing profile: String?) throws -> [Int: DatasetExpectation] {
            if profile != nil, !plan.dataset.contains(where: { $0.rule.measure == .drift }) {
                throw UsageError("--write-profile: no rule has the measure 'drift', so that there is nothing to write")
            }
            let written = profile.flatMap(FilePlace.init)
            do {
                let found = try DatasetFiles(plan, settings: settings) { path in
                    written.map { $0 == FilePlace(path) } ?? false
                }.expectations()
                if found.values.contains(where: { if case .firstProfile = $0 { true } else { false } }) {
                    StandardError.line("note: there is no profile yet, so that 'drift' compares nothing in this run")
                }
                return found
            } catch let failure as DatasetFiles.Failure {
                let diagnostic = RuleSetError.Diagnostic(position: failure.position, reason: failure.reason)
                StandardError.line(diagnostic.text(kind: "error: "))
                throw ExitCode.failure
            }
        }

        /// The values that are compared across the records of a run; `nil` if no rule compares records.
        func uniqueValues(_ settings: Run.Settings, _ checkpoint: Checkpoint? = nil) throws -> UniqueValues? {
            guard plan.comparesRecords else { return nil }
            guard let checkpoint else { return UniqueValues(memoryLimit: settings.tableMemory) }
            do throws(SystemError) {
                return try checkpoint.keys(memoryLimit: settings.tableMemory)
            } catch {
                throw ExitCode.failure.because("cannot compare the records: \(error.reason)")
            }
        }
    }

    /// The same with the JSON Schemas among the rule files where schemas are; `nil` if there are none.
    private var separated: RuleOptions? {
        let found = files.filter(JSONSchema.recognizes)
        if found.isEmpty { return nil }
        var rules = self
        rules.files.removeAll(where: found.contains)
        rules.schemas.files += found
        return rules
    }

    /// Loads plugins, catalogs and rules; reports errors on standard error.
    ///
    /// Collections are needed only where records are validated. Plugins that were found already are not looked for again.
    func load(
        _ settings: Run.Settings, _ plugins: PluginOptions, _ language: LanguageOptions, comparesRecords: Bool = true,
        readsCollections: Bool = true, found given: PluginOptions.Loaded? = nil
    ) throws -> Loaded {
        let own = Result { try self.ruleSet() }
        // No schema can be read as rules, so that only files that cannot are read a second time.
        if case .failure(let error) = own, error is RuleSetError, let separated {
            return try separated.load(
                settings, plugins, language, comparesRecords: comparesRecords, readsCollections: readsCollections,
                found: given)
        }
        _ = try typed()
        try schemas.validate()
        if files.isEmpty, schemas.files.isEmpty, contract == nil, owner == nil {
            throw UsageError("the option '--rules <file>' is missing, or '--schema <file>' or '--contract <file>'")
        }
        let found = try given ?? plugins.load()
        var registry = found.registry
        registry.services.comparesRecords = comparesRecords
        let store = FileStore(
            try collections(), at: places.named(.collection), memoryLimit: settings.tableMemory)
        registry.services.store = store
        var ruleSet = RuleSet()
        let plan = try PlanFile.read(pluginsFailed: found.failed) {
            ruleSet = try own.get()
            ruleSet.data = settings.data.over(ruleSet.data)
            return try Plan(ruleSet, registry: registry, catalogs: language.catalogs())
        }
        try checkScenario(of: plan, from: ruleSet)
        language.warnOfUnknownCodes(registry)
        FileRules.warn(of: ruleSet)
        for note in readContract?.notes ?? [] { StandardError.line(note.text(kind: "note: ")) }
        for warning in plan.warnings { StandardError.line(warning.text(kind: "warning: ")) }
        let used = registry.usedPlugins
        return Loaded(
            plan: plan, plugins: found.plugins + used.filter(\.isBundled),
            audit: plugins.audit ? used.map(AuditedPlugin.init) : nil, pluginsFailed: found.failed, rules: shown,
            scenario: scenario,
            localizer: language.localizer(in: plan.catalogs), locale: language.tags.first,
            notes: readsCollections ? try load(store, for: plan) : [])
    }

    /// The rule files, as messages name them.
    var shown: String { owner ?? (files + schemas.files + (contract.map { [$0] } ?? [])).joined(separator: ", ") }

    /// The values of `--set` by name.
    func typed() throws -> [String: String] {
        var values: [String: String] = [:]
        for text in variables {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--set: expected NAME=VALUE, such as maxAge=120, found '\(text)'")
            }
            if values.updateValue(parts[1], forKey: parts[0]) != nil {
                throw UsageError("--set \(parts[0]) is given twice")
            }
        }
        return values
    }

    /// Reads the collections; ends the tool if they or the rules that use them are invalid.
    private func load(_ store: FileStore, for plan: Plan) throws -> [String] {
        let steps = try plan.stepList(scenario)
        do throws(FileStore.Fault) {
            return try store.load(for: steps)
        } catch {
            for reason in error.reasons { StandardError.line(reason.text(kind: "error: ")) }
            throw error.isUsage ? ExitCode.usage : ExitCode.failure
        }
    }

    /// Reports an unknown scenario, with the position of a similar one.
    private func checkScenario(of plan: Plan, from ruleSet: RuleSet) throws {
        do throws(RuleSetError) {
            _ = try plan.stepList(scenario)
        } catch {
            let place = places[.scenario].map(\.description) ?? shown
            for diagnostic in error.diagnostics { StandardError.line("\(place): \(diagnostic.text(kind: "error: "))") }
            if let near = error.diagnostics.first?.suggestion, let place = Self.place(of: near, in: ruleSet) {
                StandardError.line("\(place): note: the scenario '\(near)' is named here")
            }
            throw ExitCode.usage
        }
        warnOfNoRules(in: plan, of: ruleSet)
    }

    /// Warns if no rule is active: the run would accept all records.
    private func warnOfNoRules(in plan: Plan, of ruleSet: RuleSet) {
        if !ruleSet.dataset.isEmpty || owner != nil { return }
        if ruleSet.rules.isEmpty {
            return StandardError.line("\(shown): warning: there are no rules: every record that can be read is valid")
        }
        guard let steps = try? plan.stepList(scenario), steps.count == 0 else { return }
        let others = Set(ruleSet.scenarios.keys).union(ruleSet.rules.flatMap { $0.on }).subtracting([scenario]).sorted()
        let list = others.isEmpty ? "" : "; there are: \(others.prefix(20).joined(separator: ", ")) (see --scenario)"
        StandardError.line("\(shown): warning: no rule is active in the scenario '\(scenario)'\(list)")
    }

    private static func place(of scenario: String, in ruleSet: RuleSet) -> SourcePosition? {
        ruleSet.positions[.scenario(scenario)]
            ?? ruleSet.rules.lazy.compactMap { $0.scenarioPositions[scenario] }.first
    }

    /// Refuses a collection from standard input if records come from there too: it can be read only once.
    func validate(inputs: [String]) throws {
        guard inputs.isEmpty || inputs.contains(where: StandardStreams.isInput) else { return }
        for (name, path) in try collections() where StandardStreams.isInput(path) {
            throw UsageError(
                "--collection \(name)=\(path): standard input has the records; name a file for the collection")
        }
    }

    func collections() throws -> [String: String] {
        var paths: [String: String] = [:]
        for text in collection {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(
                    "--collection: expected NAME=FILE, such as countries=countries.csv, found '\(text)'")
            }
            // An existing file that cannot be read is not a usage error: it is reported when it is read.
            guard parts[1] == "-" || access(parts[1], R_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) else {
                throw UsageError("--collection \(text): cannot read \(parts[1]): \(SystemError().reason)")
            }
            if let other = paths.updateValue(parts[1], forKey: parts[0]) {
                throw UsageError("--collection \(parts[0]) is given twice: \(other) and \(parts[1])")
            }
        }
        for (name, path) in readContract?.collections ?? [:] where paths[name] == nil { paths[name] = path }
        return paths
    }
}

/// Compiles plans from files.
enum PlanFile {
    /// Calls a closure that compiles a plan; reports its errors and ends the tool.
    static func read(pluginsFailed: Bool, _ make: () throws -> Plan) throws -> Plan {
        do {
            return try make()
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { StandardError.line(diagnostic.text(kind: "error: ")) }
            // Of a refused plugin in a directory of the user or the system, only what needs it is a failure.
            throw pluginsFailed || error.isFailure ? ExitCode.failure : ExitCode.usage
        } catch let error as CatalogError {
            throw ExitCode.usage.because(error.description)
        }
    }
}

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
