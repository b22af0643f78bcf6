/// Results in the XML that build servers read.
public enum JUnit {
    public static func xml(_ results: [ConformanceResult], file: String) -> String {
        let failures = results.count { $0.verdict == .failed }
        let skipped = results.count { $0.verdict == .skipped }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuite name=\"\(escaped(file))\" tests=\"\(results.count)\" failures=\"\(failures)\""
        text += " skipped=\"\(skipped)\">\n"
        for result in results { text += testCase(result, file) }
        return text + "</testsuite>\n"
    }

    private static func testCase(_ result: ConformanceResult, _ file: String) -> String {
        let start =
            "  <testcase classname=\"\(escaped(file))\" name=\"\(escaped(result.test.name))\" "
            + "time=\"\(seconds(result.milliseconds))\""
        switch result.verdict {
        case .passed: return start + "/>\n"
        case .skipped: return start + "><skipped message=\"\(escaped(result.detail))\"/></testcase>\n"
        case .failed:
            return start + "><failure message=\"\(escaped(result.detail))\">\(escaped(result.test.remedy))"
                + "</failure></testcase>\n"
        }
    }

    private static func seconds(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds.rounded())
        let rest = String(whole % 1000)
        return "\(whole / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Characters that XML 1.0 has no form for become question marks.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "?"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
