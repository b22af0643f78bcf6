import AllocationCounter
import Glibc
import Proviso

/// What the rule type `expr` costs for one valid record, beside a plan whose rules do nothing, in nanoseconds.
///
///     expr-bench          a table for people
///     expr-bench --json   the same for Benchmarks/Expressions/beside.py, which runs cel-python on the same records
struct Row {
    let name: String
    let attributes: [String]
    let must: String
    let record: AnyValue
}

let items = AnyValue.list(
    (1...10).map { .object([AnyValue.Member("quantity", .integer($0)), AnyValue.Member("price", .double(2.5))]) })
let rows = [
    Row(name: "a + b <= c", attributes: ["a", "b"], must: "a + b <= c", record: ["a": 1, "b": 2, "c": 3]),
    Row(
        name: "a sum over 10 items", attributes: ["items"],
        must: "c == items.map(i, i.quantity * i.price).sum()",
        record: .object([AnyValue.Member("items", items), AnyValue.Member("c", .double(137.5))])),
    Row(
        name: "text", attributes: ["a"], must: "!c.contains(a) && c.size() >= 8 && c.matches('^[a-z0-9]+$')",
        record: ["a": "anna", "c": "correcthorse9"]),
    Row(
        name: "dates", attributes: ["a"], must: "timestamp(c) - timestamp(a) <= duration('720h')",
        record: ["a": "2026-01-01T10:00:00Z", "c": "2026-01-20T10:00:00Z"]),
]

/// The time of one validation, the minimum of 15 batches, and its allocations.
func measure(_ plan: Plan, _ value: AnyValue) throws -> (time: Double, allocations: Double) {
    let record = Record(for: plan)
    record.fill(value)
    let steps = try plan.stepList(RuleSet.defaultScenario)
    var findings = 0
    let rounds = 20_000
    findings += plan.run(steps, on: record, only: nil).violations.count
    let before = allocation_count()
    for _ in 0..<rounds { findings += plan.run(steps, on: record, only: nil).violations.count }
    let allocations = Double(allocation_count() - before) / Double(rounds)
    let times = (0..<15).map { _ -> Double in
        let spent = ContinuousClock().measure {
            for _ in 0..<rounds { findings += plan.run(steps, on: record, only: nil).violations.count }
        }
        return Double(spent.components.attoseconds) / 1e9 / Double(rounds)
    }
    guard findings == 0 else {
        print("a record is not valid")
        exit(1)
    }
    return (times.min() ?? 0, allocations)
}

var lines: [String] = []
for row in rows {
    let safe = Rule(row.attributes + ["c"], .safe)
    let floor = try measure(Plan(RuleSet(rules: [safe])), row.record)
    let found = try measure(Plan(RuleSet(rules: [safe, Rule("c", .expr(row.must))])), row.record)
    if CommandLine.arguments.contains("--json") {
        let line: AnyValue = .object([
            AnyValue.Member("name", .text(row.name)), AnyValue.Member("must", .text(row.must)),
            AnyValue.Member("record", row.record), AnyValue.Member("nanoseconds", .double(found.time)),
            AnyValue.Member("floor", .double(floor.time)), AnyValue.Member("allocations", .double(found.allocations)),
        ])
        print(line.json)
    } else {
        let times = "\(Int(found.time.rounded())) ns a record, \(Int(floor.time.rounded())) without the rule"
        print("\(row.name): \(times), \(found.allocations) allocations")
    }
}
