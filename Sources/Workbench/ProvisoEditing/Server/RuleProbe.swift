internal import Proviso
internal import ProvisoMessages

/// Finds what a rule reports, by validating values of many kinds with the rule alone.
struct RuleProbe {
    private let plan: Plan
    private let path: ValuePath
    private let rule: Rule

    /// `nil` for a rule whose verdict is about more than the value, or that would read files or call others.
    init?(_ rule: Rule, of other: Plan, _ registry: Registry) {
        let type = rule.constraint.type
        let isOwn = other.ruleSet.types.contains { $0.type == type }
        let parts = other.ruleSet.writtenOut(rule.constraint).map { registry.about($0.type) }
        guard isOwn || Registry.standard[type] != nil,
            parts.allSatisfy({ !$0.needsOthers && $0.subject != .file }),
            let attribute = rule.attributes.first.map(RuleSet.plain)
        else { return nil }
        var alone = rule
        (alone.on, alone.except, alone.when, alone.unless) = ([], [], [], [])
        alone.attributes = [attribute]
        // Labels and messages may name the other attributes.
        let others = other.ruleSet.ruledAttributes.filter { $0 != attribute }
        var ruleSet = other.ruleSet
        ruleSet.rules = [alone] + (others.isEmpty ? [] : [Rule(others, .safe)])
        (ruleSet.closed, ruleSet.scenarios) = (false, [:])
        guard let plan = try? Plan(ruleSet, registry: registry) else { return nil }
        (self.plan, self.rule, path) = (plan, alone, ValuePath(attribute))
    }

    /// A violation of each code that the rule reports, rendered in a language, in the order in which they were found.
    func messages(in locale: String) -> [(code: String, text: String)] {
        let localizer = plan.localizer(preferring: locale, isolation: .never)
        var found: [(code: String, text: String)] = []
        for value in values {
            guard let report = try? plan.validate(record(value, path.components[...])) else { continue }
            for violation in report.violations
            where violation.code != .fault && !found.contains(where: { $0.code == violation.code.rawValue }) {
                found.append((violation.code.rawValue, localizer.text(violation)))
            }
        }
        return found
    }

    /// A record that has a value at a path.
    private func record(_ value: AnyValue?, _ path: ArraySlice<ValuePath.Component>) -> AnyValue {
        guard let first = path.first else { return value ?? [:] }
        let isLast = path.count == 1
        switch first {
        case .key(let key):
            guard let inner = isLast ? value : record(value, path.dropFirst()) else { return [:] }
            return .object([AnyValue.Member(key, inner)])
        case .index, .each:
            guard let inner = isLast ? value : record(value, path.dropFirst()) else { return [] }
            return [inner]
        }
    }

    /// Values of all kinds, and those beside the numbers in the options.
    private var values: [AnyValue?] {
        var values: [AnyValue?] = [nil, .null, "", "x"]
        for number in rule.constraint.options.values.flatMap(Self.numbers).prefix(8) {
            values += [.integer(number - 1), .integer(number + 1), .integer(number)]
            for count in [number - 1, number + 1] where (1...1000).contains(count) {
                values.append(.text(String(repeating: "x", count: Int(count))))
                values.append(.list((0..<count).map { .integer($0) }))
            }
        }
        let large = AnyValue.double(1e300)
        return values + [
            -1, 0, 1, .double(1.5), large, .double(-1e300), .text(String(repeating: "x", count: 500)), "☃ _", "1",
            "1000-01-01", "9999-12-31", "1000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "00:00:00", "23:59:59", true,
            false, [], ["x"], ["x", "x"], [2, 1], [:], ["x": 1],
        ]
    }

    private static func numbers(_ option: OptionValue) -> [Int64] {
        guard case .value(let value) = option else { return [] }
        switch value {
        case .integer(let number): return abs(number) < 1 << 40 ? [number] : []
        case .double(let number): return abs(number) < 1e12 ? [Int64(number)] : []
        default: return []
        }
    }
}
