internal import EditDistance
internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// Finds static members that are nearly named as those that `@Validatable` reads, and hold the same: they would have no
/// effect.
struct MemberDiagnostics {
    private let parts: ModelParts

    init(_ parts: ModelParts) { self.parts = parts }

    /// What the members that are read hold.
    private enum Content {
        case rules, ruleSet, dictionary
    }

    private static let known: [(name: String, content: Content)] = [
        ("rules", .rules), ("ruleSet", .ruleSet), ("messages", .dictionary), ("scenarios", .dictionary),
        ("labels", .dictionary),
    ]

    func run(_ context: some MacroExpansionContext) {
        for (name, declaration) in parts.declared.sorted(by: { $0.key < $1.key }) {
            let free = Self.known.filter { parts.declared[$0.name] == nil && Self.holds(declaration, name, $0.content) }
            guard !Self.known.contains(where: { $0.name == name }),
                let meant = NearestName.find(name, in: free.map(\.name)), let token = Self.token(name, in: declaration)
            else { continue }
            let new = token.with(\.tokenKind, .identifier(meant))
            context.report(
                token, "'@Validatable' does not read '\(name)', so it has no effect; did you mean '\(meant)'?",
                .warning,
                fixIts: [.replacing(token, with: new, "replace '\(name)' by '\(meant)'")])
        }
    }

    private static func token(_ name: String, in declaration: DeclSyntax) -> TokenSyntax? {
        declaration.as(VariableDeclSyntax.self)?.bindings.lazy
            .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }.first { $0.text == name }
    }

    /// Whether a member holds what one of the members that are read does, by its type or its value.
    private static func holds(_ declaration: DeclSyntax, _ name: String, _ content: Content) -> Bool {
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return false }
        for binding in variable.bindings
        where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
            let type = binding.typeAnnotation?.type
            let value = binding.initializer?.value
            switch content {
            case .rules:
                if type?.as(ArrayTypeSyntax.self)?.element.trimmedDescription.hasSuffix("Rule") == true { return true }
                return value?.as(ArrayExprSyntax.self)?.elements.contains { $0.expression.calls("Rule") } ?? false
            case .ruleSet:
                return type?.trimmedDescription.hasSuffix("RuleSet") == true || value?.calls("RuleSet") == true
            case .dictionary:
                return type?.is(DictionaryTypeSyntax.self) ?? value?.is(DictionaryExprSyntax.self) ?? false
            }
        }
        return false
    }
}

extension ExprSyntax {
    /// Whether the expression makes a value of a type: `Rule(…)`, `Proviso.Rule(…)`.
    fileprivate func calls(_ name: String) -> Bool {
        guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
        return called.as(DeclReferenceExprSyntax.self)?.baseName.text == name
            || called.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
    }
}
