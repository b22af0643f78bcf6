import Proviso
import Testing

/// Mistakes in rules that leave a rule without effect: each is an error or a warning.
@Suite struct WrongRuleTests {
    private func errors(_ text: String) -> [String] { diagnostics(text, file: "f", registry: .standard) }

    private func warnings(_ text: String) throws -> [String] {
        try Plan(RuleSet(parsing: text, file: "f")).warnings.map(\.description)
    }

    private static let item = "shapes: {item: [[sku, string], [price, number]]}\n"

    // MARK: members known through shapes

    @Test(arguments: [
        item + "rules: [[items.*, shape, {name: item}], [total, expr, {must: 'items.map(i, i.prise).sum() > 0'}]]",
        item
            + "rules: [[items, each, {rule: [shape, {name: item}]}], [items, expr, {must: 'this.all(i, i.prise > 0)'}]]",
        item + "rules: [[items.*, shape, {name: item}], [v, required, {when: {expr: 'items.exists(i, i.prise > 0)'}}]]",
        item + "rules: [[items.*, shape, {name: item}], [a, expr, {must: 'record.items[0].prise > 0'}]]",
        "shapes: {item: [[price, number], [price, expr, {must: 'record.items.all(i, i.prise > 0)'}]]}\n"
            + "rules: [[items.*, shape, {name: item}]]",
        "rules: [[items.*, keys, {only: [price]}], [items, expr, {must: 'this.all(i, i.prise > 0)'}]]",
        "rules: [[items.*, oneOf, {by: kind, shapes: {gift: [[price, number]]}}], "
            + "[items, expr, {must: 'this.all(i, i.prise > 0)'}]]",
        "shapes: {node: [[price, number], [parts.*, shape, {name: node}]]}\n"
            + "rules: [[tree, shape, {name: node}], [a, expr, {must: 'tree.parts.all(p, p.parts.all(q, q.prise > 0))'}]]",
    ])
    func unknownMembersOfShapesAreErrors(rules: String) {
        let found = errors(rules)
        #expect(found.count == 1)
        #expect(found.first?.contains("no rule names the member 'prise'") == true, "\(found)")
        #expect(found.first?.hasSuffix("did you mean 'price'?") == true, "\(found)")
        #expect(errors(rules.replacing("prise", with: "price")) == [])
    }

