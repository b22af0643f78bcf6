/// The variables of a rule file in its expressions: `vars.name` is the value, whatever characters it has.
package enum ExprVariables {
    /// A name that no variable has, with its place in the text.
    package struct Unknown: Sendable {
        package let name: String
        package let line: Int
        package let column: Int
    }

    /// The expression with literals in the place of its variables, and the first name that has no value.
    ///
    /// The names in `left` stay.
    package static func replaced(
        in text: String, left: Set<String>, _ value: (String) -> AnyValue?
    ) -> (text: String, unknown: Unknown?) {
        // What cannot be read is an error later.
        guard let tokens = try? ExprLexer.tokens(text) else { return (text, nil) }
        let bytes = Array(text.utf8)
        var (result, done): ([UInt8], Int) = ([], 0)
        var unknown: Unknown?
        for index in tokens.indices.dropLast(2) {
            guard case .name("vars") = tokens[index].token, tokens[index + 1].token == .sign("."),
                index == 0 || tokens[index - 1].token != .sign("."),
                // A member of this name: `x.?vars`.
                index < 2 || tokens[index - 1].token != .sign("?") || tokens[index - 2].token != .sign(".")
            else { continue }
            let name: String
            switch tokens[index + 2].token {
            case .name(let found), .quotedName(let found): name = found
            default: continue
            }
            if left.contains(name) { continue }
            guard let found = value(name) else {
                let place = ExprPlace.place(tokens[index + 2].offset, in: text)
                unknown = unknown ?? Unknown(name: name, line: place.line, column: place.column)
                continue
            }
            result += bytes[done..<tokens[index].offset] + ExprText.literal(found).utf8
            done = tokens[index + 2].end
        }
        if done == 0 { return (text, unknown) }
        return (String(decoding: result + bytes[done...], as: UTF8.self), unknown)
    }
}
