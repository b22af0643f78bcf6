extension CompareValidator.Operator {
    /// Signs and words of other languages for the operators; no operator is near enough to another to be guessed.
    private static let familiar: [String: Self] = [
        "=": .equal, "\u{2A75}": .equal, "is": .equal, "equal": .equal, "equals": .equal, "eq": .equal,
        "equalto": .equal,
        "same": .equal, "\u{2260}": .notEqual, "<>": .notEqual, "!": .notEqual, "=!": .notEqual, "/=": .notEqual,
        "~=": .notEqual,
        "ne": .notEqual, "neq": .notEqual, "not": .notEqual, "isnot": .notEqual, "notequal": .notEqual,
        "notequals": .notEqual, "different": .notEqual, "\u{2261}": .identical, "identical": .identical,
        "====": .identical,
        "\u{2262}": .notIdentical, "=!=": .notIdentical, "=!==": .notIdentical, "!===": .notIdentical,
        "notidentical": .notIdentical, "gt": .greater, "greater": .greater, "greaterthan": .greater, "after": .greater,
        "&gt;": .greater, "\u{2265}": .greaterOrEqual, "=>": .greaterOrEqual, "gte": .greaterOrEqual,
        "ge": .greaterOrEqual, "atleast": .greaterOrEqual, "min": .greaterOrEqual, "greaterorequal": .greaterOrEqual,
        "greaterthanorequal": .greaterOrEqual, "greaterthanorequalto": .greaterOrEqual, "&gt;=": .greaterOrEqual,
        "lt": .less, "less": .less, "lessthan": .less, "before": .less, "&lt;": .less, "\u{2264}": .lessOrEqual,
        "=<": .lessOrEqual, "lte": .lessOrEqual, "le": .lessOrEqual, "atmost": .lessOrEqual, "max": .lessOrEqual,
        "lessorequal": .lessOrEqual, "lessthanorequal": .lessOrEqual, "lessthanorequalto": .lessOrEqual,
        "&lt;=": .lessOrEqual,
    ]

    /// The option `operator`; an unknown one is suggested only where it can mean one thing.
    static func read(_ options: borrowing OptionReader) throws(OptionError) -> Self? {
        guard let text = try options.text("operator") else { return nil }
        if let known = Self(rawValue: text) { return known }
        let bare = text.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" && $0 != "$" }.lowercased()
        throw OptionError(
            option: "operator", reason: "'\(text)' is not one of \(allCases.map(\.rawValue).joined(separator: ", "))",
            suggestion: (Self(rawValue: bare) ?? familiar[bare])?.rawValue)
    }
}
