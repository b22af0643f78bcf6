import Foundation
import Testing

/// The built tool, run as people run it.
struct Tool {
    struct Result {
        let status: Int32
        let signal: Int32?
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// It stands in the build folder beside the tests.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "proviso").path()

    let folder: URL

    /// Makes a folder with a rule file; the folder goes when the test ends.
    init(rules: String = Tool.rules) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "proviso-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Array(rules.utf8), to: "rules.yaml")
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: configuration)
    }

    /// What the user decided lies outside of the folder in which the tool runs, as a home does.
    var configuration: URL { folder.appendingPathExtension("config") }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: folder.appending(path: name))
        return name
    }

    /// Runs the tool in the folder, or the program that runs it.
    func run(
        program: String = Tool.path, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ["XDG_CONFIG_HOME": configuration.path()].merging(environment) { $1 }
        let names = ["input", "output", "errors"].map { ".\($0)-\(UUID().uuidString)" }
        try write(input, to: names[0])
        for name in names.dropFirst() { try write([], to: name) }
        let files = names.map { folder.appending(path: $0) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }

    /// Runs the tool with standard input coming in pieces, some time apart.
    func run(_ arguments: [String], pieces: [[UInt8]]) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ["XDG_CONFIG_HOME": configuration.path()]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        Self.withoutPipeSignal {
            for piece in pieces {
                // A tool that has seen enough reads no more.
                guard (try? input.fileHandleForWriting.write(contentsOf: Data(piece))) != nil else { break }
                usleep(20_000)
            }
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        func text(_ pipe: Pipe) -> String {
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        return Result(status: process.terminationStatus, signal: nil, output: text(output), errors: text(errors))
    }

    /// Makes writing to a closed pipe an error instead of the end of all tests.
    private static func withoutPipeSignal(_ body: () -> Void) {
        var (pipe, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        body()
        var now = timespec()
        sigtimedwait(&pipe, nil, &now)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Copies the tool to `bin/proviso` of the folder, with plugins that come with it; returns the directory of these.
    func install(_ plugins: [String: String]) throws -> URL {
        let built = URL(filePath: Self.path).deletingLastPathComponent()
        let bundled = folder.appending(path: "lib/proviso/bundled")
        let copies =
            plugins.map { ($0, bundled.appending(path: $1)) } + [("proviso", folder.appending(path: "bin/proviso"))]
        for (name, file) in copies {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: built.appending(path: name), to: file)
        }
        return bundled
    }

    /// Checks records from standard input by the folder's rule file.
    func check(_ input: String, _ arguments: String...) throws -> Result {
        try run(["check", "--rules", "rules.yaml", "--locale", "en"] + arguments, input: Array(input.utf8))
    }

    static let rules = """
        labels:
          name: { en: Name, de: Name, ar: الاسم }
          age: { en: Age, de: Alter }
        optional: [items]
        rules:
          - [name, required]
          - [age, integer, { min: 18 }]
          - [items.*.sku, required]
          - { attributes: age, type: required, severity: warning, on: strict }
          - { attributes: city, type: required, on: strict }
        messages:
          en: { required.blank: "{attribute} is missing.", number.tooSmall: "{attribute} is below {min}." }
          de: { required.blank: "{attribute} fehlt.", number.tooSmall: "{attribute} unter {min}." }
        """
}
