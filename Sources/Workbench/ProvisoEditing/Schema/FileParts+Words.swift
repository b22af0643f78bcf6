internal import Proviso

// What people read about keys.
extension FileParts {
    static let words = [
        "proviso": "The version of this format: 1, or 2, in which only absent values are empty.",
        "attributes": "A closed list of attributes: a rule for any other attribute is an error.",
        "labels": "What people call an attribute: a string, or strings by locale.",
        "hints": "Help for an attribute that people read before they type.",
        "scenarios": "The active attributes of each scenario.",
        "rules": "The rules, in the order they run.",
        "messages": "Messages by locale and code; they have priority over the catalogs.",
        "optional": "Attributes whose columns a table may omit.",
        "requires": "The versions of plugins that the rules need.",
        "closed": "Whether members that nothing names are violations.",
        "shapes": "Rules by name for values inside the record.",
        "include": "Other rule files.",
        "variables": "Values that are given when the file is read.",
        "types": "Rule types that are made of others.",
        "define": "Named values and functions for expressions: `net` or `seconds(t)`, each with its expression.",
        "nulls": "Strings that stand for null.",
        "records": "A JSON Pointer to the list of records.",
        "table": "How tables are written.",
        "tests": "Cases that `proviso test` runs.",
        "empty": "What counts as empty: absent, typed or any.",
        "nullable": "Attributes that may be null where only absent values are empty.",
    ]

    static let ruleWords: [RuleKey: String] = [
        .attributes: "The attributes that the rule validates: a list of paths, or one string with commas.",
        .type: "The rule type.",
        .on: "The scenarios in which the rule applies.",
        .except: "The scenarios in which the rule does not apply.",
        .when: "Conditions: the rule applies if they are true.",
        .unless: "Conditions: the rule does not apply if they are true.",
        .message: "The message for all violations of the rule, or messages by locale.",
        .skipOnEmpty: "Whether the rule skips empty values.",
        .empty: "What counts as empty for the rule: absent, typed or any.",
        .nullable: "Whether null passes the rule.",
        .skipOnError: "Whether the rule skips an attribute that already has an error.",
        .severity: "error, warning or info; only errors make a record invalid.",
        .id: "A name for reports, unique in the file.",
        .bail: "Whether later rules of the attribute are skipped if this one reports an error.",
        .options: "Options of the rule type, also those that are named as a key of the rule.",
    ]

    static let ruleKeys: [RuleKey: AnyValue] = [
        .on: SchemaParts.reference("names"),
        .except: SchemaParts.reference("names"),
        .when: SchemaParts.reference("conditions"),
        .unless: SchemaParts.reference("conditions"),
        .message: SchemaParts.reference("message"),
        .skipOnEmpty: SchemaParts.truth,
        .empty: emptiness,
        .nullable: SchemaParts.truth,
        .skipOnError: SchemaParts.truth,
        .bail: SchemaParts.truth,
        .id: SchemaParts.word,
        .severity: SchemaParts.any(
            SchemaParts.words(Severity.allCases.map(\.rawValue)), SchemaParts.reference("variable")),
    ]

    static let conditionWords = [
        "any": "At least one of these is true.",
        "all": "All of these are true.",
        "not": "This is not true.",
        "anyItem": "At least one item of the list passes.",
        "everyItem": "Every item of the list passes.",
        "noItem": "No item of the list passes.",
        "exactly": "This number of `item` or `of`.",
        "atLeast": "At least this number of `item` or `of`.",
        "atMost": "At most this number of `item` or `of`.",
        "item": "A condition about items, which are counted.",
        "of": "Conditions, which are counted.",
        "expr": "An expression that is true or false, such as \"total > 100\".",
    ]
}
