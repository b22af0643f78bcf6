internal import Proviso

/// Escapes text for XML and HTML.
enum Markup {
    /// The escaped text.
    ///
    /// Invisible characters and those that XML 1.0 forbids are replaced by visible escapes.
    static func escape(_ text: String) -> String { escape(shown: text.visible) }

    /// The same for text in which invisible characters are escaped already, and which has isolates.
    static func escape(shown text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
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
}
