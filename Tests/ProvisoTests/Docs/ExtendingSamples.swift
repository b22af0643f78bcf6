import Proviso
import Testing

/// The samples of Docs/Models.md about types, validators and stores of the program's own.
struct ExtendingSamples {
    // sample: own-type
    /// An amount in cents; in data a string such as "12.50".
    struct Price: AttributeValue, Equatable {
        var cents: Int
        static let attributeType = AttributeType.text
        static let codes = [CodeDescription("price.unreadable", "example")]

        /// From data, or from a value that a rule has set; `nil` if the value is not a price.
        init?(attribute value: AnyValue) {
            let parts = value.text?.split(separator: ".") ?? []
            guard parts.count == 2, parts[0].count <= 9, parts[1].count == 2, let euros = Int(parts[0]),
                let cents = Int(parts[1])
            else { return nil }
            self.cents = euros * 100 + cents
        }

        /// The value that rules validate.
        func value(in writer: ValueWriter) -> WrittenValue {
            writer.text("\(cents / 100).\(cents % 100 / 10)\(cents % 10)")
        }

        /// The problem with a value that is not a price; without this method a string is `in.invalid`.
        static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
            if Price(attribute: value) != nil { return [] }
            let finding = value.text == nil ? nil : Finding("price.unreadable", ["example": "12.50"])
            return [TypeMismatch(path: path, expected: .text, finding: finding)]
        }
    }

    struct Offer: ParsableModel {
        var price: Price?
        var others: [Price] = []

        static let attributes: [Attribute<Offer>] = [
            Attribute("price", \.price), Attribute("others", \.others, hasDefault: true),
        ]
        static let ruleSet = RuleSet(
            rules: [Rule("price", "others", .safe)],
            messages: ["en": ["price.unreadable": "{attribute} needs two digits for cents, as in {example}."]])
    }
    // end

    @Test func ownTypes() throws {
        let plan = try ModelPlan(Offer.self)
        #expect(try plan.parse(["price": "12.50", "others": ["0.05"]]).get().others.map(\.cents) == [5])
        let report = try plan.parse(["price": "12", "others": ["1.00", 5]]).report
        #expect(report.lines == ["price price.unreadable", "others.1 value.type"])
        #expect(
            plan.localizer(preferring: "en").texts(report) == [
                "Price needs two digits for cents, as in 12.50.", "Others must be text.",
            ])
        #expect(try plan.parse(["price": ""], source: .form).get().price == nil)
    }

    // sample: other-attribute
    /// Requires a number that is at most that of another attribute.
    struct AtMostValidator: NamedValidator {
        static let type: RuleType = "acme/at-most"
        static let options = [OptionDescription("attribute", .text, "the attribute with the limit", isRequired: true)]
        static let codes = [CodeDescription("acme.aboveLimit", "limit")]

        private let name: String
        private var limit: AttributeReference?

        init(options: borrowing OptionReader) throws(OptionError) {
            name = try options.text("attribute") ?? ""
        }

        /// An unknown name is an error with the position of the rule, when the plan is made.
        mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
            limit = try binding.reference(to: name, option: "attribute")
        }

        func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
            guard let limit else { return context.reportFault("the validator was not bound to an attribute") }
            guard let own = Number(value), let most = Number(context.value(of: limit)) else { return }
            if own > most { context.report("acme.aboveLimit", ["limit": ParameterValue(most)]) }
        }
    }
    // end

    @Test func otherAttributes() throws {
        var registry = Registry.standard
        try registry.register(AtMostValidator.self)
        func plan(_ rules: String) throws -> Plan {
            try Plan(RuleSet(parsing: "rules: [\(rules)]"), registry: registry)
        }
        let small = try plan("[low, acme/at-most, { attribute: high }], [high, number]")
        #expect(try small.validate(["low": 3, "high": 2.5]).lines == ["low acme.aboveLimit"])
        #expect(try small.validate(["low": 2, "high": 2.5]).isValid)
        let items = try plan("[items.*.low, acme/at-most, { attribute: items.*.high }], [items.*.high, number]")
        #expect(
            try items.validate(["items": [["low": 1, "high": 2], ["low": 3, "high": 2]]]).lines == [
                "items.1.low acme.aboveLimit"
            ])
        #expect(throws: RuleSetError.self) { try plan("[low, acme/at-most, { attribute: hihg }], [high, number]") }
        #expect(throws: RuleSetError.self) { try plan("[low, acme/at-most]") }
    }

    // sample: store
    /// Used by `exist` and `unique`, from any thread.
    struct Directory: Store {
        let rows: [String: [[String: AnyValue]]]

        func contains(
            _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
        ) throws -> Bool {
            guard let rows = rows[collection] else { throw Missing(collection: collection) }
            func has(_ row: [String: AnyValue], _ values: [String: AnyValue]) -> Bool {
                values.allSatisfy { row[$0.key] == $0.value }
            }
            return rows.contains { has($0, values) && (except.isEmpty || !has($0, except)) }
        }
    }

    struct Missing: Error { let collection: String }

    /// The async form: what it throws is `rule.fault`, and it is cancelled with the validation.
    struct RemoteDirectory: AsyncStore {
        let directory: Directory

        func contains(
            _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
        ) async throws -> Bool {
            try await Task.sleep(for: .milliseconds(1))
            return try directory.contains(values, in: collection, except: except)
        }
    }
    // end

    @Test func stores() async throws {
        let directory = Directory(rows: ["users": [["name": "ada"]]])
        // sample: store-in-use
        let rules = RuleSet(rules: [Rule("name", .unique(in: "users"))])
        var registry = Registry.standard
        registry.services.store = directory
        let plan = try Plan(rules, registry: registry)

        registry.services.asyncStore = RemoteDirectory(directory: directory)
        let asyncPlan = try AsyncPlan(rules, registry: registry)
        // end
        #expect(try !plan.validate(["name": "ada"]).isValid && plan.validate(["name": "bob"]).isValid)
        #expect(try await asyncPlan.validate(["name": "ada"]).lines == ["name unique.taken"])
        let other = try Plan(RuleSet(rules: [Rule("name", .unique(in: "none"))]), registry: registry)
        #expect(try other.validate(["name": "ada"]).lines == ["name rule.fault"])
    }

    @Test func questionsOfSeveralRecords() async throws {
        var registry = Registry.standard
        registry.services.asyncStore = RemoteDirectory(directory: Directory(rows: ["users": [["name": "ada"]]]))
        let rules = RuleSet(rules: [Rule("name", .required), Rule("name", .unique(in: "users"))])
        let plan = try AsyncPlan(rules, registry: registry)
        var lines: [[String]] = []
        // sample: begin-finish
        let record = Record(for: plan)
        var pending: [PendingReport] = []
        for name in ["ada", "bob", ""] {
            record.fill(["name": .text(name)])
            pending.append(try plan.begin(record))  // runs all rules that are not async
        }
        for report in pending where report.isComplete { print(report.report.violations.count) }
        for report in pending { lines.append(try await report.finish().lines) }
        // end
        func print(_ count: Int) { lines.append(["\(count)"]) }
        #expect(lines == [["1"], ["name unique.taken"], [], ["name required.blank"]])
    }

    @Test func labels() throws {
        // sample: label-forms
        var rules = RuleSet(
            rules: [Rule("name", .required), Rule("email", .required)],
            labels: ["name": ["de": "Name"], "email": ["de": "Adresse"]],
            messages: [
                "de": ["required.blank": "{attribute_gender, select, feminine{Die} other{Der}} {attribute} fehlt."]
            ])
        rules.labelForms["email"] = ["de": [.gender: "feminine", .genitive: "Adresse"]]
        // end
        let plan = try Plan(rules)
        let texts = plan.localizer(preferring: "de").texts(try plan.validate([:]))
        #expect(texts == ["Der Name fehlt.", "Die Adresse fehlt."])
    }
}
