/// Text inside XML and HTML.
enum Markup {
    /// The text with all that has a meaning there, and nothing that XML 1.0 forbids.
    static func escape(_ text: String) -> String {
        Finding.visible(text).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
