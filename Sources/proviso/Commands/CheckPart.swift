import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// Files with the rules that check them: all of a run, or an entry of a project.
struct CheckPart {
    /// The options, with those of the entry.
    var command: CheckCommand
    /// Where the entry is.
    var entry: SourcePosition?
    var inputs: [String] = []
    var exceptions = Exceptions()
    var absent: [Coverage.EmptyInput] = []
    var notes: [String] = []
    /// The directories in which inputs were found.
    var directories: [String] = []

    init(command: CheckCommand, entry: SourcePosition? = nil) { (self.command, self.entry) = (command, entry) }

    /// A part whose rules are read.
    struct Ready {
        let inputs: [String]
        let settings: Run.Settings
        let loaded: RuleOptions.Loaded
        let checkpoint: Checkpoint?
        let job: Job
    }

    /// Reads the rules and everything else that the run needs, before the first output is opened.
    func ready(_ found: PluginOptions.Loaded) throws -> Ready {
        var settings = command.reading.settings
        if command.writing.quiet { settings.progress = .none }
        let language = command.language.writing(command.writing.mainFormat)
        let loaded = try command.rules.load(settings, command.plugins, language, found: found)
        for mistake in CaseCheck.mistakes(in: loaded.plan) { StandardError.line(mistake.text(kind: "warning: ")) }
        if !command.writing.quiet {
            let table = [command.reading.note(on: inputs, loaded.plan)].compactMap { $0 }
            for note in notes + loaded.notes + table { StandardError.line(note) }
        }
        let checkpoint = try command.checkpoint.map { try command.openCheckpoint($0, inputs, loaded.plugins) }
        let writing = command.writing
        var job = try loaded.job(
            writing.writers, uniqueValues: try loaded.uniqueValues(settings, checkpoint), maxErrors: writing.maxErrors,
            showsValues: writing.showValues, baseline: try writing.accepted())
        job.expected = try loaded.expectations(settings, writing: writing.writeProfile)
        if command.stats.isWanted { job.watch = .statistics }
        (job.exceptions, job.absent) = (exceptions, absent)
        try Run.refuse(job, inputs: inputs, settings: settings)
        return Ready(inputs: inputs, settings: settings, loaded: loaded, checkpoint: checkpoint, job: job)
    }
}
