import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command with options for reading inputs.
protocol TakesInputs: Command {
    var reading: RunOptions { get set }
}

/// How inputs are read, and on how many threads.
struct RunOptions {
    var jobs: Int?
    var memory: (text: String, bytes: Int)?
    var inputFormat = InputFormat.auto
    var delimiter: (text: String, byte: UInt8)?
    var data = DataFormat()
    var progress = Progress.Mode.auto

    private static let jobRange = 1...1024
    /// The maximum of `--memory`: more than any computer has.
    private static let mostGigabytes = 1 << 20

    static func options<Taker: TakesInputs>() -> [Option<Taker>] {
        let before: [Option<Taker>] = [
            .number(
                "--jobs", in: jobRange,
                help:
                    "The number of validating threads, which does not change the output; by default the number of processors."
            ) { $0.reading.jobs = $1 },
            .parsed(
                "--memory", value: "size", help: "The maximum memory for buffers and tables, such as 256M.",
                expected: "a size from 8M to \(mostGigabytes)G, such as 256M; without a unit it is in bytes", size
            ) { $0.reading.memory = $1 },
        ]
        let after: [Option<Taker>] = [
            .choice(
                "--progress", value: "mode", of: Progress.Mode.self, usual: "auto",
                help: "The display of the progress of a long run."
            ) { $0.reading.progress = $1 }
        ]
        return before.grouped(.run) + forms() + after.grouped(.run)
    }

    /// The options for the format of inputs.
    static func forms<Taker: TakesInputs>() -> [Option<Taker>] {
        [
            .choice(
                "--input-format", value: "format", of: InputFormat.self, usual: "auto",
                help: "The format of the inputs; by default recognized by the file's name and its first bytes."
            ) { $0.reading.inputFormat = $1 },
            .parsed(
                "--delimiter", value: "character", help: "The separator of the fields of a CSV file.",
                expected: "one ASCII character, such as ';', or '\\t'", delimiter
            ) { $0.reading.delimiter = $1 },
            .text(
                "--null", value: "text", need: .repeated, help: "A string that means null, such as NA."
            ) { $0.reading.data.nulls.append($1) },
            .text(
                "--records", value: "pointer", help: "The JSON Pointer of what holds the records of each document."
            ) {
                $0.reading.data.records = $1
            },
        ].grouped(.input) + tables().grouped(.input)
    }

    /// The options for the format of tables, as the key `table` of rule files has them.
    private static func tables<Taker: TakesInputs>() -> [Option<Taker>] {
        [
            .parsed(
                "--quote", value: "character", help: "The quotation mark around the fields of a table.",
                expected: "one ASCII character, such as \"'\"", quote
            ) { $0.reading.data.table.quote = $1 },
            .flag("--no-header", help: "The first row of a table is data; --columns has the names.") {
                $0.reading.data.table.header = false
            },
            .text("--columns", value: "names", help: "The names of a table's columns, separated by commas.") {
                $0.reading.data.table.columns = $1.split(separator: ",", omittingEmptySubsequences: false).map {
                    String($0)
                }
            },
            .text("--comment", value: "text", help: "What the lines of a table begin with that are comments.") {
                $0.reading.data.table.comment = $1
            },
            .number("--skip", in: 0...1_000_000, help: "The number of lines before the table.") {
                $0.reading.data.table.skip = $1
            },
            .parsed(
                "--encoding", value: "name", help: "The encoding of the inputs; UTF-8 by default.",
                expected: "one of " + TableFormat.Encoding.allCases.map(\.rawValue).joined(separator: ", "),
                { TableFormat.Encoding(named: $0) }
            ) { $0.reading.data.table.encoding = $1 },
            .choice(
                "--ragged", value: "what", of: TableFormat.Ragged.self, usual: "error",
                help: "What happens to a row with more or fewer fields than columns: 'pad' makes missing ones null."
            ) { $0.reading.data.table.ragged = $1 },
        ]
    }

