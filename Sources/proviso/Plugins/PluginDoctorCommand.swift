import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginDoctorCommand: TakesPlugins {
    var plugins = PluginOptions()
    var file = ""

    static let name = "doctor"
    static let summary = "Run all checks of a plugin's file, and show what to do if one fails."

    static var page: CommandPage {
        CommandPage(
            """
            The first checks only read the file. The last ones run the plugin's code, in a confined worker: it cannot \
            read your files, and what it prints is not shown.
            """,
            examples: [
                ("proviso plugin doctor ./iban.so", "Check a plugin."),
                ("proviso plugin doctor --plugin-keys keys ./iban.so", "Check a plugin that must be signed."),
            ],
            statuses: [("0", "all checks passed"), ("2", "usage"), ("3", "a check failed")])
    }

    static var options: [Option<Self>] { PluginOptions.options() }

    static var operands: Operands<Self>? { PackageOptions.file { $0.file = $1 } }

    func validate() throws {
        guard plugins.pluginMode == .inproc else { return }
        throw UsageError(
            "--plugin-mode inproc: 'doctor' runs plugins in workers only, where they cannot change what it says")
    }

    func run() throws {
        var policy = try plugins.policy()
        policy.mode = .worker
        let file = try PluginOptions.file(named: file, policy)
        policy.worker.mayBeUnconfined = policy.worker.mayBeUnconfined && Self.isTrusted(file, policy)
        let output = Output(descriptor: STDOUT_FILENO)
        var passed: [PluginStep] = []
        var registry = Registry.withSchemas.withBundledPlugins(policy)
        do {
            try registry.load(plugin: file, policy: policy) { step, detail in
                passed.append(step)
                output.write(Self.line("ok", step.rawValue, detail()))
            }
        } catch {
            let rest = PluginStep.allCases.filter { !passed.contains($0) }
            output.write(Self.line("failed", rest.first?.rawValue ?? "", "it \(error.reason)"))
            if let advice = Self.advice(rest.first) { output.write(Self.line("", "", "→ \(advice)")) }
            for step in rest.dropFirst() { output.write(Self.line("-", step.rawValue, "not run")) }
            try StandardOutput.finish(output)
            StandardError.line("\(file) cannot be used")
            throw ExitCode.failure
        }
        try StandardOutput.finish(output)
        StandardError.line("\(file) is in order")
    }

    /// What to do if a check fails whose reason is only the problem.
    private static func advice(_ step: PluginStep?) -> String? {
        switch step {
        case .folder, .file: "give the path of a plugin's file, such as ./iban.so"
        case .binary: "build it as a shared library: see the Makefile of 'proviso plugin new'"
        case .libraries: "install what is missing, or link it statically"
        case .interface: "build it with proviso.h of this version, and test it with 'proviso plugin test'"
        default: nil
        }
    }

    /// Whether the user lets this file run with all rights: only then may it run without limits here.
    private static func isTrusted(_ file: String, _ policy: PluginPolicy) -> Bool {
        var registry = Registry()
        return (try? registry.find(plugin: file, policy: policy))?.isTrusted ?? false
    }

    private static func line(_ state: String, _ step: String, _ detail: String) -> String {
        "\(state.padded(to: 6))  \(step.padded(to: 9))  \(detail)".visible + "\n"
    }
}
