package import Proviso

/// Writes samples as cases of `proviso test`, or their records alone.
package enum SampleText {
    /// One case as JSON on one line.
    package static func line(_ sample: Sample, scenario: String) -> String {
        var members = [AnyValue.Member("name", .text(name(sample))), AnyValue.Member("record", sample.record)]
        if !sample.before.isEmpty { members.append(AnyValue.Member("before", .list(sample.before))) }
        if scenario != RuleSet.defaultScenario { members.append(AnyValue.Member("scenario", .text(scenario))) }
        members.append(AnyValue.Member("finds", .list(sample.findings.map(finding))))
        return AnyValue.object(members).json
    }

    private static func name(_ sample: Sample) -> String {
        let rule = sample.findings.first?.rule.type.rawValue
        let verdict = sample.isValid ? "accepts" : "rejects"
        let bound = ["valid", "invalid"].contains(sample.what) ? "" : " (\(sample.what))"
        return "rule \(sample.rule)\(rule.map { ", \($0)," } ?? "") \(verdict)\(bound)"
    }

    private static func finding(_ violation: Violation) -> AnyValue {
        ["code": .text(violation.code.rawValue), "path": .text(violation.path.shown)]
    }

    /// A table of the records in RFC 4180, and the places that a table cannot hold.
    ///
    /// Members of objects are columns with a dot, as tables name them; a list has no column.
    package static func table(_ records: [AnyValue]) -> (text: String, omitted: [String]) {
        var (columns, omitted): ([String], [String]) = ([], [])
        func visit(_ value: AnyValue, _ path: String) {
            switch value {
            case .object(let members):
                for member in members { visit(member.value, path.isEmpty ? member.key : "\(path).\(member.key)") }
            case .list: if !omitted.contains(path) { omitted.append(path) }
            default: if !columns.contains(path) { columns.append(path) }
            }
        }
        for record in records { visit(record, "") }
        let rows = records.map { record in
            columns.map { field(record.at(ValuePath($0).components)) }.joined(separator: ",")
        }
        return (([columns.map { field(.text($0)) }.joined(separator: ",")] + rows).map { $0 + "\n" }.joined(), omitted)
    }

    private static func field(_ value: AnyValue) -> String {
        let text =
            switch value {
            case .absent, .null: ""
            case .text(let text): text
            default: value.json
            }
        guard
            text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) || text.hasPrefix(" ")
                || text.hasSuffix(" ")
        else {
            return text
        }
        return "\"" + text.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }
}
