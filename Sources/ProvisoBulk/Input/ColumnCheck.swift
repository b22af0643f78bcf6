internal import Proviso

/// Finds columns that rules need and a table does not have: such rules would accept every row.
struct ColumnCheck {
    /// The file and the line of the header.
    let place: String
    let needs: [NeededAttribute]
    let names: [String]
    /// The paths of the attributes that the columns are.
    let attributes: [String]
    let header: UnsafeRawBufferPointer
    let delimiter: UInt8

    static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
    /// Limits that keep the message readable.
    private static let shownFaults = 10
    private static let shownNames = 30

    /// One line for each missing column, then the names in the header; empty if no column is missing.
    var reasons: [String] {
        // The columns `n.x` and `n.y` are the members of `n`.
        let known = Set(attributes).union(attributes.flatMap(PathText.beginnings))
        let missing = needs.filter { !known.contains($0.name) }
        if missing.isEmpty { return [] }
        var lines = missing.prefix(Self.shownFaults).map { "\(place): \(text($0))" }
        if missing.count > Self.shownFaults { lines.append("… and \(missing.count - Self.shownFaults) more") }
        let more = names.count > Self.shownNames ? ", … and \(names.count - Self.shownNames) more" : ""
        let shown = names.prefix(Self.shownNames).map { "'\(Self.shown($0))'" }.joined(separator: ", ")
        let count = names.count == 1 ? "1 column" : "\(names.count) columns"
        lines.append("\(place): the header has \(count): \(shown)\(more)")
        lines.append(hint(missing))
        return lines
    }

    /// One line for each column that a table without a header lacks.
    static func emptyTable(_ name: String, _ needs: [NeededAttribute]) -> [String] {
        let lines = needs.prefix(shownFaults).map { need in
            "\(name): the table is empty: no column '\(need.name)', which "
                + "\(need.position.map { "the rule at \($0)" } ?? "a rule") needs"
        }
        return lines + (needs.count > shownFaults ? ["… and \(needs.count - shownFaults) more"] : [])
    }

    /// One line for each column that a closed rule set does not name; the rows would all say the same.
    func unknownColumns(of plan: Plan?) -> [String] {
        let unknown = plan?.closedStep?.unknown(amongColumns: names, attributes) ?? []
        let lines = unknown.prefix(Self.shownFaults).map { column, near in
            "\(place): the column '\(Self.shown(column))' is named by no rule, and the rule set is closed"
                + Suggestion.hint(near)
        }
        let more = unknown.count - lines.count
        return lines + (more > 0 ? ["… and \(more) more columns that no rule names"] : [])
    }

    private func text(_ need: NeededAttribute) -> String {
        let rule = need.position.map { "the rule at \($0)" } ?? "a rule"
        if need.isBehindList {
            return "\(rule) is about '\(need.name)', but a field of a table is a string and has no items"
        }
        let near = Self.nearest(to: need.name, in: names)
        return "no column '\(need.name)', which \(rule) needs" + Suggestion.hint(near.map(Self.shown))
    }

    /// How to correct the command line or the file.
    private func hint(_ missing: [NeededAttribute]) -> String {
        if let other = betterDelimiter(than: needs.count - missing.count) {
            let sign = other == 0x09 ? "\\t" : "\(Character(Unicode.Scalar(other)))"
            return "the fields seem to be separated by \(Self.name(of: other)): give --delimiter '\(sign)'"
        }
        if missing.count == needs.count, let value = names.first(where: Self.looksLikeData) {
            return "the first row seems to be data ('\(Self.shown(value))'): the first row of a table names its columns"
        }
        return "name the columns as the rules do; columns that a table can lack are listed in the rule file: "
            + "optional: [\(missing.prefix(Self.shownFaults).map(\.name).joined(separator: ", "))"
            + (missing.count > Self.shownFaults ? ", …]" : "]")
    }

    /// A delimiter with which the header has more of the columns that rules need.
    private func betterDelimiter(than found: Int) -> UInt8? {
        let counts = Self.delimiters.filter { $0 != delimiter }.map { other -> (delimiter: UInt8, found: Int) in
            var others: Set<String> = []
            let scan = RowScan(delimiter: other)
            try? scan.fields(of: header) { others.insert(String(decoding: $0.unquoted(), as: UTF8.self)) }
            let known = needs.count { others.contains($0.column) }
            return (other, known > 0 || names.count > 1 ? known : min(others.count - 1, 1))
        }
        return counts.filter { $0.found > found }.max { $0.found < $1.found }?.delimiter
    }

    /// The options with which an input is read as a table.
    static func optionsForTable(_ delimiter: UInt8) -> String {
        switch delimiter {
        case 0x09: "give --input-format tsv"
        case UInt8(ascii: ","): "give --input-format csv"
        default: "give --input-format csv --delimiter '\(Character(Unicode.Scalar(delimiter)))'"
        }
    }

    private static func name(of delimiter: UInt8) -> String {
        delimiter == 0x09 ? "tabs" : "'\(Character(Unicode.Scalar(delimiter)))'"
    }

    /// A name that differs only in case or white space, else one that differs in a few letters.
    static func nearest(to name: String, in names: [String]) -> String? {
        let wanted = bare(name)
        if let same = names.first(where: { bare($0) == wanted }) { return same }
        // All names of one or two letters are similar.
        return wanted.count > 2 ? Suggestion.nearest(to: name, in: names.prefix(10_000)) : nil
    }

    private static func bare(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.properties.isWhitespace })).lowercased()
    }

    private static func shown(_ name: String) -> String {
        name.count > 60 ? name.prefix(60) + "…" : name
    }

    /// Whether a name looks like a number, a date or an email address.
    private static func looksLikeData(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        let isNumber =
            first.isASCIIDigit || first == UInt8(ascii: "-") && name.utf8.dropFirst().first?.isASCIIDigit == true
        return isNumber || name.contains("@") && name.contains(".")
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
