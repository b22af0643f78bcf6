import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command that reads inputs in a way that can be chosen.
protocol TakesInputs: Command {
    var reading: RunOptions { get set }
}

/// How inputs are read, and on how many threads.
struct RunOptions {
    var jobs: Int?
    var memory: (text: String, bytes: Int)?
    var inputFormat = InputFormat.auto
    var delimiter: (text: String, byte: UInt8)?
    var progress = Progress.Mode.auto

    private static let jobRange = 1...1024

    static func options<Taker: TakesInputs>() -> [Option<Taker>] {
        [
            .number(
                "--jobs", in: jobRange,
                help: "How many threads check, with the same output; as many as there are processors by default."
            ) { $0.reading.jobs = $1 },
            .parsed(
                "--memory", value: "size", help: "What buffers and tables may take in memory, such as 256M.",
                expected: "a size from 8M on, such as 256M", size
            ) { $0.reading.memory = $1 },
        ] + forms() + [
            .choice(
                "--progress", value: "mode", of: Progress.Mode.self, usual: "auto",
                help: "How the progress of a long run is shown."
            ) { $0.reading.progress = $1 }
        ]
    }

    /// The options that say what inputs are.
    static func forms<Taker: TakesInputs>() -> [Option<Taker>] {
        [
            .choice(
                "--input-format", value: "format", of: InputFormat.self, usual: "auto",
                help: "What the input is; told by the file's name and its first bytes by default."
            ) { $0.reading.inputFormat = $1 },
            .parsed(
                "--delimiter", value: "character", help: "What separates the fields of a CSV file.",
                expected: "one ASCII character, such as ';', or '\\t'", delimiter
            ) { $0.reading.delimiter = $1 },
        ]
    }

    /// The option of commands that engines start once a processor.
    static func processJobs<Taker>(_ set: @escaping (inout Taker, Int) -> Void) -> Option<Taker> {
        .number(
            "--jobs", in: jobRange, usual: "1",
            help: "How many threads check; 1 by default, since engines start a process a processor.", set)
    }

    /// The text with its bytes, as the identity of a run has the text.
    private static func size(_ text: String) -> (text: String, bytes: Int)? {
        // A sign is none of the size.
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true, let bytes = Size.bytes(text),
            bytes >= 8 << 20
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
        Run.Settings(
            jobs: jobs, memory: memory?.bytes, format: inputFormat, delimiter: delimiter?.byte, progress: progress)
    }

    /// Refuses a delimiter that nothing would be divided by.
    func validate(inputs: [String]) throws {
        guard delimiter != nil, !(inputs.isEmpty ? ["-"] : inputs).contains(where: isTable) else { return }
        throw UsageError("--delimiter is for tables, and no input is one: name it .csv or give --input-format csv")
    }

    /// Whether an input is read as a table.
    func isTable(_ path: String) -> Bool {
        [.csv, .tsv].contains(inputFormat == .auto ? InputFormat.named(path) : inputFormat)
    }

    /// What a run that goes on must have the same.
    var identity: Checkpoint.Identity { formIdentity + [("--memory", memory?.text ?? "")] }

    /// What all parts of a run must have the same.
    var formIdentity: Checkpoint.Identity {
        [("--input-format", inputFormat.rawValue), ("--delimiter", delimiter?.text ?? "")]
    }
}

/// What tells a file from others and from what it was before.
enum FileIdentity {
    static func text(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "none" }
        let time = status.st_mtim
        return "\(status.st_size) bytes, inode \(status.st_ino), \(time.tv_sec).\(time.tv_nsec)"
    }

    /// FNV-1a of a file's contents.
    static func hash(_ path: String) -> String {
        guard let bytes = try? SmallFile.read(path, limit: 1 << 26) else { return "none" }
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// The size and CRC-32 of a file that may be large; what is no regular file can be read only once.
    static func checksum(_ path: String) -> String { FileChecksum.text(path) ?? "no file" }
}
