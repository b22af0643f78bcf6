import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoInit

/// The command that proposes a rule file from data.
struct InitCommand: TakesInputs {
    var reading = RunOptions()
    var output: String?
    var force = false
    var title: String?
    var data: [String] = []

    static let name = "init"
    static let summary = "Propose a commented rule file from data."

    static var page: CommandPage {
        CommandPage(
            """
            Reads the records and writes rules that they suggest, each with its evidence as a comment. Rules that nearly \
            fit are commented out. Files with the same attributes as the first one are parts of the same data; of others \
            only the keys are used, for 'exist'. The data is read twice or more, so it cannot be standard input or a pipe.
            """,
            examples: [
                ("proviso init people.csv --output rules.yaml", "Propose rules for a table."),
                ("proviso init orders.csv customers.csv", "Propose rules for orders, which name customers."),
            ],
            statuses: [
                ("0", "the rule file is written"),
                ("2", "a mistake on the command line, or the output exists"),
                ("3", "the data cannot be read, has no records, or the output failed"),
            ])
    }

    static var options: [Option<Self>] {
        RunOptions.forms() + [
            .text(
                "--output", "-o", value: "file", kind: .file,
                help: "The rule file to write; by default standard output."
            ) { $0.output = $1 },
            .flag("--force", help: "Replace the output if it exists.") { $0.force = true },
            .text("--title", value: "text", help: "The first line of the rule file.") { $0.title = $1 },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "The files with the records.") { $0.data.append($1) }
    }

    func validate() throws {
        if data.isEmpty { throw UsageError("no data: name a file with records") }
        for name in data {
            var status = stat()
            let isPipe = stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
            guard !StandardStreams.isInput(name), !isPipe else {
                throw UsageError("\(name): init reads the data twice: save it to a file first")
            }
        }
        try reading.validate(inputs: data)
        if let output, !force, access(output, F_OK) == 0 {
            throw UsageError("\(output): the file exists: choose another name, or replace it with --force")
        }
        try FileConflicts.check(data, output: output)
    }

    func run() throws {
        var settings = reading.settings
        do {
            let first = try firstProfile(&settings)
            var lookups: [RuleProposer.Lookup] = []
            var parts = [data[0]]
            for name in data.dropFirst() {
                let begin = try beginning(of: name, settings)
                if begin.isSimilar(to: first) {
                    try read(name, settings, into: first)
                    parts.append(name)
                } else {
                    let profile = DataProfile()
                    try read(name, settings, into: profile)
                    lookups.append(.init(file: name, collection: Self.collection(name), profile: profile))
                }
            }
            try write(first, parts, lookups, settings)
        } catch let fault as RecordReader.Fault {
            throw ExitCode.failure.because(fault.reason)
        }
    }

    /// Reads the first file, with the delimiter that makes it a table.
    private func firstProfile(_ settings: inout Run.Settings) throws -> DataProfile {
        if settings.data.table.delimiter == nil, reading.isTable(data[0]),
            try !beginning(of: data[0], settings).isTable
        {
            let plain = settings.data.table.delimiter
            settings.data.table.delimiter =
                try [";", "\t", "|"].compactMap(\.utf8.first).first { sign in
                    settings.data.table.delimiter = sign
                    return try beginning(of: data[0], settings).isTable
                } ?? plain
        }
        let profile = DataProfile()
        var isShort = true
        try RecordReader(data[0], settings: settings).each(
            broken: {
                profile.addBroken($0)
                isShort = isShort && Self.isShort($0)
            }, { profile.add($1) })
        // Some programs leave out empty fields at the end of a row.
        guard isShort, profile.broken > 0, settings.data.table.ragged == nil, reading.isTable(data[0]) else {
            return profile
        }
        settings.data.table.ragged = .pad
        let padded = DataProfile()
        try read(data[0], settings, into: padded)
        return padded
    }

    /// Whether the reason is that a row has fewer fields than the table has columns.
    private static func isShort(_ reason: String) -> Bool {
        guard let fields = reason.parts(between: ": ").last,
            fields.holds(" fields, but ") || fields.holds(" field, but ")
        else { return false }
        let numbers = fields.split(separator: " ").compactMap { Int($0) }
        return numbers.count == 2 && numbers[0] < numbers[1]
    }

    private struct Enough: Error {}

    private func beginning(of name: String, _ settings: Run.Settings) throws -> DataProfile {
        let profile = DataProfile()
        do {
            try RecordReader(name, settings: settings).each(broken: profile.addBroken) { _, record in
                profile.add(record)
                if profile.records == 20 { throw Enough() }
            }
        } catch is Enough {}
        return profile
    }

    private func read(_ name: String, _ settings: Run.Settings, into profile: DataProfile) throws {
        try RecordReader(name, settings: settings).each(broken: profile.addBroken) { profile.add($1) }
    }

    private func write(
        _ profile: DataProfile, _ parts: [String], _ lookups: [RuleProposer.Lookup], _ settings: Run.Settings
    ) throws {
        if profile.broken > 0 {
            StandardError.line(
                "note: \(profile.broken) \(profile.broken == 1 ? "record" : "records") could not be read, the first one: \(profile.faults[0])"
            )
        }
        guard profile.records > 0 else {
            throw ExitCode.failure.because("\(data[0]): no records: rules can only be proposed from data")
        }
        let proposer = RuleProposer(
            profile, lookups: lookups, title: title ?? "Rules for \(parts.joined(separator: ", "))",
            data: settings.data,
            own: Self.collection(data[0]), isTable: reading.isTable(data[0]))
        if settings.data.table.ragged == .pad, reading.settings.data.table.ragged == nil {
            proposer.notes.append("Some rows have fewer fields than the table has columns: the missing ones are null.")
        }
        do {
            repeat {
                try proposer.beginCheck()
                for name in parts {
                    try RecordReader(name, settings: settings).each(broken: { _ in }) {
                        try proposer.check($1, at: $0)
                    }
                }
            } while !proposer.endCheck()
        } catch let error as RuleSetError {
            throw ExitCode.failure.because("the proposed rules are wrong: \(error)")
        }
        guard let output else { return try StandardOutput.write(proposer.text) }
        if force { return try NewFile.write(proposer.text, to: output) }
        do throws(SystemError) {
            try NewFile.create(output, proposer.text)
        } catch {
            throw NewFile.refusal(output, error)
        }
    }

    /// The name of a file without directory and endings, as the name of a collection.
    private static func collection(_ name: String) -> String {
        let file = name.split(separator: "/").last ?? "keys"
        let stem = file.prefix { $0 != "." }
        return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
