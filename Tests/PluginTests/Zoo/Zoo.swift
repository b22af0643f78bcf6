import Foundation
import Proviso
import ProvisoPlugins
import Testing

/// A registry with zoo.c in worker mode, and plans of its rules.
struct Zoo {
    let workshop: Workshop
    let registry: Registry

    /// Long, for a machine under load.
    static let limits = limits(patience: .seconds(60))

    /// Short, so that what hangs does not hold the tests up, and still long for starting a worker.
    static let shortLimits = limits(patience: .seconds(1))

    private static func limits(patience: Duration) -> WorkerLimits {
        var limits = WorkerLimits()
        limits.patience = patience
        limits.memory = 256 << 20
        return limits
    }

    static func policy(_ limits: WorkerLimits = Self.limits) -> PluginPolicy {
        var policy = PluginPolicy(mode: .worker)
        policy.worker = limits
        return policy
    }

    init(
        _ source: String = "zoo", flags: [String] = ["-shared", "-fPIC"], libraries: [String] = [],
        limits: WorkerLimits = Self.limits
    ) throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture(source), as: "zoo.so", flags: flags, libraries: libraries)
        try self.init(workshop, file: file, limits: limits)
    }

    init(_ workshop: Workshop, file: String, limits: WorkerLimits = Self.limits) throws {
        self.workshop = workshop
        var registry = Registry.standard
        try registry.load(plugin: file, policy: Self.policy(limits))
        self.registry = registry
    }

    func plan(_ type: RuleType = "zoo/animal") throws -> Plan {
        try Plan(RuleSet(rules: [Rule("n", .type(type))]), registry: registry)
    }

    /// What is found in each of some values, all validated together.
    func violations(_ values: [AnyValue], _ type: RuleType = "zoo/animal") throws -> [[Violation]] {
        let plan = try plan(type)
        return try Self.reports(plan, values.map { .object([AnyValue.Member("n", $0)]) }).map(\.violations)
    }

    static func reports(_ plan: Plan, _ records: [AnyValue]) throws -> [Report] {
        let batch = PlanBatch(plan, try plan.stepList(RuleSet.defaultScenario))
        let record = Record(for: plan)
        var reports: [Report] = []
        var start = 0
        func settle() {
            for index in batch.settle() {
                record.fill(records[start + index])
                reports[start + index] = batch.resolve(index, record)
            }
            start = reports.count
            batch.removeAll()
        }
        while reports.count < records.count {
            record.fill(records[reports.count])
            if let report = batch.collect(record) { reports.append(report) } else { settle() }
        }
        settle()
        return reports
    }
}

extension Violation {
    var summary: String { "\(path.pointer) \(code) \(parameters.list) \(rule.id) \(severity)" }

    var reason: String {
        guard case .text(let reason)? = parameters["reason"] else { return "" }
        return reason
    }
}
