internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A stored property that becomes an attribute.
struct Property {
    /// The name in data, which rules and paths use.
    let name: String
    /// The name as code writes it, with back-ticks where it needs them.
    let spelling: String
    let isConstant: Bool
    /// Whether the declaration gives it a value.
    let hasDefault: Bool
    let rules: [RulesMark]
    let label: AttributeSyntax?
    /// The file and line of the property; `nil` if the compiler does not know them.
    private let location: AbstractSourceLocation?

    init(
        _ declaration: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ name: TokenSyntax,
        names: DataNames, _ context: some MacroExpansionContext
    ) {
        location = context.location(of: name, at: .afterLeadingTrivia, filePathMode: .filePath)
        self.name = names.name(of: name.text)
        spelling = name.text
        isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        hasDefault = binding.initializer != nil
        rules = declaration.attributes.named("Rules").map { RulesMark($0, context) }
        label = declaration.attributes.named("Label").first
    }

    /// `Proviso.Attribute<SignUp>("email", \.email)`; constants without a value get theirs from data where that makes the model.
    func attribute(of model: String, isParsable: Bool) -> String {
        let label = isConstant ? isParsable && !hasDefault ? "constant: " : "reading: " : ""
        let end = hasDefault && !isConstant ? ", hasDefault: true" : ""
        return "Proviso.Attribute<\(model)>(\"\(name)\", \(label)\\.\(spelling)\(end))"
    }

    /// Code with the property's own place before it, so that the compiler shows errors in it at the property.
    func located(_ code: String) -> String {
        guard let location else { return code }
        return "#sourceLocation(file: \(location.file), line: \(location.line))\n\(code)"
    }

    /// `Proviso.Rule("email", .required, on: "register", fileID: "App/SignUp.swift", line: 7, column: 5)`, one for each
    /// rule beside the property.
    var ruleLines: [String] {
        rules.flatMap { mark -> [String] in
            guard case .argumentList(let arguments)? = mark.attribute.arguments else { return [] }
            let common = Self.common(arguments) + mark.place
            return arguments.prefix { $0.label == nil }.map { rule in
                "Proviso.Rule(\((["\"\(name)\"", rule.withoutComma] + common).joined(separator: ", ")))"
            }
        }
    }

    /// What holds for each rule, with the names of `except` as a list.
    private static func common(_ arguments: LabeledExprListSyntax) -> [String] {
        var rest = arguments.drop { $0.label == nil }
        var common: [String] = []
        while let next = rest.first {
            rest = rest.dropFirst()
            let others = rest.prefix { $0.label == nil }
            if next.label?.text == "except", !others.isEmpty || next.expression.is(StringLiteralExprSyntax.self) {
                let names = [next.expression.trimmedDescription] + others.map(\.withoutComma)
                common.append("except: [\(names.joined(separator: ", "))]")
                rest = rest.dropFirst(others.count)
            } else {
                common.append(next.withoutComma)
            }
        }
        return common
    }

    /// `"email": ["en": "E-mail", "de": "E-Mail-Adresse"]`, `nil` if there is no label.
    var labelLine: String? {
        guard case .argumentList(let arguments)? = label?.arguments, let first = arguments.first else { return nil }
        let isText = !first.expression.is(DictionaryExprSyntax.self)
        if arguments.count == 1, !isText { return "\"\(name)\": \(first.expression.trimmed)" }
        // A constant of the program may be a string or a dictionary: the compiler picks the overload.
        if arguments.count == 1, !first.expression.is(StringLiteralExprSyntax.self) {
            return "\"\(name)\": Proviso.Labels.byLocale(\(first.expression.trimmed))"
        }
        var entries = isText ? ["\"\": \(first.expression.trimmed)"] : []
        for argument in arguments {
            guard case .elements(let elements)? = argument.expression.as(DictionaryExprSyntax.self)?.content else {
                continue
            }
            entries += elements.map { "\($0.key.trimmed): \($0.value.trimmed)" }
        }
        return "\"\(name)\": [\(entries.joined(separator: ", "))]"
    }
}

/// A `@Rules` with the place that errors of its rules name.
struct RulesMark {
    let attribute: AttributeSyntax
    /// The arguments of `Proviso.Rule` that name the place; none where the compiler does not know it.
    let place: [String]

    init(_ attribute: AttributeSyntax, _ context: some MacroExpansionContext) {
        self.attribute = attribute
        place =
            context.location(of: attribute, at: .afterLeadingTrivia, filePathMode: .fileID)
            .map { ["fileID: \($0.file)", "line: \($0.line)", "column: \($0.column)"] } ?? []
    }
}

extension LabeledExprSyntax {
    fileprivate var withoutComma: String { with(\.trailingComma, nil).trimmedDescription }
}

extension AttributeListSyntax.Element {
    func isNamed(_ name: String) -> Bool {
        guard case .attribute(let attribute) = self else { return false }
        return attribute.name == name
    }
}

extension AttributeSyntax {
    /// The name without the module it may be qualified with.
    var name: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
            ?? attributeName.trimmedDescription
    }
}

extension AttributeListSyntax {
    func named(_ name: String) -> [AttributeSyntax] {
        compactMap { element in
            guard case .attribute(let attribute) = element, attribute.name == name else { return nil }
            return attribute
        }
    }
}
