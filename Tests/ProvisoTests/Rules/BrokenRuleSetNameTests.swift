import Testing

/// Keys, labels, scenarios and messages that do not fit the rules.
struct BrokenRuleSetNameTests {
    static let rows = [
        BrokenRules(
            "rule: [a, required]",
            "1:1: unknown key 'rule'; did you mean 'rules'?",
            "1:1: the key 'rules' is missing"),
        BrokenRules("null", "1:1: a rule file must be a mapping with the key 'rules'"),
        BrokenRules("rules", "1:1: a rule file must be a mapping with the key 'rules'"),
        BrokenRules("42", "1:1: a rule file must be a mapping with the key 'rules'"),
        BrokenRules("- [a, required]", "1:1: a rule file must be a mapping with the key 'rules'"),
        BrokenRules("[]", "1:1: a rule file must be a mapping with the key 'rules'"),
        BrokenRules("{}", "1:1: the key 'rules' is missing"),
        BrokenRules("proviso: 1", "1:1: the key 'rules' is missing"),
        BrokenRules(
            """
            proviso: 3
            rules: []
            """,
            "1:10: this version reads rule files of the formats 1 and 2, not '3'"),
        BrokenRules(
            """
            proviso: "1"
            rules: []
            """,
            "1:10: this version reads rule files of the formats 1 and 2, not '1'"),
        BrokenRules(
            """
            proviso: [1]
            rules: []
            """,
            "1:10: this version reads rule files of the formats 1 and 2, not ''"),
        BrokenRules("ruls: []", "1:1: unknown key 'ruls'; did you mean 'rules'?", "1:1: the key 'rules' is missing"),
        BrokenRules(
            """
            rules: []
            Rules: []
            """,
            "2:1: unknown key 'Rules'; did you mean 'rules'?"),
        BrokenRules(
            """
            rules: []
            extra: 1
            """,
            "2:1: unknown key 'extra'"),
        BrokenRules("rules: a", "1:8: rules must be a list, such as '- [name, required]'"),
        BrokenRules("rules: {a: required}", "1:8: rules must be a list; did you mean '[a, required]'?"),
        BrokenRules("rules:", "1:7: rules must be a list, such as '- [name, required]'"),
        BrokenRules(
            """
            labels: {emial: E-mail}
            rules: [[email, required]]
            """,
            "1:10: unknown attribute 'emial' in labels: no rule names it; did you mean 'email'?"),
        BrokenRules(
            """
            labels: [email]
            rules: [[email, required]]
            """,
            "1:9: labels must be a mapping of attributes"),
        BrokenRules(
            """
            labels: {email: [x]}
            rules: [[email, required]]
            """,
            "1:17: a label must be a string, or strings by locale"),
        BrokenRules(
            """
            labels: {email: }
            rules: [[email, required]]
            """,
            "1:17: a label must be a string, or strings by locale"),
        BrokenRules(
            """
            labels: {email: {en: }}
            rules: [[email, required]]
            """,
            "1:22: expected a string"),
        BrokenRules(
            """
            labels: {email: {english_: x}}
            rules: [[email, required]]
            """,
            "1:18: 'english_' is not a BCP 47 language tag; did you mean 'en'?"),
        BrokenRules(
            """
            labels: {[email]: x}
            rules: [[email, required]]
            """,
            "1:10: expected a name"),
        BrokenRules(
            """
            scenarios: [login]
            rules: [[email, required]]
            """,
            "1:12: scenarios must be a mapping of names to lists of attributes"),
        BrokenRules(
            """
            scenarios: {login: {email: 1}}
            rules: [[email, required]]
            """,
            "1:20: expected a name or a list of names"),
        BrokenRules(
            """
            scenarios: {login: [emial]}
            rules: [[email, required]]
            """,
            "1:21: unknown attribute 'emial' in scenario 'login': no rule names it; did you mean 'email'?"),
        BrokenRules(
            """
            scenarios: {login: [email, "!emial"]}
            rules: [[email, required]]
            """,
            "1:28: unknown attribute 'emial' in scenario 'login': no rule names it; did you mean 'email'?"),
        // A scenario whose name is that of another one with an attribute of it.
        BrokenRules(
            """
            scenarios: {import: [name, "x y"], import x y: [name]}
            rules: [[name, required]]
            """,
            "1:28: unknown attribute 'x y' in scenario 'import': no rule names it"),
        BrokenRules(
            """
            scenarios: {login: [email]}
            rules: [[email, required, {on: logn}]]
            """,
            "2:32: unknown scenario 'logn' (known: default, login); did you mean 'login'?"),
        BrokenRules(
            """
            scenarios: {login: [email]}
            rules: [[email, required, {except: [login, register]}]]
            """,
            "2:44: unknown scenario 'register' (known: default, login)"),
        BrokenRules(
            """
            scenarios: {[login]: [email]}
            rules: [[email, required]]
            """,
            "1:13: expected a name"),
        BrokenRules(
            """
            scenarios: {login: }
            rules: [[email, required]]
            """,
            "1:20: expected a name or a list of names"),
        BrokenRules(
            """
            attributes: [email]
            rules: [[emial, required]]
            """,
            "2:10: unknown attribute 'emial'; did you mean 'email'?"),
        BrokenRules(
            """
            attributes: {email: 1}
            rules: [[email, required]]
            """,
            "1:13: expected a name or a list of names"),
        BrokenRules(
            """
            messages: [x]
            rules: []
            """,
            "1:11: messages must be a mapping of locales"),
        BrokenRules(
            """
            messages: {en: [x]}
            rules: []
            """,
            "1:16: a locale's messages must be a mapping of codes"),
        BrokenRules(
            """
            messages: {xx_!: {required.blank: x}}
            rules: []
            """,
            "1:12: 'xx_!' is not a BCP 47 language tag"),
        BrokenRules(
            """
            messages: {en: {required.blnk: x}}
            rules: []
            """,
            "1:17: unknown code 'required.blnk'; did you mean 'required.blank'?"),
        BrokenRules(
            """
            messages: {en: {required.blank: [x]}}
            rules: []
            """,
            "1:33: expected a string"),
        BrokenRules(
            """
            messages: {en: {required.blank: "{x}"}}
            rules: []
            """,
            "1:33: unknown placeholder '{x}' (expected one of {attribute}, {value})"),
        BrokenRules(
            """
            messages: {en: {required.blank: "{attribute"}}
            rules: []
            """,
            "1:33: not a message: at character 1: this { is not closed"),
        BrokenRules(
            """
            messages: {en: {required.blank: }}
            rules: []
            """,
            "1:33: expected a string"),
        BrokenRules(
            """
            scenarios: {"": [a]}
            rules: [[a, required]]
            """,
            "1:13: expected a name"),
        BrokenRules(
            """
            attributes: [a]
            rules: [[a, required], [b.c, even]]
            """,
            "2:25: unknown attribute 'b.c'"),
        BrokenRules(
            """
            attributes: [address]
            rules: [[addres.city, required]]
            """,
            "2:10: unknown attribute 'addres.city'; did you mean 'address.city'?"),
        BrokenRules(
            """
            attributes: [address.city]
            rules: [[address.city.x, required], [address, required]]
            """,
            "2:38: unknown attribute 'address'"),
    ]

    @Test(arguments: rows) func refusesWrongNames(row: BrokenRules) { row.run() }
}
