internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Finds labels whose locale is no BCP 47 tag, which nobody would ever see.
enum LabelCheck {
    static func run(_ mark: AttributeSyntax, _ context: some MacroExpansionContext) {
        guard case .argumentList(let arguments)? = mark.arguments, !arguments.isEmpty else {
            return context.report(mark, "'@Label' without a text has no effect: give one, as in '@Label(\"Name\")'")
        }
        for argument in arguments where argument.label?.text == "byLocale" {
            guard let dictionary = argument.expression.as(DictionaryExprSyntax.self),
                case .elements(let elements) = dictionary.content
            else { continue }
            for element in elements {
                guard let literal = element.key.as(StringLiteralExprSyntax.self),
                    let tag = literal.representedLiteralValue, !tag.isEmpty, !isTag(tag)
                else { continue }
                context.report(literal, "'\(tag)' is no locale: a BCP 47 tag is needed, such as 'de' or 'pt-BR'")
            }
        }
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
