import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginDoctorCommand: TakesPlugins {
    var plugins = PluginOptions()
    var inside = false
    var file = ""

    static let name = "doctor"
    static let summary = "Run all checks of a plugin's file, and show what to do if one fails."

    static var page: CommandPage {
        CommandPage(
            "Checks that run the plugin's code run in a separate process, which can crash.",
            examples: [
                ("proviso plugin doctor ./iban.so", "Check a plugin."),
                ("proviso plugin doctor --plugin-keys keys ./iban.so", "Check a plugin that must be signed."),
            ],
            statuses: [("0", "all checks passed"), ("2", "usage"), ("3", "a check failed")])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [.flag("--inside", need: .hidden, help: "Make the checks in this process.") { $0.inside = true }]
    }

    static var operands: Operands<Self>? { Operands("file", .one, help: "The plugin's file.") { $0.file = $1 } }

    func run() throws {
        var policy = try plugins.policy()
        // The checks run in a separate process, so the plugin can run in it.
        policy.mode = policy.mode ?? .inProcess
        if inside { throw examine(policy) }
        let end = OwnProcess.end(of: ["plugin", "doctor", "--inside"] + CommandLine.arguments.dropFirst(3))
        switch end {
        case .exited(Self.inOrder): StandardError.line("\(file) is in order")
        case .exited(Self.failed):
            StandardError.line("\(file) cannot be used")
            throw ExitCode.failure
        // The process has reported the reason.
        case .exited(Self.unwritable): throw ExitCode.failure
        case .exited(let status): throw try fail("its code ended the process, with status \(status)")
        case .killed(SIGALRM): throw try fail("its code did not return within \(Self.patience) seconds")
        case .killed(let signal): throw try fail("its code crashed (\(String(cString: strsignal(signal))))")
        case .failure(let reason): throw try fail("no process for the check could be started: \(reason)")
        }
    }

    private static let patience: UInt32 = 30
    /// Exit statuses that plugins are unlikely to use.
    private static let inOrder: Int32 = 113
    private static let failed: Int32 = 114
    private static let unwritable: Int32 = 115

    private func fail(_ reason: String) throws -> ExitCode {
        try StandardOutput.write(Self.line("failed", "run", reason))
        StandardError.line("\(file) cannot be used")
        return .failure
    }

    /// Runs the checks in this process.
    private func examine(_ policy: PluginPolicy) -> ExitCode {
        alarm(Self.patience)
        let output = Output(descriptor: STDOUT_FILENO)
        var passed: [PluginStep] = []
        var registry = Registry.standard
        do {
            try registry.load(plugin: file, policy: policy) { step, detail in
                passed.append(step)
                output.write(Self.line("ok", step.rawValue, detail()))
                // Passed steps must be visible if the next step crashes.
                output.flush()
            }
            return Self.end(output, Self.inOrder)
        } catch {
            let rest = PluginStep.allCases.filter { !passed.contains($0) }
            let reason = error.reason
            output.write(Self.line("failed", rest.first?.rawValue ?? "", "it \(reason)"))
            if let advice = Self.advice(rest.first) { output.write(Self.line("", "", "→ \(advice)")) }
            for step in rest.dropFirst() { output.write(Self.line("-", step.rawValue, "not tried")) }
            return Self.end(output, Self.failed)
        }
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

    /// Flushes the output and returns the exit status.
    private static func end(_ output: Output, _ status: Int32) -> ExitCode {
        do {
            try StandardOutput.finish(output)
            return ExitCode(status)
        } catch {
            return ExitCode(unwritable)
        }
    }

    private static func line(_ state: String, _ step: String, _ detail: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return "\(padded(state, 6))  \(padded(step, 9))  \(detail)".visible + "\n"
    }
}

/// Runs this program as a child process.
private enum OwnProcess {
    enum End {
        case exited(Int32)
        case killed(Int32)
        case failure(String)
    }

    static func end(of arguments: [String]) -> End {
        var argv: [UnsafeMutablePointer<CChar>?] = (["proviso"] + arguments).map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The parent's signal mask can block SIGALRM, and then the time limit would have no effect.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process = pid_t()
        let code = posix_spawn(&process, "/proc/self/exe", nil, &attributes, &argv, environ)
        guard code == 0 else { return .failure(String(cString: strerror(code))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return .failure(String(cString: strerror(errno))) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }
}
