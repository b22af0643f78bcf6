import Proviso
import Testing

/// Every form a rule file has, in YAML and in JSON.
struct RuleFormTests {
    struct Row: Sendable {
        let texts: [String]
        let outline: [String]
        let location: SourceLocation

        /// All texts must mean the same.
        init(_ texts: String..., means outline: String..., at location: SourceLocation = #_sourceLocation) {
            self.texts = texts
            self.outline = outline
            self.location = location
        }
    }

    static let rows = [
        Row(
            "rules: [[a, even]]", "rules:\n- [a, even]", "rules:\n  - - a\n    - even",
            "{\"rules\":[[\"a\",\"even\"]]}",
            "rules: [{attributes: a, type: even}]", "rules: [{type: even, attributes: [a]}]",
            "proviso: 1\nrules: [[a, even]]",
            "rules: [[a, even, {}]]", "rules:\r\n- [a, even]\r\n", "---\nrules: [[a, even]]\n...\n",
            "rules: [['a', \"even\"]]",
            "{\"rules\": [[\"a\", \"even\"], ]}", "rules: [[\" a\", even]]",
            means: "a even"),
        Row(
            "rules: [[[a, b], even]]", "rules: [[\"a, b\", even]]", "rules: [[\"a ,b \", even]]",
            "rules: [{attributes: \"a,b\", type: even}]", "rules: [{attributes: [a, b], type: even}]",
            "{\"rules\":[{\"attributes\":[\"a\",\"b\"],\"type\":\"even\"}]}", means: "a,b even"),
        Row(
            "rules: [[a, minimum, {limit: 5, strictly: true}]]",
            "rules: [{attributes: a, type: minimum, strictly: true, limit: 5}]",
            "rules: [[a, minimum, {limit: 5, strictly: True}]]",
            "rules: [[a, minimum, {\"limit\": 5, 'strictly': TRUE}]]",
            "rules: [[a, minimum, {options: {limit: 5, strictly: true}}]]",
            "rules: [{attributes: a, type: minimum, limit: 5, options: {strictly: true}}]",
            means: "a minimum limit=5 strictly=true"),
        Row("rules: [[a, minimum, {limit: 18446744073709551615}]]", means: "a minimum limit=18446744073709551615u"),
        Row(
            "rules: [[a, minimum, {limit: 1.5}]]", "rules: [[a, minimum, {limit: 15e-1}]]",
            means: "a minimum limit=1.5d"),
        Row("rules: [[a, minimum, {limit: 1e400}]]", means: "a minimum limit=1e400n"),
        Row(
            "rules: [[a, required, {requiredValue: NO}]]", "rules: [[a, required, {requiredValue: \"NO\"}]]",
            means: "a required requiredValue='NO'"),
        Row(
            "rules: [[a, required, {requiredValue: [NO, SE, no, off, y, yes, on, N]}]]",
            means: "a required requiredValue=['NO','SE','no','off','y','yes','on','N']"),
        Row(
            "rules: [[a, required, {requiredValue: [~, null, Null, NULL, \"null\", nil]}]]",
            means: "a required requiredValue=[null,null,null,null,'null','nil']"),
        Row(
            "rules: [[a, required, {requiredValue: [true, \"true\", 0, \"0\", 007, 0x10, 1_000, 12:30, 2020-01-01, .5, +1]}]]",
            means: "a required requiredValue=[true,'true',0,'0',7,16,'1_000','12:30','2020-01-01',0.5d,1]"),
        Row(
            "rules: [[a, required, {requiredValue: {b: [1], c: {d: e}}}]]",
            "{\"rules\":[[\"a\",\"required\",{\"requiredValue\":{\"b\":[1],\"c\":{\"d\":\"e\"}}}]]}",
            means: "a required requiredValue={b:[1],c:{d:'e'}}"),
        Row("rules: [[a, even, {on: register}]]", "rules: [[a, even, {on: [register]}]]", means: "a even on register"),
        Row("rules: [[a, even, {\"on\": \"x, y\"}]]", "rules: [[a, even, {on: [x, y]}]]", means: "a even on x,y"),
        Row("rules: [[a, even, {except: [x, y], on: z}]]", means: "a even on z except x,y"),
        Row(
            "rules: [[a, even, {skipOnEmpty: false, skipOnError: false, bail: true, severity: info, id: \"7\"}]]",
            "rules: [{attributes: a, type: even, id: 7, severity: info, bail: TRUE, skipOnError: False, skipOnEmpty: false}]",
            means: "a even skipOnEmpty false skipOnError false info bail id 7"),
        Row(
            "rules: [[a, even, {message: Odd!}]]", "rules: [[a, even, {message: 'Odd!'}]]",
            means: "a even message {Odd!}"),
        Row(
            "rules: [[a, even, {message: {de: ungerade, zh-hans: 奇数, EN: odd}}]]",
            means: "a even message {de: ungerade; en: odd; zh-Hans: 奇数}"),
        Row(
            "rules: [[b, even], [a, even, {when: [b, even]}]]", "rules: [[b, even], [a, even, {when: [[b, even]]}]]",
            "rules: [[b, even], [a, even, {when: {attributes: b, type: even}}]]",
            "rules: [[b, even], [a, even, {when: [{attributes: b, type: even}]}]]",
            "rules: [[b, even], [a, even, {when: [[b], even]}]]", means: "b even", "a even when (b even)"),
        Row(
            "rules: [[\"b, c\", even], [a, even, {when: [\"b, c\", minimum, {limit: 2}]}]]",
            "rules: [[\"b, c\", even], [a, even, {when: [[b, c], minimum, {limit: 2}]}]]",
            "rules: [[\"b, c\", even], [a, even, {when: [[b, minimum, {limit: 2}], [c, minimum, {limit: 2}]]}]]",
            means: "b,c even", "a even when (b minimum limit=2) when (c minimum limit=2)"),
        Row(
            "rules: [[b, even], [a, even, {unless: [b, even], when: [b, required]}]]",
            means: "b even", "a even when (b required) unless (b even)"),
        Row(
            "rules: [[a, items, {rule: even}]]", "rules: [[a, items, {rule: [even]}]]",
            "rules: [[a, items, {rule: {type: even}}]]",
            means: "a items rule=[even]"),
        Row(
            "rules: [[a, items, {rule: [minimum, {limit: 2, message: m, skipOnEmpty: false}]}]]",
            "rules: [[a, items, {rule: {type: minimum, limit: 2, message: m, skipOnEmpty: false}}]]",
            means: "a items rule=[minimum limit=2 message {m} skipOnEmpty false]"),
        Row(
            "rules: [[a, items, {rule: [items, {rule: even}]}]]", means: "a items rule=[items rule=[even]]"),
        Row(
            "rules: [[a, minimum, {limit: 1, tooSmall: x y, noNumber: {de: y}}]]",
            means: "a minimum limit=1 noNumber={de:'y'} tooSmall='x y'"),
        Row(
            "rules: [[a, minimum, &b {limit: 2}], [c, minimum, *b]]",
            means: "a minimum limit=2", "c minimum limit=2"),
        Row(
            "labels: {a: A, b.c: {en: BC, de-at: BÖ}, b: B}\nrules: [[\"a, b.c\", even]]",
            means: "a,b.c even", "label a : A", "label b : B", "label b.c de-AT: BÖ", "label b.c en: BC"),
        Row(
            "scenarios: {login: [a, \"!b\"], register: a, empty: []}\nrules: [[\"a, b\", even]]",
            "scenarios: {login: \"a, !b\", register: [a], empty: []}\nrules: [[\"a, b\", even]]",
            means: "a,b even", "scenario empty: []", "scenario login: [\"a\", \"!b\"]", "scenario register: [\"a\"]"),
        Row("attributes: [a, b]\nrules: [[a, even]]", means: "a even", "attributes [\"a\", \"b\"]"),
        Row(
            "messages: {de: {even.odd: ungerade}, zh-hans: {even.odd: 奇}}\nrules: [[a, even]]",
            means: "a even", "message de even.odd: ungerade", "message zh-Hans even.odd: 奇"),
        Row("rules: []", "{\"rules\":[]}", "rules: [] # none"),
    ]

