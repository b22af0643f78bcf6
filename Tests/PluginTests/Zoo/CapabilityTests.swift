import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// What a manifest requests, and what a policy grants.
@Suite(.waitingForProcesses) struct CapabilityTests {
    private func found(
        _ requested: String, _ value: AnyValue = 0, _ change: (inout PluginPolicy) -> Void = { _ in }
    ) throws -> [Code] {
        let workshop = try Workshop()
        let flags = ["-shared", "-fPIC", "-pthread", "-DREQUESTED=\(requested)"]
        let file = try workshop.compile(.fixture("capabilities"), as: "x.so", flags: flags)
        var policy = Zoo.policy()
        change(&policy)
        var registry = Registry.standard
        try registry.load(plugin: file, policy: policy)
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("asked/thread"))]), registry: registry)
        return try plan.validate(["n": value]).violations.map(\.code)
    }

    private func refusal(_ requested: String, _ change: (inout PluginPolicy) -> Void = { _ in }) -> String {
        do {
            return "\(try found(requested, 0, change))"
        } catch {
            return "\(error)"
        }
    }

    /// A worker starts no thread unless the plugin requests it and the policy allows it.
    @Test func threadsAreRequestedAndAllowed() throws {
        #expect(try found("") == ["asked/asked.refused"])
        #expect(try found("") { $0.worker.allowsThreads = true } == ["asked/asked.refused"])
        #expect(try found(#""threads":true"#) { $0.worker.allowsThreads = true } == [])
        #expect(refusal(#""threads":true"#).contains("requests threads in its manifest, which is not allowed"))
    }

    @Test func patienceIsRequestedUpToALimit() throws {
        let short = { (policy: inout PluginPolicy) in policy.worker.patience = .milliseconds(500) }
        #expect(try found("", 1500, short) == [.fault])
        #expect(try found(#""patience":9000"#, 1500, short) == ["asked/asked.refused"])
        #expect(refusal(#""patience":20000"#, short).contains("at most 10.0 seconds are allowed"))
    }

    @Test func memoryIsRequestedUpToALimit() throws {
        #expect(try found(#""memory":256"#) == ["asked/asked.refused"])
        #expect(
            refusal(#""memory":257"#).contains("requests 257 MiB of memory in its manifest, but workers have 256 MiB"))
    }

    @Test func aPluginForWorkersOnlyNeverRunsInProcess() throws {
        #expect(refusal(#""workerOnly":true"#) { $0.mode = .inProcess }.contains("runs in workers only"))
        #expect(try found(#""workerOnly":true"#) { $0.mode = nil } == ["asked/asked.refused"])
    }
}
