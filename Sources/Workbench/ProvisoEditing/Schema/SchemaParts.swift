internal import Proviso

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
