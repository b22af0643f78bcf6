internal import ConformanceBridge
internal import Glibc
internal import Proviso
internal import ProvisoCatalogChecks
internal import ProvisoPlugins

extension Conformance {
    /// The plugin's process returns the catalogs, and this process reads them.
    func catalogs(of subject: ConformanceSubject, _ manifest: PluginManifest) -> ConformanceResult {
        let outcome = withUnsafePointer(to: subject.subject) { prv_run_case($0, PRV_CASE_CATALOGS) }
        defer {
            free(outcome.catalogs)
            free(outcome.findings)
        }
        let result = ConformanceResult(.catalogs, outcome)
        guard result.verdict == .passed else { return result }
        let parts = Self.parts(of: outcome)
        var check = LocaleCheck()
        var (catalogs, findings): ([Catalog], [ConformanceFinding]) = ([], [])
        for part in parts {
            do throws(CatalogError) {
                catalogs.append(try Catalog(arb: part.text, name: "\(file):\(part.locale).arb", locale: part.locale))
            } catch {
                findings.append(ConformanceFinding(severity: .error, text: "\(error)"))
            }
        }
        check.check(catalogs, of: manifest, file: file)
        findings += check.findings.map {
            ConformanceFinding(severity: $0.isStyle ? .warning : .error, text: "\($0)")
        }
        if parts.isEmpty, manifest.rules.contains(where: { !$0.codes.isEmpty }) {
            return ConformanceResult(
                test: .catalogs, verdict: .skipped, detail: "it brings no messages: hosts show its codes",
                milliseconds: outcome.milliseconds, lacking: result.lacking)
        }
        return ConformanceResult(
            .catalogs, findings, detail: manifest.locales.joined(separator: " "), milliseconds: outcome.milliseconds,
            lacking: result.lacking)
    }

    private static func parts(of outcome: prv_outcome) -> [(locale: String, text: String)] {
        let bytes = UnsafeRawBufferPointer(start: outcome.catalogs, count: Int(outcome.catalog_size))
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
    }
}
