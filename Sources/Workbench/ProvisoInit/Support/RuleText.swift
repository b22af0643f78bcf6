internal import Proviso

/// Text of YAML: names, strings and comments that hold whatever the data has.
enum RuleText {
    private static let words: Set<String> = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "none",
    ]

    /// A name or a string, in quotes if YAML would read it as something else.
    static func scalar(_ text: String) -> String {
        guard let first = text.utf8.first else { return "\"\"" }
        let isPlain =
            isLetter(first)
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E].contains($0) }
        return isPlain && !words.contains(text.lowercased()) ? text : quoted(text)
    }

    /// A path, in quotes where needed; `*` and backslashes may be in it.
    static func path(_ path: String) -> String {
        let plain = String(path.map { "*\\".contains($0) ? "x" : $0 })
        return scalar(plain) == plain && path.utf8.first != 0x2A ? path : quoted(path)
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where isHidden(scalar):
                let digits = String(scalar.value, radix: 16)
                let width = scalar.value > 0xFFFF ? 8 : 4
                result += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A value of the data in a comment: short and on one line.
    static func shown(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(40) { scalars.append(isHidden(scalar) ? "?" : scalar) }
        return "'" + String(scalars) + (text.unicodeScalars.count > 40 ? "…'" : "'")
    }

    /// A comment that stays on one line.
    static func comment(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? "?" : $0 }))
    }

    static func count(_ number: Int) -> String {
        var digits = Array(String(number))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: index)
            index -= 3
        }
        return String(digits)
    }

    static func records(_ number: Int) -> String { count(number) + (number == 1 ? " record" : " records") }

    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHidden || scalar.needsBase || scalar.properties.generalCategory == .format
    }
}
