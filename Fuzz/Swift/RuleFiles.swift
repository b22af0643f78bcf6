import Proviso
import ProvisoEditing

private let records: [AnyValue] = [
    "{}", #"{"a":"x","n":{"x":1},"items":[{"sku":"A"},{"sku":null}],"name":"","age":17}"#, "[1]",
].compactMap { try? AnyValue(json: $0) }

/// A rule file: read, compiled, used, and formatted.
@_cdecl("prv_fuzz_rulefile")
public func fuzzRuleFile(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let text = String(decoding: data.input(count), as: UTF8.self)
    do throws(RuleSetError) {
        let rules = try RuleSet(parsing: text)
        if let formatted = try? RuleFileFormat.formatted(text) {
            check((try? RuleFileFormat.formatted(formatted)) == formatted, "a formatted file is formatted")
            check(
                (try? RuleSet(parsing: formatted))?.rules.count == rules.rules.count,
                "a formatted file has the same rules")
        }
        let plan = try Plan(rules)
        let localizer = plan.localizer(preferring: "de")
        for record in records {
            guard let report = try? plan.validate(record) else { continue }
            let explained = (try? plan.explain(record)).map { localizer.texts($0.report) }
            check(explained == localizer.texts(report), "an explanation has the same findings")
        }
    } catch {
        check(!error.diagnostics.isEmpty, "an error has a reason")
    }
}
