import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command that can count how often rules ran.
protocol TakesStatistics: Command {
    var stats: StatisticsOptions { get set }
}

/// Whether a run counts how often each rule ran, and where the counts go.
struct StatisticsOptions {
    var isShown = false
    var output: String?

    var isWanted: Bool { isShown || output != nil }

    static func options<Taker: TakesStatistics>() -> [Option<Taker>] {
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
        ].grouped(.run)
    }

    func validate(checkpoint: String?) throws {
        guard isWanted, checkpoint != nil else { return }
        let option = isShown ? "--stats" : "--stats-output"
        throw UsageError("\(option): a run with --checkpoint has no counts: leave out one of them")
    }

    func write(_ statistics: RuleStatistics, _ loaded: RuleOptions.Loaded) throws {
        let text = StatisticsText(
            statistics, loaded.plan.plannedRules(in: loaded.scenario),
            loaded.plan.plannedBranches(in: loaded.scenario))
        if isShown { for line in text.lines { StandardError.line(line) } }
        if let output { try StandardOutput.write(text.json, instead: output) }
    }
}