    @Test(arguments: [
        (item + "rules: [[items.*, shape, {name: item}], [items, sorted, {by: prise}]]", "items.*.price"),
        (item + "rules: [[items.*, shape, {name: item}], [items, distinct, {by: skku}]]", "items.*.sku"),
        (item + "rules: [[box, shape, {name: item}], [a, number, {max: {attribute: box.prise}}]]", "box.price"),
        (item + "rules: [[box, shape, {name: item}], [a, required, {when: [box.prise, present]}]]", "box.price"),
        (
            "rules: [[payment.method, required], [payment, oneOf, {by: methd, shapes: {a: [[n, required]]}}]]",
            "payment.method"
        ),
        ("rules: [[receivers.*.url, url], [to, in, {range: {keysOf: receiver}}]]", "receivers"),
    ])
    func similarNamesInOptionsAreErrors(rules: String, meant: String) {
        let found = errors(rules)
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("did you mean '\(meant)'?") == true, "\(found)")
    }

    @Test func pathsBesideWhatTheyLeadThroughAreFine() {
        #expect(errors("rules: [[nodes.*.parent, in, {range: {attribute: nodes.*.id}}]]") == [])
    }

    @Test(arguments: [
        "rules: [[address.city, string], [address, keys, {prohibited: [ctiy]}]]",
        "rules: [[address.city, string], [address, keys, {only: [ctiy]}]]",
    ])
    func similarKeysAreWarnings(rules: String) throws {
        let found = try warnings(rules)
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("did you mean 'address.city'?") == true, "\(found)")
    }

    @Test func membersOfTheRecordInAShapeAreAWarning() throws {
        let text = "shapes: {item: [[items.*.sku, required]]}\nrules: [[items.*, shape, {name: item}]]"
        #expect(
            try warnings(text) == [
                "f:1:18: in a shape for 'items.*', 'items.*.sku' is 'items.*.items.*.sku': paths begin at the value; "
                    + "did you mean 'sku'?"
            ])
    }

    @Test func aScenarioNamesAnAttributeOnce() throws {
        #expect(
            try warnings("scenarios: {default: [a, b, a], edit: ['!a', a], all: [a, b]}\nrules: [[[a, b], string]]")
                == [
                    "f:1:29: the scenario 'default' names the attribute 'a' twice",
                    "f:1:46: the scenario 'edit' names the attribute 'a' twice: with '!' it is never set, and that decides",
                ])
    }

    // MARK: options that need an element

    @Test(arguments: [
        ("trim, {chars: ''}", "option 'chars' of 'trim': must not be empty"),
        ("confusable, {notLike: []}", "option 'notLike' of 'confusable': must have at least one element"),
        ("confusable, {notLike: ''}", "must not be empty"),
        ("each, {keys: '', rule: string}", "option 'keys' of 'each': must not be empty"),
        ("match, {pattern: a, name: ''}", "option 'name' of 'match': must not be empty"),
        ("unique, {target: ''}", "option 'target' of 'unique': must not be empty"),
        ("each, {rule: [trim, {chars: ''}]}", "option 'chars' of 'trim': must not be empty"),
    ])
    func anOptionThatNeedsAnElementIsNotEmpty(rule: String, reason: String) {
        for text in ["rules: [[a, \(rule)]]", "types: {t: [[\(rule)]]}\nrules: [[a, t]]"] {
            let found = errors(text)
            #expect(found.count == 1 && found[0].hasPrefix("f:1:") && found[0].contains(reason), "\(found)")
        }
    }

    @Test(arguments: [
        "rules: [[a, keys, {only: []}]]", "rules: [[a, default, {value: ''}]]",
        "rules: [[a, compare, {compareValue: ''}]]",
        "rules: [[a, file, {extensions: ['']}]]", "rules: [[a, file, {extensions: [], mimeTypes: []}]]",
        "rules: [[a, ip, {ranges: []}]]", "rules: [[a, mac, {separators: ''}]]",
        "rules: [[a, required, {requiredValue: []}]]",
    ])
    func anEmptyValueThatSaysSomethingIsFine(text: String) { #expect(errors(text) == []) }

    /// Whatever they are called: a minimum above the maximum of the same type leaves no value.
    @Test func aMinimumAboveItsMaximumIsAnError() {
        var pairs = 0
        for definition in Registry.standard.definitions {
            let options = definition.options ?? []
            for low in options where low.role == .minimum && [.integer, .number].contains(low.kind) {
                let name = low.name.replacing("min", with: "max")
                guard let high = options.first(where: { $0.role == .maximum && $0.name == name }) else { continue }
                pairs += 1
                let needed = options.filter(\.isRequired).map { "\($0.name): 1, " }.joined()
                let rule = definition.type == "contains" ? "rule: string, " : needed
                let found = errors("rules: [[a, \(definition.type), {\(rule)\(low.name): 4, \(high.name): 3}]]")
                #expect(found.count == 1 && found[0].contains("'\(high.name)'"), "\(definition.type): \(found)")
            }
        }
        #expect(pairs > 8)
    }

    @Test(arguments: [
        ("{only: [city, zip], required: [cty]}", "1:50", "; did you mean 'city'?"),
        ("{only: [city], required: [name, citty]}", "1:51", "; did you mean 'city'?"),
    ])
    func aRequiredKeyIsNotOneOfTheAllowedOnesMisspelled(options: String, place: String, hint: String) {
        #expect(errors("rules: [[a, keys, {only: [city], required: [zip]}]]") == [])
        let found = errors("rules: [[a, keys, \(options)]]")
        #expect(found.count == 1 && found[0].hasPrefix("f:\(place): option 'required' of 'keys': '"), "\(found)")
        #expect(found.first?.hasSuffix("which names allowed keys\(hint)") == true, "\(found)")
    }

    // MARK: names that only one rule has

    @Test(arguments: [
        ("username", "usernme"), ("email", "emial"), ("items.*.sku", "items.*.skuu"), ("address.city", "adress.zip"),
        ("name", "Name"), ("firstName", "first_name"), ("items.*.sku", "items.sku"),
    ])
    func aNameNearAnotherIsAWarning(name: String, wrong: String) throws {
        let found = try warnings("rules: [[\(name), required], [\(wrong), string]]")
        #expect(found.count == 1)
        #expect(found.first?.contains("and only this rule names it") == true, "\(found)")
        #expect(found.first?.hasPrefix("f:1:\(name.count + 24): ") == true, "\(found)")
        let confirmed = wrong.hasPrefix("adress") ? "adress" : wrong
        #expect(try warnings("rules: [[\(name), required], [\(wrong), string], [\(confirmed), safe]]") == [])
        #expect(try warnings("rules: [[[\(name), \(wrong)], required], [[\(name), \(wrong)], string]]") == [])
        let shape = "shapes: {s: [[\(name), required], [\(wrong), string]]}\nrules: [[value, shape, {name: s}]]"
        #expect(try warnings(shape).count == 1)
    }

    @Test(arguments: [
        ("line1", "line2"), ("email", "emails"), ("start", "stars"), ("host", "post"), ("mail", "email"), ("id", "ids"),
        ("tags", "'tags.*'"), ("startAt", "startsAt"), ("pointX", "pointY"), ("userName", "user.name"),
        ("from", "form"),
        ("a", "b"), ("width", "height"), ("createdAt", "createdBy"),
    ])
    func otherNamesAreFine(one: String, other: String) throws {
        #expect(try warnings("rules: [[\(one), required], [\(other), required]]") == [])
    }

    // MARK: messages, options and conditions

    @Test(arguments: [
        ("{message: '%{attribute} is short.', min: 3}", "did you mean '{attribute}'?"),
        ("{message: '{min, plural, single{# a} other{# b}}', min: 3}", "did you mean 'one'?"),
        ("{min: 3, tooLong: 'Too long.'}", "'string' without 'max' never has the violation 'tooLong'"),
        ("{message: '{attribute_gender, select, female{a} other{b}}'}", "did you mean 'feminine'?"),
    ])
    func messagesThatAreNeverShownAreErrors(options: String, part: String) {
        let found = errors("rules: [[a, string, \(options)]]")
        #expect(found.count == 1 && found[0].contains(part), "\(found)")
    }

    @Test func messagesForViolationsOfTheRuleAreFine() {
        #expect(
            errors("rules: [[a, string, {min: 3, tooShort: 'Too short.'}], [b, required, {blank: 'Write b.'}]]") == [])
        #expect(errors("types: {t: [[string, {max: 3}]]}\nrules: [[a, t, {tooLong: 'Too long.'}]]") == [])
    }

    @Test func placeholdersInLabelsAndHintsAreWarnings() throws {
        #expect(
            try warnings("labels: {a: '{value}'}\nhints: {a: 'At least {min}.'}\nrules: [[a, string, {min: 3}]]") == [
                "f:1:10: the label of 'a' shows '{value}' unchanged: only messages have placeholders",
                "f:2:9: the hint of 'a' shows '{min}' unchanged: only messages have placeholders",
            ])
        #expect(
            try warnings("labels: {a: {de: 'Ein {x}', en: A}}\nrules: [[a, string]]") == [
                "f:1:10: the label of 'a' shows '{x}' unchanged: only messages have placeholders"
            ])
        #expect(try warnings("labels: {a: 'Of {min, number}'}\nrules: [[a, string]]").count == 1)
    }

    @Test(arguments: ["A set {}", "{1}", "{ x }", "{x y}", "{x", "One of {red, green}", "{3a}", "x}"])
    func otherBracesInLabelsAreText(label: String) throws {
        #expect(try warnings("labels: {a: '\(label)'}\nrules: [[a, string]]") == [])
    }

    @Test(arguments: [
        ("string, {max: 3, message: '{min} x'}", "unknown placeholder '{min}'"),
        ("string, {max: 3, message: {de: '{max}', en: '{length}'}}", "unknown placeholder '{length}'"),
        ("string, {message: '{unit}'}", "unknown placeholder '{unit}'"),
        ("each, {rule: [number, {max: 3, message: '{min} x'}]}", "unknown placeholder '{min}'"),
        ("required, {message: '{requiredValue}'}", "unknown placeholder '{requiredValue}'"),
    ])
    func messagesHaveOnlyWhatTheOptionsOfTheRuleMakePossible(rule: String, reason: String) {
        let found = errors("rules: [[a, \(rule)]]")
        #expect(found.count == 1 && found[0].contains(reason), "\(found)")
    }

    @Test(arguments: [
        "string, {min: 1, max: 3, message: '{min} {max} {unit}'}", "date, {min: 2024-01-01, message: '{min}'}",
        "count, {exact: 3, message: '{exact}'}", "port, {message: '{attribute}'}",
        "each, {rule: [number, {min: 3, message: '{min} x'}]}",
    ])
    func messagesMayHaveWhatTheRuleReports(rule: String) {
        #expect(errors("rules: [[a, \(rule)]]") == [])
    }

    @Test(arguments: [
        ("nullable: [a]\nrules: [[a, string]]", ["a"]),
        ("empty: typed\nnullable: [a, b]\nrules: [[[a, b], string]]", ["a", "b"]),
        ("empty: any\nnullable: [a]\nrules: [[a, string]]", ["a"]),
        ("proviso: 2\nnullable: [a]\nrules: [[a, string]]", []),
        ("nullable: [a]\nrules: [[a, string, {empty: absent}]]", []),
        ("nullable: [a]\nrules: [[a, string, {skipOnEmpty: false}]]", []),
        ("nullable: ['a.*']\nrules: [[a, each, {rule: [string, {skipOnEmpty: false}]}]]", []),
        ("nullable: []\nrules: [[a, string]]", []),
    ])
    func attributesThatMayBeNullWhereNullIsEmptyAreAWarning(rules: String, names: [String]) throws {
        let found = try warnings(rules)
        #expect(found.count == names.count, "\(found)")
        for (one, name) in zip(found, names) {
            #expect(one.contains("'nullable' has no effect for '\(name)', because null is empty here anyway"))
        }
    }

    @Test(arguments: [
        ("closed: { open: name }\nrules: [[name, string]]", "'name' in 'open' of 'closed' has no effect"),
        ("closed: { open: age }\nrules: [[age, integer]]", "which has no members"),
    ])
    func openPartsWithoutMembersAreAWarning(rules: String, reason: String) throws {
        #expect(try warnings(rules).contains { $0.contains(reason) })
    }

    @Test(arguments: [
        "closed: { open: box }\nrules: [[box, required]]", "closed: { open: box }\nrules: [[box, count, {min: 1}]]",
        "closed: { open: box }\nrules: [{attributes: box, type: string, when: {attributes: kind, type: in, range: [text]}}, [kind, safe]]",
    ])
    func openPartsThatMayHaveMembersAreFine(rules: String) throws {
        #expect(try warnings(rules) == [])
    }

    @Test func aShapeForOtherValuesThanObjectsIsNamedAfterTheirKind() {
        let found = errors("rules: [[v, oneOf, {shapes: {i: [[., integer]], s: [[., string]]}}]]")
        #expect(
            found.contains {
                $0.contains("the shape 'i' is for objects") && $0.contains("name it after the kind of its values")
            })
        for rules in ["[[., count, {min: 1}]]", "[[., keys, {only: [a]}]]", "[[., expr, {must: 'size(this) > 1'}]]"] {
            #expect(errors("rules: [[v, oneOf, {shapes: {i: \(rules)}}]]") == [])
        }
        #expect(errors("rules: [[v, oneOf, {shapes: {integer: [[., integer]], string: [[., string]]}}]]") == [])
    }

    @Test(arguments: ["'2026-13-01'", "'2026-02-30T10:00:00Z'", "'today'", "''"])
    func datesAreComparedWithDates(literal: String) {
        for must in ["start > \(literal)", "\(literal) <= start"] {
            let found = errors("rules: [[start, date], [age, expr, {must: \"\(must)\"}]]")
            #expect(found.contains { $0.contains("is not a date, such as 2026-01-31") }, "\(found)")
        }
    }

    @Test(arguments: ["'2026-12-01'", "'2026'", "'2026-01'", "'2026-02-28T10:00:00Z'"])
    func datesAreComparedWithTheBeginningsOfDates(literal: String) {
        #expect(errors("rules: [[start, date], [age, expr, {must: \"start > \(literal)\"}]]") == [])
        #expect(errors("rules: [[start, date], [age, expr, {must: \"start != ''\"}]]") == [])
        #expect(errors("rules: [[start, time], [age, expr, {must: \"start > '09:00'\"}]]") == [])
    }

    @Test func anOptionBesideTheOneThatHasPriorityIsAWarning() throws {
        let beside =
            "the option 'compareAttribute' of 'compare' has no effect beside 'compareValue': remove one of them"
        let found = try warnings("rules: [[b, safe], [a, compare, {compareValue: 20, compareAttribute: b}]]")
        #expect(found == ["f:1:52: \(beside)"])
        let inner = "rules: [[[a, b], safe], [c, each, {rule: [compare, {compareValue: 0, compareAttribute: b}]}]]"
        #expect(try warnings(inner).count == 1)
        #expect(try warnings("rules: [[b, safe], [a, compare, {compareValue: null, compareAttribute: b}]]") == [])
        #expect(try warnings("rules: [[b, safe], [a, compare, {compareAttribute: b}]]") == [])
    }

    @Test(arguments: [
        ("date", "minString: soon", "min", "min: 2024-01-01"), ("date", "maxString: soon", "max", "max: 2024-01-01"),
        ("date", "locale: de", "format", "format: short"), ("ip", "normalize: true", "subnet", "subnet: null"),
        ("ip", "networks: {office: [192.0.2.0/28]}", "ranges", "ranges: [office]"),
        ("email", "enableLocalIDN: true", "enableIDN", "enableIDN: true"),
    ])
    func optionsWithoutTheOneTheyNeedAreErrors(type: String, option: String, needed: String, with: String) {
        let name = option.prefix { $0 != ":" }
        #expect(
            errors("rules: [[a, \(type), {\(option)}]]") == [
                "f:1:\(16 + type.count): the option '\(name)' of '\(type)' has no effect without '\(needed)'"
            ])
        #expect(errors("rules: [[a, \(type), {\(option), \(with)}]]") == [])
    }

    @Test(arguments: ["trim", "safe", "default, {value: 3}"])
    func conditionsThatTestNothingAreErrors(condition: String) {
        let found = errors("rules: [[b, string], [a, required, {when: [b, \(condition)]}]]")
        #expect(found.count == 1 && found[0].contains("f:1:47:") && found[0].contains("always true"), "\(found)")
    }

    @Test(arguments: [
        ("[a, in, {range: [S, M, M]}]", "the value \"M\" is there twice"),
        ("[a, in, {range: [a, A], caseFold: true}]", "the value \"A\" is there twice"),
        ("[a, number, {max: {attribute: a}}]", "the value of 'a' is compared with itself"),
        ("[[a, a], required]", "the rule names the attribute 'a' twice"),
        ("[a, default, {value: eng}], [a, in, {range: [en, de]}]", "did you mean 'en'?"),
        ("[a, required, {nullable: true}]", "'required' with 'nullable: true' accepts null"),
    ])
    func whatIsSaidTwiceOrContradictsItselfIsAWarning(rules: String, part: String) throws {
        let found = try warnings("rules: [\(rules)]")
        #expect(found.count == 1 && found[0].contains(part), "\(found)")
    }

    @Test(arguments: [
        "[a, in, {range: [S, M, m]}]", "[[a, b], number, {max: {attribute: c}}], [c, number]",
        "[a, default, {value: en}], [a, in, {range: [en, de]}]", "[a, default], [a, in, {range: [en, de]}]",
        "[a, default, {value: 1}], [a, in, {range: [2], not: true}]", "[a, present, {nullable: true}]",
    ])
    func otherRulesAreFine(rules: String) throws {
        #expect(try warnings("rules: [\(rules)]") == [])
    }
}
