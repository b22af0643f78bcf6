import Foundation
import Proviso
import ProvisoBulk

/// A run over bytes in a folder of its own.
struct Bench {
    let folder = FileManager.default.temporaryDirectory.appending(path: "proviso-bulk-\(UUID().uuidString)")
    let plan: Plan

    init(rules: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var registry = Registry.standard
        registry.services.comparesRecords = true
        plan = try Plan(RuleSet(parsing: rules), registry: registry)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    /// The findings as `line:column pointer`, then the faults of the input.
    ///
    /// With the path of a checkpoint, one is written after each chunk.
    func check(
        _ input: [UInt8], name: String, chunkSize: Int, jobs: Int, memory: Int? = nil, checkpoint path: String? = nil,
        by writer: any ReportWriter = PlaceReport()
    ) throws -> String {
        try Data(input).write(to: folder.appending(path: name))
        var settings = Run.Settings(jobs: jobs, memory: memory, progress: .none)
        settings.chunkSize = chunkSize
        let checkpoint = try path.map { path in
            try Checkpoint(path: path, identity: [("name", name)], inputs: 1, outputs: 1, interval: 0)
        }
        let uniqueValues =
            plan.comparesRecords
            ? try checkpoint?.keys(memoryLimit: 1 << 13) ?? UniqueValues(memoryLimit: settings.tableMemory) : nil
        let job = Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario),
            localizer: plan.localizer(preferring: "en"), writers: [writer], uniqueValues: uniqueValues, mode: .shard)
        let output = try Output(path: self.path("found"))
        let result = Run(
            job, inputs: [self.path(name)], settings: settings, outputs: [output], checkpoint: checkpoint)()
        output.flush()
        let found = try String(contentsOfFile: self.path("found"), encoding: .utf8)
        return found + "\(result.summary.records) \(result.summary.invalid) \(result.summary.unreadable)"
    }
}

/// Where findings and unreadable records are, and nothing else.
struct PlaceReport: ReportWriter {
    func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            output += "\(finding.record)@\(finding.place.line):\(finding.place.column) ".utf8
            output += "\(finding.violation.path.pointer)\n".utf8
        }
        if let fault = outcome.fault {
            output += "\(outcome.number)@\(fault.place.line):\(fault.place.column) \(fault.reason)\n".utf8
        }
    }
}

/// Which record had a value first.
struct FirstRecordReport: ReportWriter {
    func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            let first = finding.violation.parameters.list.first { $0.name == Parameter.firstRecord }?.value.plainText
            output += "\(finding.record) \(finding.violation.path.pointer) \(first ?? "none")\n".utf8
        }
    }
}
