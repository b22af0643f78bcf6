import Proviso
import Testing

/// Rules attached to any object by key path.
struct ObjectRulesTests {
    final class Account {
        var name: String? = "abc"
        var password = "secret"
        var age: Int? = 5
        var friend: Account?
    }

    /// A new rule type.
    struct OddRule: ObjectRule {
        let path: KeyPath<Account, Int?>
        let message: String

        func passes(_ object: Account) -> Bool { (object[keyPath: path] ?? 0) % 2 == 1 }
    }

    static let rows: [(rule: @Sendable () throws -> any ObjectRule<Account>, passes: Bool, location: SourceLocation)] =
        [
            ({ try StringLengthRule(\.name, min: 5, message: "x") }, false, #_sourceLocation),
            ({ try StringLengthRule(\.name, min: 3, max: 3, message: "x") }, true, #_sourceLocation),
            ({ try StringLengthRule(\.password, max: 5, message: "x") }, false, #_sourceLocation),
            ({ try StringLengthRule(\.friend?.name, min: 1, message: "x") }, false, #_sourceLocation),
            ({ try StringLengthRule(\.friend?.name, max: 1, message: "x") }, true, #_sourceLocation),
            ({ try RangeRule(\.age, min: 5, message: "x") }, true, #_sourceLocation),
            ({ try RangeRule(\.age, min: 1, max: 4, message: "x") }, false, #_sourceLocation),
            ({ try RangeRule(\.friend?.age, max: 4, message: "x") }, false, #_sourceLocation),
            ({ try RangeRule(\.password, max: "t", message: "x") }, true, #_sourceLocation),
            ({ try RegexRule(\.name, "B", message: "x") }, true, #_sourceLocation),
            ({ try RegexRule(\.password, "^SECRET$", message: "x") }, true, #_sourceLocation),
            ({ try RegexRule(\.password, "^cret", message: "x") }, false, #_sourceLocation),
            ({ try RegexRule(\.friend?.name, ".*", message: "x") }, false, #_sourceLocation),
            ({ OddRule(path: \.age, message: "x") }, true, #_sourceLocation),
            ({ OddRule(path: \.friend?.age, message: "x") }, false, #_sourceLocation),
            ({ ValidatorRule(\.name, EmailValidator(), message: "x") }, false, #_sourceLocation),
            ({ ValidatorRule(\.age, IntegerValidator(min: 5), message: "x") }, true, #_sourceLocation),
        ]

    @Test func table() throws {
        for row in Self.rows {
            let account = Account()
            var rules = ObjectRules(account)
            func add(_ rule: some ObjectRule<Account>) { rules.add(rule) }
            add(try row.rule())
            #expect(rules.validate() == (row.passes ? [] : ["x"]), sourceLocation: row.location)
        }
    }

    @Test func textsComeInTheOrderOfTheRules() throws {
        let account = Account()
        let other = Account()
        var rules = ObjectRules(account)
        #expect(rules.validate() == [])
        let short = rules.add(try StringLengthRule(\.name, min: 5, message: "Too short."))
        rules.add(EqualityRule(\.password, equals: \.password, of: other, message: "Not the same."))
        rules.add(EqualityRule(\.name, equals: \.friend?.name, of: account, message: "No friend."))
        #expect(rules.validate() == ["Too short.", "No friend."])
        other.password = "x"
        #expect(rules.validate() == ["Too short.", "Not the same.", "No friend."])
        rules.remove(short)
        rules.remove(short)
        #expect(rules.validate() == ["Not the same.", "No friend."] && rules.count == 2)
        rules.removeAll()
        #expect(rules.validate() == [])
        #expect(throws: RuleSetError.self) { try RegexRule(\Account.name, "(", message: "x") }
    }

    @Test func objectsAreHeldWeakly() throws {
        var account: Account? = Account()
        weak let watched = account
        var rules = ObjectRules(account ?? Account())
        rules.add(try StringLengthRule(\.name, min: 5, message: "Too short."))
        var other: Account? = Account()
        weak let friend = other
        if let other { rules.add(EqualityRule(\.name, equals: \.name, of: other, message: "Gone.")) }
        #expect(rules.validate() == ["Too short."])
        other = nil
        #expect(friend == nil && rules.validate() == ["Too short.", "Gone."])
        account = nil
        #expect(watched == nil && rules.object == nil && rules.validate() == [])
    }
}
