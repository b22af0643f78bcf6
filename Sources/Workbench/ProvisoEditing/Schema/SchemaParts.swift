internal import Proviso
internal import ProvisoRuleFiles

/// Parts of JSON Schemas.
enum SchemaParts {
    static func reference(_ name: String) -> AnyValue { ["$ref": .text("#/definitions/\(name)")] }

    static func words(_ words: [String]) -> AnyValue { ["enum": .list(words.map { .text($0) })] }

    static func any(_ schemas: AnyValue...) -> AnyValue { ["anyOf": .list(schemas)] }

    static func list(of item: AnyValue) -> AnyValue { ["type": "array", "items": item] }

    /// A mapping whose keys are names that the file chooses.
    static func map(of value: AnyValue) -> AnyValue { ["type": "object", "additionalProperties": value] }

    /// A mapping with known keys only.
    static func mapping(_ properties: [AnyValue.Member], required: [String] = []) -> AnyValue {
        var members: [AnyValue.Member] = [
            AnyValue.Member("type", "object"), AnyValue.Member("properties", .object(properties)),
            AnyValue.Member("additionalProperties", false),
        ]
        if !required.isEmpty { members.append(AnyValue.Member("required", .list(required.map { .text($0) }))) }
        return .object(members)
    }

    /// One schema if another accepts the value, or else a third one.
    static func either(_ condition: AnyValue, _ then: AnyValue, _ otherwise: AnyValue) -> AnyValue {
        ["if": condition, "then": then, "else": otherwise]
    }

    static let string: AnyValue = ["type": "string"]
    static let truth: AnyValue = any(["type": "boolean"], reference("variable"))
    static let array: AnyValue = ["type": "array"]
    static let null: AnyValue = ["type": "null"]
    static let number: AnyValue = ["type": "number"]
    static let integer: AnyValue = ["type": "integer"]
    static let object: AnyValue = ["type": "object"]
    /// What a name can look like: YAML reads `2024` as a number.
    static let word: AnyValue = ["type": ["string", "number", "boolean"]]
}

extension AnyValue {
    /// A schema with a description for people.
    func described(_ text: String) -> AnyValue {
        guard case .object(let members) = self, !text.isEmpty else { return self }
        return .object([Member("description", .text(text))] + members)
    }

    /// A schema with further members.
    func with(_ more: AnyValue) -> AnyValue {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members + others)
    }
}

// The schemas of what the keys of rule files take.
extension RuleFileValue {
    private typealias Parts = SchemaParts

    /// A pattern of language tags, also with the separators of system locales.
    private static let tag: AnyValue = ["pattern": "^[A-Za-z]{1,8}([-_.@][A-Za-z0-9]+)*$"]

    /// The schema of the value, which refers to definitions for what is in several places.
    var schema: AnyValue {
        let variable = Parts.reference("variable")
        return switch self {
        case .any, .column, .record, .options: [:]
        case .version: ["enum": [1, 2]]
        case .string, .fileName: Parts.string
        case .word, .text, .pattern, .expression, .attribute, .scenario, .path, .code, .option, .reference: Parts.word
        case .truth: Parts.truth
        case .number: Parts.any(["type": "integer", "minimum": 0], variable)
        case .object: Parts.object
        case .oneOf(let words): Parts.any(Parts.words(words), variable)
        case .literal(let words): Parts.words(words)
        case .attributes, .scenarios: Parts.reference("names")
        case .locale: Parts.any(Self.tag.with(Parts.string), variable)
        case .newCode: ["type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$"]
        case .nulls: Parts.any(Self.nullWord, Parts.list(of: Self.nullWord))
        case .pointer: Parts.any(["type": "string", "pattern": "^(/|$)"], variable)
        case .encoding: Parts.any(Parts.string, variable)
        case .list(.any), .list(.record): Parts.array
        case .list(let item): Parts.list(of: item.schema)
        case .map(.locale, _): Parts.reference("catalogs")
        case .map(.shape, _): Parts.reference("shapes")
        case .map(_, let value): Parts.map(of: value.schema)
        case .includes: Parts.any(Self.include.schema, Parts.list(of: Self.include.schema))
        case .variable: Parts.reference("variableOrDefault")
        case .ruleType: Parts.reference("type")
        case .type: Parts.reference("anyType")
        case .message, .label, .shape, .include, .test, .rule, .inner, .conditions, .dataset, .limits, .expected:
            Parts.reference("\(self)")
        case .profile: Parts.any(Parts.string, Parts.map(of: Parts.word))
        case .filter: Parts.any(Parts.word, Parts.reference("conditions"))
        case .file, .innerRules, .labelText, .closed, .typeOption, .table, .finding: written
        }
    }

