package import ProvisoCore
internal import ProvisoMessages

// The keys of rule files, in the order of the schema. A new key is a case with a line here, and one in the reader's switch.

/// The keys at top level.
package enum FileKey: String, RuleFileKeys {
    case proviso, attributes, labels, hints, scenarios, rules, messages, optional, requires, closed, shapes
    case include, variables, types, define, nulls, records, table, tests, empty, nullable, dataset

    package static let subject = "a rule file"

    /// The keys of which every rule file has one.
    package static let main: [FileKey] = [.rules, .include, .types, .shapes, .dataset]

    package var about: RuleFileKey {
        switch self {
        case .proviso:
            .init(
                .version, "the version of this format: 1, or 2, in which only absent values are empty",
                ": [what is empty](#what-is-empty)")
        case .attributes:
            .init(.attributes, "a closed list of attributes: a rule for any other attribute is an error")
        case .labels: .init(.map(.attribute, .label), "what people call an attribute: a string, or strings by locale")
        case .hints:
            .init(
                .map(.attribute, .message), "help for an attribute that people read before they type",
                ", in the same form as labels")
        case .scenarios:
            .init(
                .map(.scenario, .attributes), "the active attributes of each scenario",
                "; without this key scenarios come from the rules' `on` and `except`")
        case .rules:
            .init(
                .list(.rule), "the rules, in the order they run",
                "; required, unless the file only includes others, has types or shapes for them, or `dataset`")
        case .messages:
            .init(.messages, "messages by locale and code; they have priority over the catalogs")
        case .optional:
            .init(
                .attributes, "attributes whose columns a table may omit",
                "; nested attributes are included; see [Bulk](Bulk.md#missing-attributes)")
        case .requires:
            .init(
                .map(.plugin, .word), "the versions of plugins that the rules need",
                ": [required plugins](Includes.md#required-plugins)")
        case .closed:
            .init(
                .closed, "whether members that nothing names are violations",
                ": [closed rule sets](#closed-rule-sets)")
        case .shapes:
            .init(.map(.shape, .shape), "rules by name for values inside the record", ": [shapes](Shapes.md#shapes)")
        case .include: .init(.includes, "other rule files", ": [files within files](Includes.md#files-within-files)")
        case .variables:
            .init(
                .map(.variable, .variable), "values that are given when the file is read",
                ": [variables](Includes.md#variables)")
        case .types:
            .init(
                .map(.type, .ruleType), "rule types that are made of others",
                ": [rule types of a file](#rule-types-of-a-file)")
        case .define:
            .init(
                .map(.definition, .expression),
                "named values and functions for expressions: `vat` or `seconds(t)`, each with its expression",
                ": [expressions](Expressions.md#functions-and-values-of-your-own)")
        case .nulls: .init(.nulls, "strings that stand for null", ": [data formats](#data-formats)")
        case .records:
            .init(.pointer, "a JSON Pointer to the list of records", ": [data formats](#data-formats)")
        case .table: .init(.table, "how tables are written", ": [data formats](#data-formats)")
        case .tests: .init(.list(.test), "cases that `proviso test` runs", ": [testing](Testing.md)")
        case .empty:
            .init(
                .emptiness, "what counts as empty: `absent`, `typed` or `any`", ": [what is empty](#what-is-empty)")
        case .nullable:
            .init(.attributes, "attributes that may be null where only absent values are empty")
        case .dataset:
            .init(
                .list(.dataset), "rules about all records together: `[measure, {options}]`",
                ", such as `[rows, { min: 1000 }]`: [rules about the whole](Dataset.md)")
        }
    }
}

extension RuleFileValue {
    /// Messages by locale and code.
    static let messages = RuleFileValue.map(.locale, .map(.code, .text))
}

extension RuleKey: RuleFileKeys {
    package static let subject = "a rule"

