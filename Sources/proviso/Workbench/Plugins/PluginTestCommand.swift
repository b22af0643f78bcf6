import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoConformance

struct PluginTestCommand: Command {
    var junit: String?
    var seed: UInt64 = 1
    var value: [String] = []
    var cases: [String] = []
    var patience = 30
    var strict = false
    var workerOnly = false
    var file = ""

    static let name = "test"
    static let summary = "Run the conformance tests against a plugin."

    static var page: CommandPage {
        CommandPage(
            """
            Each case runs the plugin in a separate process, which can crash or hang. It is confined like a worker: no \
            files except libraries, no network, no other processes. If the system has no Landlock or seccomp, the \
            command says so, and the plugin has your rights. An error is something that hosts or users suffer from; a \
            warning is style, such as a missing note for translators.
            """,
            examples: [
                (
                    "proviso plugin test ./iban.so --value DE02120300000000202051",
                    "Run all tests, with a valid value for the rule types."
                ),
                (
                    "proviso plugin test --strict --worker-only ./vat.so",
                    "Test a plugin that never runs in the host's process, and fail for warnings too."
                ),
            ],
            statuses: [
                ("0", "no case failed"), ("1", "a case failed"), ("2", "usage, or no plugin"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .text("--junit", value: "file", kind: .file, help: "Write the results as JUnit XML to this file.") {
                $0.junit = $1
            },
            .parsed(
                "--seed", value: "number", usual: "1", help: "The seed of the random values.",
                expected: "an integer from 0 to \(UInt64.max)", { NumberText.whole($0, as: UInt64.self) }
            ) { $0.seed = $1 },
            .text(
                "--value", value: "text", need: .repeated,
                help: "A value to try with every rule type, preferably a valid one."
            ) { $0.value.append($1) },
            .text(
                "--case", value: "case", kind: .choice { ConformanceCase.all.map(\.name) }, need: .repeated,
                help: "Run only this case."
            ) { $0.cases.append($1) },
            .number(
                "--patience", value: "seconds", in: 1...3600, usual: "30",
                help: "The maximum number of seconds for a case."
            ) { $0.patience = $1 },
            .flag("--strict", help: "Fail for warnings too.") { $0.strict = true },
            .flag(
                "--worker-only",
                help: "Allow what only matters in the host's process, such as signal handlers."
            ) { $0.workerOnly = true },
        ]
    }

    static var operands: Operands<Self>? { Operands("file", .one, help: "The plugin's file.") { $0.file = $1 } }

    func validate() throws {
        guard !isModule else {
            throw UsageError(
                "expected a shared library, found a WebAssembly module in '\(file)': test the same source as a shared "
                    + "library, and see with 'proviso plugin doctor' whether the module starts")
        }
        let known = ConformanceCase.all.map(\.name)
        for name in cases where !known.contains(name) {
            let near = Suggestion.nearest(to: name, in: known)
            throw UsageError(
                "--case: expected one of \(known.joined(separator: ", ")), found '\(name)'\(Suggestion.hint(near))")
        }
        guard !value.contains(where: { $0.utf8.contains(0) }) else { throw UsageError("--value has a NUL") }
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
        conformance.isStrict = strict
        conformance.isWorkerOnly = workerOnly
        let output = Output(descriptor: STDOUT_FILENO)
        let results = conformance.run { result in
            output.write("\(result)\n")
            output.flush()
        }
        try StandardOutput.finish(output)
        try writeJUnit(results)
        if let lacking = results.compactMap(\.lacking).first {
            StandardError.line("The plugin ran unconfined: this system has no \(lacking)")
        }
        let failed = results.filter { $0.verdict == .failed }
        let warnings = results.flatMap(\.findings).count { $0.severity == .warning }
        if failed.isEmpty {
            let counted = warnings == 0 ? "" : ", with \(warnings) warning\(warnings == 1 ? "" : "s")"
            return StandardError.line("\(file) passed\(counted)")
        }
        StandardError.line("\(file): \(failed.count) of \(results.count) failed")
        throw results.count == 1 && failed[0].test.name == "file" ? ExitCode.usage : ExitCode.invalid
    }

    /// Whether the file begins as a WebAssembly module does.
    private var isModule: Bool {
        guard let opened = fopen(file, "re") else { return false }
        defer { fclose(opened) }
        return [0, 0x61, 0x73, 0x6D].allSatisfy { fgetc(opened) == $0 }
    }

    private func writeJUnit(_ results: [ConformanceResult]) throws {
        guard let junit else { return }
        do throws(SystemError) {
            try NewFile.replace(junit, JUnit.xml(results, file: file), mode: 0o644)
        } catch {
            throw ExitCode.usage.because("\(junit): \(error.reason)")
        }
    }
}
