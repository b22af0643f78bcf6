import Proviso
import Testing

/// What a button is enabled by, and what logs say.
struct LiveValidityTests {
    struct Form: ValidatableModel {
        var name = ""
        var password = ""
        var note = ""
        static let attributes: [Attribute<Form>] = [
            Attribute("name", \.name), Attribute("password", \.password), Attribute("note", \.note),
        ]
        static let methods: [ValidationMethod<Form>] = [
            ValidationMethod("checkNote") { form, _, context in
                if form.note == form.password { context.report("note.password") }
            }
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("name", .trim), Rule("name", .required), Rule("password", .required),
                Rule("password", .string(min: 3)), Rule("note", .type("checkNote")),
                Rule("note", .string(max: 3), severity: .warning),
            ])
    }

    @Test func aFormIsValidWhenItsUntouchedFieldsAreToo() async throws {
        let live = try LiveModel(keeping: Form())
        try live.startValidating()
        var updates = live.events().makeAsyncIterator()
        #expect(!live.isValid && !live.hasErrors)

        live.modify { $0.name = " ada " }
        var update = await updates.next()
        #expect(update?.showsNoErrors == true && update?.isValid == false && !live.isValid)
        #expect(update?.attributes == ["name"], "nothing else is reported")

        live.modify { $0.password = "ab" }
        update = await updates.next()
        #expect(update?.showsNoErrors == false && update?.isValid == false && !live.isValid)

        live.modify { $0.password = "abc" }
        update = await updates.next()
        #expect(update?.showsNoErrors == true && update?.isValid == true && live.isValid)

        live.modify { $0.note = "a long note" }
        update = await updates.next()
        #expect(update?.isValid == true && live.isValid, "warnings do not count")
        live.modify { $0.name = "" }
        #expect(!live.isValid)
    }

    final class Person: ValidatableModel {
        var name = ""
        var again = ""
        static let attributes: [Attribute<Person>] = [Attribute("name", \.name), Attribute("again", \.again)]
        static let ruleSet = RuleSet(
            rules: [Rule("name", .trim), Rule("name", .required), Rule("again", .compare(with: "name"))])
    }

    @Test func aBlankBetweenTwoWordsCanBeTyped() throws {
        let person = Person()
        let live = try LiveModel(person)
        try live.startValidating()
        for letter in "ada lovelace " { live.modify { $0.name.append(letter) } }
        #expect(person.name == "ada lovelace " && !live.hasErrors)
        live.modify { $0.again = "ada lovelace" }
        #expect(!live.hasErrors, "rules of other attributes see the trimmed value")
        live.modify { $0.name = " " }
        #expect(live.errors(of: "name").map(\.code) == ["required.blank"] && person.name == " ")
        live.modify { $0.name = " ada lovelace " }
        #expect(try live.validate() && person.name == "ada lovelace")
        let kept = try LiveModel(keeping: Form(name: "", password: "abc"))
        try kept.startValidating()
        for letter in "a b " { kept.modify { $0.name.append(letter) } }
        #expect(kept.model?.name == "a b " && kept.isValid)
        #expect(try kept.validate() && kept.model?.name == "a b")
    }

    @Test func lookingAtTheRestChangesNothing() throws {
        let live = try LiveModel(keeping: Form(name: " x ", password: "abc", note: "a"))
        try live.startValidating()
        #expect(live.isValid)
        #expect(live.model?.name == " x " && live.errors.violations.isEmpty)
        live.modify { $0.note = "abc" }
        #expect(!live.isValid)
    }

    @Test func inputsArePrinted() throws {
        let input = InputValidator("email")
        try input.add(.required)
        #expect("\(input)" == "email: invalid" && "\(input.state)" == "invalid")
        input.validate("")
        #expect("\(input)" == "email: invalid: Email is required.")
        #expect("\(input.state)" == "invalid: required.blank")
        input.validate("x")
        #expect("\(input)" == "email: valid")
        #expect("\(InputState.waitingForRemote)" == "waiting for remote")
        #expect(input.state == .valid)
    }

    @Test func extrasGoToTheChecksOfOneCall() async throws {
        let input = InputValidator("name")
        try input.addRemote(message: "Taken.") { value, extras in value != "ada" || extras["id"] == 5 }
        input.validate("ada", extras: ["id": 5])
        #expect(await input.settled().isValid)
        input.revalidate()
        #expect(await input.settled().isValid, "the same value with what came with it")
        input.validate("ada")
        #expect(await !input.settled().isValid)
        #expect(input.texts() == ["Taken."])
    }
}
