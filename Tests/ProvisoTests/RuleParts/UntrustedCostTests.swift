import Proviso
import TestSupport
import Testing

/// What rules of strangers, and hostile records, may cost: nothing is measured with a clock.
@Suite struct UntrustedCostTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: String
        let make: @Sendable (String) -> AnyValue

        init(
            _ rules: String,
            _ make: @escaping @Sendable (String) -> AnyValue = { .object([.init("a", .text($0))]) }
        ) {
            (testDescription, self.rules, self.make) = (rules, rules, make)
        }
    }

    /// The value passes the rule, but not without a look at its text.
    private static let inner: @Sendable (String) -> AnyValue = {
        .object([.init("a", .object([.init($0, .text("1"))]))])
    }

    /// Rules that accept a string of any number of `é1`.
    static let looks: [Row] = [
        Row("rules: [[a, match, { pattern: '(?:[éa-y]|[1b-z])*' }]]"),
        Row("rules: [[a, each, { keys: '^(?:[éa-y]|[1b-z])*$', rule: integer }]]", inner),
        Row("closed: { allow: '(?:[éa-y]|[1b-z])*' }\nrules: [[b, safe]]") { .object([.init($0, .integer(1))]) },
        Row("rules: [[a, confusable, { restriction: none }]]"), Row("rules: [[a, lowercase]]"),
        Row("rules: [[a, characters, { of: [letters, digits] }]]"),
        Row("rules: [[a, passwordStrength, { minLength: 1, minClasses: 1, maxRepeats: 100000 }]]"),
        Row("rules: [[a, script, { scripts: [Latin] }]]"),
        Row("rules: [[a, string, { min: 1, unit: characters }]]"),
        Row("rules: [[a, filter, { filter: [lower, upper, nfkc] }]]"),
        Row("rules: [[a, transliterate, { transliterator: Latin-ASCII }]]"),
        Row("rules: [[a, json]]") { .object([.init("a", .text("\"\($0)\""))]) },
        Row("rules: [[a, uppercase]]") { .object([.init("a", .text($0.uppercased()))]) },
    ]

    private static func codes(_ rules: String, _ record: AnyValue, steps: Int?) throws -> [Code] {
        var limits = RuleLimits()
        limits.steps = steps ?? 0
        let ruleSet =
            steps == nil ? try RuleSet(parsing: rules) : try RuleSet(parsing: rules, from: .untrusted(limits))
        return try Plan(ruleSet).validate(record).violations.map(\.code)
    }

    @Test(arguments: looks) func aLookAtALongStringPaysForItsBytes(_ row: Row) throws {
        let (short, long) = (row.make("é1"), row.make(String(repeating: "é1", count: 20_000)))
        #expect(try Self.codes(row.rules, short, steps: 1_000) == [])
        let found = try Self.codes(row.rules, long, steps: 1_000)
        #expect(found == ["rule.fault"], "\(found)")
        // Time in proportion to the record is never too much where no limit was set.
        #expect(try Self.codes(row.rules, long, steps: nil) == [])
    }

    /// An automaton that has no end takes a thousand times as long for each byte as another one.
    @Test func aPatternPaysForItsInstructions() throws {
        let text = AnyValue.object([.init("a", .text(String(repeating: "ab", count: 10_000)))])
        for (pattern, codes) in [("^(?:a|b)+$", []), ("(?:[a-m]|[b-z])*a[a-z]{950}", ["rule.fault"])]
            as [(String, [Code])]
        {
            let rules = "rules: [[a, match, { pattern: '\(pattern)' }]]"
            #expect(try Self.codes(rules, text, steps: 100_000) == codes, "\(pattern)")
        }
    }

    @Test func aTransliteratorMakesATextOnlySoMuchLonger() throws {
        func codes(_ ids: Int) throws -> [Code] {
            let id = Array(repeating: "Any-Hex", count: ids).joined(separator: "; ")
            let rules = "rules: [[a, transliterate, { transliterator: '\(id)' }]]"
            return try Self.codes(rules, .object([.init("a", .text("a"))]), steps: nil)
        }
        #expect(try codes(2) == [])
        #expect(try codes(6) == ["rule.fault"])
        let error = #expect(throws: RuleSetError.self) { try codes(17) }
        #expect(error?.description.contains("has 17 ids: at most 16") == true, "\(error?.description ?? "")")
    }

    @Test func aDefaultPaysForEachCopy() throws {
        func codes(_ value: String, items: Int) throws -> [Code] {
            let item = AnyValue.object([])
            let record = AnyValue.object([.init("l", .list(Array(repeating: item, count: items)))])
            return try Self.codes("rules: [[l.*.x, default, { value: \(value) }]]", record, steps: nil)
        }
        let list = "[\((0..<1_500).map { "v\($0)" }.joined(separator: ", "))]"
        #expect(try codes("none", items: 20_000) == [])
        #expect(try codes(list, items: 10) == [])
        #expect(try codes(list, items: 1_000) == ["rule.fault"])
    }

    /// More zones than there are names: none of them takes the place of another.
    @Test func aTimeZoneIsKnownHoweverManyOthersWereUsed() throws {
        let must = "zones.all(z, timestamp('2024-07-01T12:00:00Z').getHours(z) >= 0)"
        let plan = try Plan(RuleSet(rules: [Rule("zones", .expr(must))]))
        let offsets = (0..<1_200).map { AnyValue.text("GMT+\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)") }
        #expect(try plan.validate(["zones": .list(offsets)]).violations == [])
        #expect(try plan.validate(["zones": ["Pacific/Apia", "Asia/Kathmandu", "Europe/Oslo"]]).violations == [])
        #expect(try plan.validate(["zones": ["Europe/Nowhere"]]).violations.map(\.code) == ["rule.fault"])
    }

    @Test(arguments: [
        ("%.0f", "5e-324", "0"), ("%.3e", "5e-324", "4.941e-324"), ("%.0f", "0.5", "0"), ("%.0f", "1.5", "2"),
        ("%.0f", "2.5", "2"), ("%.1f", "0.25", "0.2"), ("%.2f", "-1.005", "-1.00"),
        ("%.0f", "1e22", "10000000000000000000000"),
        ("%f", "-0.0", "-0.000000"), ("%e", "0.0", "0.000000e+00"), ("%.0e", "9.5", "1e+01"),
        ("%.25f", "0.1", "0.1000000000000000055511151"),
        ("%.1e", "1.7976931348623157e308", "1.8e+308"),
    ])
    func aDoubleIsWrittenFromItsExactValue(format: String, number: String, text: String) throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .expr("'\(format)'.format([\(number)]) == this"))]))
        #expect(try plan.validate(["a": .text(text)]).violations == [])
    }

    /// Each took a millisecond and more when its digits were halved one by one.
    @Test func theSmallestDoubleIsWrittenAsFastAsAnother() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .expr("a.all(x, '%.0f%.0f'.format([5e-324, 5e-324]) == '00')"))]))
        let record = Record(for: plan)
        record.fill(["a": .list(Array(repeating: 1, count: 5_000))])
        var found: [Violation] = []
        let time = try processorTime { found = try plan.validate(record).violations }
        #expect(found == [])
        #expect(time < .seconds(3), "\(time)")
    }

    private static func refusal(_ rules: String) -> [String] {
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(parsing: rules, from: .untrusted))
            return []
        } catch { return error.diagnostics.map(\.reason) }
    }

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test func whatVariablesPutInIsLimitedAsTheFileIs() {
        let text = "variables: { r: \(Self.times("x", 3_000)) }\n"
        #expect(Self.refusal(text + "rules: [[a, in, { range: [\"${r}\"] }]]") == [])
        #expect(
            Self.refusal(text + "rules: [[a, in, { range: [\"${r}${r}\"] }]]").contains {
                $0.hasPrefix("a string has more bytes than 4096,")
            })
        let list = "variables: { r: [\(Self.times("a, ", 9_000))] }\n"
        let rule = "  - [a, in, { range: \"${r}\" }]\n"
        #expect(Self.refusal(list + "rules:\n" + rule) == [])
        for count in [2, 20] {
            #expect(
                Self.refusal(list + "rules:\n" + Self.times(rule, count)).contains {
                    $0.contains("more than 20000 parts") || $0.contains("more parts than 20000,")
                })
        }
    }

    /// The values of an option are read for each use of its type, and count for each.
    @Test func whatOptionsOfTypesPutInIsLimitedAsTheFileIs() {
        let type =
            "types: { t: { options: { o: [\(Self.times("a, ", 4_000))] }, rules: [[in, { range: \"${o}\" }]] } }\n"
        #expect(Self.refusal(type + "rules:\n" + Self.times("  - [a, t]\n", 2)) == [])
        let found = Self.refusal(type + "rules:\n" + Self.times("  - [a, t]\n", 900))
        #expect(found.count == 1)
        #expect(found.first?.contains("with the options of its rule types the file has more parts than 20000,") == true)
    }

    /// After the first excess nothing is bound any more, so there is one error.
    @Test func anExcessIsReportedOnce() {
        let rules = "types: { t: [\(Self.times("string, ", 500))] }\nrules:\n" + Self.times("  - [a, t]\n", 400)
        #expect(
            Self.refusal(rules) == [
                "option 'rules' of 't': more rules and parts of expressions than 5000, the limit for a rule file from an "
                    + "untrusted author"
            ])
    }

    /// A thousand findings about a value of a megabyte would keep a gigabyte.
    @Test func aFindingKeepsNoMoreOfTheValueThanAMessageShows() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .integer, message: "{value}")]))
        func shown(_ value: AnyValue) throws -> (value: ParameterValue?, message: String) {
            let report = try plan.validate(["a": value])
            let violation = try #require(report.violations.first)
            return (
                violation.parameters.list.first { $0.name == "value" }?.value,
                plan.localizer(preferring: "en").text(violation)
            )
        }
        let note = "… (cut after 65,536 bytes)"
        for (piece, count) in [("x", 65_536), ("x", 65_537), ("x", 1 << 20), ("語", 100_000)] {
            let (value, message) = try shown(.text(Self.times(piece, count)))
            guard case .text(let kept) = value else {
                Issue.record("\(piece) \(count)")
                continue
            }
            #expect(kept.utf8.count <= 65_536 + 7, "\(piece) \(count)")
            #expect(message.hasSuffix(note) == (count * piece.utf8.count > 65_536), "\(piece) \(count)")
        }
        guard case .list(let items) = try shown(.list(Array(repeating: 7, count: 100_000))).value else {
            Issue.record("a list")
            return
        }
        #expect(items.count == 1_001)
        let small = AnyValue.list([1, "b", [.null, 2.5], .object([.init("k", 1)])])
        #expect(try shown(small).value == ParameterValue(small))
    }

    @Test func aMessageShowsTheFirstThousandItemsOfAList() throws {
        let rule = Rule(
            "a", .expr("false", code: "x.y", with: ["p": "lists.range(this)"]), message: "{p}")
        let plan = try Plan(RuleSet(rules: [rule]))
        let localizer = plan.localizer(preferring: "en")
        for (count, end) in [(1_000, "998, or 999"), (1_001, "999, or …"), (9_000, "999, or …")] {
            let report = try plan.validate(["a": .integer(Int64(count))])
            #expect(report.violations.first.map { localizer.text($0).hasSuffix(end) } == true, "\(count)")
        }
    }

    /// What is tried and does not fit is not described, so the names of what was meant are left for what is reported.
    @Test func aTrialOfAClosedShapeOnlyCountsUnknownMembers() throws {
        let rules = """
            shapes: { w: { closed: true, rules: [[name, safe]] } }
            rules:
              - attributes: v.*
                type: oneOf
                shapes: { x: { closed: true, rules: [[k, required]] }, y: [[k, safe]] }
              - [w, shape, { name: w }]
            """
        let item = AnyValue.object([.init("a", 1), .init("b", 1), .init("c", 1)])
        let record = AnyValue.object([
            .init("v", .list(Array(repeating: item, count: 12))), .init("w", .object([.init("nmae", 1)])),
        ])
        let found = try Plan(RuleSet(parsing: rules)).validate(record).violations
        #expect(found.map { "\($0.path.pointer)" } == ["/w/nmae"])
        #expect(found.first?.parameters.list.contains { $0.value == .text("name") } == true)
    }

    /// A message that many rules have by an alias is compiled once, and a search is one pass over it.
    @Test func messagesByAliasTakeLittleTime() throws {
        let rules =
            "rules:\n  - { attributes: a, type: integer, message: &m '\(Self.times("x ", 2_000))' }\n"
            + Self.times("  - { attributes: a, type: integer, message: *m }\n", 400)
        let time = try processorTime { _ = try Plan(RuleSet(parsing: rules, from: .untrusted)) }
        #expect(time < .seconds(8), "\(time)")
    }
}
