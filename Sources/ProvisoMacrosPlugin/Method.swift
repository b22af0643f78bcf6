internal import SwiftParser
internal import SwiftSyntax

/// A method that rules may name as their type.
struct Method {
    let mark: AttributeSyntax
    /// The name as a literal.
    let type: String
    /// The name, `nil` if it is not a literal.
    let name: String?
    private let function: FunctionDeclSyntax
    private let options: [String]

    init(_ function: FunctionDeclSyntax, _ mark: AttributeSyntax) {
        self.function = function
        self.mark = mark
        let arguments = mark.arguments?.as(LabeledExprListSyntax.self)
        let given = arguments?.first { $0.label == nil }?.expression
        type = given?.trimmedDescription ?? "\"\(function.name.text)\""
        name = given.map { $0.as(StringLiteralExprSyntax.self)?.representedLiteralValue } ?? function.name.text
        options =
            arguments?.filter { $0.label != nil }.map { $0.with(\.trailingComma, nil).trimmedDescription } ?? []
    }

    /// Whether the method is async.
    var waits: Bool { effects?.asyncSpecifier != nil }

    private var takesOptions: Bool { options.contains { $0.hasPrefix("options:") } }

    private var effects: FunctionEffectSpecifiersSyntax? { function.signature.effectSpecifiers }

    /// `Proviso.ValidationMethod("checkCountry") { model, value, context in model.checkCountry(value, &context) }`, or
    /// `Proviso.ValidationMethod(async: "isFree") { model, value in try await model.isFree(value) }`.
    var line: String {
        let arguments = ([waits ? "async: \(type)" : type] + options).joined(separator: ", ")
        let labels = function.signature.parameterClause.parameters.map { parameter in
            parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
        }
        let call = "model.\(function.name.text)(\(labels[0])value"
        if waits {
            let mark = effects?.throwsClause == nil ? "await" : "try await"
            if labels.count == 2 {
                let call = "\(call), \(labels[1])context)"
                return "Proviso.ValidationMethod(\(arguments)) { model, value, context in \(mark) \(call) }"
            }
            let others = takesOptions ? "model, value, _" : "model, value"
            return "Proviso.ValidationMethod(\(arguments)) { \(others) in \(mark) \(call)) }"
        }
        return "Proviso.ValidationMethod(\(arguments)) { model, value, context in \(call), \(labels[1])&context) }"
    }

    /// Why rules cannot call the method, `nil` when they can.
    var fault: (node: Syntax, reason: String)? {
        let signature = function.signature
        if waits { return faultOfWaiting }
        let shape = "func \(function.name.text)(_ value: borrowing Value, _ context: inout ValidationContext)"
        if let modifier = function.modifiers.first(where: { ["static", "class", "mutating"].contains($0.name.text) }) {
            return (Syntax(modifier), "a validation method is not static and not mutating: \(shape)")
        }
        if let effects {
            return (Syntax(effects), "a validation method reports to its context and does not throw: \(shape)")
        }
        let types = signature.parameterClause.parameters.map(\.type.trimmedDescription)
        guard types.count == 2, types[0].hasSuffix("Value"), types[0].hasPrefix("borrowing "),
            types[1].hasPrefix("inout "), types[1].hasSuffix("ValidationContext")
        else { return (Syntax(signature.parameterClause), "a validation method is declared '\(shape)'") }
        return nil
    }

    private var faultOfWaiting: (node: Syntax, reason: String)? {
        let shape = "func \(function.name.text)(_ value: AnyValue) async throws -> [Finding]"
        let unfit = ["static", "class", "mutating", "borrowing", "consuming"]
        if let modifier = function.modifiers.first(where: { unfit.contains($0.name.text) }) {
            return (Syntax(modifier), "an async validation method is a plain instance method: \(shape)")
        }
        let parameters = function.signature.parameterClause.parameters
        let result = function.signature.returnClause?.type.trimmedDescription ?? ""
        let types = parameters.map(\.type.trimmedDescription)
        let takes =
            types.first?.hasSuffix("AnyValue") == true
            && (types.count == 1 || types.count == 2 && types[1].hasSuffix("AsyncContext"))
        guard takes, result.hasSuffix("Finding]"), result.hasPrefix("[") else {
            return (Syntax(function.signature), "an async validation method is declared '\(shape)'")
        }
        return nil
    }
}
