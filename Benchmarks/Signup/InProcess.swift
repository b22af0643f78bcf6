import AllocationCounter
import Glibc
import Proviso

/// The cost of validation alone: parsed records are validated again and again.
///
/// It prints what the programs in Benchmarks/Peers print: nanoseconds a record as wall clock and processor time.
struct InProcess {
    private let plan: Plan
    private let steps: StepList
    private let records: [Record]
    /// The same without counting references, which a program that validates one record after the other does not do either.
    private let borrowed: [Unmanaged<Record>]
    private let localizer: ReportLocalizer
    private var text: [UInt8] = []

    init(rules: String, data: String) throws {
        plan = try Plan(RuleSet(contentsOf: rules))
        steps = try plan.stepList(RuleSet.defaultScenario)
        localizer = plan.localizer(preferring: "en")
        text.reserveCapacity(1 << 12)
        guard let file = fopen(data, "r") else { throw Failure.unreadable(data) }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        var records: [Record] = []
        while case let count = getline(&line, &capacity, file), count > 0 {
            let record = Record(for: plan)
            try record.fill(json: UnsafeRawBufferPointer(start: line, count: count))
            records.append(record)
        }
        free(line)
        self.records = records
        borrowed = records.map(Unmanaged.passUnretained)
    }

    enum Failure: Error {
        case unreadable(String)
    }

    mutating func run(seconds: Double) {
        let errors = pass()
        let allocations = allocation_count()
        _ = pass()
        let allocated = Double(allocation_count() - allocations) / Double(records.count)
        let samples = (0..<7).map { _ in sample(seconds: seconds) }
        print(
            "{\"samples\":[\(samples.joined(separator: ","))],\"errors_per_1000\":\(errors * 1000 / records.count)",
            ",\"allocs\":\(allocated)}", separator: "")
    }

    private mutating func sample(seconds: Double) -> String {
        let (wall, cpu) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        var judged = 0
        while now(CLOCK_MONOTONIC) - wall < seconds {
            _ = pass()
            judged += records.count
        }
        let spent = (now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
        return "[\(spent.0 / Double(judged) * 1e9),\(spent.1 / Double(judged) * 1e9)]"
    }

    /// Validates all records and renders their violations; returns the number of violations.
    private mutating func pass() -> Int {
        var errors = 0
        for record in borrowed {
            let report = record._withUnsafeGuaranteedRef {
                plan.run(steps, on: $0, only: nil)
            }
            if report.violations.isEmpty { continue }
            text.removeAll(keepingCapacity: true)
            for violation in report.violations {
                errors += 1
                append(violation.attribute)
                append(": ")
                append(localizer.text(violation))
            }
        }
        return errors
    }

    private mutating func append(_ piece: String) {
        var piece = piece
        piece.withUTF8 { text.append(contentsOf: $0) }
    }

    private func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
