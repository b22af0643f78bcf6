import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct RunArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many threads check; as many as there are processors by default. The output is always the same.",
            valueName: "number"))
    var jobs: Int?

    @Option(help: ArgumentHelp("What buffers and tables may take in memory, such as 256M.", valueName: "size"))
    var memory: String?

    @Option(
        help: ArgumentHelp(
            "What the input is; told by the file's name and its first bytes by default.", valueName: "format"),
        completion: .list(InputFormat.allCases.map(\.rawValue)))
    var inputFormat = RunOptions().inputFormat

    @Option(help: ArgumentHelp("What separates the fields of a CSV file.", valueName: "character"))
    var delimiter: String?

    @Option(
        help: ArgumentHelp("How the progress of a long run is shown.", valueName: "mode"),
        completion: .list(Progress.Mode.allCases.map(\.rawValue)))
    var progress = RunOptions().progress

    var options: RunOptions {
        RunOptions(jobs: jobs, memory: memory, inputFormat: inputFormat, delimiter: delimiter, progress: progress)
    }
}

/// How inputs are read, and on how many threads.
struct RunOptions {
    var jobs: Int?
    var memory: String?
    var inputFormat = InputFormat.auto
    var delimiter: String?
    var progress = Progress.Mode.auto

    func settings() throws -> Run.Settings {
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is a number from 1 to 1024") }
        var bytes: Int?
        if let memory {
            bytes = Size.bytes(memory)
            guard let bytes, bytes >= 8 << 20 else {
                throw ValidationError("--memory is a size from 8M on, such as 256M")
            }
        }
        var byte: UInt8?
        if let delimiter {
            byte = delimiter == "\\t" ? 0x09 : delimiter.utf8.first
            guard delimiter.utf8.count == 1 || delimiter == "\\t", byte != UInt8(ascii: "\""), byte != 0x0A else {
                throw ValidationError("--delimiter is one ASCII character, such as ';'")
            }
        }
        return Run.Settings(jobs: jobs, memory: bytes, format: inputFormat, delimiter: byte, progress: progress)
    }

    /// Refuses a delimiter that nothing would be divided by.
    func validate(inputs: [String]) throws {
        guard delimiter != nil, !(inputs.isEmpty ? ["-"] : inputs).contains(where: isTable) else { return }
        throw ValidationError("--delimiter is for tables, and no input is one: name it .csv or give --input-format csv")
    }

    /// Whether an input is read as a table.
    func isTable(_ path: String) -> Bool {
        [.csv, .tsv].contains(inputFormat == .auto ? InputFormat.named(path) : inputFormat)
    }

    /// What a run that goes on must have the same.
    var identity: Checkpoint.Identity {
        [("--input-format", inputFormat.rawValue), ("--delimiter", delimiter ?? ""), ("--memory", memory ?? "")]
    }
}

extension InputFormat: ExpressibleByArgument {}
extension Progress.Mode: ExpressibleByArgument {}

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
