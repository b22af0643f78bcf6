import Proviso
import Testing

/// Every filter with every kind of value: what it changes is listed, all else stays as it is.
struct FilterChangeTests {
    static let tiny = "0.000000000000000000000000000000000001"
    static let values: [AnyValue] = [
        .null, .absent, true, false, 9, 1, 0, -5, .integer(.min), .unsigned(.max), 1.5, 5, 5.0, -0.0, 1e300,
        .double(.nan), .decimal("1.000000000000000000000"), .decimal("-1.50000000000000000000001"),
        .decimal("12345678901234567890123"), .decimal("1e400"), "", "12", "-5.0", "1.5", "1e25", "Ab", " a ", "yes",
        "\u{39F}\u{394}\u{39F}\u{3A3}", [], [nil, true, 7, "Ab"], .object([]),
        .object([AnyValue.Member("A", 1), AnyValue.Member("b", " B ")]),
    ]
    static let changes: [String: [(AnyValue, AnyValue)]] = [
        "trim": [(" a ", "a")],
        "lower": [("Ab", "ab"), ("\u{39F}\u{394}\u{39F}\u{3A3}", "\u{3BF}\u{3B4}\u{3BF}\u{3C2}")],
        "upper": [("Ab", "AB"), (" a ", " A "), ("yes", "YES"), ("1e25", "1E25")],
        "fold": [("Ab", "ab"), ("\u{39F}\u{394}\u{39F}\u{3A3}", "\u{3BF}\u{3B4}\u{3BF}\u{3C3}")],
        "digits": [
            ("-5.0", "50"), ("1.5", "15"), ("1e25", "125"), ("Ab", ""), (" a ", ""), ("yes", ""),
            ("\u{39F}\u{394}\u{39F}\u{3A3}", ""),
        ],
        "toInteger": [
            (5.0, 5), (-0.0, 0), (.decimal("1.000000000000000000000"), 1), ("12", 12), ("-5.0", -5), ("1e25", 1e25),
        ],
        "toNumber": [("12", 12), ("-5.0", -5.0), ("1.5", 1.5), ("1e25", 1e25)],
        "toBoolean": [(1, true), (0, false), ("yes", true)],
        "toText": [
            (true, "true"), (false, "false"), (9, "9"), (1, "1"), (0, "0"), (-5, "-5"), (5, "5"),
            (.integer(.min), "-9223372036854775808"), (.unsigned(.max), "18446744073709551615"), (1.5, "1.5"),
            (5.0, "5.0"), (-0.0, "-0.0"), (1e300, "1e+300"), (.double(.nan), "nan"),
            (.decimal("1.000000000000000000000"), "1.000000000000000000000"),
            (.decimal("-1.50000000000000000000001"), "-1.50000000000000000000001"),
            (.decimal("12345678901234567890123"), "12345678901234567890123"), (.decimal("1e400"), "1e400"),
        ],
        "nfc": [], "nfkc": [], "email": [], "collapseSpaces": [],
        "compact": [(" a ", "a"), ("-5.0", "50"), ("1.5", "15")],
    ]

    /// What a filter makes of a value, in a list of its items.
    private static func filtered(_ value: AnyValue, by name: String) -> AnyValue {
        if case .list(let items) = value { return .list(items.map { filtered($0, by: name) }) }
        let listed: [(AnyValue, AnyValue)] = (changes[name] ?? []) + (listed[name] ?? [])
        return listed.first { isSame($0.0, value) }?.1 ?? value
    }

    /// Items of the lists above that are not values of their own.
    static let listed: [String: [(AnyValue, AnyValue)]] = [
        "toText": [(7, "7")]
    ]

    private static func isSame(_ one: AnyValue, _ other: AnyValue) -> Bool {
        if case .double(let left) = one, case .double(let right) = other { return left.bitPattern == right.bitPattern }
        return one == other
    }

    @Test(arguments: changes.keys.sorted())
    func whatIsNotListedStays(_ name: String) throws {
        let rule = Rule("a", .type("filter", ["filter": .text(name)]))
        let plan = try Plan(RuleSet(rules: [rule]))
        let each = try Plan(RuleSet(rules: [Rule("a", .each(.type("filter", ["filter": .text(name)])))]))
        for value in Self.values {
            let expected = Self.filtered(value, by: name)
            let record = Record(for: plan)
            record.fill(value == .absent ? [:] : .object([AnyValue.Member("a", value)]))
            #expect(try plan.validate(record).isValid)
            #expect(Self.isSame(record["a"] ?? .absent, expected), "\(name) of \(value)")
            if value == .absent { continue }
            let listed = Record(for: each)
            listed.fill(.object([AnyValue.Member("a", .list([value, value]))]))
            #expect(try each.validate(listed).isValid)
            guard case .list(let items)? = listed["a"] else { continue }
            #expect(items.allSatisfy { Self.isSame($0, expected) }, "\(name) of items \(value)")
        }
    }

    @Test func everyFilterIsListed() {
        #expect(Self.changes.keys.sorted() == ValueTransform.names)
    }

    /// A filter that took a whole number for null let every later rule pass.
    @Test func rulesBehindAFilterSeeTheValue() throws {
        let chains: [AnyValue] = ["toInteger", ["toNumber", "toInteger"], ["toText", "trim", "toInteger"]]
        for chain in chains {
            let rules = [Rule("n", .type("filter", ["filter": chain])), Rule("n", .integer(max: 5))]
            let plan = try Plan(RuleSet(rules: rules))
            let values: [AnyValue] = [9, "9", 9.0, "9.0", .unsigned(.max), .decimal("9.000000000000000000000")]
            for value in values {
                let record = Record(for: plan)
                record.fill(.object([AnyValue.Member("n", value)]))
                #expect(try plan.validate(record).violations.map(\.code) == ["number.tooBig"], "\(chain) of \(value)")
            }
        }
    }
}
