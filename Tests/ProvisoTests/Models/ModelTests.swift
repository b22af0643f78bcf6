import Proviso
import Testing

/// A typed model by hand: properties of many kinds, a method, changes that come back, words in two languages.
struct ModelTests {
    struct Order: ValidatableModel {
        var number: String?
        var total = 0
        var rate = 0.0
        var isPaid = false
        var codes: [String] = []
        var weights: [Int?] = []
        var address: AnyValue = nil
        var extra: AnyValue = nil
        let created: Int64

        init(created: Int64 = 1) { self.created = created }

        static let attributes = [
            Attribute<Order>("number", \.number), Attribute<Order>("total", \.total), Attribute<Order>("rate", \.rate),
            Attribute<Order>("isPaid", \.isPaid), Attribute<Order>("codes", \.codes),
            Attribute<Order>("weights", \.weights), Attribute<Order>("address", \.address),
            Attribute<Order>("extra", \.extra), Attribute<Order>("created", reading: \.created),
        ]

        static let ruleSet = RuleSet(
            rules: [
                Rule("number, codes.*, address.city, extra.*.name", .upper),
                Rule("number", .required, except: ["draft"]),
                Rule("total", .minimum(1)),
                Rule("rate", .minimum(0.5), when: Condition { $0.value(of: "isPaid").boolean == true }),
                Rule("codes.*", .required),
                Rule("weights.*", .even),
                Rule("address.city", .required, on: "ship"),
                Rule("number", .type("checkNumber", ["prefix": "N"])),
                Rule("created", .minimum(1)),
            ],
            labels: ["number": ["en": "Number", "de": "Nummer"], "total": ["de": "Summe"]],
            messages: [
                "en": ["order.badNumber": "{attribute} must begin with {prefix}."],
                "de": ["order.badNumber": "{attribute} muss mit {prefix} anfangen."],
            ])

        static let methods = [
            ValidationMethod<Order>(
                "checkNumber", codes: [CodeDescription("order.badNumber", "prefix")],
                options: [OptionDescription("prefix", .text, "how it must begin", isRequired: true)]
            ) { order, value, context in
                let prefix = context.options.value("prefix", as: String.self) ?? ""
                if order.total > 100, value.text?.string.hasPrefix(prefix) != true {
                    context.report("order.badNumber", ["prefix": .text(prefix)])
                }
            }
        ]
    }

    private func order(_ change: (inout Order) -> Void) -> Order {
        var order = Order()
        order.number = "N1"
        order.total = 5
        change(&order)
        return order
    }

    struct Row: Sendable {
        let change: @Sendable (inout Order) -> Void
        let found: [String]
        let scenario: String
        let location: SourceLocation

        init(
            _ found: String..., in scenario: String = "default", at location: SourceLocation = #_sourceLocation,
            _ change: @escaping @Sendable (inout Order) -> Void
        ) {
            self.change = change
            self.found = found
            self.scenario = scenario
            self.location = location
        }
    }

    static let rows = [
        Row { _ in },
        Row("required.blank /number") { $0.number = nil },
        Row("required.blank /number") { $0.number = " " },
        Row(in: "draft") { $0.number = nil },
        Row("minimum.tooSmall /total") { $0.total = 0 },
        Row { $0.rate = 0.1 },
        Row("minimum.tooSmall /rate") { ($0.rate, $0.isPaid) = (0.1, true) },
        Row("minimum.noNumber /rate") { ($0.rate, $0.isPaid) = (.nan, true) },
        Row("required.blank /codes/1") { $0.codes = ["A", "", "C"] },
        Row("even.odd /weights/0", "even.odd /weights/2") { $0.weights = [1, 2, 3, nil] },
        Row("required.blank /address/city", in: "ship") { $0.address = nil },
        Row("required.blank /address/city", in: "ship") { $0.address = ["city": ""] },
        Row("value.object /address", in: "ship") { $0.address = "Bonn" },
        Row(in: "ship") { $0.address = ["city": "Bonn"] },
        Row("value.object /extra/0") { $0.extra = [5] },
        Row("order.badNumber /number") { ($0.number, $0.total) = ("X1", 101) },
        Row("minimum.tooSmall /created") {
            $0 = Order(created: 0); ($0.number, $0.total) = ("N1", 5)
        },
    ]

