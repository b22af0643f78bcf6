/// The names that expressions have, for editors.
package enum ExpressionWords {
    /// The functions, which are written before their arguments, with what they begin with: `math.ceil`.
    package static var functions: [String] { ExprCompiler.names.filter(isShown).sorted() }

    /// The functions of a value, which follow it and a dot, and the macros.
    package static var methods: [String] { ExprCompiler.methodNames.filter(isShown).sorted() }

    private static func isShown(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
            && !name.hasPrefix("_")
    }
}
