package import SwiftSyntax
package import SwiftSyntaxMacros

/// A macro that adds nothing itself: it is read by `@Validatable`, and complains where that would not see it.
package protocol MarkerMacro: PeerMacro {
    static var name: String { get }
    /// What it belongs beside, as an error names it.
    static var place: String { get }
    static func belongs(beside declaration: some DeclSyntaxProtocol) -> Bool
}

extension MarkerMacro {
    package static var place: String { "a stored property" }

    package static func belongs(beside declaration: some DeclSyntaxProtocol) -> Bool {
        declaration.is(VariableDeclSyntax.self)
    }

    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !belongs(beside: declaration) {
            context.report(node, "'@\(name)' belongs beside \(place)")
        } else if !context.lexicalContext.contains(where: { $0.isValidatable }), !declaration.isMadeByObservation {
            context.report(node, "'@\(name)' has no effect: the type is not '@Validatable'")
        }
        return []
    }
}

extension DeclSyntaxProtocol {
    /// Whether it is where `@Observable` keeps a property's value: it gets the property's marks, but not its context.
    fileprivate var isMadeByObservation: Bool {
        self.as(VariableDeclSyntax.self)?.attributes.contains { $0.isNamed("ObservationIgnored") } ?? false
    }
}

extension Syntax {
    fileprivate var isValidatable: Bool {
        asProtocol((any DeclGroupSyntax).self)?.attributes.contains { $0.isNamed("Validatable") } ?? false
    }
}

package struct RulesMacro: MarkerMacro {
    package static var name: String { "Rules" }
}

package struct LabelMacro: MarkerMacro {
    package static var name: String { "Label" }
}

package struct NoAttributeMacro: MarkerMacro {
    package static var name: String { "NoAttribute" }
}

package struct ValidationMethodMacro: MarkerMacro {
    package static var name: String { "ValidationMethod" }
    package static var place: String { "a method" }

    package static func belongs(beside declaration: some DeclSyntaxProtocol) -> Bool {
        declaration.is(FunctionDeclSyntax.self)
    }
}
