/// The paths of what expressions name.
enum ExprPath {
    /// What a path in the whole record begins with; all others are those of the rule's own record.
    static let whole = "\u{1}"
    /// The rule's own record itself.
    static let own = "\u{2}"

    /// The name of the row before in expressions about all records.
    static let previous = "previous"

    static func member(_ field: String, of path: String) -> String {
        path == own ? escaped(field) : path == whole ? whole + escaped(field) : "\(path).\(escaped(field))"
    }

    static func items(of path: String) -> String {
        path == own ? "*" : path == whole ? whole + "*" : "\(path).*"
    }

    /// A name as a part of a path.
    static func escaped(_ name: String) -> String {
        name.isIdentifier ? name : ValuePath([.key(name)]).description
    }

    /// A path for people.
    static func words(_ path: String) -> String {
        path == own ? "this" : path == whole ? "record" : path.hasPrefix(whole) ? "record.\(path.dropFirst())" : path
    }
}
