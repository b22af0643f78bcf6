internal import ConformanceBridge
internal import Glibc
internal import Proviso
internal import ProvisoPlugins

/// Runs the conformance tests for the plugin interface.
///
/// Each case runs the plugin's code in a separate process with limits of memory and time, so a crash or a hang is a
/// failed case. The process is confined like a worker. Results report what the system lacks for that.
///
/// It finds mistakes. A plugin that attacks it can falsify its own results, because it runs in the process of each case.
public struct Conformance: Sendable {
    /// The plugin's file.
    public var file: String
    /// The seed of the random values: the same seed gives the same values.
    public var seed: UInt64 = 1
    /// Strings to try with every rule type, preferably valid ones.
    public var texts: [String] = []
    /// The maximum number of seconds for a case.
    public var patience: Int = 30
    /// The names of the cases to run; empty for all.
    public var names: Set<String> = []
    /// Whether warnings are errors.
    public var isStrict = false
    /// Whether the plugin is only meant for workers, as with `workerOnly` in its manifest.
    ///
    /// What a process shares with no one is then allowed, such as signal handlers.
    public var isWorkerOnly = false

    /// Creates a run of all cases for a plugin.
    public init(file: String) {
        self.file = file
    }

    /// Runs the cases, and calls a closure with each result.
    ///
    /// If the file is refused, no code of it is run, and there is one result.
    public func run(_ each: (ConformanceResult) -> Void = { _ in }) -> [ConformanceResult] {
        var results: [ConformanceResult] = []
        func add(_ result: ConformanceResult) {
            let result = isStrict ? result.strict : result
            results.append(result)
            each(result)
        }
        let plugin: LoadedPlugin
        do throws(PluginError) {
            var registry = Registry()
            plugin = try registry.find(plugin: file, policy: policy)
        } catch {
            add(ConformanceResult(.file, [ConformanceFinding(severity: .error, text: "it \(error.reason)")]))
            return results
        }
        if isWanted(.file) { add(ConformanceResult(.file, [])) }
        let capabilities = plugin.manifest.capabilities
        let subject = ConformanceSubject(
            path: file, manifest: plugin.manifest, libraries: plugin.libraryFiles, texts: texts, seed: seed,
            patience: UInt32(clamping: patience * 1000))
        subject.allow(threads: capabilities.threads, workerOnly: isWorkerOnly || capabilities.isWorkerOnly)
        var obstacle: ConformanceCase?
        for (test, which) in ConformanceCase.steps where isWanted(test) {
            if let obstacle {
                add(ConformanceResult(skipping: test, after: obstacle))
                continue
            }
            let outcome = withUnsafePointer(to: subject.subject) { prv_run_case($0, which) }
            var result = ConformanceResult(test, outcome)
            if outcome.is_obstacle {
                obstacle = test
                // The advice of these cases is about what only they find.
                if ![PRV_CASE_EXPORTS, PRV_CASE_MANIFEST].contains(which) { result.ownRemedy = "" }
            }
            add(result)
            free(outcome.findings)
        }
        if let obstacle {
            for test in [ConformanceCase.catalogs, .worker] where isWanted(test) {
                add(ConformanceResult(skipping: test, after: obstacle))
            }
            return results
        }
        if isWanted(.catalogs) { add(catalogs(of: subject, plugin.manifest)) }
        let isConfined = results.allSatisfy { $0.lacking == nil }
        if isWanted(.worker) { add(WorkerCase(file: file, manifest: plugin.manifest, policy, isConfined).result) }
        return results
    }

    private func isWanted(_ test: ConformanceCase) -> Bool { names.isEmpty || names.contains(test.name) }

    /// Grants what the manifest requests: it is tested, not used.
    private var policy: PluginPolicy {
        var policy = PluginPolicy(mode: .worker)
        policy.worker.allowsThreads = true
        policy.worker.longestPatience = .seconds(3600)
        policy.worker.memory = 8 << 30
        return policy
    }
}

extension ConformanceResult {
    /// The result of a case that ran in a process of its own.
    init(_ test: ConformanceCase, _ outcome: prv_outcome) {
        let verdict: Verdict =
            switch outcome.verdict {
            case PRV_PASSED: .passed
            case PRV_WARNED: .warned
            case PRV_SKIPPED: .skipped
            default: .failed
            }
        let findings = UnsafeBufferPointer(start: outcome.findings, count: Int(outcome.finding_count))
        let lacking = Self.text(outcome.lacking)
        self.init(
            test: test, verdict: verdict,
            findings: findings.map {
                ConformanceFinding(severity: $0.is_warning != 0 ? .warning : .error, text: Self.text($0.text))
            },
            detail: Self.text(outcome.why), milliseconds: outcome.milliseconds, lacking: lacking.isEmpty ? nil : lacking
        )
    }

    /// The result of a case that is not run because an earlier one failed.
    init(skipping test: ConformanceCase, after obstacle: ConformanceCase) {
        self.init(test: test, verdict: .skipped, detail: "not run: correct '\(obstacle.name)' first", milliseconds: 0)
    }

    /// The string in an array of C.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
