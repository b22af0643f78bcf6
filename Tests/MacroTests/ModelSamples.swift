import Foundation
import Proviso
import ProvisoMacros
import ProvisoPlugins
import Testing

// The samples of Docs/Models.md and Docs/Live.md: each stands between `// sample: page name` and `// end`, and runs.

// sample: Models.md macro
@Validatable
struct Customer: Sendable, ParsableModel {
    @Label(["en": "User name", "de": "Benutzername"])
    @Rules(.trim, .required, .string(min: 3, max: 24), .type("checkReserved"))
    var username = ""
    @Rules(.required, on: "register")
    @Rules(.email, message: ["en": "That is no address.", "de": "Das ist keine Adresse."])
    var email: String?
    @Rules(.integer(min: 18))
    var age = 18
    @Rules(.required)
    var tier = Tier.free
    @Rules(.required)
    let id: Int
    var address = Address()
    var previous: [Address] = []
    @NoAttribute
    var session: [UInt8] = []

    static let rules = [Rule("username", "email", .string(max: 200))]
    static let messages: [String: [Code: String]] = ["en": ["username.reserved": "{value} is reserved."]]

    init() { id = 0 }

    @ValidationMethod("checkReserved", codes: [CodeDescription("username.reserved")])
    func checkReserved(_ value: borrowing Value, _ context: inout ValidationContext) {
        if AnyValue(value) == "admin" { context.report("username.reserved") }
    }
}

enum Tier: String, AttributeValue, CaseIterable { case free, pro }

@Validatable
struct Address: Sendable, ParsableModel {
    @Rules(.required) var city = ""
    @Rules(.postalCode(country: "DE"), .required) var zip = ""
}
// end

struct ModelSamples {
    @Test func parses() throws {
        var shown: [String] = []
        func print(_ text: Any) { shown.append("\(text)") }
        // sample: Models.md parse
        let plan = try ModelPlan(Customer.self)  // once, for all threads
        let json = #"{"username": " ada ", "id": 7, "tier": "gold", "address": {"city": "Ulm", "zip": "89073"}}"#
        switch try plan.parse(json: json) {
        case .valid(let customer, _): print(customer.username)
        case .invalid(let report):
            for text in plan.localizer(acceptLanguage: "de-AT, en;q=0.5").texts(report) { print(text) }
            print(ProblemDetails(report, plan.localizer(preferring: "en")).json)
        }
        // end
        #expect(shown.first?.hasPrefix("Tier ") == true && shown.last?.contains("#/tier") == true)
    }

    @Test func decodes() throws {
        struct Order: Decodable {
            var id: Int
            var note: String
        }
        // sample: Models.md decode
        let plan = try Plan(RuleSet(rules: [Rule("id", .integer(min: 1)), Rule("note", .trim)]))
        let record = Record(for: plan)
        try record.fill(json: #"{"id": "7", "note": " x "}"#)
        let report = try plan.validate(record)
        if !report.isValid { throw report }
        let order = try record.decode(Order.self)  // id 7, note "x"
        // end
        #expect(order.id == 7 && order.note == "x")
    }

    @Test func values() throws {
        // sample: Models.md values
        let value = try AnyValue(json: #"{"items": [{"sku": "A-1", "count": 2}]}"#)
        let sku = value["items"]?[0]?["sku"]?.text  // "A-1"
        let count = value["items"]?[0]?["count"]?.int  // 2
        let text = value.json
        // end
        #expect(sku == "A-1" && count == 2 && text == #"{"items":[{"sku":"A-1","count":2}]}"#)
    }

    actor Users {
        func has(_ name: String) -> Bool { name == "ada" }
    }

    @Test func registers() async throws {
        let users = Users()
        // sample: Models.md services
        var registry = Registry.standard
        registry.services[Users.self] = users
        try registry.register(
            "acme/free", options: [OptionDescription("strict", .boolean, "whether case counts")],
            codes: [CodeDescription("name.taken")],
            asyncCheck: { value, options, _ in
                guard let users = options.services[Users.self] else { return [Finding(.fault)] }
                return await users.has(value.text ?? "") ? [Finding("name.taken")] : []
            })
        let plan = try AsyncPlan(RuleSet(parsing: "rules: [[name, acme/free]]"), registry: registry)
        // end
        #expect(try await plan.validate(["name": "ada"]).violations.map(\.code) == ["name.taken"])
    }

    @Test func reloads() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "rules.yaml").path
        try Data("rules: [[age, integer]]".utf8).write(to: URL(filePath: path))
        // sample: Models.md reload
        let source = try PlanSource(rules: path, policy: PluginPolicy())
        let watch = try PlanWatch(source) { reload in print(reload.generation.number, reload.warnings) }
        let reader = PlanReader(source)  // one for each thread
        let report = try reader.validate(["age": "x"])
        let localizer = reader.generation.plan.localizer(acceptLanguage: "ja, en;q=0.5")
        // end
        withExtendedLifetime(watch) {}
        #expect(localizer.texts(report).count == 1)
    }

    @Test func speaks() throws {
        // sample: Models.md catalogs
        let own = try Catalog(locale: "de", messages: ["vat.invalid": "{attribute} ist keine USt-IdNr."])
        let rules = RuleSet(rules: [Rule("vat", .check { _, context in context.report("vat.invalid") })])
        let plan = try Plan(rules, catalogs: Catalogs.embedded.adding(own))
        let localizer = plan.localizer(Localizer(acceptLanguage: "de-CH, fr;q=0.8", in: plan.catalogs))
        // end
        #expect(localizer.texts(try plan.validate(["vat": "x"])) == ["Vat ist keine USt-IdNr."])
    }

    @Test func loads() throws {
        let form: AnyValue = ["username": "ab", "age": "20"]
        var shown: [String] = []
        func print(_ text: String) { shown.append(text) }
        // sample: Models.md state
        var state = try ModelState(Customer(), scenario: "register")
        guard state.load(form) else { return }  // safe attributes only; "5" becomes 5 where the property is a number
        if try !state.validate() {
            for text in try state.texts(of: "username", in: "de") { print(text) }
        }
        // end
        #expect(shown == ["Benutzername muss mindestens 3 Zeichen lang sein."] && state.model.age == 20)
    }

    @Test func copies() async throws {
        // sample: Models.md actor
        actor Account {
            var customer = Customer()
            let plan: AsyncModelPlan<Customer>

            init() throws { plan = try AsyncModelPlan() }

            func submit() async throws -> Report {
                let (checked, report) = try await plan.validated(customer)
                customer = checked
                return report
            }
        }
        // end
        #expect(try await !Account().submit().isValid)
    }

    /// What the pages show is what runs here.
    @Test func pagesShowTheSamples() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let lines = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(separatedBy: "\n")
        var samples: [(page: String, text: String)] = []
        var margin: Int?
        for line in lines {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("// sample: "), let page = text.split(separator: " ").dropFirst(2).first {
                samples.append((String(page), ""))
                margin = line.count - text.count
            } else if text == "// end" {
                margin = nil
            } else if let margin, !samples.isEmpty {
                samples[samples.count - 1].text += "\(line.dropFirst(min(margin, line.count - text.count)))\n"
            }
        }
        #expect(samples.count == 9)
        for sample in samples {
            let page = try String(contentsOf: root.appending(path: "Docs/\(sample.page)"), encoding: .utf8)
            #expect(page.contains("```swift\n\(sample.text)```"), "stale in \(sample.page):\n\(sample.text)")
        }
    }
}
