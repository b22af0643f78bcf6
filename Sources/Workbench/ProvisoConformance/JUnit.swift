internal import Proviso

/// Writes results as JUnit XML, which build servers read.
public enum JUnit {
    /// The results of a plugin as a test suite.
    public static func xml(_ results: [ConformanceResult], file: String) -> String {
        let failures = results.count { $0.verdict == .failed }
        let skipped = results.count { $0.verdict == .skipped }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text +=
            "<testsuite name=\"\(Markup.escape(exactly: file))\" tests=\"\(results.count)\" failures=\"\(failures)\""
        text += " skipped=\"\(skipped)\">\n"
        for result in results { text += testCase(result, file) }
        return text + "</testsuite>\n"
    }

    private static func testCase(_ result: ConformanceResult, _ file: String) -> String {
        let start =
            "  <testcase classname=\"\(Markup.escape(exactly: file))\" name=\"\(Markup.escape(exactly: result.test.name))\" "
            + "time=\"\(seconds(result.milliseconds))\""
        let reasons = Markup.escape(exactly: result.reasons.joined(separator: "\n"))
        let remedy = Markup.escape(exactly: result.remedy)
        switch result.verdict {
        case .passed: return start + "/>\n"
        case .skipped: return start + "><skipped message=\"\(reasons)\"/></testcase>\n"
        case .warned: return start + "><system-out>warning: \(reasons)\n\(remedy)</system-out></testcase>\n"
        case .failed: return start + "><failure message=\"\(reasons)\">\(remedy)</failure></testcase>\n"
        }
    }

    private static func seconds(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds.rounded())
        let rest = String(whole % 1000)
        return "\(whole / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
