import Glibc
import Proviso
import ProvisoPlugins

/// What a plugin's check costs in a worker beside the same in this process: a million values in batches.
///
///     worker-bench PLUGIN.so RULE-TYPE NUMBER
///     worker-bench PLUGIN.so RULE-TYPE =TEXT

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: worker-bench PLUGIN.so RULE-TYPE NUMBER|=TEXT")
    exit(2)
}
let given = arguments[3]
let value: AnyValue = given.hasPrefix("=") ? .text(String(given.dropFirst())) : .integer(Int64(given) ?? 0)
let rounds = 1_000_000

func plan(_ mode: PluginMode) throws -> Plan {
    var registry = Registry.standard
    try registry.load(plugin: arguments[1], policy: PluginPolicy(mode: mode))
    return try Plan(
        RuleSet(rules: [Rule("n", .type(RuleType(rawValue: arguments[2])))]), registry: registry)
}

func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(rounds)
}

func inProcess(_ plan: Plan) throws -> Double {
    let record = Record(for: plan)
    let steps = try plan.stepList(RuleSet.defaultScenario)
    record.fill(["n": value])
    var findings = 0
    let time = nanoseconds {
        for _ in 0..<rounds {
            findings += plan.run(steps, on: record, only: nil).violations.count
        }
    }
    precondition(findings == 0, "the value has to be valid")
    return time
}

func inWorker(_ plan: Plan) throws -> Double {
    let record = Record(for: plan)
    let batch = PlanBatch(plan, try plan.stepList(RuleSet.defaultScenario))
    record.fill(["n": value])
    var doubtful = 0
    func settle() {
        doubtful += batch.settle().count
        batch.removeAll()
    }
    let time = nanoseconds {
        for _ in 0..<rounds where batch.collect(record) == nil {
            settle()
            _ = batch.collect(record)
        }
        settle()
    }
    precondition(doubtful == 0, "the value has to be valid")
    return time
}

let plans = (try plan(.inProcess), try plan(.worker))
var best = (Double.infinity, Double.infinity)
for _ in 0..<9 {
    best.0 = min(best.0, try inProcess(plans.0))
    best.1 = min(best.1, try inWorker(plans.1))
}
print("in process \(Int(best.0)) ns a value, in a worker \(Int(best.1)) ns: \(Int(best.1 - best.0)) ns on top")