    private static func quote(_ text: String) -> UInt8? {
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else { return nil }
        return byte
    }

    /// The option of commands that engines start once per processor.
    static func processJobs<Taker>(_ set: @escaping (inout Taker, Int) -> Void) -> Option<Taker> {
        .number(
            "--jobs", in: jobRange, usual: "1",
            help: "The number of validating threads; 1 by default, because engines start one process per processor.",
            set)
    }

    /// The size in bytes with its text, which is a part of the run's identity.
    private static func size(_ text: String) -> (text: String, bytes: Int)? {
        // `Int` would read a sign.
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true, let bytes = ByteSize.bytes(text),
            bytes >= 8 << 20, bytes <= mostGigabytes << 30
        else { return nil }
        return (text, bytes)
    }

    private static func delimiter(_ text: String) -> (text: String, byte: UInt8)? {
        if text == "\\t" { return (text, 0x09) }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""), byte != 0x0A, byte != 0x0D
        else { return nil }
        return (text, byte)
    }

    var settings: Run.Settings {
        var settings = Run.Settings(
            jobs: jobs, memory: memory?.bytes, format: inputFormat, delimiter: delimiter?.byte, progress: progress)
        settings.data = data
        settings.data.table.delimiter = delimiter?.byte
        return settings
    }

    /// Refuses a delimiter if no input is a table.
    func validate(inputs: [String]) throws {
        if settings.data.table.hasOneSign { throw UsageError("--delimiter and --quote must be different characters") }
        if let fault = settings.data.table.signFault {
            throw UsageError(data.table.columns == nil ? "--no-header: \(fault) (--columns)" : fault)
        }
        if let columns = data.table.columns, Set(columns).count < columns.count || columns.contains("") {
            throw UsageError("--columns: expected different names, separated by commas")
        }
        if data.table.comment?.isEmpty == true { throw UsageError("--comment: expected a character, such as '#'") }
        if let records = data.records, !records.hasPrefix("/") {
            let near = records.isEmpty ? "" : "; did you mean '/\(records.visible)'?"
            throw UsageError(
                "--records: expected a JSON Pointer, such as /data/items, found '\(records.visible)'\(near)")
        }
        if data.records != nil, let table = inputs.first(where: isTable) {
            throw UsageError("--records is for JSON, and \(table.visible) is a table, whose records are its rows")
        }
        guard delimiter != nil, !(inputs.isEmpty ? ["-"] : inputs).contains(where: isTable) else { return }
        throw UsageError("--delimiter is for tables, and no input is one: name it .csv or give --input-format csv")
    }

    /// Whether an input is read as a table.
    func isTable(_ path: String) -> Bool { kind(of: path) == .tables }

    /// What can be written to one file.
    enum Kind: String, CaseIterable {
        case tables
        case json = "JSON"
        case yaml = "YAML"
        case toml = "TOML"
    }

    /// How an input is read.
    func kind(of path: String) -> Kind {
        switch inputFormat == .auto ? InputFormat.named(path) : inputFormat {
        case .csv, .tsv: .tables
        case .yaml: .yaml
        case .toml: .toml
        case .auto, .json, .ndjson: .json
        }
    }

    /// A note about a table that a rule file with the key `records` is used for; `nil` if there is none.
    func note(on inputs: [String], _ plan: Plan) -> String? {
        guard let records = plan.ruleSet.data.records, let table = inputs.first(where: isTable) else { return nil }
        return "note: 'records: \(records)' is for JSON: the records of \(table) are its rows".visible
    }

    /// The options that must be the same for a resumed run.
    var identity: Checkpoint.Identity { formIdentity + [("--memory", memory?.text ?? "")] }

    /// The options that must be the same for all parts of a run.
    var formIdentity: Checkpoint.Identity {
        [
            ("--input-format", inputFormat.rawValue), ("--delimiter", delimiter?.text ?? ""),
            ("the format of the data", data == DataFormat() ? "" : "\(data)"),
        ]
    }
}
