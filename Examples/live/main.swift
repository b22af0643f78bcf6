#if Remote
import Proviso
import ProvisoMacros
import ProvisoRemote

/// A form that is validated while a user types, with a remote check by server.py.
@Validatable
struct SignUp: Sendable {
    @Label(["en": "User name", "de": "Benutzername"])
    @Rules(.trim, .required, .string(min: 3, max: 10))
    var username = ""
    @Rules(.required, .email)
    var email = ""
    @Rules(.required, .string(min: 8), .hasDigit(), .match("[a-z]"))
    var password = ""
    @Label(["en": "Password again", "de": "Passwort wiederholt"])
    @Rules(.required, .compare(with: "password"))
    var repeated = ""
    @Rules(.integer(min: 18, max: 120))
    var age: Int?
}

let address = CommandLine.arguments.dropFirst().first ?? "127.0.0.1:8000"
let client = RemoteClient(hosts: address)
let isFree = RemoteValidator("http://\(address)/username-is-free", client: client, retries: 0)

/// One input: the remote check runs after the other rules have passed.
func oneInput() async throws {
    let name = InputValidator("username", labels: ["en": "User name", "de": "Benutzername"])
    try name.add(.required)
    try name.add(.string(min: 3, max: 10))
    try name.addCondition(message: "Not this one, please.") { $0 != "root" }
    try name.addRemote(message: "That name is taken.") { value, extras in
        try await isFree.isValid(value, extras: extras)
    }
    for text in ["", "ab", "root", "ada", "grace"] {
        name.validate(text, extras: ["form": "sign-up"])
        _ = await name.settled()
        print("\"\(text)\": \(name)")
    }
}

/// A form: what changed is validated, and the button waits for the whole.
@MainActor func form() async throws {
    let live = try LiveModel(keeping: SignUp())
    try live.addRemote("username", message: "That name is taken.") { try await isFree.isValid($0) }
    try live.startObserving()
    defer { live.stop() }
    let typed: [(SignUp) -> SignUp] = [
        { with($0) { $0.username = "ada" } }, { with($0) { $0.username = "grace" } },
        { with($0) { $0.email = "grace@example.org" } }, { with($0) { $0.password = "secret" } },
        { with($0) { $0.password = "secret-1" } }, { with($0) { $0.repeated = "secret-1" } },
    ]
    for change in typed {
        var updates = live.events().makeAsyncIterator()
        live.modify { $0 = change($0) }
        repeat {
            guard let update = await updates.next(isolation: #isolation) else { return }
            let texts = live.modelPlan.localizer(preferring: "de").texts(update.report)
            print(update.attributes, texts, update.waiting.isEmpty ? "" : "waiting", "button:", update.isValid)
            if update.waiting.isEmpty { break }
        } while true
    }
}

func with(_ form: SignUp, _ change: (inout SignUp) -> Void) -> SignUp {
    var form = form
    change(&form)
    return form
}

try await oneInput()
try await form()
try await client.shutdown()
#endif
