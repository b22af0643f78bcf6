/// A plain value of YAML that begins with a sign of YAML: it needs quotes.
struct QuotingAdvice {
    /// Where the value begins, in Unicode scalars from 1.
    let column: Int
    /// The value with quotes.
    let quoted: String

    /// `nil` unless the parser's reason is one of those that such a value causes.
    init?(_ reason: String, in line: String, at column: Int) {
        let scalars = Array(line.unicodeScalars)
        let start: Int?
        if reason.hasPrefix("found character that cannot start any token") {
            start =
                scalars.indices.contains(column - 1) && "@`%".unicodeScalars.contains(scalars[column - 1])
                ? column - 1 : nil
        } else if reason.hasPrefix("did not find expected alphabetic or numeric character") {
            // An alias or an anchor: the sign is before the place.
            start = scalars.prefix(column - 1).lastIndex { $0 == "*" || $0 == "&" }
        } else if reason.hasPrefix("did not find expected key") {
            start = Self.placeholder(scalars, before: column - 1)
        } else {
            return nil
        }
        guard let start else { return nil }
        let isInFlow = scalars[..<start].contains { $0 == "[" || $0 == "{" }
        let ends: [Unicode.Scalar] = isInFlow ? [",", "]", "}"] : []
        let value = String(String.UnicodeScalarView(scalars[start...].prefix { !ends.contains($0) })).trimmedEnd
        // With a colon it is a key, or more than one value.
        guard !value.isEmpty, !value.utf8.contains(UInt8(ascii: ":")), !value.utf8.contains(UInt8(ascii: "\"")),
            !value.utf8.contains(UInt8(ascii: "\\"))
        else {
            return nil
        }
        self.column = start + 1
        quoted = "\"\(value)\""
    }

    /// The start of a value such as `{attribute} is wrong`, which YAML reads as a mapping.
    private static func placeholder(_ scalars: [Unicode.Scalar], before place: Int) -> Int? {
        guard let open = scalars.firstIndex(of: "{"), open < place, open >= 2, scalars[open - 1] == " ",
            scalars[open - 2] == ":"
        else { return nil }
        return open
    }
}

extension String {
    /// The string without blanks and a carriage return at its end.
    fileprivate var trimmedEnd: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.reversed().drop { $0 == " " || $0 == "\r" || $0 == "\t" }.reversed()))
    }
}
