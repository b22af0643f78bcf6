import Proviso
import ProvisoBulk

/// The difference of two rule files as people and programs read it.
enum DifferenceText {
    static func text(_ difference: RunDifference) -> String {
        var lines: [String] = []
        for change in difference.byRule {
            let key = change.key
            let sign = key.isNew ? "+" : "-"
            let severity = key.severity == Severity.error.rawValue ? "" : " (\(key.severity))"
            let place = key.position.isEmpty ? "rule \(key.rule)" : key.position
            lines.append(
                "\(sign) \(place): \(key.type) of \(key.attribute): \(key.code)\(severity): "
                    + count(
                        change.findings, key.isNew ? "new finding" : "fewer finding",
                        key.isNew ? "new findings" : "fewer findings"))
            for example in change.examples { lines.append("    " + line(example)) }
        }
        let unreadable = difference.unreadable
        let total =
            count(difference.records, "record", "records")
            + (unreadable > 0 ? " (\(unreadable) could not be read)" : "")
        lines.append(
            difference.isEmpty
                ? "\(total): no difference"
                : "\(total): \(difference.becameInvalid) became invalid, \(difference.becameValid) became valid, "
                    + "\(difference.changedFindings) with the same verdict but other findings")
        return lines.map { $0.visible + "\n" }.joined()
    }

    private static func line(_ example: RunDifference.Example) -> String {
        let value = example.value.isEmpty ? "" : " = \(example.value)"
        let message = example.message.isEmpty ? "" : ": \(example.message)"
        return "\(example.file):\(example.line): \(example.path)\(message)\(value)"
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    static func json(_ difference: RunDifference) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("records", difference.records)
            $0.member("unreadable", difference.unreadable)
            $0.member("becameInvalid", difference.becameInvalid)
            $0.member("becameValid", difference.becameValid)
            $0.member("changedFindings", difference.changedFindings)
            $0.member("changes") { $0.list { for change in difference.byRule { write(change, to: &$0) } } }
        }
        return writer.text
    }

    private static func write(_ change: RunDifference.Change, to writer: inout JSONWriter) {
        writer.object {
            $0.member("rules", change.key.isNew ? "new" : "old")
            $0.member("rulePosition", change.key.position)
            $0.member("rule", change.key.rule)
            $0.member("type", change.key.type)
            $0.member("attribute", change.key.attribute)
            $0.member("code", change.key.code)
            $0.member("severity", change.key.severity)
            $0.member("findings", change.findings)
            $0.member("flips", change.flips)
            $0.member("examples") {
                $0.list {
                    for example in change.examples {
                        $0.object {
                            $0.member("file", example.file)
                            $0.member("line", example.line)
                            $0.member("record", example.record)
                            $0.member("path", example.path)
                            $0.member("message", example.message)
                            if !example.value.isEmpty { $0.member("value", example.value) }
                        }
                    }
                }
            }
        }
    }

    /// A record whose findings differ, as a line of JSON.
    static func line(_ change: RunDifference.RecordChange) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("file", change.file)
            $0.member("line", change.line)
            $0.member("record", change.record)
            $0.member("wasValid", change.wasValid)
            $0.member("isValid", change.isValid)
            for (name, findings) in [("removed", change.removed), ("added", change.added)] {
                $0.member(name) {
                    $0.list {
                        for finding in findings {
                            $0.object {
                                $0.member("path", finding.path)
                                $0.member("code", finding.code)
                                $0.member("severity", finding.severity)
                                $0.member("rulePosition", finding.rulePosition)
                            }
                        }
                    }
                }
            }
        }
        return writer.text
    }
}