    package var about: RuleFileKey {
        switch self {
        case .attributes:
            .init(
                .attributes, "the attributes that the rule validates: a list of paths, or one string with commas",
                ". `address.city` is in an object; `items.*.sku` is the `sku` of every item of a list (or every value of "
                    + "an object), `items.0.sku` that of the first item. A leading `!` means: validated, but never set by "
                    + "[mass assignment](#mass-assignment)")
        case .type:
            .init(
                .type, "a rule type: built-in, of a plugin, or of this file",
                "; in a model also one of its methods. `proviso types` lists them")
        case .on:
            .init(.scenarios, "the scenarios in which the rule applies", "; no scenario may be here and in `except`")
        case .except: .init(.scenarios, "the scenarios in which the rule does not apply")
        case .when:
            .init(
                .conditions, "conditions: the rule runs if all of them are true", "; see [conditions](#conditions)")
        case .unless: .init(.conditions, "conditions: the rule is skipped if all of them are true")
        case .message:
            .init(
                .message, "the message for all violations of the rule, or messages by locale",
                ". It is not used for `rule.fault` (the value could not be validated), `value.object` and `value.list` "
                    + "(the value has the wrong structure)")
        case .skipOnEmpty: .init(.truth, "whether the rule skips empty values", ": [what is empty](#what-is-empty)")
        case .empty: .init(.emptiness, "what counts as empty for the rule: `absent`, `typed` or `any`")
        case .nullable: .init(.truth, "whether null passes the rule")
        case .skipOnError:
            .init(
                .truth, "whether the rule skips an attribute that already has an error",
                "; the default is `true`. Only errors of the same path count: an error of `items.0` does not stop rules "
                    + "for `items` or `items.*`. For `exist` and `unique` over several attributes, the others count too"
            )
        case .severity:
            .init(
                .severity, "`error`, `warning` or `info`; only errors make a record invalid",
                " or stop later rules. `rule.fault` is always an error")
        case .tolerate:
            .init(
                .word, "the share of all records in which the rule may find something, such as `0.1%`",
                ": its findings are warnings, and beyond the share [all records together](Dataset.md) have an error")
        case .id: .init(.word, "a name for reports, unique in the file", "; by default the rule's number")
        case .bail:
            .init(
                .truth, "whether later rules of the attribute are skipped if this one reports an error",
                "; those of what is in the attribute are too. A warning or info skips none")
        case .options:
            .init(.options, "options of the rule type, also those that are named as a key of the rule")
        }
    }
}

/// The keys of a condition that is made of others.
package enum ConditionKey: String, RuleFileKeys {
    case any, all, not, anyItem, everyItem, noItem, exactly, atLeast, atMost, item, of, expr

    package static let subject = "a condition"
    package static let familiar = [
        "anyof": "any", "or": "any", "some": "any", "allof": "all", "and": "all", "every": "all", "none": "not",
        "notany": "not", "nor": "not", "anyitems": "anyItem", "someitem": "anyItem", "contains": "anyItem",
        "allitems": "everyItem", "eachitem": "everyItem", "items": "item", "noitems": "noItem", "exact": "exactly",
        "expression": "expr", "cel": "expr", "must": "expr", "min": "atLeast", "max": "atMost", "oneof": "exactly",
    ]

    package var about: RuleFileKey {
        switch self {
        case .any: .init(.conditions, "at least one condition is true")
        case .all: .init(.conditions, "all conditions are true")
        case .not: .init(.conditions, "the condition is false")
        case .anyItem: .init(.conditions, "at least one item of the list passes")
        case .everyItem: .init(.conditions, "every item of the list passes")
        case .noItem: .init(.conditions, "no item of the list passes")
        case .exactly: .init(.number, "how many of `item` or `of` are true")
        case .atLeast: .init(.number, "how many of `item` or `of` are true at least")
        case .atMost: .init(.number, "how many of `item` or `of` are true at most")
        case .item: .init(.conditions, "a condition about items, which are counted")
        case .of: .init(.conditions, "conditions, which are counted")
        case .expr: .init(.expression, "an expression that is true or false, such as \"total > 100\"")
        }
    }
}

