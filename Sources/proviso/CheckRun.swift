import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

/// What `check` does, by options from wherever they were read.
struct CheckRun {
    var rules: RuleOptions
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var reading = RunOptions()
    var writing = OutputOptions()
    var checkpoint: String?
    var checkpointInterval = Self.usualInterval
    var data: [String] = []

    static let usualInterval = 5.0

    func validate() throws {
        try writing.validate(inputs: data, reading)
        guard checkpoint != nil else { return }
        if data.isEmpty || data.contains("-") {
            throw ValidationError("--checkpoint needs files: standard input cannot be read again")
        }
        if writing.output == nil {
            throw ValidationError("--checkpoint needs --output: a shell empties the file it redirects to")
        }
    }

    func run() throws {
        if data.isEmpty, isatty(STDIN_FILENO) == 1 {
            throw ValidationError("no data: name a file, or pipe records to standard input")
        }
        let inputs = data.isEmpty ? ["-"] : data
        let settings = try reading.settings()
        let loaded = try rules.load(settings, plugins, language)
        let checkpoint = try checkpoint.map { try openCheckpoint($0, inputs) }
        let claims = try Claimed.make(for: loaded.plan, checkpoint, settings)
        let job = try loaded.job(
            writing.writers, claims: claims, maxErrors: writing.maxErrors, showsValues: writing.showValues)
        let outputs = try writing.open(resumedAt: checkpoint?.lengths)
        let result = Run(job, inputs: inputs, settings: settings, outputs: outputs, checkpoint: checkpoint)()
        report(result, job.localizer.localizer)
        if writing.format == .problem, result.summary.records > 1 {
            Messages.error("--format problem is for one record, but there are \(result.summary.records)")
            throw ExitCode.usage
        }
        if let signal = result.signal { throw ExitCode(128 + signal) }
        if result.hasFailed || loaded.pluginsFailed { throw ExitCode.failure }
        if result.summary.invalid > 0 { throw ExitCode.invalid }
    }

    private func openCheckpoint(_ path: String, _ inputs: [String]) throws -> Checkpoint {
        var identity = try rules.identity(plugins, language)
        identity += writing.identity
        identity += reading.identity
        identity += inputs.map { ($0, FileIdentity.text($0)) }
        do throws(Checkpoint.Failure) {
            return try Checkpoint(
                path: path, identity: identity, outputs: writing.writers.count, interval: checkpointInterval)
        } catch {
            switch error {
            case .unreadable(let reason): Messages.error("\(path): \(reason)")
            case .different(let name):
                Messages.error(
                    "\(path) is the checkpoint of another run: \(name) is not what it was; remove it to start anew")
            }
            throw ExitCode.usage
        }
    }

    private func report(_ result: Run.Result, _ localizer: Localizer) {
        if result.signal != nil {
            Messages.line("interrupted" + (checkpoint == nil ? "" : ": the same command goes on from here"))
        }
        // Nothing was read: why is said already.
        if result.hasFailed, result.summary.records == 0 { return }
        for line in result.summary.lines() { Messages.line(line) }
        if let remark = localizer.remark { Messages.line(remark) }
    }
}

/// The values that are compared across the records of a run.
enum Claimed {
    static func make(
        for plan: Plan, _ checkpoint: Checkpoint?, _ settings: Run.Settings
    ) throws -> RecordClaims? {
        guard plan.comparesRecords else { return nil }
        guard let checkpoint else { return RecordClaims(memoryLimit: settings.tableMemory) }
        do throws(SystemError) {
            return try checkpoint.keys(memoryLimit: settings.tableMemory)
        } catch {
            Messages.error("cannot compare the records: \(error.reason)")
            throw ExitCode.failure
        }
    }
}

extension ExitCode {
    static let invalid = ExitCode(1)
    static let usage = ExitCode(2)
    static let failure = ExitCode(3)
}
