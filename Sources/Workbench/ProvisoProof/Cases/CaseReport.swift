internal import Proviso

/// Writes the results of cases in the formats that people and build servers read.
package enum CaseReport {
    /// The formats.
    package enum Format: String, CaseIterable, Sendable { case text, junit, tap, ctrf }

    /// The report of all rule files.
    package static func text(_ groups: [(file: String, results: [CaseResult])], _ format: Format) -> String {
        switch format {
        case .text: groups.map { plain($0.results) }.joined()
        case .junit: junit(groups)
        case .tap: tap(groups.flatMap(\.results))
        case .ctrf: ctrf(groups)
        }
    }

    private static func plain(_ results: [CaseResult]) -> String {
        results.filter { !$0.isPassed }.map { result in
            let place = result.test.position.map { "\($0): " } ?? ""
            let name = result.test.name.map { "case '\($0)'" } ?? "case"
            return "\(place.visible)\(name.visible) failed\n" + result.reasons.map { "    \($0.visible)\n" }.joined()
        }.joined()
    }

    private static func tap(_ results: [CaseResult]) -> String {
        var text = "TAP version 14\n1..\(results.count)\n"
        for (index, result) in results.enumerated() {
            // A number sign would begin a directive.
            let name = result.name.visible.map { $0 == "#" ? "\\#" : String($0) }.joined()
            text += "\(result.isPassed ? "ok" : "not ok") \(index + 1) - \(name)\n"
            guard !result.isPassed else { continue }
            text += "  ---\n  message: \(AnyValue.text(result.reasons.joined(separator: "; ")).json)\n"
            if let place = result.test.position { text += "  at: \(AnyValue.text("\(place)").json)\n" }
            text += "  ...\n"
        }
        return text
    }

    private static func junit(_ groups: [(file: String, results: [CaseResult])]) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        for (file, results) in groups {
            let failures = results.count { !$0.isPassed }
            text +=
                "  <testsuite name=\"\(Markup.escape(file))\" tests=\"\(results.count)\" failures=\"\(failures)\">\n"
            for result in results {
                text +=
                    "    <testcase classname=\"\(Markup.escape(file))\" name=\"\(Markup.escape(result.name))\" time=\"\(seconds(result))\""
                if result.isPassed {
                    text += "/>\n"
                } else {
                    let reasons = result.reasons.joined(separator: "\n")
                    text +=
                        "><failure message=\"\(Markup.escape(result.reasons.first ?? ""))\">\(Markup.escape(reasons))</failure></testcase>\n"
                }
            }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func seconds(_ result: CaseResult) -> String {
        let micro = Int(result.milliseconds * 1_000)
        let digits = String(micro % 1_000_000)
        return "\(micro / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The Common Test Report Format, version 0.0.0 of its schema.
    private static func ctrf(_ groups: [(file: String, results: [CaseResult])]) -> String {
        let all = groups.flatMap(\.results)
        let failed = all.count { !$0.isPassed }
        let tests = groups.flatMap { file, results in
            results.map { result -> AnyValue in
                var members: [AnyValue.Member] = [
                    AnyValue.Member("name", .text(result.name)),
                    AnyValue.Member("status", .text(result.isPassed ? "passed" : "failed")),
                    AnyValue.Member("duration", .integer(Int64(result.milliseconds.rounded()))),
                    AnyValue.Member("suite", .text(file)),
                ]
                if !result.isPassed {
                    members.append(AnyValue.Member("message", .text(result.reasons.joined(separator: "\n"))))
                }
                if let place = result.test.position {
                    members += [
                        AnyValue.Member("filePath", .text(place.file ?? file)),
                        AnyValue.Member("line", .integer(Int64(place.line))),
                    ]
                }
                return .object(members)
            }
        }
        let spent = Int64(all.reduce(0) { $0 + $1.milliseconds }.rounded())
        let summary: AnyValue = [
            "tests": .integer(Int64(all.count)), "passed": .integer(Int64(all.count - failed)),
            "failed": .integer(Int64(failed)), "pending": 0, "skipped": 0, "other": 0, "start": 0,
            "stop": .integer(spent),
        ]
        let results: AnyValue = ["tool": ["name": "proviso"], "summary": summary, "tests": .list(tests)]
        return (["reportFormat": "CTRF", "specVersion": "0.0.0", "results": results] as AnyValue).json + "\n"
    }
}
