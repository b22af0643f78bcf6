/// Escapes text for XML and HTML.
///
/// By Unicode scalar: a sign with a combining mark after it is another character, and yet it has its meaning.
package enum Markup {
    /// The escaped text.
    ///
    /// Invisible characters and those that XML 1.0 forbids are replaced by visible escapes.
    package static func escape(_ text: String) -> String { escape(shown: text.visible) }

    /// The same for text in which invisible characters are escaped already, and which has isolates.
    package static func escape(shown text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in append(scalar, to: &result) }
    }

    /// The same text for a reader of XML, with its line breaks; what XML 1.0 has no form for becomes a question mark.
    package static func escape(exactly text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "?"
            default: append(scalar, to: &result)
            }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.unicodeScalars.append(scalar)
        }
    }
}
