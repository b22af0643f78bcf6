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
