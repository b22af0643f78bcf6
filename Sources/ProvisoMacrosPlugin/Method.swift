internal import SwiftSyntax

/// A method that rules may name as their type.
struct Method {
    let mark: AttributeSyntax
    /// The name as a literal.
    let type: String
    private let function: FunctionDeclSyntax
    private let options: [String]

    init(_ function: FunctionDeclSyntax, _ mark: AttributeSyntax) {
        self.function = function
        self.mark = mark
        let arguments = mark.arguments?.as(LabeledExprListSyntax.self)
        let name = arguments?.first { $0.label == nil }?.expression.trimmedDescription
        type = name ?? "\"\(function.name.text)\""
        options =
            arguments?.filter { $0.label != nil }.map { $0.with(\.trailingComma, nil).trimmedDescription } ?? []
    }

    /// `ValidationMethod("checkCountry") { model, value, context in model.checkCountry(value, &context) }`.
    var line: String {
        let arguments = ([type] + options).joined(separator: ", ")
        let labels = function.signature.parameterClause.parameters.map { parameter in
            parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
        }
        let call = "model.\(function.name.text)(\(labels[0])value, \(labels[1])&context)"
        return "ValidationMethod(\(arguments)) { model, value, context in \(call) }"
    }

    /// Why rules cannot call the method, nil when they can.
    var fault: (node: Syntax, reason: String)? {
        let signature = function.signature
        let shape = "func \(function.name.text)(_ value: borrowing Value, _ context: inout ValidationContext)"
        if let modifier = function.modifiers.first(where: { ["static", "class", "mutating"].contains($0.name.text) }) {
            return (Syntax(modifier), "a validation method is an instance method that changes nothing: \(shape)")
        }
        if let effects = signature.effectSpecifiers {
            return (
                Syntax(effects), "a validation method reports to its context, and neither throws nor waits: \(shape)"
            )
        }
        let types = signature.parameterClause.parameters.map(\.type.trimmedDescription)
        guard types.count == 2, types[0].hasSuffix("Value"), types[0].hasPrefix("borrowing "),
            types[1].hasPrefix("inout "), types[1].hasSuffix("ValidationContext")
        else { return (Syntax(signature.parameterClause), "a validation method is declared '\(shape)'") }
        return nil
    }
}