    @Test func readsEveryForm() {
        for row in Self.rows {
            for text in row.texts {
                #expect(throws: Never.self, "\(text)", sourceLocation: row.location) {
                    let ruleSet = try RuleSet(parsing: text)
                    #expect(ruleSet.outline == row.outline, "\(text)", sourceLocation: row.location)
                    _ = try Plan(ruleSet, registry: .small)
                }
            }
        }
    }

    @Test func rulesInSwiftAreTheSame() throws {
        let written: [Rule] = [
            Rule("a, b", .type("even"), on: "x", except: ["y"], message: "Odd!", bail: true),
            Rule("a", "b", .type("even")),
            Rule("a", "b", "c", .type("even"), on: "x", "y"),
            Rule(
                "a", .type("minimum", ["limit": 5]), when: Condition("b", .type("even")),
                unless: Condition("c", .type("even")), message: ["de": "zu klein"], skipOnEmpty: false,
                skipOnError: false, severity: .warning, id: "least"),
        ]
        let text = """
            rules:
              - ["a, b", even, {on: x, except: y, message: Odd!, bail: true}]
              - [[a, b], even]
              - [[a, b, c], even, {on: [x, y]}]
              - attributes: a
                type: minimum
                limit: 5
                when: [b, even]
                unless: [c, even]
                message: {de: zu klein}
                skipOnEmpty: false
                skipOnError: false
                severity: warning
                id: least
            """
        #expect(RuleSet(rules: written).outline == (try RuleSet(parsing: text).outline))
    }
}
