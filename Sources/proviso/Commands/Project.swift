import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A project file and the files that it names.
struct Project {
    /// The path of the project file, as messages show it.
    let path: String
    let file: ProjectFile
    /// The directory of the project file, which everything that it names is below; empty for the current one.
    let directory: String
    private var diagnostics: [RuleSetError.Diagnostic] = []

    /// Reads a project file; throws its mistakes.
    init(_ path: String) throws(RuleSetError) {
        self.path = path
        file = try ProjectFile(contentsOf: path)
        directory = NamedFiles.directory(of: path)
    }

    /// Reads the file; reports its mistakes and ends the tool.
    static func read(_ path: String) throws -> Project {
        do throws(RuleSetError) {
            return try Project(path)
        } catch {
            throw error.reported()
        }
    }

    /// The project file of the current directory, or of the nearest one above it in the same repository.
    static func found() throws -> String? {
        let levels = RootDirectory.plain(".").utf8.count { $0 == UInt8(ascii: "/") }
        var (directory, candidate) = ("", String?.none)
        for level in 0...levels {
            let files = ProjectFile.names.map { NamedFiles.path(of: $0, from: directory) }.filter {
                (try? SmallFile.check($0)) != nil
            }
            if candidate == nil, files.count > 1 {
                throw UsageError("there are \(files.joined(separator: " and ")): remove one, or give --project")
            }
            candidate = candidate ?? files.first
            if level == 0, candidate != nil { return candidate }
            // What is above a repository, or above a directory that is in none, may be anybody's.
            if access(NamedFiles.path(of: ".git", from: directory), F_OK) == 0 { return candidate }
            directory = NamedFiles.path(of: "..", from: directory)
        }
        return nil
    }

    // MARK: what is checked

    /// The entries with their files, as runs of `check`; with names only those of the entries' files that have these names.
    func parts(of command: CheckCommand, named names: [String]?) throws -> [CheckPart] {
        var (project, parts) = (self, [CheckPart]())
        let search = Search(tree: FileTree(directory, only: names), own: Set(ownFiles.compactMap { FilePlace($0) }))
        for entry in file.entries {
            var part = CheckPart(
                command: command, entry: CheckPart.Entry(position: entry.position, name: name(of: entry, in: directory))
            )
            project.apply(entry.settings, to: &part.command)
            if project.diagnostics.isEmpty { try add(entry.files, to: &part, search) }
            parts.append(part)
        }
        if !project.diagnostics.isEmpty { throw RuleSetError(project.diagnostics).reported() }
        if let names { parts = try choose(names, of: parts, command, search) }
        for exception in countingExceptions() {
            let files = try InputFiles.find { () throws(FileTree.Failure) in
                try search.files(exception.file.value, besidesOwn: false).files
            }
            let entry = Exceptions.Entry(
                place: exception.position.description, code: exception.code, path: exception.path)
            for index in parts.indices {
                let all = isOfAll(exception, files, parts[index]) ? [parts[index].entry?.name].compactMap(\.self) : []
                parts[index].exceptions.add(entry, in: (files + all).withoutRepetition())
            }
        }
        return parts
    }

    /// How files are looked for.
    private struct Search {
        let tree: FileTree
        /// The files that are data only where their whole names are written.
        let own: Set<FilePlace>

        /// The files that a pattern matches; a rule file is among them only if the pattern is its name.
        func files(_ pattern: String, besidesOwn: Bool = true) throws(FileTree.Failure) -> FileTree.Found {
            guard let parsed = FilePattern(pattern) else { return FileTree.Found() }
            let found = try tree.files(parsed)
            let isNamed = parsed.isLiteral && found.files.count == 1 && found.files[0].hasSuffix(pattern)
            if isNamed || !besidesOwn { return found }
            return found.filtered { file in FilePlace(file).map { !own.contains($0) } ?? true }
        }
    }

    private func add(_ patterns: [ProjectFile.Setting], to part: inout CheckPart, _ search: Search) throws {
        for pattern in patterns {
            let found = try InputFiles.find { () throws(FileTree.Failure) in try search.files(pattern.value) }
            if found.files.isEmpty {
                part.unmatched.append(pattern)
                part.absent.append(
                    Coverage.EmptyInput(
                        file: "\(pattern.position): '\(pattern.value)'", reason: "matches no file", isRequired: true))
            }
            part.inputs = (part.inputs + found.files).withoutRepetition()
            part.notes += InputFiles.note(of: found.unreadableNames, at: pattern.position.description)
        }
    }

