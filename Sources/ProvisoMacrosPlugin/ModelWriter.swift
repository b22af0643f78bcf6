internal import SwiftSyntaxMacros

/// Writes the members of the conformance, each as a string.
struct ModelWriter {
    private let parts: ModelParts
    private let type: String

    init(_ parts: ModelParts, type: String) {
        self.parts = parts
        self.type = type
    }

    var members: [String] {
        var members: [String] = []
        if parts.declared["attributes"] == nil {
            members.append(attributes)
            if !parts.writesAttributes, !parts.properties.isEmpty { members.append(writing) }
        }
        if parts.declared["ruleSet"] == nil { members.append(stored("ruleSet", "Proviso.RuleSet", ruleSet)) }
        if parts.declared["methods"] == nil, !parts.methods.isEmpty {
            members.append(stored("methods", "[Proviso.ValidationMethod<\(type)>]", list(parts.methods.map(\.line))))
        }
        if parts.setsConstants { members += constants }
        return members
    }

    /// The list of attributes, each made by a statement of its own.
    ///
    /// `#sourceLocation` is allowed between statements, but not between the items of a list.
    private var attributes: String {
        if parts.properties.isEmpty { return stored("attributes", "[Proviso.Attribute<\(type)>]", "[]") }
        let names = parts.properties.indices.map { "attribute\($0 + 1)" }
        let statements = zip(names, parts.properties).map { name, property in
            property.located("let \(name) = \(property.attribute(of: type, isParsable: parts.setsConstants))")
        }
        let lines = statements + ["#sourceLocation()", "return [\(names.joined(separator: ", "))]"]
        let body = "{\n\(lines.joined(separator: "\n"))\n}"
        let name = "attributes: [Proviso.Attribute<\(type)>]"
        return parts.isGeneric
            ? "\(parts.access)static var \(name) \(body)" : "\(parts.access)static let \(name) = \(body)()"
    }

    /// A copy with other constants, made property by property.
    private var constants: [String] {
        [
            """
            \(parts.access)func replacingConstants(_ values: Proviso.ConstantValues) -> Self {
            Self(self, constants: values)
            }
            """,
            """
            private init(_ model: Self, constants values: Proviso.ConstantValues) {
            \(parts.copies.joined(separator: "\n"))
            }
            """,
        ]
    }

    /// A constant; in generic types, which have no static constants, a property rebuilt for each plan.
    private func stored(_ name: String, _ type: String, _ value: String) -> String {
        if !parts.isGeneric, "Proviso.\(name.prefix(1).uppercased() + name.dropFirst())" == type {
            return "\(parts.access)static let \(name) = \(value)"
        }
        return parts.isGeneric
            ? "\(parts.access)static var \(name): \(type) {\n\(value)\n}"
            : "\(parts.access)static let \(name): \(type) = \(value)"
    }

    private var writing: String {
        let lines = parts.properties.map { "values.write(self.\($0.spelling))" }
        return """
            \(parts.access)borrowing func writeAttributes(to values: inout Proviso.AttributeWriter) {
            \(lines.joined(separator: "\n"))
            }
            """
    }

    private var ruleSet: String {
        let beside = parts.properties.flatMap(\.ruleLines)
        let own = parts.declared["rules"] != nil
        var arguments: [String] = []
        if !beside.isEmpty {
            arguments.append("rules: \(list(beside))\(own ? " + rules" : "")")
        } else if own {
            arguments.append("rules: rules")
        }
        if parts.declared["scenarios"] != nil { arguments.append("scenarios: scenarios") }
        let labels = parts.properties.compactMap(\.labelLine)
        if parts.declared["labels"] != nil {
            arguments.append(labels.isEmpty ? "labels: labels" : "labels: labels.merging(\(list(labels))) { $1 }")
        } else if !labels.isEmpty {
            arguments.append("labels: \(list(labels))")
        }
        if parts.declared["messages"] != nil { arguments.append("messages: messages") }
        if let place = parts.place, !arguments.isEmpty {
            arguments.append(
                "position: Proviso.SourcePosition(file: \(place.file), line: \(place.line), column: \(place.column))")
        }
        return arguments.isEmpty ? "Proviso.RuleSet()" : "Proviso.RuleSet(\n\(arguments.joined(separator: ",\n"))\n)"
    }

    private func list(_ items: [String]) -> String {
        items.isEmpty ? "[]" : "[\n\(items.map { "\($0),\n" }.joined())]"
    }
}
