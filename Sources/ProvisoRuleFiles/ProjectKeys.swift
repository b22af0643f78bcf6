internal import ProvisoCore
internal import ProvisoMessages

/// The keys of a project file.
package enum ProjectKey: String, RuleFileKeys {
    case check, exceptions

    package static let subject = "a project file"
    package static let familiar = [
        "checks": "check", "validate": "check", "ignore": "exceptions", "exclude": "exceptions",
        "exception": "exceptions",
    ]

    package var about: RuleFileKey {
        switch self {
        case .check: .init(.list(.any), "what is checked: a list of entries, each with files and their rules")
        case .exceptions: .init(.list(.any), "findings that do not count until a day, each with the reason")
        }
    }
}

/// The keys of an entry of a project file; each except `files` is an option of `proviso check`.
package enum ProjectEntryKey: String, RuleFileKeys {
    case files, rules, schema, contract, scenario, set, collection, baseline
    case inputFormat = "input-format"
    case delimiter, encoding, records, null

    package static let subject = "an entry"
    package static let familiar = [
        "file": "files", "paths": "files", "path": "files", "glob": "files", "globs": "files", "data": "files",
        "rule": "rules", "format": "input-format", "collections": "collection", "variables": "set", "vars": "set",
        "nulls": "null", "sep": "delimiter", "separator": "delimiter", "charset": "encoding",
    ]

    package var about: RuleFileKey {
        switch self {
        case .files:
            .init(
                .list(.fileName), "the files: a pattern, or a list of them",
                ". A directory means the data in it. Required")
        case .rules:
            .init(.list(.fileName), "the rule file, or several", "; required, unless `schema` or `contract` is there")
        case .schema: .init(.list(.fileName), "a JSON Schema that each record must meet, or several")
        case .contract: .init(.fileName, "a Table Schema, data package or data contract")
        case .scenario: .init(.scenario, "the scenario to validate in")
        case .set: .init(.object, "values of variables of the rule file: `{ maxAge: 120 }`")
        case .collection: .init(.object, "files of records for `exist` and `unique`: `{ countries: countries.csv }`")
        case .baseline: .init(.fileName, "a file of `--write-baseline`, whose findings are accepted")
        case .inputFormat:
            .init(.word, "the format of the files: `csv`, `ndjson` …", "; by default recognized by their names")
        case .delimiter: .init(.word, "the separator of the fields of a table")
        case .encoding: .init(.encoding, "the encoding, such as windows-1252")
        case .records: .init(.pointer, "the JSON Pointer of what holds the records of each document")
        case .null: .init(.list(.string), "a string that means null, or several")
        }
    }

    /// Whether the value names a file of the project.
    package var isPath: Bool { [.rules, .schema, .contract, .collection, .baseline].contains(self) }
    /// Whether there may be several values.
    fileprivate var mayRepeat: Bool { [.files, .rules, .schema, .null].contains(self) }
    /// Whether the values have names.
    fileprivate var hasNames: Bool { self == .set || self == .collection }
    /// How the value is read, for errors.
    fileprivate var form: String {
        switch self {
        case .set: "expected values by name, such as { maxAge: 120 }"
        case .collection: "expected files by name, such as { countries: countries.csv }"
        default: mayRepeat ? "expected a string, or a list of strings" : "expected a string"
        }
    }
}

/// The keys of an exception.
package enum ProjectExceptionKey: String, RuleFileKeys {
    case file, code, path, until, reason

    package static let subject = "an exception"
    package static let familiar = [
        "files": "file", "attribute": "path", "field": "path", "date": "until", "expires": "until", "expiry": "until",
        "because": "reason", "why": "reason", "comment": "reason", "note": "reason",
    ]

    package var about: RuleFileKey {
        switch self {
        case .file:
            .init(
                .fileName, "the file, or a pattern of files",
                "; for what is about all records, the entry's pattern; required")
        case .code: .init(.code, "the code of the findings", "; required")
        case .path:
            .init(
                .path, "the attribute as the rules name it, such as `items.*.sku`, or the path of one value",
                "; without it, all")
        case .until: .init(.word, "the last day on which it counts, such as 2027-01-31", "; required")
        case .reason: .init(.word, "why the findings are accepted, for people", "; required")
        }
    }
}

/// Reads a project file, and collects the errors in its form.
struct ProjectReader: PartReader {
    var diagnostics: [RuleSetError.Diagnostic] = []
    private(set) var entries: [ProjectFile.Entry] = []
    private(set) var exceptions: [ProjectFile.Exception] = []

