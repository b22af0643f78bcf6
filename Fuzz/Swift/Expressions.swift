import Proviso

private let records: [AnyValue] = [
    "{}", #"{"a":1,"b":"x","c":[1,2,{"d":3}],"t":"2026-01-31T10:00:00Z"}"#,
    #"{"a":-0.5,"b":null,"c":{"d":[]},"t":true,"x":18446744073709551615}"#,
].compactMap { try? AnyValue(json: $0) }

/// An expression: read, and evaluated for some records; as the expression of a rule too.
@_cdecl("prv_fuzz_expression")
public func fuzzExpression(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let text = String(decoding: data.input(count), as: UTF8.self)
    do {
        let expression = try FreeExpression(text)
        for record in records {
            let values = (0..<2).map { _ in
                Result { () throws(ExprError) in try expression.value(for: record, now: 0).json }
            }
            check((try? values[0].get()) == (try? values[1].get()), "an expression has one value for one record")
        }
    } catch {
        check(!error.reason.isEmpty, "an error has a reason")
    }
    let rules = RuleSet(rules: [Rule(["a", "b", "c", "t", "x"], .type("safe")), Rule("a", .expr(text))])
    guard let plan = try? Plan(rules) else { return }
    for record in records {
        guard let report = try? plan.validate(record) else { continue }
        let explained = try? plan.explain(record)
        check(explained?.report.isValid == report.isValid, "an explanation has the verdict")
    }
}
