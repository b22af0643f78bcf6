internal import ProvisoMessages

/// Explains the error messages of the dynamic linker.
enum LinkerMessage {
    /// Translates a message of `dlerror`; an unknown one is returned without the file's name.
    static func reason(_ message: String, path: String) -> String {
        if let name = part(of: message, before: ": cannot open shared object file") {
            return name == path ? "cannot be opened" : missing(name)
        }
        if let symbol = part(of: message, after: "undefined symbol: ") {
            return "needs the function or variable '\(word(symbol))', which is in none of its libraries"
        }
        if let version = part(of: message, after: ": version `"), version.holds("' not found") {
            return "needs \(version.prefix { $0 != "'" }), which is newer than what this system has"
        }
        if message.holds("position-independent executable") { return "is a program, not a shared library" }
        if message.holds("failed to map segment") {
            return "cannot be mapped to memory: it needs more than there is, or this system forbids that"
        }
        if message.holds("static TLS block") { return "needs more thread-local memory than is left" }
        return "cannot be loaded (\(part(of: message, after: path + ": ") ?? message))"
    }

    private static func missing(_ library: String) -> String {
        let isSwift = library.hasPrefix("libswift") || library.holds("Foundation")
        let hint = isSwift ? "; link a Swift plugin with -static-stdlib, so that it needs none" : ""
        return "needs the library \(library), which cannot be found\(hint)"
    }

    /// The name of a symbol, without the version and the commas after it.
    private static func word(_ text: String) -> Substring {
        text.prefix { $0 != "," && $0 != " " && $0 != "\t" }
    }

    private static func part(of text: String, before mark: String) -> String? {
        text.place(of: mark).map { String(text[..<$0.lowerBound]) }
    }

    private static func part(of text: String, after mark: String) -> String? {
        text.place(of: mark).map { String(text[$0.upperBound...]) }
    }
}
