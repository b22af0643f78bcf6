internal import Proviso

/// Text inside XML and HTML.
enum Markup {
    /// The text as characters, with nothing that XML 1.0 forbids or that is not seen.
    static func escape(_ text: String) -> String { escape(shown: text.visible) }

    /// The same for a text that was made visible before and has isolates of its own.
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
