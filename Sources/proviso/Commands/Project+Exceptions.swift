import Glibc
import Proviso
import ProvisoBulk

// The exceptions of a project file, and their mistakes.
extension Project {
    /// The files of an entry, as findings about all of their records name them: their patterns.
    func name(of entry: ProjectFile.Entry, in directory: String = "") -> String {
        let patterns = entry.files.map { NamedFiles.path(of: $0.value, from: directory) }
        return patterns.prefix(3).joined(separator: ", ") + (patterns.count > 3 ? ", …" : "")
    }

    /// Whether an exception for some files is also for what is about all records of an entry.
    ///
    /// It is if it names the entry, or one of its patterns, or all of its files.
    func isOfAll(_ exception: ProjectFile.Exception, _ files: [String], _ part: CheckPart) -> Bool {
        if !part.inputs.isEmpty, Set(files).isSuperset(of: part.inputs) { return true }
        guard let entry = file.entries.first(where: { $0.position == part.entry?.position }) else { return false }
        return names(exception, entry)
    }

    /// Whether an exception has the words of an entry.
    private func names(_ exception: ProjectFile.Exception, _ entry: ProjectFile.Entry) -> Bool {
        ([name(of: entry)] + entry.files.map(\.value)).contains(exception.file.value)
    }

    /// The day, in UTC.
    private static var today: Substring {
        Instant(seconds: ValidationClock.system.now, nanoseconds: 0).text(fractionDigits: 0).prefix(10)
    }

    private static func hasEnded(_ exception: ProjectFile.Exception) -> Bool { exception.until < today }

    /// The exceptions whose day has not passed.
    func countingExceptions() -> [ProjectFile.Exception] { file.exceptions.filter { !Self.hasEnded($0) } }

    /// A warning for each exception that has ended, and for each that named no finding; `nil` for those that were not needed.
    ///
    /// One with a mistake has that warning instead.
    func warnings(
        named: [String: Int]?, _ mistakes: [String: RuleSetError.Diagnostic] = [:]
    ) -> [RuleSetError.Diagnostic] {
        file.exceptions.compactMap { exception in
            let place = exception.position.description
            let reason: String
            if Self.hasEnded(exception) {
                reason =
                    "this exception has ended on \(exception.until) (\(exception.reason)): its findings count; "
                    + "mend the data, or give it another day"
            } else if let mistake = mistakes[place] {
                return mistake
            } else if let named, named[place] == nil {
                reason = "this exception names no finding (\(exception.reason)): it can be removed"
            } else {
                return nil
            }
            return RuleSetError.Diagnostic(position: exception.position, reason: reason)
        }
    }

    // MARK: mistakes

    /// Entries and exceptions without files, exceptions that have ended, and codes and attributes that no rule has.
    ///
    /// Mistakes in entries and their rules are reported, and end the tool.
    func advice(_ plugins: PluginOptions) throws -> [RuleSetError.Diagnostic] {
        var command = CheckCommand()
        command.plugins = plugins
        let parts = try parts(of: command, named: nil)
        for part in parts { try part.validate() }
        let found = try plugins.load()
        let plans = try parts.map { part in
            try part.command.rules.load(
                part.command.reading.settings, plugins, LanguageOptions(), found: found
            ).plan
        }
        let inputs = Set(parts.flatMap(\.inputs))
        let patterns = parts.flatMap(\.unmatched).map { pattern in
            RuleSetError.Diagnostic(position: pattern.position, reason: "'\(pattern.value)' matches no file")
        }
        let others = file.exceptions.filter { exception in
            inputs.isDisjoint(with: files(exception)) && !file.entries.contains { names(exception, $0) }
        }
        return patterns
            + others.map { exception in
                RuleSetError.Diagnostic(
                    position: exception.file.position,
                    reason: "'\(exception.file.value)' matches no file that an entry has: no finding is there")
            } + warnings(named: nil, mistakes(in: zip(parts, plans)))
    }

    private func files(_ exception: ProjectFile.Exception) -> [String] {
        FilePattern(exception.file.value).flatMap { try? FileTree(directory).files($0).files } ?? []
    }

    /// What no rule of its files can report, by the place of the exception.
    func mistakes(in parts: some Sequence<(CheckPart, Plan)>) -> [String: RuleSetError.Diagnostic] {
        var mistakes: [String: RuleSetError.Diagnostic] = [:]
        let exceptions = countingExceptions()
        if exceptions.isEmpty { return [:] }
        let parts = Array(parts)
        for exception in exceptions {
            let files = Set(files(exception))
            let plans = parts.filter { part, _ in
                !files.isDisjoint(with: part.inputs) || isOfAll(exception, Array(files), part)
            }.map(\.1)
            mistakes[exception.position.description] = ExceptionCheck(exception, plans).mistake
        }
        return mistakes
    }
}

/// Compares an exception with the rules of the files that it is about.
private struct ExceptionCheck {
    private let exception: ProjectFile.Exception
    private let plans: [Plan]

    init(_ exception: ProjectFile.Exception, _ plans: [Plan]) { (self.exception, self.plans) = (exception, plans) }

    /// What no rule has; `nil` if nothing is wrong, or if that is not known.
    var mistake: RuleSetError.Diagnostic? { plans.isEmpty ? nil : ofCode ?? ofPath }

    private var ofCode: RuleSetError.Diagnostic? {
        var codes: Set<String> = []
        for plan in plans {
            guard let reported = plan.reportedCodes else { return nil }
            codes.formUnion(reported.map(\.rawValue))
        }
        if codes.contains(exception.code) { return nil }
        return RuleSetError.Diagnostic(
            position: exception.places[.code],
            reason: "no rule of these files reports '\(exception.code)', so that this exception names no finding",
            suggestion: Suggestion.nearest(to: exception.code, in: codes.sorted()))
    }

    /// A name that is like none is not reported: rules may look at members that no rule names.
    private var ofPath: RuleSetError.Diagnostic? {
        guard let path = exception.path else { return nil }
        let names = plans.flatMap { $0.attributes.map(\.name) + $0.dataset.map(\.rule.name) }
        if names.contains(where: { Self.matches(path, $0) }) { return nil }
        guard let near = Suggestion.nearest(to: path, in: names.withoutRepetition()) else { return nil }
        return RuleSetError.Diagnostic(
            position: exception.places[.path],
            reason: "no rule of these files is about '\(path)', so that this exception names no finding",
            suggestion: near)
    }

    /// Whether a path is an attribute as rules name it, or one of its values.
    private static func matches(_ path: String, _ name: String) -> Bool {
        let (values, steps) = (path.split(separator: "."), name.split(separator: "."))
        return path == name
            || values.count == steps.count && zip(values, steps).allSatisfy { $0 == $1 || $1 == "*" }
    }
}
