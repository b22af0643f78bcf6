internal import ConformanceBridge
internal import Glibc
internal import Proviso
internal import ProvisoLocales
internal import ProvisoPlugins

/// Runs the conformance tests for the plugin interface.
///
/// Each case runs the plugin's code in a separate process with limits of memory and time, so a crash or a hang is a
/// failed case. The process is confined like a worker. Results report what the system lacks for that.
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
            results.append(result)
            each(result)
        }
        let plugin: LoadedPlugin
        do throws(PluginError) {
            var registry = Registry()
            plugin = try registry.find(plugin: file, policy: PluginPolicy())
        } catch {
            add(ConformanceResult(test: .file, verdict: .failed, detail: "it \(error.reason)", milliseconds: 0))
            return results
        }
        if isWanted(.file) { add(ConformanceResult(test: .file, verdict: .passed, detail: "", milliseconds: 0)) }
        let subject = ConformanceSubject(
            path: file, manifest: plugin.manifest, folders: plugin.libraryFolders, texts: texts, seed: seed,
            patience: UInt32(clamping: patience * 1000))
        for (test, which) in ConformanceCase.steps where isWanted(test) {
            add(result(of: test, withUnsafePointer(to: subject.subject) { prv_run_case($0, which) }))
        }
        if isWanted(.catalogs) { add(catalogs(of: subject, plugin.manifest)) }
        return results
    }

    private func isWanted(_ test: ConformanceCase) -> Bool { names.isEmpty || names.contains(test.name) }

    private func result(of test: ConformanceCase, _ outcome: prv_outcome) -> ConformanceResult {
        let verdict: ConformanceResult.Verdict =
            switch outcome.verdict {
            case PRV_PASSED: .passed
            case PRV_SKIPPED: .skipped
            default: .failed
            }
        let why = withUnsafeBytes(of: outcome.why) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let lacking = withUnsafeBytes(of: outcome.lacking) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return ConformanceResult(
            test: test, verdict: verdict, detail: why, milliseconds: outcome.milliseconds,
            lacking: lacking.isEmpty ? nil : lacking)
    }

    /// The plugin's process returns the catalogs, and this process reads them.
    private func catalogs(of subject: ConformanceSubject, _ manifest: PluginManifest) -> ConformanceResult {
        let outcome = withUnsafePointer(to: subject.subject) { prv_run_case($0, PRV_CASE_CATALOGS) }
        defer { free(outcome.catalogs) }
        let result = result(of: .catalogs, outcome)
        guard result.verdict == .passed else { return result }
        var verdict = ConformanceResult.Verdict.passed
        var detail = manifest.locales.joined(separator: " ")
        do {
            let catalogs = try Self.parts(of: outcome).map { try Catalog(arb: $0.text, name: file, locale: $0.locale) }
            var check = LocaleCheck()
            check.check(catalogs, of: manifest, file: file)
            if let first = check.findings.first {
                verdict = .failed
                let more = check.findings.count - 1
                detail = "\(first)" + (more > 0 ? ", and \(more) more" : "")
            } else if catalogs.isEmpty {
                verdict = .skipped
                detail = "it brings no messages: hosts show its codes"
            }
        } catch {
            verdict = .failed
            detail = "\(error)"
        }
        return ConformanceResult(
            test: .catalogs, verdict: verdict, detail: detail, milliseconds: outcome.milliseconds,
            lacking: result.lacking)
    }

    private static func parts(of outcome: prv_outcome) -> [(locale: String, text: String)] {
        let bytes = UnsafeRawBufferPointer(start: outcome.catalogs, count: Int(outcome.catalog_size))
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
    }
}
