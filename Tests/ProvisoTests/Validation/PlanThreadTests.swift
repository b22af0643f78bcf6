import Dispatch
import Proviso
import Synchronization
import Testing

/// One plan for all threads, and no memory taken for valid data.
struct PlanThreadTests {
    private static let rules = """
        rules:
          - [name, upper]
          - [name, required]
          - [age, minimum, {limit: 18}]
          - [age, even, {when: [name, required], severity: warning}]
          - [address.city, required]
          - [tags, items, {rule: [minimum, {limit: 1}]}]
          - ["items.*.sku, items.*.price", required]
          - [items.*.price, minimum, {limit: 0.5}]
          - [items.*.price, sameAs, {other: items.*.check, unless: [items.*.sku, even]}]
          - [items.*.check, even, {on: other}]
          - [total, minimum, {limit: 10000000000000000000}]
        """

    private static let valid = """
        {"name": "ADA", "age": 20, "address": {"city": "K\\u00f6ln", "zip": 5}, "tags": [1, 2, 3], "unknown": [{"a": {}}],
         "items": [{"sku": "a", "price": 1.5, "check": 1.5}, {"sku": "b", "price": 2, "check": 2}],
         "total": 10000000000000000001}
        """

    private static let texts = [
        valid, "{}", #"{"name": "x", "age": 17}"#, #"{"name": " ", "age": "old", "address": 5}"#, "[]", "{",
        #"{"items": [{"sku": "a"}, 5, {"price": 0}], "tags": [0, 1, "x"]}"#,
        #"{"items": "none", "address": {"city": ""}}"#,
    ]

    private static func outline(_ plan: Plan, _ record: Record, _ text: String) -> [String] {
        do {
            try record.fill(json: text)
            return try plan.validate(record).outline
        } catch {
            return ["\(error)"]
        }
    }

    @Test func eightThreadsFindTheSame() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules), registry: .small)
        let record = Record(for: plan)
        let expected = Self.texts.map { Self.outline(plan, record, $0) }
        #expect(expected.map(\.count) == [0, 2, 2, 3, 1, 1, 8, 3])
        let wrong = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let record = Record(for: plan)
            for turn in 0..<400 {
                let index = (turn + thread) % Self.texts.count
                if Self.outline(plan, record, Self.texts[index]) != expected[index] {
                    wrong.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    /// Filling and validating a valid record once more allocates nothing, whatever its rules are.
    ///
    /// A debug build allocates for generic code that a release build has specialized.
    @Test(.enabled(if: !_isDebugAssertConfiguration())) func validDataAllocatesNothing() throws {
        let plan = try Plan(RuleSet(parsing: Self.rules), registry: .small)
        let record = Record(for: plan)
        let bytes = Array(Self.valid.utf8)
        func turn() throws -> Bool {
            try bytes.withUnsafeBytes { try record.fill(json: $0) }
            return try plan.validate(record).isValid
        }
        for _ in 0..<10 { #expect(try turn()) }
        let meter = AllocationMeter()
        var valid = 0
        while valid < 100, try turn() { valid += 1 }
        let count = meter.count()
        #expect(valid == 100)
        #expect(count == 0, "\(count) for 100 records")
    }
}
