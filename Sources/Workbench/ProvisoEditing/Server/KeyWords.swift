/// What people read about the keys of rule files.
enum KeyWords {
    static let file = [
        "proviso": "the version of this format: 1, or 2 where only absent values are empty",
        "rules": "the rules, in the order they run",
        "attributes": "a closed list of attributes: a rule for any other attribute is an error",
        "optional": "attributes whose columns a table may omit",
        "labels": "what people call an attribute: a string, or strings by locale",
        "hints": "help for an attribute that people read before they type",
        "scenarios": "the active attributes of each scenario",
        "messages": "messages by locale and code; they have priority over the catalogs",
        "closed": "whether members that nothing names are violations",
        "shapes": "rules by name for values inside the record",
        "types": "rule types that are made of others",
        "define": "named values and functions for expressions",
        "include": "other rule files",
        "variables": "values that are given when the file is read",
        "nulls": "strings that mean null",
        "records": "where the records are in the data",
        "table": "how a table is written",
        "tests": "cases that `proviso test` runs",
        "requires": "the versions of plugins that the rules need",
        "empty": "what counts as empty: `absent`, `typed` or `any`",
        "nullable": "attributes that may be null where only absent values are empty",
    ]

    static let rule = [
        "attributes": "a list of paths, or one string with commas",
        "type": "a rule type: built-in, of a plugin, or of this file",
        "on": "the scenarios in which the rule applies",
        "except": "the scenarios in which the rule does not apply",
        "when": "conditions: the rule runs if all of them are true",
        "unless": "conditions: the rule is skipped if all of them are true",
        "message": "the message for all violations of the rule, or messages by locale",
        "rule.fault": "the message if the rule could not validate the value",
        "skipOnEmpty": "whether the rule skips empty values",
        "empty": "what counts as empty for the rule: `absent`, `typed` or `any`",
        "nullable": "whether null passes the rule",
        "skipOnError": "whether the rule skips an attribute that already has an error",
        "severity": "`error`, `warning` or `info`; only errors make a record invalid",
        "bail": "whether later rules of the attribute are skipped if this one reports an error",
        "id": "a name for reports, unique in the file",
        "options": "a mapping of options",
    ]

    static let condition = [
        "any": "at least one condition is true", "all": "all conditions are true", "not": "the condition is false",
        "anyItem": "at least one item passes", "everyItem": "all items pass", "noItem": "no item passes",
        "exactly": "how many are true", "atLeast": "how many are true at least", "atMost": "how many are true at most",
        "item": "a condition about items, which are counted", "of": "conditions, which are counted",
        "expr": "an expression that is true or false",
    ]

    static let type = ["rules", "options", "code", "labels", "messages", "description"]
    static let closed = ["allow", "open"]
    static let shape = ["rules", "closed", "empty", "nullable"]
    static let test = ["name", "record", "before", "scenario", "locale", "finds", "valid"]
    static let finding = ["path", "code", "message", "rule"]
    static let include = ["file", "prefix", "variables"]
    static let variable = ["type", "default", "values", "description"]
    static let other = ["attribute", "keysOf", "plus", "minus"]
}
