import Proviso
import Testing

/// Words from JSON Schema, joi, zod, pydantic, Laravel, Yii, Rails and SQL: what the error suggests.
struct FamiliarNameTests {
    @Test(arguments: [
        ("int", "integer"), ("Int64", "integer"), ("whole", "integer"), ("bigint", "integer"), ("float", "number"),
        ("decimal", "number"), ("numeric", "number"), ("bool", "boolean"), ("str", "string"), ("text", "string"),
        ("varchar", "string"), ("enum", "in"), ("oneOf", "in"), ("inclusion", "in"), ("regex", "match"),
        ("pattern", "match"), ("regexp", "match"), ("uri", "url"), ("guid", "uuid"), ("mail", "email"),
        ("timestamp", "datetime"), ("object", "keys"), ("uniqueItems", "distinct"), ("items", "each"),
        ("presence", "required"), ("not_blank", "required"), ("NotNull", "required"), ("optional", "safe"),
        ("nullable", "safe"), ("uniqueness", "unique"), ("exists", "exist"), ("foreign_key", "exist"),
        ("strip", "trim"), ("zip", "postalCode"), ("zipcode", "postalCode"), ("country", "countryCode"),
        ("tz", "timeZone"), ("password", "passwordStrength"), ("color", "hexColor"), ("fqdn", "hostname"),
        ("locale", "languageTag"), ("prefix", "startsWith"), ("divisibleBy", "multipleOf"), ("upload", "file"),
        ("defaultTo", "default"),
    ]) func types(name: String, meant: String) {
        #expect(
            diagnostics("rules: [[a, \(name)]]", file: "f", registry: .standard)
                == ["f:1:13: unknown rule type '\(name)'; did you mean '\(meant)'?"])
    }

    @Test(arguments: [
        ("minLength", "'string' with 'min'"), ("max_length", "'string' with 'max'"),
        ("length", "'string' with 'length'"),
        ("minimum", "'number' with 'min'"), ("max", "'number' with 'max'"),
        ("between", "'number' with 'min' and 'max'"),
        ("exclusiveMinimum", "'compare' with 'operator: \">\"'"), ("gt", "'compare' with 'operator: \">\"'"),
        ("lt", "'compare' with 'operator: \"<\"'"), ("const", "'compare' with 'compareValue'"),
        ("confirmed", "'compare' with 'compareAttribute'"), ("array", "'each', 'count' or 'distinct'"),
        ("list", "'each', 'count' or 'distinct'"), ("maxItems", "'count' with 'max'"),
        ("notIn", "'in' with 'not: true'"),
        ("additionalProperties", "'keys' with 'only'"), ("required_if", "'required' with 'when'"),
        ("accepted", "'required' with 'requiredValue: true'"), ("ipv6", "'ip' with 'ipv4: false'"),
        ("lowercase", "'filter' with 'lower'"), ("after", "'date' with 'min'"),
        ("format", "the rule type of that format, such as 'email'"),
        ("creditCard", "a plugin's type, such as 'acme/credit-card'"),
    ]) func typesWithTheirOptions(name: String, meant: String) {
        #expect(
            diagnostics("rules: [[a, \(name)]]", file: "f", registry: .standard)
                == ["f:1:13: unknown rule type '\(name)'; did you mean \(meant)?"])
    }

    @Test(arguments: [
        ("string", "minLength", "min"), ("string", "maximum", "max"), ("string", "size", "length"),
        ("number", "minimum", "min"), ("integer", "lte", "max"), ("count", "maxItems", "max"),
        ("match", "regex", "pattern"), ("match", "caseInsensitive", "ignoreCase"), ("in", "values", "range"),
        ("in", "enum", "range"), ("in", "choices", "range"), ("in", "negate", "not"),
        ("url", "schemes", "validSchemes"),
        ("file", "mimes", "mimeTypes"), ("file", "ext", "extensions"),
        ("compare", "other", "compareAttribute"), ("compare", "value", "compareValue"), ("compare", "op", "operator"),
        ("string", "msg", "message"), ("string", "if", "when"), ("string", "scenarios", "on"),
        ("string", "allowEmpty", "skipOnEmpty"), ("string", "stop", "bail"), ("string", "level", "severity"),
        ("email", "dns", "checkDNS"), ("exist", "table", "target"), ("exist", "column", "targetAttribute"),
        ("keys", "additionalProperties", "only"), ("each", "items", "rule"), ("multipleOf", "divisor", "of"),
        ("date", "pattern", "format"), ("date", "tz", "timeZone"), ("number", "lang", "locale"),
    ]) func options(type: String, name: String, meant: String) {
        let found = diagnostics("rules: [[a, \(type), {\(name): 1}]]", file: "f", registry: .standard)
        let option = found.first { $0.contains("unknown option '\(name)'") }
        #expect(option?.hasSuffix("; did you mean '\(meant)'?") == true, "\(found)")
    }

    @Test(arguments: [
        ("string", "required", "'required'"), ("string", "pattern", "'match'"), ("string", "enum", "'in'"),
        ("string", "unique", "'unique'"), ("number", "multipleOf", "'multipleOf'"), ("string", "trim", "'trim'"),
        ("integer", "exclusiveMinimum", "'compare' with 'operator: \">\"'"), ("string", "email", "'email'"),
    ]) func optionsThatAreRulesOfTheirOwn(type: String, name: String, meant: String) {
        let found = diagnostics("rules: [[a, \(type), {\(name): 1}]]", file: "f", registry: .standard)
        #expect(found.first?.hasSuffix("; did you mean a rule of its own: \(meant)?") == true, "\(found)")
    }

    @Test(arguments: [
        ("version: 1\nrules: []", "1:1: unknown key 'version'; did you mean 'proviso'?"),
        ("validations: []\nrules: []", "1:1: unknown key 'validations'; did you mean 'rules'?"),
        ("fields: [a]\nrules: []", "1:1: unknown key 'fields'; did you mean 'attributes'?"),
        ("translations: {}\nrules: []", "1:1: unknown key 'translations'; did you mean 'messages'?"),
        ("titles: {}\nrules: []", "1:1: unknown key 'titles'; did you mean 'labels'?"),
        (
            "rules: [{field: a, type: safe}]",
            "1:10: a rule needs the key 'attributes', not 'field'; did you mean 'attributes'?"
        ),
        ("rules: [{attributes: a, rule: safe}]", "1:25: a rule needs the key 'type', not 'rule'; did you mean 'type'?"),
        (
            "rules: [{attributes: a, validator: safe}]",
            "1:25: a rule needs the key 'type', not 'validator'; did you mean 'type'?"
        ),
    ]) func keys(text: String, diagnostic: String) {
        #expect(diagnostics(text, file: "f", registry: .standard) == ["f:" + diagnostic])
    }

    @Test func aPluginThatIsNotLoadedIsNamed() {
        #expect(
            diagnostics("rules: [[a, acme/iban]]", file: "f", registry: .standard) == [
                "f:1:13: unknown rule type 'acme/iban': a name with '/' is one of a plugin, and none that is loaded "
                    + "has it (see --plugins)"
            ])
    }

    @Test(arguments: [
        ("(?=x)", "RE2 has no look-ahead ('(?=')"), ("a(?!b)", "RE2 has no look-ahead ('(?!')"),
        ("(?<=a)b", "RE2 has no look-behind ('(?<=' or '(?<!')"), ("(a)\\1", "RE2 has no backreferences ('\\1')"),
        ("(?<n>a)", "RE2 writes a named group as '(?P<name>…)', not '(?<name>…)'"),
        ("(?>a)", "RE2 has no atomic groups ('(?>')"), ("a++", "RE2 has no possessive repetition ('++')"),
        ("a\\Z", "RE2 has no '\\Z'; the end of the text is '\\z'"),
        ("\\u20AC", "RE2 writes a code point as '\\x{20AC}', not '\\u20AC'"),
        ("a{1001}", "invalid repetition size: {1001} (at most 1000, the smaller number first)"),
        ("[a", "missing ]: [a"),
    ]) func patternsOfOtherEngines(pattern: String, reason: String) {
        let found = diagnostics("rules: [[a, match, {pattern: '\(pattern)'}]]", file: "f", registry: .standard)
        #expect(found == ["f:1:30: option 'pattern' of 'match': \(reason)"])
    }

    /// Every name that is suggested exists; a table of words must not outlive what it speaks of.
    @Test func whatIsSuggestedExists() {
        let types = Set(Registry.standard.definitions.map(\.type.rawValue))
        for word in ["int", "minLength", "enum", "array", "gt", "accepted", "lowercase", "optional", "ipv4", "after"] {
            let suggestion = Registry.standard.suggestion(for: RuleType(rawValue: word)) ?? ""
            let quoted = suggestion.split(separator: "'").map(String.init)
            let names = suggestion.contains("'") ? quoted : [suggestion]
            #expect(names.contains { types.contains($0) }, "\(word): \(suggestion)")
        }
    }
}