    @Test(arguments: rows) func findsWhatItShould(row: Row) throws {
        let plan = try ModelPlan(Order.self, registry: .small)
        var order = order(row.change)
        let report = try plan.validate(&order, scenario: row.scenario)
        #expect(report.outline == row.found, sourceLocation: row.location)
        let again = try plan.validate(&order, scenario: row.scenario)
        #expect(again.outline == row.found, sourceLocation: row.location)
    }

    @Test func changesComeBack() throws {
        let plan = try ModelPlan(Order.self, registry: .small)
        var order = order { order in
            order.number = "n7"
            order.codes = ["a", "B", "c"]
            order.address = ["street": "x", "city": "bonn", "zip": 5]
            order.extra = [["name": "k"], ["other": "l"], nil]
            order.weights = [2, nil]
        }
        #expect(try plan.validate(&order, scenario: "ship").outline == [])
        #expect(order.number == "N7")
        #expect(order.codes == ["A", "B", "C"])
        #expect(order.address == ["street": "x", "city": "BONN", "zip": 5])
        #expect(order.extra == [["name": "K"], ["other": "l"], nil])
        #expect(order.weights == [2, nil])
    }

    @Test func speaksTwoLanguages() throws {
        let plan = try ModelPlan(Order.self, registry: .small)
        var order = order { ($0.number, $0.total) = ("X1", 101) }
        let report = try plan.validate(&order)
        #expect(plan.plan.localizer(preferring: "en").texts(report) == ["Number must begin with N."])
        #expect(plan.plan.localizer(preferring: "de").texts(report) == ["Nummer muss mit N anfangen."])
    }

    @Test func someAttributesOnly() throws {
        let plan = try ModelPlan(Order.self, registry: .small)
        var order = Order(created: 0)
        #expect(try plan.validate(&order, attributes: ["total"]).outline == ["minimum.tooSmall /total"])
        #expect(throws: RuleSetError.self) { try plan.validate(&order, attributes: ["totl"]) }
        #expect(throws: RuleSetError.self) { try plan.validate(&order, scenario: "shipp") }
    }

    struct Misspelled: ValidatableModel {
        var email = ""
        static let attributes = [Attribute<Misspelled>("email", \.email)]
        static let ruleSet = RuleSet(rules: [Rule("emial", .required), Rule("emial.host", .required)])
    }

    @Test func rulesNameOnlyWhatThereIs() {
        do throws(RuleSetError) {
            _ = try ModelPlan(Misspelled.self)
            Issue.record("accepted")
        } catch {
            #expect(
                error.diagnostics.map(\.reason) == ["unknown attribute 'emial'", "unknown attribute 'emial.host'"])
            #expect(error.diagnostics.map(\.suggestion) == ["email", "email.host"])
        }
    }

    /// A method whose codes are not listed may report any, and a rule's message may show what comes with them.
    struct Loose: ValidatableModel {
        var a = 1
        static let attributes = [Attribute<Loose>("a", \.a)]
        static let ruleSet = RuleSet(rules: [Rule("a", .type("judge"), message: "{attribute} {reason}")])
        static let methods = [
            ValidationMethod<Loose>("judge") { _, _, context in
                context.report("any.thing", ["reason": .text("because")])
            }
        ]
    }

    @Test func methodsMayReportAnything() throws {
        let plan = try ModelPlan(Loose.self)
        var model = Loose()
        let report = try plan.validate(&model)
        #expect(plan.plan.localizer(preferring: "en").texts(report) == ["A because"])
        #expect(try model.validate().violations.count == 1)
    }

    /// Without its model a method cannot judge, which is never taken for "valid".
    @Test func methodsNeedTheirModel() throws {
        let plan = try ModelPlan(Loose.self).plan
        #expect(try plan.validate(["a": 1]).violations.map(\.code) == [.fault])
    }
}