/// The keys of a shape.
package enum ShapeKey: String, RuleFileKeys {
    case rules, closed, empty, nullable

    package static let subject = "a shape"

    package var about: RuleFileKey {
        switch self {
        case .rules: .init(.list(.rule), "the rules, with paths that begin at the value")
        case .closed: .init(.closed, "whether members that nothing names are violations")
        case .empty: .init(.emptiness, "what counts as empty in the value: `absent`, `typed` or `any`")
        case .nullable: .init(.attributes, "members that may be null where only absent values are empty")
        }
    }
}

/// The keys of `closed`.
package enum ClosedKey: String, RuleFileKeys {
    case allow, open

    package static let subject = "'closed'"

    package var about: RuleFileKey {
        switch self {
        case .allow: .init(.pattern, "a regular expression of the keys that are allowed, such as '^x-'")
        case .open: .init(.attributes, "attributes that may have any members")
        }
    }
}

/// The keys of a rule type of the file.
package enum TypeKey: String, RuleFileKeys {
    case rules, options, code, labels, messages, description

    package static let subject = "a rule type"

    package var about: RuleFileKey {
        switch self {
        case .rules:
            .init(
                .innerRules, "the rules: `type`, `[type, {options}]` or a mapping with `type`",
                ". A type without other keys may be the list alone: `sku: [string, [match, { … }]]`")
        case .options:
            .init(
                .map(.option, .typeOption),
                "options by name, each with its default, `max: 12`, or as `{ type: integer, default: 12 }`",
                "; a rule must set it if it has no default. `${max}` in the rules stands for the value, and `vars.max` in "
                    + "expressions. The types are `string`, `pattern` (a regular expression), `integer`, `number`, "
                    + "`boolean`, `list` and `any`. An option may have a `description`. An option that no rule uses is a "
                    + "warning")
        case .code:
            .init(
                .newCode, "the code of all violations of the type",
                "; its messages have the options as placeholders. Without it each rule reports its own code")
        case .labels:
            .init(.message, "the label of attributes with a rule of the type", ", where `labels` has none for them")
        case .messages: .init(.messages, "messages by locale and code", ", as at top level")
        case .description: .init(.word, "what the type is for", ", for people who write rules")
        }
    }
}

/// The keys of an option of such a type.
package enum TypeOptionKey: String, RuleFileKeys {
    case type, `default`, description

    package static let subject = "an option"

    package var about: RuleFileKey {
        switch self {
        case .type: .init(.literal(RuleTypeReader.kinds.keys.sorted()), "the type of the option's value")
        case .default: .init(.any, "the value for rules that do not set the option")
        case .description: .init(.word, "what the option is for")
        }
    }
}

/// The keys of a variable.
package enum VariableKey: String, RuleFileKeys {
    case type, `default`, values, description

    package static let subject = "a variable"

    package var about: RuleFileKey {
        switch self {
        case .type: .init(.literal(RuleVariables.Kind.allCases.map(\.rawValue)), "the type of the variable's value")
        case .default: .init(.any, "the value if none is given")
        case .values: .init(.list(.any), "the values that are allowed")
        case .description: .init(.word, "what the variable is for")
        }
    }
}

/// The keys of an included file.
package enum IncludeKey: String, RuleFileKeys {
    case file, prefix, variables

    package static let subject = "an included file"

    package var about: RuleFileKey {
        switch self {
        case .file: .init(.fileName, "the path, which begins at the directory of this file")
        case .prefix: .init(.string, "the path of the attribute that the rules of the file are about")
        case .variables: .init(.object, "values of variables of the file")
        }
    }
}

