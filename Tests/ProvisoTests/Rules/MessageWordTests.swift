import Proviso
import Testing

/// An option named as a problem of the rule type is the message of that problem, which is a sentence.
struct MessageWordTests {
    @Test(arguments: [
        ("number", "type: integer", "number.type", "integer"),
        ("string", "type: text", "string.type", "string"),
        ("email", "domain: example.org", "email.domain", "a rule of its own: 'match'"),
        ("keys", "forbidden: password", "keys.forbidden", "prohibited"),
        ("keys", "unknown: forbid", "keys.unknown", "only"),
        ("uuid", "version: \"4\"", "uuid.version", "versions"),
        ("passwordStrength", "tooShort: \"20\"", "passwordStrength.tooShort", "minLength"),
        ("date", "tooBig: \"2024-01-01\"", "date.tooBig", "max"),
        ("required", "blank: no", "required.blank", "a rule of its own: 'safe'"),
        ("count", "tooFew: \"3\"", "count.tooFew", "min"),
        ("hostname", "tooFewLabels: two", "hostname.tooFewLabels", "minLabels"),
        ("in", "invalid: allow", "in.invalid", ""),
        ("string", "tooShort: \"\"", "string.tooShort", ""), ("string", "tooShort: \" \"", "string.tooShort", ""),
        ("string", "tooShort: {en: \"\"}", "string.tooShort", ""),
        ("string", "tooShort: 5", "string.tooShort", "min"), ("uuid", "version: [4]", "uuid.version", "versions"),
        ("required", "blank: false", "required.blank", "a rule of its own: 'safe'"),
    ]) func isNoOption(type: String, option: String, code: String, meant: String) {
        let others = ["in": "range: [x], "][type] ?? ""
        for text in [
            "rules: [[a, \(type), {\(others)\(option)}]]",
            "rules: [[a, each, {rule: [\(type), {\(others)\(option)}]}]]",
            "rules: [{attributes: a, type: \(type), options: {\(others)\(option)}}]",
        ] {
            let found = diagnostics(text, registry: .standard)
            #expect(found.count == 1 && found[0].contains("the message of \(code)"), "\(text): \(found)")
            #expect(meant.isEmpty != (found.first?.contains("did you mean") ?? false), "\(found)")
            #expect(found.first?.contains(meant) ?? false || meant.isEmpty, "\(found)")
        }
    }

    @Test(arguments: [
        "Too short", "\"{min}\"", "必須です", "Línea", "{en: Short}", "{en: Short, de: Kurz}", "\"line\\nbreak\"",
    ]) func sentencesAreMessages(text: String) {
        #expect(diagnostics("rules: [[a, string, {min: 3, tooShort: \(text)}]]", registry: .standard) == [])
    }

    @Test func whereItStands() {
        #expect(
            diagnostics("rules: [[a, uuid, {version: '4'}]]", file: "f", registry: .standard) == [
                "f:1:29: 'version' of 'uuid' is the message of uuid.version, not an option; for a message of one word "
                    + "write messages by locale, such as 'version: {en: …}'; did you mean 'versions'?"
            ])
    }

    @Test func typesOfOnesOwn() {
        let found = diagnostics("rules: [[a, minimum, {limit: 5, tooSmall: 7}], [b, minimum, {limit: 1, tooSmall: x}]]")
        #expect(found.count == 2 && found.allSatisfy { $0.contains("the message of minimum.tooSmall") }, "\(found)")
    }

    @Test(arguments: [
        ("%s is bad", "{attribute}"), (":attribute is bad", "{attribute}"), ("Mind :min letters", "{min}"),
        ("${attribute} is bad", "{attribute}"),
    ]) func placeholdersOfOtherLibraries(text: String, meant: String) {
        for option in ["message", "tooShort"] {
            let found = diagnostics("rules: [[a, string, {min: 3, \(option): \"\(text)\"}]]", registry: .standard)
            #expect(found.count == 1 && found[0].hasSuffix("did you mean '\(meant)'?"), "\(found)")
        }
        let file = "rules: [[a, string, {min: 3}]]\nmessages: {en: {string.tooShort: \"\(text)\"}}"
        #expect(diagnostics(file, registry: .standard).count == 1)
    }

    @Test(arguments: ["It costs ${value}", "At 50% is bad", "From 9:30 on"])
    func signsInMessagesStay(text: String) {
        #expect(diagnostics("rules: [[a, string, {message: \"\(text)\"}]]", registry: .standard) == [])
    }
}
