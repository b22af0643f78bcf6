internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// What the properties of a type are called in data: as its `CodingKeys` say, in snake case, or as in the program.
struct DataNames {
    /// The names that `CodingKeys` has, by property.
    private var keys: [String: String] = [:]
    private let isSnakeCase: Bool

    init(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext) {
        let arguments = node.arguments?.as(LabeledExprListSyntax.self)
        isSnakeCase =
            arguments?.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "snakeCase"
        for member in declaration.memberBlock.members {
            guard let type = member.decl.as(EnumDeclSyntax.self), type.name.text == "CodingKeys",
                type.inheritanceClause?.inheritedTypes.contains(where: { $0.type.trimmedDescription == "String" })
                    == true
            else { continue }
            for element in type.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) })
                .flatMap(\.elements)
            { read(element, context) }
        }
    }

    private mutating func read(_ element: EnumCaseElementSyntax, _ context: some MacroExpansionContext) {
        let property = Self.plain(element.name.text)
        guard let value = element.rawValue?.value else { return keys[property] = property }
        let name = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        if let name, !name.isEmpty, !name.contains(where: { " ,.*[]/\\\"$@!#".contains($0) }) {
            keys[property] = name
        } else {
            context.report(
                value,
                "'@Validatable' cannot use this name: spaces, commas and .*[]/\\$@!# have a meaning in rules and paths")
        }
    }

    /// The name of a property in data.
    func name(of property: String) -> String {
        let plain = Self.plain(property)
        return keys[plain] ?? (isSnakeCase ? Self.snakeCase(plain) : plain)
    }

    private static func plain(_ name: String) -> String { name.filter { $0 != "`" } }

    /// As `JSONEncoder` converts: `firstName` is `first_name`, and `baseURLString` is `base_url_string`.
    private static func snakeCase(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            let isNew = letter.isUppercase && index > 0 && letters[index - 1] != "_"
            let endsCapitals = index + 1 < letters.count && letters[index + 1].isLowercase
            if isNew, !letters[index - 1].isUppercase || endsCapitals { result += "_" }
            result += letter.lowercased()
        }
        return result
    }
}
