internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Finds labels for a locale that is not a BCP 47 tag, which no reader would ever see.
enum LabelCheck {
    static func run(_ mark: AttributeSyntax, _ context: some MacroExpansionContext) {
        guard case .argumentList(let arguments)? = mark.arguments, !arguments.isEmpty else {
            return context.report(mark, "'@Label' without a label has no effect: give one, as in '@Label(\"Name\")'")
        }
        // A label for all locales has an empty tag.
        var seen: Set<String> = arguments.count > 1 ? [""] : []
        for argument in arguments {
            guard let dictionary = argument.expression.as(DictionaryExprSyntax.self) else {
                if argument != arguments.first {
                    context.report(argument, "after a string, labels by locale must be a dictionary literal")
                }
                continue
            }
            guard case .elements(let elements) = dictionary.content else { continue }
            for element in elements { check(element, &seen, context) }
        }
    }

    private static func check(
        _ element: DictionaryElementSyntax, _ seen: inout Set<String>, _ context: some MacroExpansionContext
    ) {
        guard let literal = element.key.as(StringLiteralExprSyntax.self), let tag = literal.representedLiteralValue
        else { return }
        if !tag.isEmpty, !isTag(tag) {
            context.report(literal, "'\(tag)' is not a locale: expected a BCP 47 tag, such as 'de' or 'pt-BR'")
        }
        if !seen.insert(tag).inserted { repeats(tag, Syntax(literal), context) }
    }

    private static func repeats(_ tag: String, _ node: Syntax, _ context: some MacroExpansionContext) {
        let locale = tag.isEmpty ? "all locales" : "'\(tag)'"
        context.report(node, "there are two labels for \(locale): keep one")
    }

    /// Subtags of letters and digits with hyphens between them, the first of them a language.
    private static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...8).contains(language.utf8.count), language.allSatisfy(\.isASCIILetter)
        else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCIILetter || ("0"..."9").contains($0) }
        }
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}
