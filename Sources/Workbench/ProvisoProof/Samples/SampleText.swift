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

    /// A table of the records in RFC 4180, or as a rule file describes its tables, and the places that a table cannot hold.
    ///
    /// Members of objects are columns with a dot, as tables name them; a list has no column. All `attributes` have one: a
    /// table without a column that rules need is refused.
    package static func table(
        _ records: [AnyValue], as format: TableFormat = TableFormat(), attributes: [String] = []
    ) -> (text: String, omitted: [String]) {
        var (columns, omitted): ([String], [String]) = (format.columns ?? attributes, [])
        func add(_ path: String) {
            if columns.contains(path) { return }
            if format.columns == nil { columns.append(path) } else if !omitted.contains(path) { omitted.append(path) }
        }
        func visit(_ value: AnyValue, _ path: String) {
            switch value {
            case .object(let members):
                for member in members {
                    let key = PathText.escaped(member.key, isFirst: path.isEmpty)
                    visit(member.value, path.isEmpty ? key : "\(path).\(key)")
                }
            case .list: if !omitted.contains(path) { omitted.append(path) }
            default: add(path)
            }
        }
        for record in records { visit(record, "") }
        columns.removeAll { omitted.contains($0) }
        let (delimiter, quote) = (format.delimiter ?? UInt8(ascii: ","), format.quote ?? UInt8(ascii: "\""))
        func line(_ values: [AnyValue]) -> String {
            values.map { field($0, delimiter, quote) }.joined(separator: String(UnicodeScalar(delimiter))) + "\n"
        }
        var lines = Array(repeating: "\n", count: format.skip ?? 0)
        if format.header ?? true { lines.append(line(columns.map { .text(ValuePath($0).column) })) }
        lines += records.map { record in line(columns.map { record.at(ValuePath($0).components) }) }
        return (lines.joined(), omitted)
    }

    private static func field(_ value: AnyValue, _ delimiter: UInt8, _ quote: UInt8) -> String {
        let text =
            switch value {
            case .absent, .null: ""
            case .text(let text): text
            default: value.json
            }
        let signs = [delimiter, quote, 0x0A, 0x0D]
        guard text.utf8.contains(where: signs.contains) || text.hasPrefix(" ") || text.hasSuffix(" ") else {
            return text
        }
        let mark = String(UnicodeScalar(quote))
        return mark + text.replaced(mark, by: mark + mark) + mark
    }
}
