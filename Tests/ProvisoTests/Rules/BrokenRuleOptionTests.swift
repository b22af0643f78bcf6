import Testing

/// Keys and options that a rule does not take, or not with this value.
struct BrokenRuleOptionTests {
    static let rows = [
        BrokenRules(
            "rules: [[a]]",
            "1:9: the short form of a rule is [attributes, type] or [attributes, type, {options}]"),
        BrokenRules(
            "rules: [[a, required, {}, {}]]",
            "1:9: the short form of a rule is [attributes, type] or [attributes, type, {options}]"),
        BrokenRules(
            "rules: [[]]",
            "1:9: the short form of a rule is [attributes, type] or [attributes, type, {options}]"),
        BrokenRules("rules: [[a, required, strict]]", "1:23: the third part of a rule must be a mapping of options"),
        BrokenRules("rules: [[a, required, [strict]]]", "1:23: the third part of a rule must be a mapping of options"),
        BrokenRules(
            #"{rules: [[a, required]], messages: {required.blank: "x y"}}"#,
            "1:37: messages are grouped by locale, and 'required.blank' is not one; "
                + "did you mean 'messages: {en: {required.blank: …}}'?"),
        BrokenRules(#"{labels: {a: ""}, rules: [[a, required]]}"#, "1:14: a label must not be empty"),
        BrokenRules(#"{labels: {a: {en: " "}}, rules: [[a, required]]}"#, "1:19: a label must not be empty"),
        BrokenRules(#"{labels: {a: {en: {text: ""}}}, rules: [[a, required]]}"#, "1:26: a label must not be empty"),
        BrokenRules(
            #"{messages: {en: {required.blank: " "}}, rules: [[a, required]]}"#, "1:34: a message must not be empty"),
        BrokenRules(#"rules: [[a, required, {message: "\u00A0"}]]"#, "1:33: a message must not be empty"),
        BrokenRules(#"rules: [[a, required, {message: {en: ""}}]]"#, "1:38: a message must not be empty"),
        BrokenRules("rules: [[a, !!int required]]", "1:13: a rule file has no tags: leave out '!!int'"),
        BrokenRules("rules: [[a, in, { range: [!!str 1] }]]", "1:27: a rule file has no tags: leave out '!!str'"),
        BrokenRules("rules: !!seq [[a, required]]", "1:8: a rule file has no tags: leave out '!!seq'"),
        BrokenRules("rules: [[a, ! required]]", "1:13: a rule file has no tags: leave out '!'"),
        BrokenRules("rules: [[a, !foo required]]", "1:13: a rule file has no tags: leave out '!foo'"),
        BrokenRules("rules: !!set [[a, required]]", "1:8: a rule file has no tags: leave out '!!set'"),
        BrokenRules("rules: [[a, minimum]]", "1:13: 'minimum' needs the option 'limit'"),
        BrokenRules(
            "rules: [[a, minimum, {limt: 5}]]",
            "1:13: 'minimum' needs the option 'limit'",
            "1:23: unknown option 'limt' of 'minimum' (it accepts limit, strictly); did you mean 'limit'?"),
        BrokenRules(
            "rules: [[a, minimum, {limit: five}]]", "1:30: option 'limit' of 'minimum': expected a number, found 'five'"
        ),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, strictly: 1}]]",
            "1:43: option 'strictly' of 'minimum': expected true or false, found 1"),
        BrokenRules("rules: [[a, even, {limit: 5}]]", "1:20: unknown option 'limit' of 'even' (it accepts none)"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, tooSmal: x}]]",
            "1:33: unknown option 'tooSmal' of 'minimum' (it accepts limit, strictly); did you mean 'tooSmall'?"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, tooSmall: 7}]]",
            "1:43: option 'tooSmall' of 'minimum': must be a string, or strings by locale: the message of minimum.tooSmall"
        ),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, tooSmall: [x]}]]",
            "1:43: option 'tooSmall' of 'minimum': must be a string, or strings by locale: the message of minimum.tooSmall"
        ),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, tooSmall: {notALanguageTag!: x}}]]",
            "1:43: option 'tooSmall' of 'minimum': 'notALanguageTag!' must be a language tag with a string"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 5, tooSmall: {en: [x]}}]]",
            "1:43: option 'tooSmall' of 'minimum': 'en' must be a language tag with a string"),
        BrokenRules(
            #"rules: [[a, minimum, {limit: 5, tooSmall: "{limmit}"}]]"#,
            "1:43: unknown placeholder '{limmit}' (expected one of {attribute}, {value}, {limit}); did you mean 'limit'?"
        ),
        BrokenRules(
            #"rules: [[a, minimum, {limit: 5, tooSmall: "{limit"}]]"#,
            "1:43: not a message: at character 1: this { is not closed"),
        BrokenRules(
            #"rules: [[a, minimum, {limit: 5, noNumber: "{limit}"}]]"#,
            "1:43: unknown placeholder '{limit}' (expected one of {attribute}, {value})"),
        BrokenRules(
            "rules: [[a, required, {mesage: x}]]",
            "1:24: unknown option 'mesage' of 'required' (it accepts requiredValue, strict); did you mean 'message'?"),
        BrokenRules(
            "rules: [[a, required, {skiponempty: false}]]",
            "1:24: unknown option 'skiponempty' of 'required' (it accepts requiredValue, strict); did you mean 'skipOnEmpty'?"
        ),
        BrokenRules("rules: [[a, required, {skipOnEmpty: never}]]", "1:37: expected true or false"),
        BrokenRules(
            #"rules: [[a, required, {skipOnEmpty: "false"}]]"#,
            "1:37: expected true or false; did you mean 'false'?"),
        BrokenRules(
            "rules: [[a, minimum, {limit: 1, strictly: ture}]]",
            "1:43: option 'strictly' of 'minimum': expected true or false, found 'ture'; did you mean 'true'?"),
        BrokenRules("rules: [[a, required, {skipOnError: 0}]]", "1:37: expected true or false"),
        BrokenRules("rules: [[a, required, {bail: yes}]]", "1:30: expected true or false; did you mean 'true'?"),
        BrokenRules(
            "rules: [[a, required, {severity: warn}]]",
            "1:34: severity must be one of error, warning, info; did you mean 'warning'?"),
        BrokenRules(
            "rules: [[a, required, {severity: Error}]]",
            "1:34: severity must be one of error, warning, info; did you mean 'error'?"),
        BrokenRules(
            "rules: [[a, required, {severity: [error]}]]", "1:34: severity must be one of error, warning, info"),
        BrokenRules(
            "rules: [[a, required, {severity: fatal}]]",
            "1:34: severity must be one of error, warning, info; did you mean 'error'?"),
        BrokenRules("rules: [[a, required, {message: [x]}]]", "1:33: a message must be a string, or strings by locale"),
        BrokenRules("rules: [[a, required, {message: }]]", "1:33: a message must be a string, or strings by locale"),
        BrokenRules("rules: [[a, required, {message: {en: }}]]", "1:38: expected a string"),
        BrokenRules("rules: [[a, required, {message: {en: [x]}}]]", "1:38: expected a string"),
        BrokenRules(
            "rules: [[a, required, {message: {english_: x}}]]",
            "1:34: 'english_' is not a BCP 47 language tag; did you mean 'en'?"),
        BrokenRules(#"rules: [[a, required, {message: {"": x}}]]"#, "1:34: '' is not a BCP 47 language tag"),
        BrokenRules(
            #"rules: [[a, required, {message: "{atribute} is missing"}]]"#,
            "1:33: unknown placeholder '{atribute}' (expected one of {attribute}, {value}); did you mean 'attribute'?"
        ),
        BrokenRules(
            #"rules: [[a, required, {message: {en: "ok", de: "{atribute} fehlt"}}]]"#,
            "1:48: unknown placeholder '{atribute}' (expected one of {attribute}, {value}); did you mean 'attribute'?"
        ),
        BrokenRules(
            #"rules: [[a, required, {message: "{attribute"}]]"#,
            "1:33: not a message: at character 1: this { is not closed"),
        BrokenRules(
            #"rules: [[a, required, {message: "{n, plural, one {x}}"}]]"#,
            #"1:33: not a message: at character 20: the branch "other" is missing"#),
        BrokenRules(
            #"rules: [[a, required, {message: "{attribute, nmber}"}]]"#,
            #"1:33: not a message: at character 13: unknown argument type "nmber" (number, date, time, plural, selectordinal, select, list, name, quoted, size); did you mean 'number'?"#
        ),
        BrokenRules(
            "rules: [[a, required, {type: even}]]",
            "1:30: unknown option 'type' of 'required' (it accepts requiredValue, strict)"),
        BrokenRules(
            "rules: [[a, required, {attributes: b}]]",
            "1:24: unknown option 'attributes' of 'required' (it accepts requiredValue, strict)"),
        BrokenRules(
            "rules: [[a, required, {<<: {strict: true}}]]",
            "1:24: unknown option '<<' of 'required' (it accepts requiredValue, strict)"),
        BrokenRules("rules: [[a, required, {[x]: 1}]]", "1:24: an option's name must be a string"),
        BrokenRules(
            "rules: [[a, required, {when: [b]}]]",
            "1:30: the short form of a rule is [attributes, type] or [attributes, type, {options}]"),
        BrokenRules(
            "rules: [[b, even], [a, required, {when: [b, minimum]}]]",
            "1:45: 'minimum' needs the option 'limit'"),
        BrokenRules(
            "rules: [[b, even], [a, required, {when: {attributes: b, type: even, message: x}}]]",
            "1:69: a condition has no key 'message'"),
        BrokenRules(
            "rules: [[items.*.b, even], [a, sameAs, {other: items.*.b}]]",
            "1:48: option 'other' of 'sameAs': 'items.*.b' is one of many items: it can be named only in a rule for an item of the same list"
        ),
        BrokenRules(
            "rules: [[items.*.b, even], [others.*.b, sameAs, {other: items.*.b}]]",
            "1:57: option 'other' of 'sameAs': 'items.*.b' is one of many items: it can be named only in a rule for an item of the same list"
        ),
        BrokenRules(
            "rules: [[ab, even], [a, sameAs, {other: abc}]]",
            "1:41: option 'other' of 'sameAs': unknown attribute 'abc': no rule names it (add a 'safe' rule for it); did you mean 'ab'?"
        ),
        BrokenRules(
            "rules: [[a, sameAs, {other: [b]}]]", "1:29: option 'other' of 'sameAs': expected a string, found a list"),
        BrokenRules("rules: [[a, items]]", "1:13: 'items' needs the option 'rule'"),
        BrokenRules(
            "rules: [[a, items, {rule: evn}]]",
            "1:27: option 'rule' of 'items': unknown rule type 'evn'; did you mean 'even'?"),
        BrokenRules(
            "rules: [[a, items, {rule: [even, {x: 1}]}]]",
            "1:35: option 'rule' of 'items': unknown option 'x' of 'even' (it accepts none)"),
        BrokenRules(
            "rules: [[a, items, {rule: [even, {on: x}]}]]",
            "1:35: option 'rule' of 'items': unknown option 'on' of 'even' (it accepts none)"),
        BrokenRules(
            "rules: [[a, items, {rule: [minimum, {limit: x}]}]]",
            "1:45: option 'rule' of 'items': option 'limit' of 'minimum': expected a number, found 'x'"),
        BrokenRules(
            "rules: [[a, items, {rule: [even, [x]]}]]", "1:27: an inner rule must be [type] or [type, {options}]"),
        BrokenRules(
            #"rules: [[a, items, {rule: [even, {message: "{x}"}]}]]"#,
            "1:44: option 'rule' of 'items': unknown placeholder '{x}' (expected one of {attribute}, {value})"),
        BrokenRules(
            "rules: [[a, required, {on: register}], [b, items, {rule: [evn, {x: 1}]}]]",
            "1:59: option 'rule' of 'items': unknown rule type 'evn'; did you mean 'even'?"),
    ]

    @Test(arguments: rows) func refusesWrongOptions(row: BrokenRules) { row.run() }
}
