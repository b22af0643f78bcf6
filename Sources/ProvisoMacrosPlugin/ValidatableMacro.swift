package import SwiftSyntax
internal import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Writes the conformance to `ValidatableModel` that a person would write.
package struct ValidatableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard canBeModel(declaration, node, context) else { return [] }
        let parts = ModelParts(declaration, node, context)
        NameDiagnostics(parts).run(context)
        MemberDiagnostics(parts).run(context)
        // Without what the type says itself to conform to: only what it lacks is written.
        let missing = protocols.map { $0.trimmedDescription.split(separator: ".").last.map(String.init) ?? "" }
        let wanted = ["ValidatableModel"] + (parts.methods.contains(where: \.waits) ? ["AsyncModel"] : [])
        let names = wanted.filter(missing.contains).map { "Proviso.\($0)" }.joined(separator: ", ")
        let conformance = names.isEmpty ? "" : ": \(names)"
        let members = ModelWriter(parts, type: type.trimmedDescription).members
        if members.isEmpty, conformance.isEmpty { return [] }
        let text = "extension \(type.trimmedDescription)\(conformance) {\n\(members.joined(separator: "\n\n"))\n}"
        return [try ExtensionDeclSyntax("\(raw: text)")]
    }

    private static func canBeModel(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext
    ) -> Bool {
        if declaration.attributes.contains(where: { $0.isNamed("MainActor") }) {
            context.report(
                node,
                "'@Validatable' cannot be used on a type of the main actor: use a plain struct and hold it in a property"
            )
            return false
        }
        if declaration.is(StructDeclSyntax.self) { return true }
        if let type = declaration.as(ClassDeclSyntax.self) { return isFinal(type, context) }
        if declaration.is(EnumDeclSyntax.self) {
            context.report(node, "'@Validatable' belongs on a struct or final class: an enum has no stored properties")
        } else if declaration.is(ActorDeclSyntax.self) {
            context.report(
                node, "'@Validatable' belongs on a struct or final class: an actor's properties cannot be read in place"
            )
        } else {
            context.report(node, "'@Validatable' belongs on the declaration of a struct or final class")
        }
        return false
    }

    private static func isFinal(_ type: ClassDeclSyntax, _ context: some MacroExpansionContext) -> Bool {
        if type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) { return true }
        let final = type.classKeyword.with(\.tokenKind, .identifier("final class"))
        context.report(
            type.classKeyword, "'@Validatable' needs a final class: a subclass would have attributes that no rule sees",
            fixIts: [.replacing(type.classKeyword, with: final, "make the class final")])
        return false
    }
}