    private static let nullWord: AnyValue = ["type": ["string", "number", "boolean", "null"]]

    /// The schema in full of a value that has keys, with its short forms.
    private var written: AnyValue {
        let inner = Parts.reference("inner")
        switch self {
        case .labelText: return Parts.any(Parts.word, mapping(required: [FormKey.text]))
        case .closed: return Parts.either(Parts.object, mapping(), Parts.truth)
        case .shape:
            return Parts.either(
                Parts.array, value(of: ShapeKey.rules.rawValue)?.schema ?? [:], mapping(required: ["rules"]))
        case .include: return Parts.any(Parts.string, mapping(required: ["file"]))
        case .variable, .typeOption: return Parts.either(Parts.object, mapping(), [:])
        case .innerRules:
            return Parts.either(
                Parts.array,
                Parts.either(
                    ["items": [Parts.word, Parts.object], "minItems": 2, "maxItems": 2], [:], Parts.list(of: inner)),
                inner)
        case .ruleType:
            return Parts.either(Parts.object, mapping(required: ["rules"]), RuleFileValue.innerRules.written)
        case .finding: return Parts.either(Parts.array, ["minItems": 2, "maxItems": 2], mapping())
        case .test:
            return mapping().with([
                "oneOf": [["required": ["finds"]], ["required": ["valid"]]],
                "anyOf": [["required": ["record"]], ["required": ["records"]]],
            ])
        case .dataset:
            let options = Parts.mapping(keys.filter { $0.name != DatasetKey.measure.rawValue }.map(\.member))
            let measure = value(of: DatasetKey.measure.rawValue)?.schema ?? [:]
            return Parts.either(
                Parts.array, ["items": [measure, options], "minItems": 2, "maxItems": 2],
                mapping(required: [DatasetKey.measure.rawValue]))
        case .expected: return Parts.either(Parts.object, mapping(required: [TotalKey.file.rawValue]), Parts.word)
        default: return mapping()
        }
    }

    private func mapping(required: [String] = []) -> AnyValue { Parts.mapping(keys.map(\.member), required: required) }

    /// What is in several places.
    static var definitions: [AnyValue.Member] {
        let message = Parts.map(of: Parts.word).with(["propertyNames": tag])
        return [
            AnyValue.Member("names", Parts.any(Parts.word, Parts.list(of: Parts.word))),
            AnyValue.Member("message", Parts.any(Parts.word, message, Parts.reference("variable"))),
            AnyValue.Member(
                "label", Parts.any(Parts.word, Parts.map(of: labelText.schema).with(["propertyNames": tag]))),
            AnyValue.Member("catalogs", Parts.map(of: Parts.map(of: Parts.word)).with(["propertyNames": tag])),
            AnyValue.Member("shapes", Parts.map(of: shape.schema)),
        ]
            + [shape, include, variable, ruleType, test, dataset, limits, expected].map { value in
                let name = value == variable ? "variableOrDefault" : value == ruleType ? "type" : "\(value)"
                return AnyValue.Member(name, value.written)
            }
    }
}

extension RuleFileKey {
    /// The key with the schema of its value.
    var member: AnyValue.Member { AnyValue.Member(name, value.schema.described(sentence)) }
}
