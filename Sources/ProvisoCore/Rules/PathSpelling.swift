/// Finds paths in the syntax of other languages: JSONPath, JSON Pointer, jq, JavaScript and forms.
///
/// It refuses only what cannot be meant as a name here.
enum PathSpelling {
    /// The reason why a name is not a path, and the path that was probably meant.
    struct Fault {
        let reason: String
        let suggestion: String?
    }

    /// The problem with a name, or `nil` if it is a path.
    static func fault(in name: String) -> Fault? {
        if name == ValuePath.record { return nil }
        if let sign = name.first, name.hasPrefix("/") || name.hasPrefix("#/") {
            let pointer = ValuePath(pointer: sign == "#" ? String(name.dropFirst()) : name)
            return Fault(name, "it begins with '\(sign)'", meant: pointer.components.map(step))
        }
        if let reason = PathText.bracketFault(in: name) { return Fault(name, reason, meant: []) }
        let parts = PathText.parts(of: name)
        let meant = PathText.parts(of: bracketsAsNames(name)).flatMap(PathText.steps)
        for root in ["$", "@"] {
            if name == root {
                return Fault(
                    reason: "'\(name)' is not a path: the record itself is '\(ValuePath.record)'",
                    suggestion: ValuePath.record)
            }
            if name.hasPrefix("\(root).") || name.hasPrefix("\(root)[") {
                return Fault(name, "it begins with '\(root)'", meant: Array(meant.dropFirst()))
            }
        }
        if parts.contains("") { return Fault(name, "a name is missing", meant: meant) }
        if meant != parts.map(String.init) {
            return Fault(name, "'*' stands for every item and a number for one, without brackets", meant: meant)
        }
        if parts.contains(where: PathText.hasStrayStar) {
            let steps = name.split(separator: "/", omittingEmptySubsequences: false)
            if steps.count > 1, steps.contains("*"), !steps.contains(where: { $0 != "*" && PathText.hasStrayStar($0) })
            {
                return Fault(name, "dots separate the parts of a path, not '/'", meant: steps.map(String.init))
            }
            return Fault(
                name,
                "'*' stands alone between dots, for every item (a key with a star is written '\(literal(name))')",
                meant: parts.flatMap(starSteps))
        }
        return nil
    }

    /// The name with `.a\\.b` for `['a.b']`: a dot between quotes is part of a key.
    private static func bracketsAsNames(_ name: String) -> String {
        var (result, rest) = ("", name[...])
        while let open = rest.firstIndex(of: "["), let quote = rest[open...].dropFirst().first, "'\"".contains(quote) {
            let inner = rest[open...].dropFirst(2)
            guard let end = inner.firstIndex(of: quote), inner[end...].dropFirst().first == "]" else { break }
            let key = String(inner[..<end])
            result += rest[..<open] + (key.contains(".") ? "." + PathText.escaped(key) : rest[open...end] + "]")
            rest = rest[end...].dropFirst(2)
        }
        return result + rest
    }

    /// The name with backslashes before the characters that are part of a key.
    private static func literal(_ name: String) -> String {
        PathText.parts(of: name).map { $0 == "*" ? "*" : PathText.escaped(PathText.key($0)) }.joined(separator: ".")
    }

    /// What a part with a star in it probably means: `addr*` is every item of `addr`, and `**` is `*`.
    private static func starSteps(_ part: Substring) -> [String] {
        guard PathText.hasStrayStar(part) else { return [String(part)] }
        let name = part.drop { $0 == "*" }
        if name.isEmpty { return ["*"] }
        let bare = Substring(String(name.reversed().drop { $0 == "*" }.reversed()))
        if PathText.hasStrayStar(bare) || bare.contains("*") { return [PathText.escaped(PathText.key(part))] }
        return (part.first == "*" ? ["*"] : []) + [String(bare)] + (part.last == "*" ? ["*"] : [])
    }

    /// The problem with a name that a model gives one of its members: only a record can have any members.
    static func memberFault(_ name: String) -> Fault? {
        name == "*" || name.hasPrefix("*.") ? Fault(name, "it begins with '*'", meant: []) : nil
    }

    private static func step(_ component: ValuePath.Component) -> String {
        guard case .key(let key) = component else { return "*" }
        return key == "-" || key == "*" ? "*" : PathText.escaped(key)
    }
}

extension ValuePath {
    /// The JSON Pointer that a path in another syntax means: `$.data.items[*]` is `/data/items`.
    package static func pointer(meantBy text: String) -> String {
        let path = ValuePath(PathSpelling.fault(in: text)?.suggestion ?? text)
        let parts = path.components.last == .each ? Array(path.components.dropLast()) : path.components
        return ValuePath(parts).pointer
    }
}

extension PathSpelling.Fault {
    fileprivate init(_ name: String, _ reason: String, meant steps: [String]) {
        self.reason = "'\(name)' is not a path: \(reason)"
        let path = steps.filter { !$0.isEmpty }.joined(separator: ".")
        let isPath = !path.isEmpty && path != name && PathSpelling.fault(in: path) == nil
        suggestion = isPath ? path : nil
    }
}
