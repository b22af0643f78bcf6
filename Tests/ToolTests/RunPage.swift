import Foundation
import Testing

/// A page of Markdown whose commands are run in an empty directory, from top to bottom.
///
/// A comment before a block of code says what the block is:
/// - `<!-- file: NAME -->`: the reader saves it under this name; `<!-- append: NAME -->`: at the end of the file.
/// - `<!-- change: NAME -->`: a difference that the reader makes to this file.
/// - `<!-- run -->`: lines with `$ ` are commands, the others what they print. A line with `…` alone stands for any lines.
struct RunPage {
    enum Step {
        case file(name: String, text: String, isAppended: Bool)
        case change(name: String, text: String)
        case command(line: Int, text: String, output: [String])
    }

    let name: String
    private(set) var steps: [Step] = []

    init(_ file: URL) throws {
        name = file.lastPathComponent
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        var mark: String?
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if let found = line.wholeMatch(of: /<!-- ((?:file|append|change): \S+|run) -->/) {
                mark = String(found.1)
            } else if line.hasPrefix("```") {
                let end = try #require(lines[index...].firstIndex(of: "```"), "\(name): a block without an end")
                if let mark { add(Array(lines[index..<end]), as: mark, from: index + 1) }
                mark = nil
                index = end + 1
            }
        }
    }

    private mutating func add(_ lines: [String], as mark: String, from number: Int) {
        let words = mark.split(separator: ": ").map(String.init)
        let text = lines.map { $0 + "\n" }.joined()
        switch words[0] {
        case "run":
            for (index, line) in lines.enumerated() where line.hasPrefix("$ ") {
                let output = lines[(index + 1)...].prefix { !$0.hasPrefix("$ ") }
                steps.append(
                    .command(line: number + index, text: String(line.dropFirst(2)), output: Array(output)))
            }
        case "change": steps.append(.change(name: words[1], text: text))
        default: steps.append(.file(name: words[1], text: text, isAppended: words[0] == "append"))
        }
    }

    /// Runs all steps, and compares what the commands print.
    func run() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let directory = tool.folder.appending(path: "reader")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        var shell = Shell(directory: directory, home: tool.configuration)
        for step in steps {
            switch step {
            case .file(let name, let text, let isAppended):
                let file = shell.directory.appending(path: name)
                let before = isAppended ? try String(contentsOf: file, encoding: .utf8) : ""
                try Data((before + text).utf8).write(to: file)
            case .change(let name, let text):
                try Data(text.utf8).write(to: directory.appending(path: ".change"))
                let result = try shell.run("git apply \(directory.path())/.change")
                try #require(result.status == 0, "\(self.name): \(name) cannot be changed: \(result.lines)")
            case .command(let line, let text, let output):
                let found = try shell.run(text).lines
                #expect(Self.agrees(found, with: output[...]), "\(name):\(line): \(text) prints \(found)")
            }
        }
    }

    /// Whether lines are those that a page shows.
    private static func agrees(_ found: [String], with shown: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return found.isEmpty }
        let rest = shown.dropFirst()
        guard first == "…" else { return found.first == first && agrees(Array(found.dropFirst()), with: rest) }
        return (0...found.count).contains { agrees(Array(found.dropFirst($0)), with: rest) }
    }

    /// A shell that a person types commands in: it remembers the directory and the last exit status.
    private struct Shell {
        private(set) var directory: URL
        private let home: URL
        private var status: Int32 = 0

        init(directory: URL, home: URL) { (self.directory, self.home) = (directory, home) }

        mutating func run(_ command: String) throws -> (status: Int32, lines: [String]) {
            let tools = URL(filePath: Tool.path).deletingLastPathComponent().path()
            let file = FileManager.default.temporaryDirectory.appending(path: "proviso-page-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "(exit \(status))\n\(command)\nstatus=$?; pwd > '\(file.path())'; exit $status"]
            process.currentDirectoryURL = directory
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            process.environment = ["PATH": "\(tools):\(path)", "HOME": home.path(), "LC_ALL": "C.UTF-8"]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            status = process.terminationStatus
            if let place = try? String(contentsOf: file, encoding: .utf8) {
                directory = URL(filePath: String(place.prefix { $0 != "\n" }))
            }
            return (status, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast())
        }
    }
}
