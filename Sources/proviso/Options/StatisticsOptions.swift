import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// Whether a run counts how often each rule ran, and where the counts go.
struct StatisticsOptions {
    var isShown = false
    var output: String?

    var isWanted: Bool { isShown || output != nil }

    static func options() -> [Option<CheckCommand>] {
        [
            .flag(
                "--stats",
                help: """
                    Write how often each rule ran, failed, was skipped and why, and was blocked by earlier errors, to \
                    standard error.
                    """
            ) { $0.stats.isShown = true },
            .text("--stats-output", value: "file", kind: .file, help: "Write these counts to this file, as JSON.") {
                $0.stats.output = $1
            },
        ]
    }

    func validate(checkpoint: String?) throws {
        guard isWanted, checkpoint != nil else { return }
        throw UsageError("\(isShown ? "--stats" : "--stats-output"): a run with --checkpoint has no counts: leave out one")
    }

    func write(_ statistics: RuleStatistics, _ loaded: RuleOptions.Loaded) throws {
        let text = StatisticsText(statistics, loaded.plan.plannedRules(in: loaded.scenario))
        if isShown { for line in text.lines { StandardError.line(line) } }
        guard let output else { return }
        do throws(SystemError) {
            let file = try Output(path: output)
            file.write(text.json)
            file.flush()
            if let failure = file.failure { throw failure }
        } catch {
            StandardError.error("cannot write \(output): \(error.reason)")
            throw ExitCode.failure
        }
    }
}
