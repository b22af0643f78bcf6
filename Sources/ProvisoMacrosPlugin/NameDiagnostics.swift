internal import EditDistance
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// Finds attributes that rules name and the type does not have.
struct NameDiagnostics {
    private let parts: ModelParts
    private let names: [String]

    init(_ parts: ModelParts) {
        self.parts = parts
        names = parts.properties.map(\.name)
    }

    func run(_ context: some MacroExpansionContext) {
        guard parts.declared["attributes"] == nil else { return }
        var finder = NamedAttributes()
        for mark in parts.properties.flatMap(\.rules) { finder.find(in: Syntax(mark.attribute)) }
        if let rules = parts.declared["rules"] { finder.find(in: Syntax(rules)) }
        for literal in finder.literals { check(literal, context) }
        for literal in finder.types { checkMethod(literal, context) }
        // A misspelled name is reported where it is.
        let types = finder.types.compactMap(\.representedLiteralValue)
        let meant = types.compactMap { NearestName.find($0, in: parts.methods.compactMap(\.name)) }
        checkUse(of: parts.methods.filter { method in !meant.contains { $0 == method.name } }, context)
    }

    /// Methods that no rule names never run.
    ///
    /// Where rules come from elsewhere, a file for instance, no one can tell.
    private func checkUse(of methods: [Method], _ context: some MacroExpansionContext) {
        guard parts.declared["ruleSet"] == nil, parts.declared["methods"] == nil else { return }
        let marks = parts.properties.flatMap(\.rules).map { Syntax($0.attribute) }
        var texts = TextsOfRules()
        for mark in marks { texts.find(in: mark) }
        if let rules = parts.declared["rules"] {
            guard rules.isList else { return }
            texts.find(in: Syntax(rules))
        } else if marks.isEmpty {
            return
        }
        if texts.isOpen { return }
        for method in methods {
            guard let name = method.name, !texts.all.contains(name) else { continue }
            context.report(
                method.mark, "no rule names the method '\(name)', so it never runs: add '.type(\"\(name)\")' to a rule",
                .warning)
        }
    }

    /// A rule type that nearly has the name of a method is a warning only: the registry may know it.
    private func checkMethod(_ literal: StringLiteralExprSyntax, _ context: some MacroExpansionContext) {
        let methods = parts.methods.map { $0.type.filter { $0 != "\"" } }
        guard let name = literal.representedLiteralValue, !name.contains("/"), !methods.contains(name),
            let near = NearestName.find(name, in: methods)
        else { return }
        let new = StringLiteralExprSyntax(content: near)
        context.report(
            literal, "no method is named '\(name)'; did you mean '\(near)'?", .warning,
            fixIts: [FixIt.replacing(literal, with: new, "replace '\(name)' by '\(near)'")])
    }

    /// One literal may name several attributes, with commas between them; a path begins with the attribute's name.
    private func check(_ literal: StringLiteralExprSyntax, _ context: some MacroExpansionContext) {
        guard let text = literal.representedLiteralValue else { return }
        for part in text.split(separator: ",") {
            let trimmed = part.drop { $0 == " " || $0 == "!" }
            let name = String(trimmed.prefix { $0 != "." && $0 != " " })
            if names.contains(name) { continue }
            let near = parts.properties.first { $0.spelling == name }?.name ?? NearestName.find(name, in: names)
            let hint = near.map { "; did you mean '\($0)'?" } ?? ""
            let fixIts = near.map { near in
                let new = StringLiteralExprSyntax(content: text.replacing(name, by: near))
                return [FixIt.replacing(literal, with: new, "replace '\(name)' by '\(near)'")]
            }
            context.report(literal, "unknown attribute '\(name)'\(hint)", fixIts: fixIts ?? [])
        }
    }
}

/// Gathers all strings in rules.
private struct TextsOfRules {
    private(set) var all: Set<String> = []
    /// Whether a rule names its type by something other than a literal.
    private(set) var isOpen = false

    mutating func find(in node: Syntax) {
        if let literal = node.as(StringLiteralExprSyntax.self), let text = literal.representedLiteralValue {
            all.insert(text)
        }
        if let call = node.as(FunctionCallExprSyntax.self),
            call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "type",
            call.arguments.first?.expression.is(StringLiteralExprSyntax.self) == false
        {
            isOpen = true
        }
        for child in node.children(viewMode: .sourceAccurate) { find(in: child) }
    }
}

extension DeclSyntax {
    /// Whether it is a property whose value is written as a list.
    fileprivate var isList: Bool {
        self.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value.is(ArrayExprSyntax.self) == true
    }
}

/// Gathers the literals that name attributes: `Rule("a", "b", …)`, `Rule(["a"], …)`, `Condition("a", …)` and
/// `.compare(with: "a")`.
private struct NamedAttributes {
    private(set) var literals: [StringLiteralExprSyntax] = []
    /// What rules name as their type: `.type("checkName")`.
    private(set) var types: [StringLiteralExprSyntax] = []

    mutating func find(in node: Syntax) {
        if let call = node.as(FunctionCallExprSyntax.self) { read(call) }
        for child in node.children(viewMode: .sourceAccurate) { find(in: child) }
    }

    private mutating func read(_ call: FunctionCallExprSyntax) {
        let called =
            call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        switch called {
        case "Rule", "Condition":
            for argument in call.arguments.prefix(while: { $0.label == nil }) {
                if let list = argument.expression.as(ArrayExprSyntax.self) {
                    literals += list.elements.compactMap { $0.expression.as(StringLiteralExprSyntax.self) }
                } else if let literal = argument.expression.as(StringLiteralExprSyntax.self) {
                    literals.append(literal)
                }
            }
        case "type":
            types += [call.arguments.first?.expression.as(StringLiteralExprSyntax.self)].compactMap(\.self)
        case "compare":
            // Filtering the arguments would make copies that are nowhere in the source.
            for argument in call.arguments where argument.label?.text == "with" {
                if let literal = argument.expression.as(StringLiteralExprSyntax.self) { literals.append(literal) }
            }
        default: break
        }
    }
}
