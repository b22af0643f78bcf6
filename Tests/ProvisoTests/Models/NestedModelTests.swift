import Proviso
import TestSupport
import Testing

/// Models in models are checked by their own rules and reported under their paths.
struct NestedModelTests {
    static let rows: [(change: @Sendable (inout Order) -> Void, lines: [String], location: SourceLocation)] = [
        ({ _ in }, [], #_sourceLocation),
        ({ $0.address.city = " " }, ["address.city required.blank"], #_sourceLocation),
        ({ $0.address.zip = "1" }, ["address.zip address.zip"], #_sourceLocation),
        ({ $0.address.zip = "" }, ["address.zip required.blank"], #_sourceLocation),
        ({ $0.address = Address(city: "Oslo", zip: "", country: "NO") }, [], #_sourceLocation),
        ({ $0.address.country = "DEU" }, ["address.country string.notEqual"], #_sourceLocation),
        ({ $0.address.city = String(repeating: "x", count: 21) }, ["address.city string.tooLong"], #_sourceLocation),
        ({ $0.billing = Address() }, ["billing.city required.blank", "billing.zip required.blank"], #_sourceLocation),
        ({ $0.billing = Address(city: "Ulm", zip: "12") }, ["billing.zip address.zip"], #_sourceLocation),
        (
            { $0.items = [Item(sku: "A", skuRepeat: "A"), Item(sku: "b")] }, ["items.1.sku match.invalid"],
            #_sourceLocation
        ),
        (
            { $0.items = [Item(sku: "A"), Item(sku: "A", skuRepeat: "B")] }, ["items.1.skuRepeat compare.equal"],
            #_sourceLocation
        ),
        ({ $0.items = [Item(sku: "A"), Item(sku: "BIG", count: 2)] }, ["items.1.count item.few"], #_sourceLocation),
        ({ $0.number = 13 }, ["number order.odd"], #_sourceLocation),
    ]

    static let fine = Order(
        number: 1, email: "a@example.com", address: Address(city: "Ulm", zip: "89073"), items: [Item(sku: "A")])

    @Test func table() throws {
        let plan = try ModelPlan(Order.self)
        eachRow(Self.rows, at: \.location) { row in
            var order = Self.fine
            row.change(&order)
            let lines = try plan.validate(&order).lines
            #expect(lines == row.lines, sourceLocation: row.location)
        }
    }

    @Test func rulesWriteIntoNestedModels() throws {
        var order = Self.fine
        order.address.city = " Ulm "
        order.items = [Item(sku: "A"), Item(sku: " B ")]
        order.billing = Address(city: "Bonn ", zip: "53111", verified: true)
        #expect(try order.validate().isValid)
        #expect(order.address == Self.fine.address)
        #expect(order.items.map(\.sku) == ["A", "B"])
        #expect(order.billing == Address(city: "Bonn", zip: "53111", verified: true))
    }

    @Test func labelsAndMessagesComeAlong() throws {
        var order = Self.fine
        order.address.zip = "1"
        let plan = try ModelPlan(Order.self)
        let report = try plan.validate(&order)
        #expect(plan.plan.localizer(preferring: "en").texts(report) == ["Postal code is no German one."])
    }

    @Test func someAttributesBringWhatLiesInThem() throws {
        var order = Self.fine
        order.email = "?"
        order.address.city = ""
        let plan = try ModelPlan(Order.self)
        #expect(try plan.validate(&order, attributes: ["address"]).lines == ["address.city required.blank"])
        #expect(try plan.validate(&order, attributes: ["address.zip"]).lines == [])
        #expect(throws: RuleSetError.self) { _ = try plan.validate(&order, attributes: ["adress"]) }
    }

    struct Tree: ValidatableModel {
        var children: [Tree] = []
        static var attributes: [Attribute<Tree>] { [Attribute("children", \.children)] }
        static var ruleSet: RuleSet { RuleSet() }
    }

    struct Taken: ValidatableModel {
        var part = Part()
        static let attributes = [Attribute<Taken>("part", \.part)]
        static let ruleSet = RuleSet()

        struct Part: ValidatableModel {
            var name = ""
            static let attributes = [Attribute<Part>("name", \.name)]
            static let methods = [ValidationMethod<Part>("email") { _, _, _ in }]
            static let ruleSet = RuleSet(
                rules: [Rule(["nmae"], .required)], labels: ["other": ["": "Other"]],
                messages: ["en": ["no.code": "x"]])
        }
    }

    @Test func faultsAreErrors() {
        let tree = #expect(throws: RuleSetError.self) { _ = try ModelPlan(Tree.self) }
        #expect(tree?.description == "the model 'Tree' contains itself, in 'children'")
        let taken = #expect(throws: RuleSetError.self) { _ = try ModelPlan(Taken.self) }
        let text = taken?.description ?? ""
        for part in [
            "unknown attribute 'nmae'; did you mean 'name'?", "'other' in labels", "'email'", "unknown code 'no.code'",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    struct Outer: ValidatableModel {
        var inner = Inner()
        var deep: [Middle] = []
        static let attributes: [Attribute<Outer>] = [Attribute("inner", \.inner), Attribute("deep", \.deep)]
        static let ruleSet = RuleSet()

        struct Middle: ValidatableModel {
            var inners: [Inner] = []
            static let attributes = [Attribute<Middle>("inners", \.inners)]
            static let ruleSet = RuleSet()
        }

        struct Inner: ValidatableModel {
            var a = ""
            var b = ""
            static let attributes: [Attribute<Inner>] = [Attribute("a", \.a), Attribute("b", \.b)]
            static let methods = [
                ValidationMethod<Inner>("checkB", codes: [CodeDescription("b.bad")], skipsEmpty: false) {
                    inner, _, context in
                    if inner.b == "bad" { context.report("b.bad") }
                }
            ]
            static let ruleSet = RuleSet(
                rules: [Rule(["a"], .required), Rule(["b"], .required, on: ["strict"]), Rule(["a"], .type("checkB"))],
                scenarios: ["default": ["b"], "strict": ["a", "b"]])
        }
    }

    @Test func scenariosReachNestedModels() throws {
        var outer = Outer()
        let plan = try ModelPlan(Outer.self)
        #expect(try plan.validate(&outer).lines == [])
        #expect(
            try plan.validate(&outer, scenario: "strict").lines == ["inner.a required.blank", "inner.b required.blank"])
        outer.inner = .init(a: "x", b: "x")
        outer.deep = [
            .init(inners: [.init(a: "x", b: "x")]), .init(inners: [.init(a: "x", b: "x"), .init(a: "x", b: "bad")]),
        ]
        #expect(try plan.validate(&outer, scenario: "strict").lines == ["deep.1.inners.1.a b.bad"])
    }
}
