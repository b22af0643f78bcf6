import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk
import ProvisoConformance

struct PluginTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Try a plugin at everything the plugin interface asks of it.",
        discussion: """
            Each case runs the plugin in a process of its own, which may crash or hang. It is confined as a worker \
            is: no files but libraries, no network, no other processes. Where the system has no Landlock or seccomp \
            the command says so, and the plugin may do what you may do.

            Exit status: 0 all cases passed or were skipped, 1 a case failed, 2 usage, or no plugin.
            """)

    @Option(help: "Write the results as JUnit XML to this file.", completion: .file())
    var junit: String?

    @Option(help: "What random values are made from.")
    var seed: UInt64 = 1

    @Option(help: "A text to try in every rule type, best a valid one; may be given more than once.")
    var value: [String] = []

    @Option(
        name: .customLong("case"), help: "Run only this case; may be given more than once.",
        completion: .list(ConformanceCase.all.map(\.name)))
    var cases: [String] = []

    @Option(help: "Seconds a case may take.")
    var patience = 30

    @Argument(help: "The plugin's file.", completion: .file())
    var file: String

    func validate() throws {
        let known = ConformanceCase.all.map(\.name)
        for name in cases where !known.contains(name) {
            throw ValidationError("no case '\(name)'; there are \(known.joined(separator: ", "))")
        }
        guard (1...3600).contains(patience) else { throw ValidationError("--patience is 1 to 3600 seconds") }
        guard !value.contains(where: { $0.utf8.contains(0) }) else { throw ValidationError("--value has a NUL") }
        guard let junit else { return }
        var conflicts = FileConflicts()
        conflicts.reads(file, as: "the plugin")
        try conflicts.writes(junit, as: "--junit")
    }

    func run() throws {
        var conformance = Conformance(file: file)
        conformance.seed = seed
        conformance.texts = value
        conformance.patience = patience
        conformance.names = Set(cases)
        let output = Output(descriptor: STDOUT_FILENO)
        let results = conformance.run { result in
            output.write("\(result)\n")
            output.flush()
        }
        try StandardOutput.finish(output)
        try writeJUnit(results)
        if let lacking = results.compactMap(\.lacking).first {
            Messages.line("The plugin ran unconfined: this system has no \(lacking)")
        }
        let failed = results.filter { $0.verdict == .failed }
        if failed.isEmpty { return Messages.line("\(file) passed") }
        Messages.line("\(file): \(failed.count) of \(results.count) failed")
        throw results.count == 1 && failed[0].test.name == "file" ? ExitCode.usage : ExitCode.invalid
    }

    private func writeJUnit(_ results: [ConformanceResult]) throws {
        guard let junit else { return }
        do throws(SystemError) {
            try NewFile.replace(junit, JUnit.xml(results, file: file), mode: 0o644)
        } catch {
            Messages.error("\(junit): \(error.reason)")
            throw ExitCode.usage
        }
    }
}
