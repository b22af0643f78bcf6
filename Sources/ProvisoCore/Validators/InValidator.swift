public import ProvisoMessages

/// Requires one of a list of values, or with `not` none of them.
///
/// With an empty `range`, every value that is not empty is rejected.
///
/// Strings are equal byte by byte. A number equals the string that spells it in the usual way (`1` and `1.0`, but
/// not `01`, `+1` or `1e0`), and true and false equal 1 and 0, unless `strict`. With `allowArray` a list passes if
/// all its items are in the range. `caseFold: true` treats strings as equal that differ only in case or Unicode
/// form, `caseFold: email` does so for addresses. In Swift the range may come from a closure, which is called each
/// time; its cost grows with the length of the list. `range: { attribute: name }` takes the values from another
/// attribute: the items of a list, or with `*` in the path all values there. For an item of the same list, as in a rule for
/// `nodes.*.parent`, `nodes.*.id` means the ids of all nodes, but an attribute that is a list (`nodes.*.allowed`) is that
/// of the same item; `nodes.*.allowed.*` says so whatever the data. `range: { keysOf: name }` takes the keys of an object.
/// If there is no list, value or object, the rule is skipped.
///
/// ```yaml
/// - [size, in, { range: [S, M, L], caseFold: true }]
/// - [items.*.warehouse, in, { range: { attribute: warehouses.*.id } }]
/// - [nodes.*.parent, in, { range: { attribute: nodes.*.id } }]
/// - [pipelines.*.receivers.*, in, { range: { keysOf: receivers } }]
/// ```
public struct InValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "in"
    public static let about = RuleTypeFacts(
        .choice,
        chapter: .presence, place: 8,
        familiar: [
            "": "enum enums choice choices inclusion inlist rangevalidator allowed options literal valid",
            " with 'not: true'": "notin exclusion exclude invalid denylist blacklist",
        ])
    public static let options = [
        OptionDescription(
            "range", .list, "the values, or those of another attribute", isRequired: true, acceptsAttribute: true,
            role: .choices),
        OptionDescription("not", .boolean, "whether the value must be none of them", role: .reversal),
        OptionDescription("strict", .boolean, "whether the value must have the same type"),
        OptionDescription("allowArray", .boolean, "whether the items of a list are validated"),
        CaseFolding.option,
    ]
    public static let codes = [
        CodeDescription("in.invalid", "range", "not", "kind", "count")
            .saying("kind", ["single", "listed", "many", "forbidden", "forbiddenMany"])
    ]

    /// How many values of the range a finding brings as its parameter.
    private static let shownValues = 100
    /// Longer ranges are counted in messages and not listed.
    private static let listedValues = 12

    public let range: [AnyValue]
    public let not: Bool
    public let strict: Bool
    public let allowArray: Bool
    public let caseFold: CaseFolding?
    private let makeRange: (@Sendable (borrowing ValidationContext) -> [AnyValue])?
    private let texts: TextTable
    /// How strings with different bytes can be equal, and which other values can be equal.
    private let others: ValueTable
    private let all: ValueTable
    private let parameters: Parameters
    /// The attribute whose values are the range.
    private var source: RangeSource?

    public init(
        range: [AnyValue], not: Bool = false, strict: Bool = false, allowArray: Bool = false,
        caseFold: CaseFolding? = nil
    ) {
        self.init(range, nil, not, strict, allowArray, caseFold)
    }

    /// Requires one of the values that a closure gives.
    public init(
        not: Bool = false, strict: Bool = false, allowArray: Bool = false, caseFold: CaseFolding? = nil,
        range: @escaping @Sendable (borrowing ValidationContext) -> [AnyValue]
    ) {
        self.init([], range, not, strict, allowArray, caseFold)
    }

    private init(
        _ range: [AnyValue], _ makeRange: (@Sendable (borrowing ValidationContext) -> [AnyValue])?, _ not: Bool,
        _ strict: Bool, _ allowArray: Bool, _ caseFold: CaseFolding?
    ) {
        self.makeRange = makeRange
        self.range = range
        parameters = Self.parameters(range: range, not: not)
        self.not = not
        self.strict = strict
        self.allowArray = allowArray
        self.caseFold = caseFold
        let own = Set(range.map(\.kind)).reduce(ValueKindSet()) { $0.union(ValueKindSet($1)) }
        kinds = own.intersection([.collections, ValueKindSet(.null)]).union(.scalars).union(allowArray ? .lists : [])
        let range = caseFold.map { folding in range.map { folding.key(of: $0) } } ?? range
        texts = TextTable(range.compactMap { if case .text(let text) = $0 { text } else { nil } })
        others = ValueTable(strict ? [] : range.filter { $0.kind != .text }, strict: false)
        // Another value equals a string only if the string spells a number.
        all = ValueTable(
            range.compactMap {
                guard case .text(let text) = $0 else { return $0 }
                return strict || !NumericText.isPlain(text) ? nil : Number(text).map { AnyValue($0) }
            }, strict: strict)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let source = try RangeSource.read(options, try CaseFolding.read(options))
        guard let range = source == nil ? try options.list("range") : [] else {
            throw OptionError(option: "range", reason: "is required")
        }
        self.init(
            range: range, not: try options.boolean("not") ?? false, strict: try options.boolean("strict") ?? false,
            allowArray: try options.boolean("allowArray") ?? false, caseFold: try CaseFolding.read(options))
        self.source = source
    }

    /// The parameters of a finding; without a range, only that the value is not allowed is known.
    package static func parameters(range: [AnyValue]?, not: Bool = false) -> Parameters {
        guard let range else { return ["not": .boolean(not), "kind": "forbiddenMany"] }
        // A range may have thousands of values, and a finding is kept for each record.
        let shown = ParameterValue.list(range.prefix(shownValues).map(Self.shown))
        return [
            "range": shown, "not": .boolean(not), "kind": .text(kind(range.count, not: not)),
            "count": .integer(Int64(range.count)), "grouping": .boolean(false),
        ]
    }

    /// A value for the message; null, a list and an object as JSON.
    private static func shown(_ value: AnyValue) -> ParameterValue {
        switch value {
        case .absent, .null: .decimal(AnyValue.null.json)
        case .list, .object: .text(value.json)
        default: ParameterValue(value)
        }
    }

    /// The sentence of the message.
    private static func kind(_ count: Int, not: Bool) -> String {
        if not { return (1...listedValues).contains(count) ? "forbidden" : "forbiddenMany" }
        return count == 1 ? "single" : (2...listedValues).contains(count) ? "listed" : "many"
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try source?.bind(to: binding)
    }

    /// Whether no value can be in the range.
    var isAlwaysEmpty: Bool { range.isEmpty && makeRange == nil && source == nil && !not }

    /// Whether the range has values, and none of them can equal a number.
    var rejectsNumbers: Bool {
        if range.isEmpty || not || allowArray { return false }
        return !range.contains { value in
            if case .text(let text) = value { return !strict && Number(text) != nil }
            return Number(value) != nil || value.kind == .boolean
        }
    }

    package var quickTest: QuickTest {
        makeRange == nil && source == nil && !not && caseFold == nil ? .word(of: texts) : .none
    }

    /// The kinds of the values in the range: a number and the string that spells it can be equal.
    ///
    /// A range may have thousands of values, and each rule needs their kinds.
    public let kinds: ValueKindSet

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let makeRange {
            return InValidator(
                range: makeRange(context), not: not, strict: strict, allowArray: allowArray, caseFold: caseFold
            ).validate(value, &context)
        }
        if let source { return validate(value, source, &context) }
        if isInside(value) != not { return }
        context.report("in.invalid", parameters)
    }

    package static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        let source = validator(Self.self, in: holder).source
        return ValidatorExplanation(missing: source.map { $0.exists(&context) ? [] : [$0.name] } ?? [])
    }

    private func validate(_ value: borrowing Value, _ source: RangeSource, _ context: inout ValidationContext) {
        guard source.exists(&context) else { return }
        var isInside = source.contains(value, &context)
        if context.isTooCostly { return }
        if !isInside, allowArray, value.kind == .list {
            guard context.pay(value.count) else { return }
            isInside = true
            for index in 0..<value.count where isInside { isInside = source.contains(value[index], &context) }
        }
        if isInside != not { return }
        let values = context.isQuiet ? [] : source.values(&context)
        context.report("in.invalid", Self.parameters(range: values, not: not))
    }

    private func isInside(_ value: borrowing Value) -> Bool {
        if contains(value) { return true }
        guard allowArray, value.kind == .list else { return false }
        for index in 0..<value.count where !contains(value[index]) { return false }
        return true
    }

    private func contains(_ value: borrowing Value) -> Bool {
        guard let text = value.text else { return contains(folded: value) }
        let isThere = caseFold?.withKey(of: text.buffer) { texts.contains($0) } ?? texts.contains(text.buffer)
        // 01 is a code of its own, and not the number 1.
        return isThere || !others.isEmpty && NumericText.isPlain(text.buffer) && others.contains(value)
    }

    private func contains(folded value: borrowing Value) -> Bool {
        guard let caseFold, value.kind == .list || value.kind == .object else { return all.contains(value) }
        return caseFold.key(of: AnyValue(value)).withValue { all.contains($0) }
    }
}

extension Constraint {
    /// Requires one of a list of values.
    public static func `in`(
        _ range: [AnyValue], not: Bool = false, strict: Bool = false, allowArray: Bool = false,
        caseFold: CaseFolding? = nil
    ) -> Constraint {
        .validator(InValidator(range: range, not: not, strict: strict, allowArray: allowArray, caseFold: caseFold))
    }

    /// Requires one of the values that a closure gives.
    public static func `in`(
        not: Bool = false, strict: Bool = false, allowArray: Bool = false, caseFold: CaseFolding? = nil,
        range: @escaping @Sendable (borrowing ValidationContext) -> [AnyValue]
    ) -> Constraint {
        .validator(
            InValidator(not: not, strict: strict, allowArray: allowArray, caseFold: caseFold, range: range))
    }
}
