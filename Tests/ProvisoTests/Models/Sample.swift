import Proviso

/// A model with every kind of attribute.
struct Order: ParsableModel, Equatable {
    var number = 0
    var email = ""
    var note: String?
    var role = "customer"
    var tags: [String] = []
    var address = Address()
    var billing: Address?
    var items: [Item] = []
    var quantity = 1

    static let attributes: [Attribute<Order>] = [
        Attribute("number", \.number), Attribute("email", \.email), Attribute("note", \.note),
        Attribute("role", \.role).withDefault(), Attribute("tags", \.tags).withDefault(),
        Attribute("address", \.address), Attribute("billing", \.billing), Attribute("items", \.items).withDefault(),
        Attribute("quantity", \.quantity).withDefault(),
    ]
    static let methods: [ValidationMethod<Order>] = [
        ValidationMethod("checkOrder", codes: [CodeDescription("order.odd")]) { order, value, context in
            if order.number == 13 { context.report("order.odd") }
        }
    ]
    static let ruleSet = RuleSet(
        rules: [
            Rule("number", "email", .required),
            Rule("number", .type("checkOrder")),
            Rule(["email"], .trim),
            Rule(["email"], .email),
            Rule(["!role"], .in(["customer", "staff"])),
            Rule(["note", "tags"], .safe),
            Rule(["quantity"], .integer(min: 1), on: ["bulk"]),
            Rule(["address.city"], .string(max: 20)),
        ],
        labels: ["email": ["en": "E-mail", "de": "E-Mail-Adresse"]],
        hints: ["email": ["": "We write to it.", "de": "Dorthin schreiben wir."]])
}

struct Address: ParsableModel, Equatable {
    var city = ""
    var zip = ""
    var country = "DE"
    var verified = false

    static let attributes: [Attribute<Address>] = [
        Attribute("city", \.city), Attribute("zip", \.zip), Attribute("country", \.country).withDefault(),
        Attribute("verified", \.verified).withDefault(),
    ]
    static let methods: [ValidationMethod<Address>] = [
        ValidationMethod("checkZip", codes: [CodeDescription("address.zip")]) { address, value, context in
            if address.country == "DE", value.count != 5 { context.report("address.zip") }
        }
    ]
    static let ruleSet = RuleSet(
        rules: [
            Rule(["city", "zip"], .trim),
            Rule(["city"], .required),
            Rule(["zip"], .type("checkZip")),
            Rule(["zip"], .required, when: [Condition("country", .in(["DE", "AT"]))]),
            Rule(["country"], .string(length: 2)),
            Rule(["!verified"], .boolean),
        ],
        labels: ["zip": ["en": "Postal code"]],
        messages: ["en": ["address.zip": "{attribute} is no German one."]])
}

struct Item: ParsableModel, Equatable {
    var sku = ""
    var skuRepeat = ""
    var count = 1

    static let attributes: [Attribute<Item>] = [
        Attribute("sku", \.sku), Attribute("skuRepeat", \.skuRepeat).withDefault(),
        Attribute("count", \.count).withDefault(),
    ]
    static let methods: [ValidationMethod<Item>] = [
        ValidationMethod("checkCount", codes: [CodeDescription("item.few")]) { item, _, context in
            if item.sku == "BIG", item.count < 10 { context.report("item.few") }
        }
    ]
    static let ruleSet = RuleSet(rules: [
        Rule(["sku"], .trim),
        Rule(["sku"], .match("^[A-Z]+$")),
        Rule(["skuRepeat"], .compare(with: "sku")),
        Rule(["count"], .integer(min: 1)),
        Rule(["count"], .type("checkCount")),
    ])
}

extension Report {
    /// `path code` of each violation.
    var lines: [String] { violations.map { "\($0.path) \($0.code)" } }
}

extension [Violation] {
    var lines: [String] { map { "\($0.path) \($0.code)" } }
}
