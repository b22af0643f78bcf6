import Proviso

/// What a run came to.
struct Summary {
    var records = 0
    var invalid = 0
    var unreadable = 0
    var bySeverity: [Severity: Int] = [:]
    var byCode: [Code: Int] = [:]

    mutating func count(_ report: Report) {
        records += 1
        if report.violations.isEmpty { return }
        if !report.isValid { invalid += 1 }
        for violation in report.violations {
            bySeverity[violation.severity, default: 0] += 1
            byCode[violation.code, default: 0] += 1
        }
    }

    /// A line of totals, then one for each code, the most frequent first.
    func lines() -> [String] {
        let readable = records - unreadable
        var totals = "\(Self.plural(records, "record")): \(readable - invalid) valid, \(invalid) invalid"
        if unreadable > 0 { totals += ", \(unreadable) unreadable" }
        let findings = Severity.allCases.compactMap { severity in
            bySeverity[severity].map { Self.plural($0, severity.rawValue) }
        }
        if !findings.isEmpty { totals += "; " + findings.joined(separator: ", ") }
        let width = byCode.values.max().map { String($0).count } ?? 0
        let codes = byCode.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        return [totals]
            + codes.map { code, count in
                let number = String(count)
                return "  " + String(repeating: " ", count: width - number.count) + "\(number) \(code)"
            }
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("records", records)
            $0.member("valid", records - unreadable - invalid)
            $0.member("invalid", invalid)
            $0.member("unreadable", unreadable)
            $0.member("codes") {
                $0.object {
                    for (code, count) in byCode.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        $0.member(code.rawValue, count)
                    }
                }
            }
        }
    }

    private static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 || noun == "info" ? "\(count) \(noun)" : "\(count) \(noun)s"
    }
}
