import Glibc
import Proviso
import TestSupport
import Testing

/// The cost of judging one value grows with its size, and not with the square of it, for every rule type and option.
///
/// Each rule sees each hostile value at two sizes, one eight times the other: linear work takes eight times as long,
/// quadratic work 64 times. A new rule type needs a row in `CostRows`.
struct ValueCostTests {
    private static let small = 2_000
    private static let growth = 8
    /// Between 8, which is linear, and 64, which is quadratic; caches and sorting take their part.
    private static let mostGrowth = 28.0
    /// What takes less is fast enough, and too short to be measured on a busy machine.
    private static let negligible = Duration.milliseconds(20)

    private static let registry: Registry = {
        var registry = Registry.standard
        registry.services.store = StoreValidatorTests.store
        registry.services.resolver = EmailValidatorTests.Resolver()
        return registry
    }()

    @Test func everyRuleTypeHasARow() {
        let types = Set(Registry.standard.definitions.map(\.type))
        #expect(types.subtracting(CostRows.variants.keys) == [], "rule types without a row in CostRows.variants")
        #expect(Set(CostRows.variants.keys).subtracting(types) == [], "rows of rule types that are not there")
    }

    @Test(arguments: CostRows.variants.keys.sorted { $0.rawValue < $1.rawValue })
    func theCostOfAValueGrowsWithItsSize(type: RuleType) throws {
        for body in CostRows.variants[type] ?? [] {
            let rule = Rule(["a"], body, skipOnEmpty: false)
            let rules = RuleSet(rules: [rule, Rule(["b"], .safe)], shapes: CostRows.shapes)
            let plan = try Plan(rules, registry: Self.registry)
            for hostile in CostRows.values {
                Self.expectLinear("\(type) \(body.options) \(hostile.name)") { scale in
                    let record = Record(for: plan)
                    let value = hostile.make(Self.small * scale)
                    record.fill(["a": value, "b": value, "a_repeat": value])
                    return { _ = try plan.validate(record) }
                }
            }
        }
    }

    /// The measurement itself: the square of a value's size is noticed, on a busy machine too.
    @Test func aQuadraticCostIsNoticed() {
        func prepare(_ scale: Int, power: Int) -> () -> Void {
            let bytes = [UInt8](repeating: 1, count: Self.small * scale)
            return {
                for _ in 0..<(power == 2 ? bytes.count / 40 : 50) {
                    #expect(bytes.firstIndex(of: 2) == nil)
                }
            }
        }
        Self.expectLinear("linear") { scale in prepare(scale, power: 1) }
        withKnownIssue { Self.expectLinear("quadratic") { scale in prepare(scale, power: 2) } }
    }

    /// What a rule lists is read once, and then looked up: making the plan is linear, too.
    @Test(arguments: CostRows.lists)
    func theCostOfARuleGrowsWithItsLists(row: CostRows.ListOption) throws {
        Self.expectLinear(row.name) { scale in
            let list = (0..<(Self.small / 8 * scale)).map { row.item($0) }
            let body = Constraint.type(row.type, row.options(list))
            let value = row.item(-1)
            return {
                let plan = try Plan(RuleSet(rules: [Rule(["a"], body)]), registry: Self.registry)
                for _ in 0..<4 { _ = try plan.validate(["a": value]) }
            }
        }
    }

    /// A value among the choices is found by its hash, however many there are and whatever they have in common.
    @Test(arguments: CostRows.choices)
    func aChoiceIsFoundInTheSameTime(row: CostRows.Choice) throws {
        func time(_ count: Int) throws -> Duration {
            let range = (0..<count).map { row.item($0) }
            let plan = try Plan(RuleSet(rules: [Rule(["a"], .in(range))]))
            let records = [row.item(count / 2), row.item(count), row.item(count + 1)].map { value in
                let record = Record(for: plan)
                record.fill(["a": value])
                return record
            }
            return try (0..<3).map { _ in
                try processorTime { for _ in 0..<200 { for record in records { _ = try plan.validate(record) } } }
            }.min() ?? .zero
        }
        let (few, many) = (try time(100), try time(20_000))
        #expect(many < few * 8 + .milliseconds(50), "\(row.name): \(few) for 100 choices, \(many) for 20,000")
    }

    /// Messages with the value in them, and labels.
    @Test func theCostOfAMessageGrowsWithTheValue() throws {
        let rule = Rule("a", .integer, message: "{attribute}: {value}")
        let plan = try Plan(RuleSet(rules: [rule]))
        let localizer = plan.localizer(preferring: "ar")
        for hostile in CostRows.values {
            Self.expectLinear("message \(hostile.name)") { scale in
                let report = try plan.validate(["a": hostile.make(Self.small * scale)])
                return { _ = localizer.texts(report) }
            }
        }
    }

    private static func expectLinear(
        _ name: String, at location: SourceLocation = #_sourceLocation, _ prepare: (Int) throws -> () throws -> Void
    ) {
        do {
            let (few, many) = (try prepare(1), try prepare(growth))
            var (short, long) = (try processorTime(few), try processorTime(many))
            // The best of several: only what is slow each time is slow. A virtual machine may stand still for seconds.
            for attempt in 0..<9 where long > negligible && long > short * mostGrowth {
                usleep(UInt32(10_000 << attempt))
                short = min(short, try processorTime(few))
                long = min(long, try processorTime(many))
            }
            #expect(
                long <= negligible || long <= short * mostGrowth, "\(name): \(short), then \(long)",
                sourceLocation: location)
        } catch {
            Issue.record("\(name): \(error)", sourceLocation: location)
        }
    }
}
