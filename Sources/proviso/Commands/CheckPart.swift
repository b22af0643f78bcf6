import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// Files with the rules that check them: all of a run, or an entry of a project.
struct CheckPart {
    /// The options, with those of the entry.
    var command: CheckCommand
    /// The entry; `nil` for the files of the command line.
    var entry: Entry?
    var inputs: [String] = []
    var exceptions = Exceptions()
    var absent: [Coverage.EmptyInput] = []
    /// The patterns of the entry that match no file.
    var unmatched: [ProjectFile.Setting] = []
    var notes: [String] = []
    /// The directories in which inputs were found.
    var directories: [String] = []

    init(command: CheckCommand, entry: Entry? = nil) { (self.command, self.entry) = (command, entry) }

    /// An entry of a project file.
    struct Entry {
        let position: SourcePosition
        /// Its files, as findings about all of their records name them.
        let name: String
        /// Whether the inputs are only some of its files.
        var isPart: () -> Bool = { false }
    }

    /// Refuses options that do not fit the files.
    func validate() throws {
        try command.rules.places.mending {
            try command.reading.validate(inputs: inputs)
            try command.rules.validate(inputs: inputs)
        }
    }

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
        let (entry, isPart) = try whole(loaded.plan)
        var job = try loaded.job(
            writing.writers, uniqueValues: try loaded.uniqueValues(settings, checkpoint), maxErrors: writing.maxErrors,
            showsValues: writing.showValues, baseline: try writing.accepted())
        if !isPart { job.expected = try loaded.expectations(settings, writing: writing.writeProfile) }
        job.entry = entry
        if command.stats.isWanted { job.watch = .statistics }
        (job.exceptions, job.absent) = (exceptions, absent)
        try Run.refuse(job, inputs: inputs, settings: settings)
        return Ready(inputs: inputs, settings: settings, loaded: loaded, checkpoint: checkpoint, job: job)
    }

    /// The entry for the run, and whether rules about all records find only a part of its files.
    private func whole(_ plan: Plan) throws -> (entry: Job.Entry?, isPart: Bool) {
        guard let entry else { return (nil, false) }
        let isPart = !plan.dataset.isEmpty && entry.isPart()
        if isPart, command.writing.writeProfile != nil {
            throw UsageError(
                "--write-profile: a profile is of all files of an entry, and not all of \(entry.position) are named")
        }
        return (Job.Entry(name: entry.name, place: entry.position.description, isPart: isPart), isPart)
    }
}
