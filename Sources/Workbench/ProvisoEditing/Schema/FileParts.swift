internal import Proviso
internal import ProvisoRuleFiles

/// The schemas of what surrounds the rules, and the words for keys.
enum FileParts {
    private typealias Parts = SchemaParts

    /// A pattern of language tags, also with the separators of system locales.
    private static let tag: AnyValue = ["pattern": "^[A-Za-z]{1,8}([-_.@][A-Za-z0-9]+)*$"]

    static let schemas: [String: AnyValue] = [
        "proviso": ["enum": [1, 2]],
        "attributes": Parts.reference("names"),
        "labels": Parts.map(of: Parts.reference("label")),
        "hints": Parts.map(of: Parts.reference("message")),
        "scenarios": Parts.map(of: Parts.reference("names")),
        "rules": Parts.list(of: Parts.reference("rule")),
        "messages": Parts.reference("catalogs"),
        "optional": Parts.reference("names"),
        "requires": Parts.map(of: Parts.word),
        "closed": closed,
        "shapes": Parts.reference("shapes"),
        "include": Parts.any(Parts.reference("include"), Parts.list(of: Parts.reference("include"))),
        "variables": Parts.map(of: Parts.reference("variableOrDefault")),
        "types": Parts.map(of: Parts.reference("type")),
        "define": Parts.map(of: Parts.word),
        "nulls": Parts.any(nullWord, Parts.list(of: nullWord)),
        "records": Parts.any(["type": "string", "pattern": "^(/|$)"], Parts.reference("variable")),
        "table": Parts.mapping(keys(RuleFileKeys.table, table, words: tableWords)),
        "tests": Parts.list(of: Parts.reference("test")),
        "empty": emptiness,
        "nullable": Parts.reference("names"),
    ]

    /// What counts as empty.
    static let emptiness = Parts.any(
        Parts.words(Emptiness.allCases.map(\.rawValue)), Parts.reference("variable"))

    private static let nullWord: AnyValue = ["type": ["string", "number", "boolean", "null"]]

    static let definitions: [AnyValue.Member] = [
        AnyValue.Member("names", Parts.any(Parts.word, Parts.list(of: Parts.word))),
        AnyValue.Member(
            "message",
            Parts.any(Parts.word, Parts.map(of: Parts.word).with(["propertyNames": tag]), Parts.reference("variable"))),
        AnyValue.Member("label", Parts.any(Parts.word, Parts.map(of: label).with(["propertyNames": tag]))),
        AnyValue.Member("catalogs", Parts.map(of: Parts.map(of: Parts.word)).with(["propertyNames": tag])),
        AnyValue.Member("shapes", Parts.map(of: Parts.reference("shape"))),
        AnyValue.Member("shape", shape),
        AnyValue.Member(
            "include", Parts.any(Parts.string, Parts.mapping(keys(RuleFileKeys.include, include), required: ["file"]))),
        AnyValue.Member("variableOrDefault", variable),
        AnyValue.Member("type", type),
        AnyValue.Member("test", test),
    ]

    private static func keys(
        _ names: [String], _ schemas: [String: AnyValue], words: [String: String] = [:]
    ) -> [AnyValue.Member] {
        names.map { AnyValue.Member($0, (schemas[$0] ?? [:]).described(words[$0] ?? "")) }
    }

    private static let label: AnyValue = Parts.any(
        Parts.word,
        Parts.mapping(
            (["text"] + LabelForm.allCases.map(\.rawValue)).map { form in
                AnyValue.Member(form, form == "gender" ? Parts.words(LabelForm.genders) : Parts.word)
            }, required: ["text"]))

    private static let closed = Parts.either(
        Parts.object,
        Parts.mapping(keys(RuleFileKeys.closed, ["allow": Parts.word, "open": Parts.reference("names")])), Parts.truth
    )

    private static let shape: AnyValue = {
        let rules = Parts.list(of: Parts.reference("rule"))
        return Parts.either(
            Parts.array, rules,
            Parts.mapping(
                keys(
                    RuleFileKeys.shape,
                    [
                        "rules": rules, "closed": closed, "empty": emptiness,
                        "nullable": Parts.reference("names"),
                    ]), required: ["rules"]))
    }()

    private static let include: [String: AnyValue] = [
        "file": Parts.string, "prefix": Parts.string, "variables": Parts.object,
    ]

    private static let variable: AnyValue = Parts.either(
        Parts.object,
        Parts.mapping(
            keys(
                RuleFileKeys.variable,
                ["type": Parts.words(RuleFileKeys.variableTypes), "values": Parts.array, "description": Parts.word])),
        [:])

    /// A rule type of the file: a rule, a list of rules, or a mapping.
    private static let type: AnyValue = {
        let inner = Parts.reference("inner")
        let rules = Parts.either(
            Parts.array,
            Parts.either(
                ["items": [Parts.word, Parts.object], "minItems": 2, "maxItems": 2], [:], Parts.list(of: inner)),
            inner)
        let option = Parts.either(
            Parts.object,
            Parts.mapping(
                keys(RuleFileKeys.option, ["type": Parts.words(RuleFileKeys.optionTypes), "description": Parts.word])),
            [:])
        let schemas: [String: AnyValue] = [
            "rules": rules, "options": Parts.map(of: option),
            "code": ["type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$"],
            "labels": Parts.reference("message"), "messages": Parts.reference("catalogs"), "description": Parts.word,
        ]
        let mapping = Parts.mapping(keys(RuleFileKeys.type, schemas), required: ["rules"])
        return Parts.either(Parts.object, mapping, rules)
    }()

    private static let table: [String: AnyValue] = [
        "delimiter": Parts.word, "quote": Parts.word, "header": Parts.truth, "columns": Parts.list(of: [:]),
        "comment": Parts.word,
        "encoding": Parts.any(Parts.string, Parts.reference("variable")),
        "skip": Parts.any(["type": "integer", "minimum": 0], Parts.reference("variable")),
        "ragged": Parts.any(Parts.words(TableFormat.Ragged.allCases.map(\.rawValue)), Parts.reference("variable")),
    ]

    static let tableWords = [
        "delimiter": "The character between values, such as ';' or '\\t'.", "quote": "The character around values.",
        "header": "Whether the first row has the names of the columns.", "columns": "The names of the columns.",
        "comment": "What lines begin with that are left out.", "skip": "The number of lines before the table.",
        "encoding": "The encoding, such as windows-1252.", "ragged": "What becomes of rows of another length.",
    ]

    private static let test: AnyValue = {
        let finding = Parts.either(
            Parts.array, ["minItems": 2, "maxItems": 2],
            Parts.mapping(keys(RuleFileKeys.finding, ["code": Parts.word, "path": Parts.word, "message": Parts.word])))
        let schemas: [String: AnyValue] = [
            "name": Parts.word, "before": Parts.array, "scenario": Parts.word,
            "locale": Parts.any(tag.with(Parts.string), Parts.reference("variable")), "finds": Parts.list(of: finding),
            "valid": Parts.truth,
        ]
        return Parts.mapping(keys(RuleFileKeys.test, schemas), required: ["record"])
            .with(["oneOf": [["required": ["finds"]], ["required": ["valid"]]]])
    }()
}
