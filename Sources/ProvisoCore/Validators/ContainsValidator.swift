internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Requires a string that contains a given string, or a list that contains certain items.
///
/// With `value`, a string must contain that string, or one of a list. Bytes are compared, so that two Unicode forms of
/// "é" differ; with `ignoreCase`, a to z equal A to Z, and no other letters do. Only strings pass.
///
/// With `rule`, items of a list that the rule accepts are counted, and with `where` those that meet conditions on their
/// members. At least `min` of them are needed, 1 by default, and at most `max` are allowed. An empty list is counted
/// too; absent values are skipped. The rule does not count empty items if it skips empty values.
///
/// ```yaml
/// - [comment, contains, { value: "@" }]
/// - [tags, contains, { rule: [in, { range: [news] }] }]
/// - [contacts, contains, { where: [primary, compare, { compareValue: true }], max: 1 }]
/// ```
public struct ContainsValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "contains"
    public static let about = RuleTypeFacts(
        .part,
        chapter: .text, place: 5,
        familiar: ["": "includes substring has"])
    public static let options = [
        OptionDescription("value", .texts, "the string, or a list of alternatives", role: .sought),
        OptionDescription("ignoreCase", .boolean, "whether uppercase and lowercase letters from a to z are equal"),
        OptionDescription("rule", .rule, "the rule that matching items of a list pass"),
        OptionDescription("where", .condition, "the conditions that matching items meet, on their members"),
        OptionDescription("min", .integer, "the minimum of matching items; 1 by default", role: .minimum),
        OptionDescription("max", .integer, "the maximum of matching items", role: .maximum),
    ]
    public static let codes = [
        CodeDescription("contains.invalid", "part"), CodeDescription("contains.type"),
        CodeDescription("contains.tooFew", "min"), CodeDescription("contains.tooMany", "max"),
    ]

    private let sought: SoughtTexts?
    public let rule: Constraint?
    public let condition: Condition?
    public let min: Int
    public let max: Int?
    private var check: Check?
    private var test: BoundCondition.Test?

    public var value: [String] { sought?.texts ?? [] }
    public var ignoreCase: Bool { sought?.ignoreCase ?? false }

    /// Throws if there is no string, or an empty one.
    public init(value: [String], ignoreCase: Bool = false) throws(OptionError) {
        sought = try SoughtTexts(value, ignoreCase: ignoreCase)
        (rule, condition, min, max) = (nil, nil, 1, nil)
    }

    /// Counts the items of a list that a rule accepts.
    public init(rule: Constraint, min: Int = 1, max: Int? = nil) {
        (sought, condition) = (nil, nil)
        (self.rule, self.min, self.max) = (rule, min, max)
    }

    /// Counts the items of a list whose members meet a condition.
    public init(where condition: Condition, min: Int = 1, max: Int? = nil) {
        (sought, rule) = (nil, nil)
        (self.condition, self.min, self.max) = (condition, min, max)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        rule = try options.rule("rule")
        condition = try options.condition("where")
        sought = options.value("value") == nil ? nil : try SoughtTexts(options)
        let given = [rule != nil, condition != nil, sought != nil].count { $0 }
        if given == 0 { throw OptionError(reason: "needs the option 'value', 'rule' or 'where'") }
        if given > 1 { throw OptionError(reason: "has one of the options 'value', 'rule' and 'where'") }
        for name in ["min", "max"] {
            guard sought != nil, options.value(name) != nil else { continue }
            throw OptionError(option: name, reason: "counts items of a list: it needs 'rule' or 'where'")
        }
        if sought == nil, options.value("ignoreCase") != nil {
            throw OptionError(option: "ignoreCase", reason: "applies only to 'value'")
        }
        max = try options.count("max")
        min = try options.count("min") ?? 1
        if options.value("min") == nil, max == 0 {
            throw OptionError(
                option: "max", reason: "nothing has at least 1 and at most 0 matching items: write 'min: 0' too")
        }
    }

    public func checkOptions() throws(OptionError) {
        for (name, bound) in [("min", min), ("max", max ?? 0)] where bound < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        if let max, min > max {
            throw OptionError(option: "max", reason: "nothing has at least \(min) and at most \(max) matching items")
        }
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        if let rule { check = try binding.check(forItems: rule, option: "rule") }
        if let condition { test = try binding.itemTest(condition, option: "where") }
        if rule != nil, binding.isAsyncRule {
            throw OptionError(option: "rule", reason: "is async, so its result cannot be counted")
        }
    }

    /// True if matching items are needed: a list without items is then invalid.
    public var validatesEmptyCollections: Bool { sought == nil && min > 0 }

    public var kinds: ValueKindSet { sought == nil ? .lists : .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let sought {
            if let text = value.text, sought.areIn(text.buffer) { return }
            return context.report("contains.invalid", sought.parameters)
        }
        guard value.kind == .list else { return context.report("contains.type") }
        guard context.depth < Record.maximumDepth else {
            return context.reportFault("lists are nested more than \(Record.maximumDepth) deep")
        }
        guard context.pay(value.count) else { return }
        let count = count(value, &context)
        if context.isTooCostly { return }
        if count < min {
            context.report("contains.tooFew", ["min": .integer(Int64(min))])
        } else if let max, count > max {
            context.report("contains.tooMany", ["max": .integer(Int64(max))])
        }
    }

    /// The matching items, as many as the verdict needs.
    private func count(_ list: borrowing Value, _ context: inout ValidationContext) -> Int {
        let nodes = list.nodes
        guard let first = nodes.baseAddress else { return 0 }
        let enough = max.map { $0 + 1 } ?? min
        return context.evaluating { context in
            var count = 0
            let depth = context.depth
            context.depth += 1
            defer { context.depth = depth }
            for index in nodes.indices where count < enough {
                let item = UnsafeMutablePointer(mutating: first + index)
                context.record.trail[depth] = TrailEntry(node: item, index: index)
                context.node = item
                context.findings = 0
                if matches(item.pointee.value, &context) { count += 1 }
            }
            return count
        }
    }

    private func matches(_ item: proviso_value, _ context: inout ValidationContext) -> Bool {
        if let test { return test.holds(&context) }
        guard let check else { return false }
        return check.isMet(by: item, &context)
    }
}

extension Constraint {
    /// Requires a string that contains one of these.
    ///
    /// An empty string is an error when the plan is made.
    public static func contains(_ value: String..., ignoreCase: Bool = false) -> Constraint {
        SoughtTexts.body(ContainsValidator.type, value, ignoreCase: ignoreCase)
    }

    /// Requires a list with items that a rule accepts.
    public static func contains(_ rule: Constraint, min: Int = 1, max: Int? = nil) -> Constraint {
        .validator(ContainsValidator(rule: rule, min: min, max: max))
    }

    /// Requires a list with items whose members meet a condition: `.contains(where: Condition("primary", …))`.
    public static func contains(where condition: Condition, min: Int = 1, max: Int? = nil) -> Constraint {
        .validator(ContainsValidator(where: condition, min: min, max: max))
    }
}