    mutating func read(_ root: RuleNode) {
        guard let pairs = root.mapping else {
            return report(root, "a project file must be a mapping with the key 'check'")
        }
        if !ProjectFile.isProject(root), RuleSetReader.isRuleFile(root) {
            return report(
                root, "this is a rule file, and not a project file: give it with --rules, and the files to check")
        }
        for (key, value) in pairs {
            switch known(key, ProjectKey.self) {
            case .check: for item in list(value, "check") { readEntry(item) }
            case .exceptions: for item in list(value, "exceptions") { readException(item) }
            case nil: continue
            }
        }
        if !ProjectFile.isProject(root) { report(root, "the key 'check' is missing") }
    }

    private mutating func list(_ node: RuleNode, _ name: String) -> [RuleNode] {
        if let items = node.list, !items.isEmpty { return items }
        // Having no exceptions any more is usual.
        if node.list == nil || name == ProjectKey.check.rawValue {
            let sample =
                name == ProjectKey.check.rawValue
                ? "- { files: data/*.csv, rules: rules.yaml }"
                : "- { file: data/old.csv, code: email.invalid, until: 2027-01-31, reason: \"…\" }"
            report(node, "\(name) must be a list, such as '\(sample)'")
        }
        return []
    }

    private mutating func readEntry(_ node: RuleNode) {
        guard let pairs = node.mapping else {
            return report(node, "an entry must be a mapping with the keys 'files' and 'rules'")
        }
        var entry = ProjectFile.Entry(position: node.position)
        for (key, value) in pairs {
            guard let name = known(key, ProjectEntryKey.self) else { continue }
            let settings = settings(name, value)
            if name == .files { entry.files += settings } else { entry.settings += settings }
        }
        let keys = Set(pairs.compactMap { $0.key.scalar })
        if !keys.contains(ProjectEntryKey.files.rawValue) { report(node, "the entry's key 'files' is missing") }
        let sources: [ProjectEntryKey] = [.rules, .schema, .contract]
        if !sources.contains(where: { keys.contains($0.rawValue) }) {
            report(node, "the entry's key 'rules' is missing, or 'schema' or 'contract'")
        }
        entries.append(entry)
    }

    private mutating func settings(_ key: ProjectEntryKey, _ node: RuleNode) -> [ProjectFile.Setting] {
        var settings: [ProjectFile.Setting] = []
        let before = diagnostics.count
        if key.hasNames {
            for (name, value) in node.mapping ?? [] {
                let text = key == .set && value.list != nil ? value.value.json : value.text
                if let text, let name = name.text, !name.isEmpty {
                    settings.append(ProjectFile.Setting(key: key, name: name, value: text, position: value.position))
                } else {
                    report(value, key.form)
                }
            }
        } else {
            let nodes = key.mayRepeat ? node.list ?? [node] : [node]
            for node in nodes {
                guard let text = node.text, !text.isEmpty || key == .null else {
                    report(node, key.form)
                    continue
                }
                if key == .files { checkPattern(text, node) }
                settings.append(ProjectFile.Setting(key: key, name: nil, value: text, position: node.position))
            }
        }
        if settings.isEmpty, diagnostics.count == before { report(node, key.form) }
        return settings
    }

    private mutating func checkPattern(_ text: String, _ node: RuleNode) {
        if let fault = FilePattern.fault(of: text) { report(node, fault) }
    }

    private mutating func readException(_ node: RuleNode) {
        guard let pairs = node.mapping else {
            return report(node, "an exception must be a mapping with the keys 'file', 'code', 'until' and 'reason'")
        }
        var values: [ProjectExceptionKey: RuleNode] = [:]
        for (key, value) in pairs {
            guard let name = known(key, ProjectExceptionKey.self) else { continue }
            values[name] = value
            if value.text?.isBlank ?? true { report(value, "expected a string") }
        }
        func text(_ key: ProjectExceptionKey) -> String? { values[key]?.text }
        for key in ProjectExceptionKey.allCases where key != .path && values[key] == nil {
            let why = key == .until ? ": the last day on which it counts, such as 2027-01-31" : ""
            report(node, "the exception's key '\(key.rawValue)' is missing\(why)")
        }
        guard let file = text(.file), let code = text(.code), let until = text(.until), let reason = text(.reason),
            let place = values[.file]?.position
        else { return }
        var day = until
        if day.withUTF8({ ISOReader.read($0, .date) }) == nil, let node = values[.until] {
            report(node, "expected a day, such as 2027-01-31, found '\(until)'")
        }
        if let node = values[.file] { checkPattern(file, node) }
        exceptions.append(
            ProjectFile.Exception(
                file: ProjectFile.Setting(key: .files, name: nil, value: file, position: place), code: code,
                path: text(.path), until: until, reason: reason, position: node.position,
                places: values.mapValues(\.position)))
    }
}
