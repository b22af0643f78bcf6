#if Server
import Hummingbird
import Proviso
import ProvisoHummingbird

// The sample of Docs/Service.md, which HandlerTests runs.

// sample: handler
struct User: Decodable, Sendable {
    var name: String
    var email: String
    var country: String
}

let rules = RuleSet(
    rules: [
        Rule("name", .trim), Rule("name", .required), Rule("name", .string(max: 40)),
        Rule("email", .required), Rule("email", .email), Rule("country", .default("DE")),
    ],
    labels: ["name": ["en": "Name", "de": "Name"], "email": ["en": "E-mail", "de": "E-Mail"]])

func application() throws -> some ApplicationProtocol {
    let users = RequestValidator(try Plan(rules))
    let router = Router()
    router.add(middleware: ProblemMiddleware())
    router.post("users") { request, _ in
        let user = try await users.decode(User.self, from: request).value
        return "Welcome, \(user.name) from \(user.country)!"
    }
    return Application(router: router)
}
// end
#endif
