import Proviso

/// The rules by hand, as the conformances without the macro name them.
private let signUpRules = RuleSet(rules: [
    Rule("username", .required),
    Rule("username", .string(min: 3, max: 24)),
    Rule("username", .match("^[a-z0-9_]+$")),
    Rule("email", .required),
    Rule("email", .string(max: 254)),
    Rule("email", .email),
    Rule("age", .integer(min: 13, max: 120)),
    Rule("country", .in(countries)),
    Rule("website", .url),
    Rule("password", .required),
    Rule("password", .string(min: 8, max: 72)),
    Rule("password_repeat", .required),
    Rule("password_repeat", .compare(with: "password")),
    Rule("balance", .number(min: 0, max: 1_000_000)),
    Rule("tags", .each(.string(max: 20))),
])

let countries: [AnyValue] = [
    "US", "CA", "MX", "BR", "AR", "GB", "IE", "FR", "DE", "NL", "BE", "ES", "PT", "IT", "CH", "AT", "SE", "NO", "JP", "AU",
]

/// A conformance by hand: attributes by key path.
extension SignUp: Model {
    static let ruleSet = signUpRules
    static let attributes: [Attribute<SignUp>] = [
        Attribute("username", \.username), Attribute("email", \.email), Attribute("age", \.age),
        Attribute("country", \.country), Attribute("website", \.website), Attribute("password", \.password),
        Attribute("password_repeat", \.password_repeat), Attribute("balance", \.balance), Attribute("tags", \.tags),
    ]
}

/// The same conformance, writing its attributes itself.
struct WritingSignUp: Model {
    var data: SignUp

    static let ruleSet = signUpRules
    static let attributes: [Attribute<WritingSignUp>] = [
        Attribute("username", \.data.username), Attribute("email", \.data.email), Attribute("age", \.data.age),
        Attribute("country", \.data.country), Attribute("website", \.data.website),
        Attribute("password", \.data.password), Attribute("password_repeat", \.data.password_repeat),
        Attribute("balance", \.data.balance), Attribute("tags", \.data.tags),
    ]

    borrowing func writeAttributes(to values: inout AttributeWriter) {
        values.write(data.username)
        values.write(data.email)
        values.write(data.age)
        values.write(data.country)
        values.write(data.website)
        values.write(data.password)
        values.write(data.password_repeat)
        values.write(data.balance)
        values.write(data.tags)
    }
}