/// The keys of `table`.
package enum TableKey: String, RuleFileKeys {
    case delimiter, quote, header, columns, comment, skip, encoding, ragged

    package static let subject = "a table"
    /// The names that CSVW, Frictionless and pandas have for these keys.
    package static let familiar = [
        "sep": "delimiter", "separator": "delimiter", "quotechar": "quote", "quotingchar": "quote", "names": "columns",
        "fields": "columns", "commentprefix": "comment", "commentchar": "comment", "skiprows": "skip",
        "skiplines": "skip", "charset": "encoding", "headerrow": "header",
    ]

    package var about: RuleFileKey {
        switch self {
        case .delimiter:
            .init(
                .word, "the character between values, such as ';' or '\\t'",
                ": one ASCII character, or `\\t` for a tab; `--delimiter ';'`")
        case .quote: .init(.word, "the character around values", ", `\"` by default; `--quote \"'\"`")
        case .header:
            .init(
                .truth, "whether the first row has the names of the columns",
                "; if it is data, `columns` has them; `--no-header`")
        case .columns:
            .init(
                .list(.column), "the names of the columns",
                ", instead of those in the header; `--columns code,amount`")
        case .comment: .init(.word, "what lines begin with that are left out", "; `--comment '#'`")
        case .skip: .init(.number, "the number of lines before the table", "; `--skip 2`")
        case .encoding:
            .init(
                .encoding, "the encoding, such as windows-1252",
                ": `UTF-8`, `UTF-16` (by its byte order mark), `UTF-16LE`, `UTF-16BE`, `ISO-8859-1` or `windows-1252`; "
                    + "for other inputs than tables, too; `--encoding latin1`")
        case .ragged:
            .init(
                .oneOf(TableFormat.Ragged.allCases.map(\.rawValue)), "what becomes of rows of another length",
                ". `error`: such a row is unreadable. `pad`: missing fields are null, and fields beyond the columns are "
                    + "left out; `--ragged pad`")
        }
    }
}

/// The keys of a case.
package enum TestKey: String, RuleFileKeys {
    case name, record, records, before, scenario, locale, finds, valid

    package static let subject = "a case"
    package static let familiar = ["data": "record", "rows": "records", "table": "records"]

    package var about: RuleFileKey {
        switch self {
        case .name: .init(.word, "the name of the case, for reports")
        case .record: .init(.record, "the record that is validated")
        case .records:
            .init(.list(.record), "instead of `record`: a small table, of which `finds` has what `dataset` finds")
        case .before: .init(.list(.record), "the records that are validated before it")
        case .scenario: .init(.scenario, "the scenario of the run")
        case .locale: .init(.locale, "the locale of the messages")
        case .finds: .init(.list(.finding), "all violations: `[path, code]`, or a mapping; `[]` for none")
        case .valid: .init(.truth, "whether the record is valid, whatever is found")
        }
    }
}

/// The keys of what a case finds.
package enum FindingKey: String, RuleFileKeys {
    case code, path, message, rule

    package static let subject = "a finding"

    package var about: RuleFileKey {
        switch self {
        case .code: .init(.code, "the code of the violation")
        case .path: .init(.path, "the path of the value")
        case .message: .init(.word, "the message in the locale of the case")
        case .rule: .init(.word, "the id of the rule")
        }
    }
}

/// The keys of an option's value that is taken from the record.
package enum ReferenceKey: String, RuleFileKeys {
    case attribute, plus, minus, keysOf

    package static let subject = "a reference"

    package var about: RuleFileKey {
        switch self {
        case .attribute: .init(.attribute, "the attribute whose value is taken")
        case .plus: .init(.string, "a duration that is added, such as P1D")
        case .minus: .init(.string, "a duration that is subtracted, such as P1D")
        case .keysOf: .init(.attribute, "the attribute whose keys are taken")
        }
    }
}

/// The keys of a label in a locale: its text, and its grammatical forms.
package struct FormKey: RuleFileKeys {
    package static let subject = "a label"
    /// The form that every label has.
    package static let text = "text"
    package static let allCases = ([text] + LabelForm.allCases.map(\.rawValue)).map(FormKey.init(name:))

    package let rawValue: String
    private init(name: String) { rawValue = name }
    package init?(rawValue: String) {
        guard rawValue == Self.text || LabelForm(rawValue: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    package var about: RuleFileKey {
        switch rawValue {
        case Self.text: .init(.text, "the label itself")
        case LabelForm.gender.rawValue: .init(.literal(LabelForm.genders), "the grammatical gender, or plural")
        default: .init(.word, "the \(rawValue) form of the label")
        }
    }
}
