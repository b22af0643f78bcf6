internal import EditDistance
internal import Synchronization

/// Finds the name that was probably meant.
package enum Suggestion {
    /// What follows a reason: the name that was probably meant, if any.
    ///
    /// A suggestion that already has quotation marks, such as `'string' with 'min'`, is shown unchanged.
    package static func hint(_ name: String?) -> String {
        guard let name else { return "" }
        return name.hasPrefix("'") || name.holds(" '") ? "; did you mean \(name)?" : "; did you mean '\(name)'?"
    }

    /// The Boolean that a string probably means: `true` for `yes`, `on` and `ture`.
    package static func truth(_ text: String?) -> String? {
        guard let word = text?.lowercased() else { return nil }
        if ["yes", "on", "y"].contains(word) { return "true" }
        if ["no", "off", "n"].contains(word) { return "false" }
        return nearest(to: word, in: ["true", "false"])
    }

    /// The same for names in data; all names of one or two letters are similar, so they have none.
    package static func likely(for name: String, in known: some Sequence<String>, limit: Int = .max) -> String? {
        name.utf8.count > 2 && name.utf8.count <= 100 ? nearest(to: name, in: known, limit: limit) : nil
    }

    /// The known name nearest to `name`, nil when none is near; see `NearestName`.
    package static func nearest(
        to name: String, in known: some Sequence<String>, limit: Int = .max,
        where isMeant: (String) -> Bool = { _ in true }
    ) -> String? {
        var work = SuggestionWork.current?.left ?? .max
        guard work > 0 else { return nil }
        defer { SuggestionWork.current?.left = work }
        return spaced(name, in: known) ?? NearestName.find(name, in: known, limit: limit, work: &work, where: isMeant)
    }

    /// `min: 3` for `min:3`, which is one word within braces.
    private static func spaced(_ name: String, in known: some Sequence<String>) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, known.contains(where: { $0 == parts[0] }) else { return nil }
        return "\(parts[0]): \(parts[1])"
    }
}

/// How much work all suggestions for one file of rules or cases may be: only the first of many mistakes have one.
///
/// A file can have thousands of unknown names, and each is compared with thousands of known ones.
package final class SuggestionWork: Sendable {
    private let rest = Mutex(50_000_000)

    @TaskLocal package static var current: SuggestionWork?

    /// How many letters may still be compared.
    var left: Int {
        get { rest.withLock { $0 } }
        set { rest.withLock { $0 = newValue } }
    }

    /// Calls `body`, whose suggestions have one limit together, with those around it.
    package static func limited<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if current != nil { return try body() }
        return try $current.withValue(SuggestionWork()) {
            Swift.Result { () throws(Failure) in try body() }
        }.get()
    }
}

extension Suggestion {
    /// The word of a fixed list that was probably meant: another tool's word for it, another spelling, or a similar one.
    package static func word(for name: String, in known: [String]) -> String? {
        guard name.utf8.count <= 40 else { return nil }
        let folded = folded(name)
        if let same = known.first(where: { self.folded($0) == folded }), !folded.isEmpty { return same }
        let familiar = known.first { familiarWords[$0]?.split(separator: " ").contains(folded[...]) ?? false }
        // An abbreviation: `asc`.
        return familiar ?? nearest(to: name, in: known)
            ?? known.first { folded.utf8.count > 1 && ($0.hasPrefix(folded) || folded.hasPrefix($0)) }
    }

    /// The name in lowercase, without what separates its words: `code_points` and `codePoints` become one name.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// What other tools write for words of options, types of variables and table formats.
    private static let familiarWords = [
        "utf8": "bytes byte octets", "utf16": "codeunits units", "codePoints": "runes scalars unicode chars",
        "characters": "chars graphemes graphemeclusters", "ascending": "asc increasing up",
        "descending": "desc decreasing down", "forbidden": "none never without prohibited false",
        "required": "always must mandatory with true", "optional": "either maybe allowed",
        "letters": "alpha alphabetic", "digits": "numeric decimal", "hex": "hexadecimal base16", "base64": "b64",
        "spaces": "whitespace blank", "punctuation": "punct", "lower": "lowercase downcase tolower tolowercase",
        "upper": "uppercase upcase toupper touppercase", "trim": "strip", "collapseSpaces": "squish squeeze collapse",
        "compact": "despace removespaces nospaces ungroup",
        "toInteger": "int integer toint", "toNumber": "float number tofloat", "toBoolean": "bool boolean tobool",
        "toText": "string str text tostring", "string": "str text varchar char",
        "integer": "int int64 long bigint",
        "number": "float double decimal real numeric", "boolean": "bool", "list": "array set tuple arr",
        "any": "mixed", "pad": "fill null", "error": "fail strict", "sha256": "sha2", "sha1": "sha",
    ]
}
