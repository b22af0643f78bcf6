import Proviso
import ProvisoMacros

let countries: [AnyValue] = [
    "US", "CA", "MX", "BR", "AR", "GB", "IE", "FR", "DE", "NL", "BE", "ES", "PT", "IT", "CH", "AT", "SE", "NO", "JP",
    "AU",
]

/// The rules of the example `signup/basic.yaml`, the names in the style of Swift.
@Validatable
struct SignUp {
    @Rules(.required, .string(min: 3, max: 24), .match("^[a-z0-9_]+$"))
    var username = ""
    @Rules(.required, .string(max: 254), .email)
    var email = ""
    @Rules(.integer(min: 13, max: 120))
    var age: Int?
    @Rules(.in(countries))
    var country: String?
    @Rules(.url)
    var website: String?
    @Rules(.required, .string(min: 8, max: 72))
    var password = ""
    @Rules(.required, .compare(with: "password"))
    var passwordRepeat = ""
    @Rules(.number(min: 0, max: 1_000_000))
    var balance: Double?
    @Rules(.each(.string(max: 20)))
    var tags: [String] = []
}

/// The same rules for a conformance by hand, which reads the attributes by key path.
struct PlainSignUp: ValidatableModel {
    var username = ""
    var email = ""
    var age: Int?
    var country: String?
    var website: String?
    var password = ""
    var passwordRepeat = ""
    var balance: Double?
    var tags: [String] = []

    init(_ form: SignUp) {
        (username, email, age, country, website) = (form.username, form.email, form.age, form.country, form.website)
        (password, passwordRepeat) = (form.password, form.passwordRepeat)
        (balance, tags) = (form.balance, form.tags)
    }

    static let ruleSet = SignUp.ruleSet
    static let attributes: [Attribute<PlainSignUp>] = [
        Attribute("username", \.username), Attribute("email", \.email), Attribute("age", \.age),
        Attribute("country", \.country), Attribute("website", \.website), Attribute("password", \.password),
        Attribute("passwordRepeat", \.passwordRepeat), Attribute("balance", \.balance), Attribute("tags", \.tags),
    ]
}
