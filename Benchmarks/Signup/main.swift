import AllocationCounter
import Glibc
import JSONBridge
import Proviso

// Parse alone against parse and validate, over one generated file of sign-ups, on one thread. With `inproc RULES FILE
// SECONDS` the checks alone, for Benchmarks/Peers.

if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "inproc" {
    var checks = try InProcess(rules: CommandLine.arguments[2], data: CommandLine.arguments[3])
    checks.run(seconds: Double(CommandLine.arguments[4]) ?? 0.5)
    exit(0)
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let plan = try Plan(RuleSet(contentsOf: "Examples/signup/basic.yaml"))
let steps = try plan.stepList(RuleSet.defaultScenario)
let record = Record(for: plan)
let localizer = plan.localizer(preferring: "en")

/// The lines of a generated file, with room for the parser after them.
@MainActor
func lines(invalidShare: Double) -> (bytes: [UInt8], ranges: [Range<Int>]) {
    var generator = SignupGenerator(seed: 7)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 260)
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(count)
    for _ in 0..<count {
        let start = bytes.count
        generator.append(to: &bytes, invalidShare: invalidShare)
        ranges.append(start..<bytes.count - 1)
    }
    bytes += Array(repeating: 0, count: Int(PRV_JSON_PADDING))
    return (bytes, ranges)
}

/// The minimum time of some rounds, in nanoseconds per record: the round that was disturbed least.
@MainActor
func nanoseconds(rounds: Int = 5, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in
        let elapsed = clock.measure(body).components
        return (Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) * 1e-9) / Double(count)
    }.min() ?? 0
}

@MainActor
func forEach(_ data: (bytes: [UInt8], ranges: [Range<Int>]), _ body: () -> Void) {
    data.bytes.withUnsafeBytes { bytes in
        for range in data.ranges {
            let line = UnsafeRawBufferPointer(rebasing: bytes[range])
            do throws(InputError) {
                try record.fill(json: line, capacity: bytes.count - range.lowerBound)
            } catch {
                print("the generator made a broken record: \(error)")
                exit(1)
            }
            body()
        }
    }
}

func rounded(_ value: Double, digits: Double = 1) -> String { "\((value * digits).rounded() / digits)" }

var invalid = 0
var letters = 0
let valid = lines(invalidShare: 0)
let mixed = lines(invalidShare: 0.05)

let parse = nanoseconds { forEach(valid) {} }
let both = nanoseconds {
    forEach(valid) { if !plan.run(steps, on: record, only: nil).isValid { invalid += 1 } }
}
precondition(invalid == 0, "the generator's valid records are not")
let allocations = allocation_count()
forEach(valid) { _ = plan.run(steps, on: record, only: nil).isValid }
let allocated = allocation_count() - allocations
let rendered = nanoseconds {
    forEach(mixed) {
        for violation in plan.run(steps, on: record, only: nil).violations {
            letters += localizer.text(violation).utf8.count
        }
    }
}

print("records:                            \(count), \(valid.bytes.count / count) bytes each")
print("parse alone:                        \(rounded(parse)) ns a record")
print("parse and validate, all valid:      \(rounded(both)) ns a record, \(rounded(both / parse, digits: 100)) × parse")
print("the same, 5% invalid, rendered:     \(rounded(rendered)) ns a record")
print(
    "allocations a valid record:         \(rounded(Double(allocated) / Double(count), digits: 1000)) (\(allocated) in all)"
)
exit(0)
