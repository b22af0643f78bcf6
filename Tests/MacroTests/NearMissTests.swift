import Testing

/// Static members whose names are nearly those that the macro reads.
@Suite struct NearMissTests {
    @Test(arguments: [
        ("static let rule = [Rule(\"name\", .required)]", "rule", "rules"),
        ("static let rulse: [Rule] = makeRules()", "rulse", "rules"),
        ("static let rulez: [Proviso.Rule] = []", "rulez", "rules"),
        ("static let message: [String: [Code: String]] = [:]", "message", "messages"),
        ("static let label = [\"name\": [\"en\": \"Name\"]]", "label", "labels"),
        ("static var scenario: [String: [String]] { [:] }", "scenario", "scenarios"),
        ("static let ruleset = RuleSet(rules: [])", "ruleset", "ruleSet"),
    ])
    func aMemberThatWouldHaveNoEffectIsAWarning(member: String, name: String, meant: String) {
        let source = """
            @Validatable struct Account {
                var name = ""
                \(member)
            }
            """
        let found = Diagnosed.all(source, macros)
        #expect(
            found.map(\.text) == [
                "'@Validatable' does not read '\(name)', so it has no effect; did you mean '\(meant)'?"
            ])
        #expect(found.map(\.line) == [3])
    }

    @Test(arguments: [
        "static let rules = [Rule(\"name\", .required)]\n    static let rule = [Rule(\"name\", .safe)]",
        "static let rule = Rule(\"name\", .required)", "static let label = \"Name\"",
        "static let scenario = \"register\"",
        "static let rates: [Double] = [1]", "static let messages: [String: [Code: String]] = [:]",
    ])
    func otherMembersAreNot(members: String) {
        let source = """
            @Validatable struct Account {
                var name = ""
                \(members)
            }
            """
        #expect(Diagnosed.all(source, macros).map(\.text) == [])
    }
}
