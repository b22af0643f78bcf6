import Proviso
import Testing

/// Words from JSON Schema, joi, zod, pydantic, Laravel, Yii, Rails and SQL: what the error suggests.
struct FamiliarNameTests {
    @Test(arguments: [
        ("int", "integer"), ("Int64", "integer"), ("whole", "integer"), ("bigint", "integer"), ("float", "number"),
        ("decimal", "number"), ("numeric", "number"), ("bool", "boolean"), ("str", "string"), ("text", "string"),
        ("varchar", "string"), ("enum", "in"), ("union", "oneOf"), ("inclusion", "in"), ("regex", "match"),
        ("pattern", "match"), ("regexp", "match"), ("uri", "url"), ("guid", "uuid"), ("mail", "email"),
        ("timestamp", "datetime"), ("object", "keys"), ("uniqueItems", "distinct"), ("items", "each"),
        ("presence", "required"), ("not_blank", "required"), ("NotNull", "required"), ("optional", "safe"),
        ("nullable", "safe"), ("uniqueness", "unique"), ("exists", "exist"), ("foreign_key", "exist"),
        ("strip", "trim"), ("zip", "postalCode"), ("zipcode", "postalCode"), ("country", "countryCode"),
        ("tz", "timeZone"), ("password", "passwordStrength"), ("color", "hexColor"), ("fqdn", "hostname"),
        ("locale", "languageTag"), ("prefix", "startsWith"), ("divisibleBy", "multipleOf"), ("upload", "file"),
        ("defaultTo", "default"), ("lower", "lowercase"), ("is_uppercase", "uppercase"), ("lat", "latitude"),
        ("lng", "longitude"), ("excluded", "absent"), ("b32", "base32"), ("portNumber", "port"),
    ]) func types(name: String, meant: String) {
        #expect(
            diagnostics("rules: [[a, \(name)]]", file: "f", registry: .standard)
                == ["f:1:13: unknown rule type '\(name)'; did you mean '\(meant)'?"])
    }

    @Test(arguments: [
        ("minLength", "'string' with 'min'"), ("max_length", "'string' with 'max'"),
        ("length", "'string' with 'length', or with 'min' and 'max'"),
        ("minimum", "'number' with 'min'"), ("max", "'number' with 'max'"),
        ("between", "'number' with 'min' and 'max'"),
        ("exclusiveMinimum", "'number' with 'above'"), ("gt", "'number' with 'above'"),
        ("lt", "'number' with 'below'"),
        ("positive", "'number' with 'above: 0'"),
        ("negative", "'number' with 'below: 0'"),
        ("const", "'compare' with 'compareValue'"),
        ("confirmed", "'compare' with 'compareAttribute'"), ("array", "'each', 'count' or 'distinct'"),
        ("list", "'each', 'count' or 'distinct'"), ("maxItems", "'count' with 'max'"),
        ("notIn", "'in' with 'not: true'"),
        ("additionalProperties", "'keys' with 'only'"), ("required_if", "'required' with 'when'"),
        ("accepted", "'required' with 'requiredValue: true'"), ("ipv6", "'ip' with 'ipv4: false'"),
        ("to_lower", "'filter' with 'lower'"), ("alpha", "'characters' with 'of: letters'"),
        ("alpha_num", "'characters' with 'of: [letters, digits]'"), ("hex", "'characters' with 'of: hex'"),
        ("ascii", "'characters' with 'ascii: true'"), ("sha256", "'hash' with 'algorithm'"),
        ("after", "'date' with 'min'"),
        ("format", "'match' with 'pattern', or the rule type of that format, such as 'email'"),
        ("creditCard", "a plugin's type, such as 'proviso/credit-card'"),
    ]) func typesWithTheirOptions(name: String, meant: String) {
        #expect(
            diagnostics("rules: [[a, \(name)]]", file: "f", registry: .standard)
                == ["f:1:13: unknown rule type '\(name)'; did you mean \(meant)?"])
    }

    @Test(arguments: [
        ("string", "minLength", "min"), ("string", "maximum", "max"), ("string", "size", "length"),
        ("number", "minimum", "min"), ("integer", "lte", "max"), ("integer", "exclusiveMinimum", "above"),
        ("number", "lt", "below"), ("count", "maxItems", "max"),
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
        ("startsWith", "with", "value"), ("exist", "zzz", "target"),
    ]) func options(type: String, name: String, meant: String) {
        let found = diagnostics("rules: [[a, \(type), {\(name): 1}]]", file: "f", registry: .standard)
        let option = found.first { $0.contains("unknown option '\(name)'") }
        #expect(option?.hasSuffix("; did you mean '\(meant)'?") == true, "\(found)")
    }

    @Test(arguments: [
        ("string", "required", "'required'"), ("string", "pattern", "'match'"), ("string", "enum", "'in'"),
        ("string", "unique", "'unique'"), ("number", "multipleOf", "'multipleOf'"), ("string", "trim", "'trim'"),
        ("string", "email", "'email'"),
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
                "f:1:13: unknown rule type 'acme/iban': a name with '/' belongs to a plugin, and no loaded plugin "
                    + "has it: name the directory of that plugin"
            ])
    }

    @Test(arguments: [
        ("(?=x)", 1, "RE2 has no lookahead ('(?='); write a second 'match' rule for it"),
        ("a(?!b)", 2, "RE2 has no lookahead ('(?!'); write a second 'match' rule with 'not: true' for it"),
        ("(?<=a)b", 1, "RE2 has no lookbehind ('(?<='); write a second 'match' rule for it"),
        ("[(?=]ä(?<!a)b", 7, "RE2 has no lookbehind ('(?<!'); write a second 'match' rule with 'not: true' for it"),
        ("(a)\\1", 4, "RE2 has no backreferences ('\\1'); 'compare' compares two attributes"),
        ("(?P<n>a)(?P=n)", 9, "RE2 has no backreferences ('(?P=')"),
        ("\\\\1(a)\\k<n>", 7, "RE2 has no '\\k'; nor other backreferences"),
        ("(?<n>a)", 1, "RE2 writes a named group as '(?P<name>…)', not '(?<name>…)'"),
        ("(?>a)", 1, "RE2 has no atomic groups ('(?>'): write '(?:'"),
        ("a++", 3, "RE2 has no possessive repetition: remove the second '+'; RE2 does not need it"),
        ("(b*)a{2,3}+", 11, "RE2 has no possessive repetition: remove the second '+'; RE2 does not need it"),
        ("a**", 3, "two repetitions in a row: put the first one in '(?:…)'"),
        ("*a", 1, "'*' has nothing in front of it to repeat (write '\\*' for the character)"),
        ("a|+", 3, "'+' has nothing in front of it to repeat (write '\\+' for the character)"),
        ("a\\Z", 2, "RE2 has no '\\Z'; the end of the text is '\\z'"),
        ("\\\\Z\\h+", 4, "RE2 has no '\\h'; write '[ \\t]'"), ("[a\\h]", 3, "RE2 has no '\\h'; write '[ \\t]'"),
        ("\\Qa\\h\\E\\R", 8, "RE2 has no '\\R'; write '\\r?\\n'"),
        ("\\u20AC", 1, "RE2 has no '\\u'; a code point is '\\x{20AC}'"),
        ("\\x{110000}", 1, "'\\x{110000}' is not a Unicode code point"),
        ("\\xg", 1, "'\\x' needs two hexadecimal digits, or more of them in braces"),
        ("a{1001}", 2, "RE2 repeats at most 1000 times, and not '{1001}' (write '*' or '+' without a limit)"),
        ("a{3,2}", 2, "'{3,2}' has its numbers in the wrong order: expected '{2,3}'"),
        (
            "(a{1,1000}){100}", 12,
            "RE2 repeats at most 1000 times in all, and '{100}' multiplies the limits of the repetitions in it"
        ),
        (
            "(a{100}){100}", 9,
            "RE2 repeats at most 1000 times in all, and '{100}' multiplies the limits of the repetitions in it"
        ),
        ("x[a", 2, "this '[' is not closed (write '\\[' for the character)"), ("b(a", 2, "this '(' is not closed"),
        ("a)", 2, "this ')' closes nothing (write '\\)' for the character)"),
        ("a\\", 2, "a '\\' ends the pattern (write '\\\\' for itself)"),
        ("[z-a]", 2, "the range 'z-a' is reversed"),
        ("[[:alhpa:]]", 2, "RE2 has no class '[:alhpa:]' (is it '[:alpha:]'?)"),
        ("a(?x) b", 4, "RE2 has no flag 'x': spaces and comments in a pattern count"),
        ("(?#c)a", 1, "RE2 has no comments ('(?#'): write them in the rule file, after '#'"),
        (
            "\\p{Foo}", 1, "RE2 has no property 'Foo', only categories such as 'Lu' and scripts such as 'Greek'"
        ),
        (
            "[\\P{Script=latin}]", 2,
            "RE2 has no property 'Script=latin', only categories such as 'Lu' and scripts such as 'Greek'; write '\\P{Latin}'"
        ),
        (
            "\\p{IsLetter}", 1,
            "RE2 has no property 'IsLetter', only categories such as 'Lu' and scripts such as 'Greek'; write '\\p{L}'"
        ),
    ]) func patternsOfOtherEngines(pattern: String, column: Int, reason: String) {
        let found = diagnostics("rules: [[a, match, {pattern: '\(pattern)'}]]", file: "f", registry: .standard)
        #expect(found == ["f:1:30: option 'pattern' of 'match': at character \(column): \(reason)"])
    }

    @Test(arguments: [
        ("/a/i", "'pattern: \"a\"' and 'ignoreCase: true'"), ("/^a+$/", "'pattern: \"^a+$\"'"),
        ("/[0-9]{2}/", "'pattern: \"[0-9]{2}\"'"), ("/^a\\/b$/u", "'pattern: \"^a/b$\"'"),
        ("/^[a-z]+$/im", "'pattern: \"(?m)^[a-z]+$\"' and 'ignoreCase: true'"),
        ("#^a+$#u", "'pattern: \"^a+$\"'"), ("~^\\d$~", "'pattern: \"^\\\\d$\"'"),
        ("%r{^a}i", "'pattern: \"^a\"' and 'ignoreCase: true'"),
    ]) func delimitersAndFlags(pattern: String, meant: String) {
        let found = diagnostics("rules: [[a, match, {pattern: '\(pattern)'}]]", file: "f", registry: .standard)
        #expect(found.first?.hasPrefix("f:1:30: option 'pattern' of 'match': '\(pattern)' has delimiters") == true)
        #expect(found.first?.hasSuffix("; did you mean \(meant)?") == true, "\(found)")
    }

    /// Slashes that are meant themselves.
    @Test(arguments: [
        "/api/", "/users/[0-9]+/", "^/a/$", "[/]a+[/]", "\\/a+\\/", "/", "//", "a/b/i", "/a+/x y", "#a#", "@a@",
    ])
    func slashes(pattern: String) {
        #expect(diagnostics("rules: [[a, match, {pattern: '\(pattern)'}]]", registry: .standard) == [])
    }

    /// Every name that is suggested exists; a table of words must not outlive what it speaks of.
    @Test func whatIsSuggestedExists() {
        let types = Set(Registry.standard.definitions.map(\.type.rawValue))
        for word in ["int", "minLength", "enum", "array", "gt", "accepted", "tolower", "optional", "ipv4", "after"] {
            let suggestion = Registry.standard.suggestion(for: RuleType(rawValue: word)) ?? ""
            let quoted = suggestion.split(separator: "'").map(String.init)
            let names = suggestion.contains("'") ? quoted : [suggestion]
            #expect(names.contains { types.contains($0) }, "\(word): \(suggestion)")
        }
    }
}
