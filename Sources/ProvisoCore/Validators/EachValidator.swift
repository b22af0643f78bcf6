internal import JSONBridge
public import ProvisoMessages

/// Applies a rule to every item of a list, or to every value of an object.
///
/// Violations have the position of the item. The rule skips empty items if it skips empty values. Validation stops
/// at the first invalid item unless `stopOnFirstError` is false; an async rule runs for all items at once. A value that
/// is neither a list nor an object has the violation `each.invalid`. If `allowMessageFromRule` is false, that is also
/// reported for an item, instead of the violation of the rule. With `keys`, a regular expression, only the members of an
/// object whose keys it matches are validated, and the value must be an object.
///
/// ```yaml
/// - [tags, each, { rule: [string, { max: 20 }] }]
/// - [., each, { keys: "^x-", rule: [string, { max: 255 }] }]
/// ```
public struct EachValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "each"
    public static let about = RuleTypeFacts(
        .items,
        chapter: .collections, place: 1,
        familiar: [
            "": "items every all arrayof listof elements foreach",
            ", 'count' or 'distinct'": "array list set tuple arr",
        ])
    public static let options = [
        OptionDescription("rule", .rule, "the rule for each item", isRequired: true),
        OptionDescription(
            "keys", .pattern, "a regular expression of the keys of the members that are validated",
            mayBeEmpty: false),
        OptionDescription("allowMessageFromRule", .boolean, "whether the violations of the rule itself are reported"),
        OptionDescription("stopOnFirstError", .boolean, "whether items after the first invalid one are skipped"),
    ]
    public static let codes = [CodeDescription("each.invalid", "kind").saying("kind", ["list", "item"])]

    public let rule: Constraint
    public let allowMessageFromRule: Bool
    public let stopOnFirstError: Bool
    /// The regular expression of the keys of the members that are validated; `nil` for all.
    public let keys: String?
    private var check: Check?
    private var itemTest = QuickTest.none
    private var pattern: Pattern?

    public init(
        rule: Constraint, keys: String? = nil, allowMessageFromRule: Bool = true, stopOnFirstError: Bool = true
    ) {
        self.rule = rule
        self.keys = keys
        self.allowMessageFromRule = allowMessageFromRule
        self.stopOnFirstError = stopOnFirstError
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let rule = try options.rule("rule") else { throw OptionError(option: "rule", reason: "is required") }
        self.init(
            rule: rule, keys: try options.text("keys"),
            allowMessageFromRule: try options.boolean("allowMessageFromRule") ?? true,
            stopOnFirstError: try options.boolean("stopOnFirstError") ?? true)
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        if let keys { pattern = try Pattern(keys, ignoreCase: false, option: "keys") }
        check = try binding.check(forItems: rule, option: "rule")
        if !allowMessageFromRule, binding.isAsyncRule {
            throw OptionError(
                option: "allowMessageFromRule",
                reason: "the rule is async, so its violations cannot be replaced")
        }
        itemTest = check?.quickTest ?? .none
    }

    public var kinds: ValueKindSet { .collections }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list || value.kind == .object else {
            return context.report("each.invalid", ["kind": "list"])
        }
        if pattern != nil, value.kind == .list { return context.report(.objectExpected) }
        guard context.pay(value.count) else { return }
        var index = 0
        while index < value.count, itemTest.passes(value.nodes[index].value, context.slots) { index += 1 }
        if index < value.count { judge(value, from: index, &context) }
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        guard withParts, value.kind == .list || value.kind == .object else { return ValidatorExplanation() }
        let each = validator(Self.self, in: holder)
        var skipped = 0
        if let check = each.check { for node in value.nodes where check.skips(node.value) { skipped += 1 } }
        var notes = skipped > 0 ? ["\(skipped) of them empty and skipped"] : []
        if each.stopOnFirstError, value.count > 1 { notes.append("none after the first invalid one is validated") }
        let note = notes.isEmpty ? nil : notes.joined(separator: "; ")
        return ValidatorExplanation(parts: [EvaluatedPart("items", .integer(Int64(value.count)), note: note)])
    }

    /// Does what `validate` does, and keeps what the rule did at items that it rejects.
    package static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        let each = validator(Self.self, in: holder)
        // Without its own message, or without values, an item says no more than its violation does.
        guard withValues, each.allowMessageFromRule, !context.isQuiet, let check = each.check,
            value.kind == .list || value.kind == .object, context.depth < Record.maximumDepth,
            let first = value.nodes.baseAddress
        else {
            run(holder, value, &context)
            return []
        }
        guard context.pay(value.count) else { return [] }
        var traces: [RuleTrace] = []
        for index in 0..<value.count {
            let item = UnsafeMutablePointer(mutating: first + index)
            if check.skips(item.pointee.value) || !each.includes(item.pointee, &context) { continue }
            let (findings, count) = (context.findings, context.violations.count)
            var trace = RuleTrace(each.rule, .failed)
            trace.value = AnyValue(raw: item.pointee.value)
            trace.place = item.pointee.key == nil ? .index(index) : .key(item.pointee.keyString)
            trace.inner = context.trace(item: item, at: index, of: context.node, with: check)
            if context.findings == findings { continue }
            trace.violations = Array(context.violations[count...])
            if traces.count < mostTraces { traces.append(trace) }
            if each.stopOnFirstError { break }
        }
        return traces
    }

    /// How many rejected items are kept.
    private static let mostTraces = 20

    private func judge(_ value: borrowing Value, from start: Int, _ context: inout ValidationContext) {
        guard let check else { return context.reportFault("each was not bound to an attribute") }
        guard context.depth < Record.maximumDepth else {
            return context.reportFault("lists are nested more than \(Record.maximumDepth) deep")
        }
        guard let first = value.nodes.baseAddress else { return }
        for index in start..<value.count {
            let item = UnsafeMutablePointer(mutating: first + index)
            if itemTest.passes(item.pointee.value, context.slots) || check.skips(item.pointee.value)
                || !includes(item.pointee, &context)
            {
                continue
            }
            let findings = context.findings
            judge(item, at: index, with: check, &context)
            if stopOnFirstError, context.findings > findings { return }
        }
    }

    /// Whether an item is validated: it has no key, or one that `keys` matches.
    private func includes(_ item: prv_node, _ context: inout ValidationContext) -> Bool {
        guard let pattern else { return true }
        return context.pay(forBytes: item.keyBytes.count, price: pattern.price) && pattern.matches(item.keyBytes)
    }

    private func judge(
        _ item: UnsafeMutablePointer<prv_node>, at index: Int, with check: Check, _ context: inout ValidationContext
    ) {
        let list = context.node
        if allowMessageFromRule { return context.check(item: item, at: index, of: list, with: check) }
        let (findings, wasQuiet) = (context.findings, context.isQuiet)
        context.isQuiet = true
        context.check(item: item, at: index, of: list, with: check)
        context.isQuiet = wasQuiet
        guard context.findings > findings else { return }
        context.check(item: item, at: index, of: list, with: Self.refusal)
    }

    /// Reports an item at its position.
    private static let refusal = Check(
        ClosureValidator { _, context in context.report("each.invalid", ["kind": "item"]) })
}

extension Constraint {
    /// Applies a rule to every item of a list.
    public static func each(
        _ rule: Constraint, keys: String? = nil, allowMessageFromRule: Bool = true, stopOnFirstError: Bool = true
    ) -> Constraint {
        .validator(
            EachValidator(
                rule: rule, keys: keys, allowMessageFromRule: allowMessageFromRule, stopOnFirstError: stopOnFirstError))
    }
}
