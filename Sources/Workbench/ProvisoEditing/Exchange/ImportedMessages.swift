internal import Proviso
internal import ProvisoContracts

/// The messages that a schema has by keyword, as ajv-errors reads them, on the rules that were made of it.
extension ImportedFile {
    /// The rule types that say what a keyword does, and the option that is their message for it.
    private static let keywords: [String: (types: Set<String>, option: String)] = [
        "minLength": (["string"], "tooShort"), "maxLength": (["string"], "tooLong"),
        "minimum": (["number", "integer"], "tooSmall"), "maximum": (["number", "integer"], "tooBig"),
        "minItems": (["count"], "tooFew"), "maxItems": (["count"], "tooMany"),
        "minProperties": (["count"], "tooFew"), "maxProperties": (["count"], "tooMany"),
        "uniqueItems": (["distinct"], "duplicate"), "pattern": (["match"], "message"), "enum": (["in"], "message"),
        "const": (["in"], "message"), "multipleOf": (["multipleOf"], "message"),
        "format": (["uuid", "ip", "date", "email", "hostname"], "message"),
    ]

    /// Gives messages to the rules from a place on; returns the keywords whose messages no rule can have.
    mutating func give(_ messages: [AnyValue.Member], at path: ValuePath, from start: Int) -> [String] {
        var lost: [String] = []
        for member in messages {
            if member.key == "required" {
                lost += require(member.value, of: path, from: start)
            } else if let text = member.value.text, let (types, option) = Self.keywords[member.key] {
                let isGiven = give(text, as: option, from: start) { $0.path == path && types.contains($0.type) }
                if !isGiven { lost.append(member.key) }
            } else {
                lost.append(member.key)
            }
        }
        return lost
    }

    /// Gives the message for members that are missing, or one for each.
    private mutating func require(_ messages: AnyValue, of path: ValuePath, from start: Int) -> [String] {
        if let text = messages.text {
            let isGiven = give(text, as: "message", from: start) { rule in
                rule.type == "present" && ValuePath(rule.path.components.dropLast()) == path
            }
            return isGiven ? [] : ["required"]
        }
        return messages.members.compactMap { member in
            let name = path.appending(.key(member.key))
            let isGiven = give(member.value.text ?? "", as: "message", from: start) {
                $0.type == "present" && $0.path == name
            }
            return isGiven ? nil : "required.\(member.key)"
        }
    }

    private mutating func give(_ text: String, as option: String, from start: Int, to isMeant: (Rule) -> Bool) -> Bool {
        var isGiven = false
        let message = AnyValue.text(JSONSchema.quoted(text))
        // A single word could be meant as an option.
        let isPlain = option == "message" || MessageWord.isSentence(text)
        for index in rules.indices.dropFirst(start) where isMeant(rules[index]) {
            rules[index].options.append(.init(option, isPlain ? message : ["en": message]))
            isGiven = true
        }
        return isGiven
    }
}
