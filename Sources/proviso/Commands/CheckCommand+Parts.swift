import CommandTable
import Glibc
import Proviso
import ProvisoBulk

// What a run checks: the files of the command line by its rules, or those of a project.
extension CheckCommand {
    /// What is checked, and the project that says so; `nil` if the command line has the rules.
    func parts() throws -> (parts: [CheckPart], project: Project?) {
        let listed = try filesFrom.map { try InputFiles.listed(in: $0) }
        let names = data.isEmpty && listed == nil ? nil : data + (listed ?? [])
        if hasRules, let project {
            throw UsageError("--project \(project) and --rules: give one of them; the project file has its rules")
        }
        if let path = try projectFile() {
            let project = try Project.read(path)
            return (try parts(of: project, names), project)
        }
        guard hasRules else {
            throw UsageError(
                "the option '--rules <file>' is missing, or '--schema <file>' or '--contract <file>'; without them 'check' "
                    + "does what \(ProjectFile.names[0]) says, and there is none here: see Docs/Projects.md")
        }
        var part = CheckPart(command: self)
        let files = try InputFiles(names ?? rules.inputs([])) { ownFiles }
        (part.inputs, part.absent, part.notes) = (files.paths, files.absent, files.notes)
        part.directories = files.directories
        return ([part], nil)
    }

    /// The project file, if the command line has no rules; `nil` if there is none.
    func projectFile() throws -> String? { hasRules ? nil : try project ?? Project.found() }

    private var hasRules: Bool { !rules.files.isEmpty || !rules.schemas.files.isEmpty || rules.contract != nil }

    private func parts(of project: Project, _ names: [String]?) throws -> [CheckPart] {
        if names?.contains(where: StandardStreams.isInput) ?? false {
            throw UsageError(
                "standard input has no name that \(project.path) could have rules for: give them with --rules")
        }
        if checkpoint != nil { throw UsageError("--checkpoint is for one set of rules: give --rules, and files") }
        if stats.isWanted { throw UsageError("--stats is for one set of rules: give --rules, and files") }
        let files = try names.map { try InputFiles($0) { ownFiles + [project.path] } }
        var parts = try project.parts(of: self, named: files?.paths)
        if writing.quiet { return parts }
        var notes = files?.notes ?? []
        if project.path.contains("/"), self.project == nil {
            notes.insert("note: the project file is \(project.path)", at: 0)
        }
        if names != nil {
            notes += parts.compactMap { part in
                part.entry.map {
                    "note: \($0.position) has the rules for \(Self.shown(part.inputs)): \(part.command.rules.shown)"
                }
            }
        }
        parts[0].notes = notes + parts[0].notes
        return parts
    }

    private static func shown(_ files: [String]) -> String {
        files.count == 1 ? files[0] : "\(files.count) files"
    }

    /// The files of the run itself, which are left out of a directory that has them.
    private var ownFiles: [String] {
        let included = try? RuleSet(contentsOf: rules.files, includeRoot: rules.includeRoot, typed: rules.typed()).files
        return rules.files + (included ?? []) + rules.schemas.paths
            + [rules.contractPath, writing.baseline].compactMap { $0 }
            + writing.files.map(\.path) + [stats.output, filesFrom].compactMap { $0 }
            + (checkpoint.map(Checkpoint.files) ?? [])
    }

    /// The files whose changes --watch sees.
    func watched(_ parts: [CheckPart], _ ruleFiles: [String], _ project: Project?) -> [String] {
        let inputs = parts.flatMap(\.inputs)
        // A file that comes or goes changes its directory.
        let directories = inputs.map(NamedFiles.directory) + parts.flatMap(\.directories)
        let top = project.map { [$0.path, NamedFiles.directory(of: $0.path)] } ?? []
        let others = parts.flatMap { part in
            part.command.rules.files + ((try? Array(part.command.rules.collections().values)) ?? [])
                + [part.command.writing.baseline].compactMap { $0 }
        }
        let all = inputs + ruleFiles + others + (directories + top).map { $0.isEmpty ? "." : $0 }
        return all.withoutRepetition()
    }
}
