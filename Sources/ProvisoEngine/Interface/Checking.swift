public import EngineInterface
internal import Proviso
internal import ProvisoBulk

// The functions of proviso_engine.h that validate one record, and render what was found.

@c @implementation
public func proviso_engine_check(
    _ rules: proviso_engine_handle, _ json: UnsafePointer<CChar>?, _ count: Int, _ scenario: UnsafePointer<CChar>?,
    _ locale: UnsafePointer<CChar>?, _ report: UnsafeMutablePointer<proviso_engine_handle>?,
    _ findings: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    report?.pointee = 0
    return answering(findings) { () throws(EngineFault) in
        let rules = try openRules(rules)
        let bytes = try CText.bytes(json, count)
        let scenario = try CText.optional(scenario, "scenario")
        let locale = try CText.optional(locale, "locale")
        guard let kept = try rules.current.check(bytes, scenario: scenario, locale: locale) else {
            return Int32(PROVISO_ENGINE_VALID)
        }
        if let findings { findings.put(try kept.lines(locale)) }
        if let report { report.pointee = Handles.open(kept) }
        return Int32(kept.isValid ? PROVISO_ENGINE_VALID : PROVISO_ENGINE_INVALID)
    }
}

@c @implementation
public func proviso_engine_render(
    _ report: proviso_engine_handle, _ locale: UnsafePointer<CChar>?, _ format: UnsafePointer<CChar>?,
    _ output: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    answering(output) { () throws(EngineFault) in
        guard let report = Handles.object(of: report, KeptReport.self) else { throw .handle("a handle of a report") }
        let name = try CText.optional(format, "format") ?? ReportFormat.json.rawValue
        guard let form = ReportFormat(rawValue: name) else {
            let known = CallOptions.formats.map(\.rawValue)
            throw .argument(
                "format: expected one of \(known.joined(separator: ", ")), found '\(name)'"
                    + Suggestion.hint(Suggestion.nearest(to: name, in: known)))
        }
        let bytes = try report.rendered(form, CText.optional(locale, "locale"))
        bytes.withUnsafeBytes { output?.put($0) }
        return Int32(report.isValid ? PROVISO_ENGINE_VALID : PROVISO_ENGINE_INVALID)
    }
}
