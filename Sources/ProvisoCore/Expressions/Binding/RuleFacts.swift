internal import ProvisoMessages

/// What the other rules of a rule set say of attributes, for expressions.
struct RuleFacts: ExprFacts {
    let binder: any Binder

    /// The rule set whose path it is, and the path in it.
    private func place(_ path: String) -> (binder: any Binder, name: String) {
        guard path.hasPrefix(ExprPath.whole) else { return (binder, binder.qualify(path)) }
        return (binder.outermost, String(path.dropFirst(ExprPath.whole.count)))
    }

    func type(of path: String) -> ExprType? {
        if path == ExprPath.whole || path == ExprPath.own { return .record(path) }
        let (binder, name) = place(path)
        var reading: ValueReading?
        var found: ExprType?
        for meaning in binder.meanings(of: name) {
            switch meaning {
            // What is an integer is a number too.
            case .read(let next): if reading == nil || next.isWhole { reading = next }
            case .time: found = .text
            case .text: found = found ?? .string
            case .any: break
            }
        }
        if let reading { return .read(reading) }
        if let found { return found }
        return Self.isKnown(name, binder) ? .record(path) : nil
    }

    /// Whether anything names an attribute.
    static func isKnown(_ name: String, _ binder: any Binder) -> Bool {
        binder.attribute(name) != nil || binder.hasMembers(name) || binder.isDeclared(name)
            || binder.isNamedInside(name)
    }

    func members(of path: String) -> [String] {
        if path == ExprPath.whole { return binder.outermost.firstNames }
        if path == ExprPath.own { return binder.firstNames }
        let (binder, name) = place(path)
        return binder.members(of: name)
    }

    func suggestion(for field: String, of path: String) -> String? {
        binder.takeSuggestion() ? Suggestion.nearest(to: field, in: members(of: path)) : nil
    }
}

// MARK: names that nothing has

extension RuleFacts {
    /// Names that other languages have for the record, and for the value.
    private static let records: Set<String> = [
        "root", "data", "doc", "document", "input", "object", "obj", "row", "model", "record", "rec", "payload", "body",
    ]
    private static let values: Set<String> = ["self", "value", "it", "val", "me", "$this", "_", "item"]
    private static let constants = [
        "True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null", "nil": "null",
        "NULL": "null", "Null": "null", "undefined": "null", "now": "now()", "today": "now()", "NOW": "now()",
    ]

    func unknown(_ name: String, before field: String?) -> (reason: String, suggestion: String?) {
        if let meant = Self.constants[name] { return ("'\(name)' is not known", meant) }
        let word = name.lowercased()
        if Self.records.contains(word) || Self.values.contains(word) {
            if let field {
                if type(of: ExprPath.escaped(field)) != nil { return ("'\(name)' is not known", field) }
                let whole = ExprPath.member(field, of: ExprPath.whole)
                if type(of: whole) != nil { return ("'\(name)' is not known", "record.\(field)") }
            }
            let meant = Self.records.contains(word) ? "record" : "this"
            return (Self.reason(name), meant)
        }
        if name == "parent" {
            return ("'parent' is the object around a member or an item: here it is the whole record", "record")
        }
        if name == ExprPath.previous, field != nil {
            let place = "'expr' of 'share' and 'count' under 'dataset'"
            return ("'previous' is the row before, which only \(place) has", nil)
        }
        if name == "vars" {
            return (
                "'vars' has the variables of a rule file: declare 'vars.\(field ?? "name")' under 'variables'", nil
            )
        }
        if binder.outermost.expressionDefinitions.variables.contains(name) {
            return (Self.reason(name), "vars.\(name)")
        }
        if binder.isOfShape, type(of: ExprPath.member(name, of: ExprPath.whole)) != nil {
            return (
                "no rule of the shape names '\(name)': it is an attribute of the record", "record.\(name)"
            )
        }
        // `-` is the operator in `first-name`.
        if let whole = binder.firstNames.first(where: { $0.hasPrefix("\(name)-") }) {
            return ("unknown attribute '\(name)': a name with a '-' is written between backquotes", "`\(whole)`")
        }
        if name.utf8.count > 1, name == name.uppercased(), name != name.lowercased() {
            let near = binder.takeSuggestion() ? Suggestion.nearest(to: name, in: binder.firstNames) : nil
            return ("unknown attribute '\(name)': no rule names it (a string has quotes: \"\(name)\")", near)
        }
        // All names of one or two letters are similar.
        guard name.utf8.count > 2, binder.takeSuggestion() else { return (Self.reason(name), nil) }
        let own = binder.qualify(name)
        let known =
            own == name ? binder.firstNames : binder.members(of: String(own.dropLast(name.utf8.count + 1)))
        let others = ["this", "parent", "record"] + binder.expressionDefinitions.names
        let near = Suggestion.nearest(to: name, in: known + others)
        if near != nil || !binder.isOfShape { return (Self.reason(name), near) }
        let ofRecord = Suggestion.nearest(to: name, in: binder.outermost.firstNames)
        return (Self.reason(name), ofRecord.map { "record.\($0)" })
    }

    private static func reason(_ name: String) -> String {
        "unknown attribute '\(name)': no rule names it (add '[\(name), safe]')"
    }
}
