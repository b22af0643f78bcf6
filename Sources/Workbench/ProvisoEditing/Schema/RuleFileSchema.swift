package import Proviso
internal import ProvisoRuleFiles

/// The JSON Schema of rule files, made from a registry.
///
/// It is draft 7, which editors understand best. It accepts all rule files that the reader accepts, and rejects unknown keys,
/// rule types, options and words. What depends on several parts of a file is left to the reader: whether a name is declared,
/// or a minimum is above its maximum.
package struct RuleFileSchema {
    private let manuals: [Manual]
    /// Whether the registry has the types of the file, too.
    private let knowsOwnTypes: Bool

    /// What people read about a rule type.
    package struct Manual {
        package let definition: RuleDefinition
        package let summary: String
        /// Markdown.
        package let page: String

        package init(_ definition: RuleDefinition, summary: String, page: String) {
            self.definition = definition
            self.summary = summary
            self.page = page
        }
    }

    /// `knowsOwnTypes` says that the manuals contain all that the file's `types` and `include` define; without it a file with
    /// these keys may use other names.
    package init(_ manuals: [Manual], knowsOwnTypes: Bool = false) {
        self.manuals = manuals
        self.knowsOwnTypes = knowsOwnTypes
    }

    /// The schema.
    package var document: AnyValue {
        var members: [AnyValue.Member] = [
            AnyValue.Member("$schema", "http://json-schema.org/draft-07/schema#"),
            AnyValue.Member("title", "Proviso rule file"),
        ]
        let root = SchemaParts.mapping(RuleFileValue.file.keys.map(\.member))
        if case .object(let parts) = root { members += parts }
        members.append(
            AnyValue.Member("anyOf", FileKey.main.map { ["required": [.text($0.rawValue)]] }.list))
        if !knowsOwnTypes {
            members.append(AnyValue.Member("if", ["anyOf": [["required": ["types"]], ["required": ["include"]]]]))
            members.append(AnyValue.Member("then", [:]))
            let strict: AnyValue = [
                "properties": [
                    "rules": SchemaParts.list(of: SchemaParts.reference("knownRule")),
                    "shapes": ["additionalProperties": SchemaParts.reference("knownShape")],
                ],
                "if": ["required": ["rules"], "properties": ["rules": ["contains": Self.ruleWithCode]]],
                "then": [:],
                "else": ["properties": ["messages": SchemaParts.reference("knownCatalogs")]],
            ]
            members.append(AnyValue.Member("else", strict))
        }
        members.append(AnyValue.Member("definitions", .object(definitions)))
        return .object(members)
    }

    private var definitions: [AnyValue.Member] {
        let names = manuals.map(\.definition.type.rawValue)
        var all: [AnyValue.Member] = [
            AnyValue.Member("variable", ["type": "string", "pattern": "\\$\\{[A-Za-z_][A-Za-z0-9_-]*\\}"]),
            AnyValue.Member(
                "ruleType",
                [
                    "enum": names.map { .text($0) }.list,
                    "markdownEnumDescriptions": manuals.map { .text($0.summary) }.list,
                ]),
            AnyValue.Member("anyType", knowsOwnTypes ? SchemaParts.reference("ruleType") : Self.openType),
        ]
        all += RuleFileValue.definitions
        let rules = RuleSchemas(manuals)
        all += rules.definitions
        let codes = Set((manuals.flatMap(\.definition.codes) + Code.ofEveryRuleSet).map(\.code.rawValue)).sorted()
        all.append(
            AnyValue.Member("knownCatalogs", SchemaParts.map(of: ["propertyNames": SchemaParts.words(codes)])))
        if !knowsOwnTypes { all += RuleSchemas.known }
        return all
    }

    /// A rule that names a code of its own, such as `expr` can.
    private static let ruleWithCode: AnyValue = SchemaParts.either(
        SchemaParts.array, ["minItems": 3, "items": [[:], [:], ["required": ["code"]]]], ["required": ["code"]])

    /// A type of the file may have any name, but not that of another library.
    private static let openType: AnyValue = SchemaParts.any(
        SchemaParts.reference("ruleType"), ["type": "string", "minLength": 1])
}

extension [AnyValue] {
    var list: AnyValue { .list(self) }
}
