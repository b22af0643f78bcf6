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
        if name.hasPrefix("/") {
            return Fault(name, "it begins with '/'", meant: ValuePath(pointer: name).components.map(step))
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let meant = parts.flatMap(steps)
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
        return nil
    }

    /// The problem with a name that a model gives one of its members: only a record can have any members.
    static func memberFault(_ name: String) -> Fault? {
        name == "*" || name.hasPrefix("*.") ? Fault(name, "it begins with '*'", meant: []) : nil
    }

    /// Splits a part with brackets right after a word: `items[]` becomes `items` and `*`.
    ///
    /// Brackets that contain anything else, or follow anything else, belong to the name: `Amount [EUR]`.
    private static func steps(_ part: Substring) -> [String] {
        var (rest, steps) = (part, [String]())
        while rest.last == "]", let open = rest.lastIndex(of: "["), let step = step(bracketed: rest[open...]) {
            steps.insert(step, at: 0)
            rest = rest[..<open]
        }
        if steps.isEmpty { return [String(part)] }
        guard let last = rest.last else { return steps }
        return last.isLetter || last.isNumber || last == "_" || rest == "$" || rest == "@"
            ? [String(rest)] + steps : [String(part)]
    }

    /// What `[]`, `[*]`, `[0]` and `['name']` mean: `*`, `0` and `name`, or `nil` for other brackets.
    private static func step(bracketed text: Substring) -> String? {
        let inner = text.dropFirst().dropLast()
        if inner.isEmpty || inner == "*" { return "*" }
        if isPosition(inner) { return String(inner) }
        guard inner.count > 2, let quote = inner.first, quote == "'" || quote == "\"", inner.last == quote else {
            return nil
        }
        return String(inner.dropFirst().dropLast())
    }

    private static func step(_ component: ValuePath.Component) -> String {
        guard case .key(let key) = component else { return "*" }
        return key == "-" ? "*" : key
    }

    private static func isPosition(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