    /// The project file, and what its entries name besides files to check.
    private var ownFiles: [String] {
        [path]
            + file.entries.flatMap(\.settings).filter { $0.key.isPath && $0.key != .collection }.map { setting in
                NamedFiles.path(of: Self.file(setting), from: directory)
            }
    }

    /// The path in a value, without a place in the file.
    private static func file(_ setting: ProjectFile.Setting) -> String {
        [.schema, .contract].contains(setting.key) ? JSONSchema.split(setting.value).path : setting.value
    }

    private mutating func apply(_ settings: [ProjectFile.Setting], to command: inout CheckCommand) {
        let given = command
        for setting in settings where !given.overrides(setting) {
            command.rules.places.add(setting)
            var value = setting.value
            if setting.key.isPath {
                guard let path = path(of: setting) else { continue }
                value = path + value.dropFirst(Self.file(setting).count)
            }
            let text = setting.name.map { "\($0)=\(value)" } ?? value
            do throws(UsageError) {
                try command.set("--" + setting.key.rawValue, to: text) { Suggestion.nearest(to: $0, in: $1) }
            } catch {
                report(setting, String(error.reason.dropFirst(2)))
            }
        }
    }

    private mutating func report(_ setting: ProjectFile.Setting, _ reason: String) {
        diagnostics.append(RuleSetError.Diagnostic(position: setting.position, reason: reason))
    }

    /// The path of a file that an entry names, which must be in the project; `nil` if it is not there.
    private mutating func path(of setting: ProjectFile.Setting) -> String? {
        let name = Self.file(setting)
        do throws(NamedFiles.Refusal) {
            let path = try NamedFiles([directory]).path(of: name, at: setting.position)
            if access(path, R_OK) == 0 { return path }
            report(setting, "cannot read \(path): \(SystemError().reason)\(NearFile.hint(for: path))")
        } catch {
            report(
                setting, "'\(name)' is not below the directory of the project file, where all files of a project are")
        }
        return nil
    }

    /// The entries' files among those that have these names; an entry without one is not run.
    private func choose(
        _ names: [String], of parts: [CheckPart], _ command: CheckCommand, _ search: Search
    ) throws -> [CheckPart] {
        let places = Set(names.compactMap { FilePlace($0) })
        for name in names where access(name, F_OK) != 0 {
            throw ExitCode.failure.because("\(name): \(SystemError().reason)\(NearFile.hint(for: name))")
        }
        var matched: Set<FilePlace> = []
        var chosen = zip(file.entries, parts).compactMap { entry, part -> CheckPart? in
            var part = part
            part.inputs = part.inputs.filter { FilePlace($0).map(places.contains) ?? false }
            let own = Set(part.inputs.compactMap { FilePlace($0) })
            matched.formUnion(own)
            part.absent = []
            part.entry?.isPart = { !isWhole(entry, own, search) }
            return part.inputs.isEmpty ? nil : part
        }
        let others = names.filter { name in FilePlace(name).map { !matched.contains($0) } ?? true }
        let reason = "is in no entry of \(path)"
        if chosen.isEmpty {
            var none = CheckPart(command: command)
            none.command.rules = .none(of: path)
            none.absent = others.map { Coverage.EmptyInput(file: $0, reason: reason) }
            return [none]
        }
        for name in others { chosen[0].notes.append("note: \(name) \(reason): it was not checked") }
        return chosen
    }

    /// Whether these are all files of an entry: what cannot be searched may have more.
    private func isWhole(_ entry: ProjectFile.Entry, _ places: Set<FilePlace>, _ search: Search) -> Bool {
        let all = Search(tree: FileTree(directory), own: search.own)
        return entry.files.allSatisfy { pattern in
            guard let found = try? all.files(pattern.value) else { return false }
            return found.files.allSatisfy { file in FilePlace(file).map(places.contains) ?? true }
        }
    }
}

extension CheckCommand {
    /// Whether the command line says what an entry says, too.
    fileprivate func overrides(_ setting: ProjectFile.Setting) -> Bool {
        func has(_ texts: [String]) -> Bool { texts.contains { $0.hasPrefix("\(setting.name ?? "")=") } }
        return switch setting.key {
        case .files, .rules, .schema, .contract: false
        case .scenario: rules.scenario != RuleSet.defaultScenario
        case .set: has(rules.variables)
        case .collection: has(rules.collection)
        case .baseline: writing.baseline != nil
        case .inputFormat: reading.inputFormat != .auto
        case .delimiter: reading.delimiter != nil
        case .encoding: reading.data.table.encoding != nil
        case .records: reading.data.records != nil
        case .null: !reading.data.nulls.isEmpty
        }
    }
}
