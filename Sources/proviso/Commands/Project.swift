import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A project file and the files that it names.
struct Project {
    /// The path of the project file, as messages show it.
    let path: String
    private let file: ProjectFile
    /// The directory of the project file, which everything that it names is below; empty for the current one.
    private let directory: String
    private let tree: FileTree
    private var diagnostics: [RuleSetError.Diagnostic] = []

    /// Reads a project file; throws its mistakes.
    init(_ path: String) throws(RuleSetError) {
        self.path = path
        file = try ProjectFile(contentsOf: path)
        directory = NamedFiles.directory(of: path)
        tree = FileTree(directory)
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
        let own = Set(ownFiles.compactMap { FilePlace($0) })
        for entry in file.entries {
            var part = CheckPart(command: command, entry: entry.position)
            project.apply(entry.settings, to: &part.command)
            if project.diagnostics.isEmpty { try add(entry.files, to: &part, besides: own) }
            parts.append(part)
        }
        if !project.diagnostics.isEmpty { throw RuleSetError(project.diagnostics).reported() }
        if let names { parts = try choose(names, of: parts) }
        for exception in try countingExceptions() {
            let files = try self.files(exception.file.value)
            let entry = Exceptions.Entry(
                place: exception.position.description, code: exception.code, path: exception.path)
            for index in parts.indices { parts[index].exceptions.add(entry, in: files, of: parts[index].inputs) }
        }
        return parts
    }

    private func add(_ patterns: [ProjectFile.Setting], to part: inout CheckPart, besides own: Set<FilePlace>) throws {
        for pattern in patterns {
            let files = try files(pattern.value, besides: own)
            if files.isEmpty {
                part.absent.append(
                    Coverage.EmptyInput(
                        file: "\(pattern.position): '\(pattern.value)'", reason: "matches no file", isRequired: true))
            }
            part.inputs = (part.inputs + files).withoutRepetition()
        }
    }

    /// The files that a pattern matches; a rule file is among them only if the pattern is its name.
    private func files(_ pattern: String, besides own: Set<FilePlace> = []) throws -> [String] {
        guard let parsed = FilePattern(pattern) else { return [] }
        let files = try InputFiles.find { () throws(FileTree.Failure) in try tree.files(parsed) }
        let isNamed = parsed.isLiteral && files.count == 1 && files[0].hasSuffix(pattern)
        return isNamed ? files : files.filter { file in FilePlace(file).map { !own.contains($0) } ?? true }
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
            report(setting, "cannot read \(path): \(SystemError().reason)")
        } catch {
            report(
                setting, "'\(name)' is not below the directory of the project file, where all files of a project are")
        }
        return nil
    }

    /// The entries' files among those that have these names.
    private func choose(_ names: [String], of parts: [CheckPart]) throws -> [CheckPart] {
        let places = Dictionary(names.compactMap { name in FilePlace(name).map { ($0, name) } }) { first, _ in first }
        var matched: Set<FilePlace> = []
        var chosen = parts.compactMap { part -> CheckPart? in
            var part = part
            part.inputs = part.inputs.filter { input in
                guard let place = FilePlace(input), places[place] != nil else { return false }
                matched.insert(place)
                return true
            }
            part.absent = []
            return part.inputs.isEmpty ? nil : part
        }
        for name in names where access(name, F_OK) != 0 {
            throw ExitCode.failure.because("\(name): \(SystemError().reason)")
        }
        let others = names.filter { name in FilePlace(name).map { !matched.contains($0) } ?? true }
        let reason = "is in no entry of \(path)"
        if chosen.isEmpty, var first = parts.first {
            (first.inputs, first.entry) = ([], nil)
            first.absent = others.map { Coverage.EmptyInput(file: $0, reason: reason) }
            chosen = [first]
        } else {
            for name in others { chosen[0].notes.append("note: \(name) \(reason): it was not checked") }
        }
        return chosen
    }

    /// Entries and exceptions without files, and exceptions that have ended.
    func advice() throws -> [RuleSetError.Diagnostic] {
        let inputs = Set(try parts(of: CheckCommand(), named: nil).flatMap(\.inputs))
        let patterns = try file.entries.flatMap(\.files).filter { try files($0.value).isEmpty }
        let others = try file.exceptions.map(\.file).filter { try inputs.isDisjoint(with: files($0.value)) }
        return patterns.map {
            RuleSetError.Diagnostic(position: $0.position, reason: "'\($0.value)' matches no file")
        }
            + others.map {
                RuleSetError.Diagnostic(
                    position: $0.position,
                    reason: "'\($0.value)' matches no file that an entry has: no finding is there")
            } + warnings(named: nil)
    }

    // MARK: exceptions

    /// The day, in UTC.
    private static var today: Substring {
        Instant(seconds: ValidationClock.system.now, nanoseconds: 0).text(fractionDigits: 0).prefix(10)
    }

    private static func hasEnded(_ exception: ProjectFile.Exception) -> Bool { exception.until < today }

    /// The exceptions whose day has not passed.
    private func countingExceptions() throws -> [ProjectFile.Exception] {
        file.exceptions.filter { !Self.hasEnded($0) }
    }

    /// A warning for each exception that has ended, and for each that named no finding; `nil` for those that were not needed.
    func warnings(named: [String: Int]?) -> [RuleSetError.Diagnostic] {
        file.exceptions.compactMap { exception in
            let reason: String
            if Self.hasEnded(exception) {
                reason =
                    "this exception has ended on \(exception.until) (\(exception.reason)): its findings count; "
                    + "mend the data, or give it another day"
            } else if let named, named[exception.position.description] == nil {
                reason = "this exception names no finding (\(exception.reason)): it can be removed"
            } else {
                return nil
            }
            return RuleSetError.Diagnostic(position: exception.position, reason: reason)
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
