internal import JSONBridge
internal import ProvisoABI
public import ProvisoMessages

/// Requires a sorted list.
///
/// `by` names the member of the items that is compared. Numbers, and strings that spell them, are ordered as numbers, and
/// other strings by their bytes, which is right for dates in ISO 8601; `collation` names a locale whose order strings
/// have. Where a rule reads the values in a format of its own, as `date` does with `format`, what it reads is ordered.
/// `order` is `ascending` or `descending`. Equal neighbors pass, unless `strict`. Items whose value is absent or
/// null are skipped. The violation has the positions of the first two items in the wrong order, counted from 1.
///
/// ```yaml
/// - [events, sorted, { by: date, order: descending }]
/// ```
public struct SortedValidator: NamedValidator, DirectValidator {
    /// The order of the items.
    public enum Order: String, Sendable, CaseIterable {
        case ascending, descending
    }

    public static let type: RuleType = "sorted"
    public static let about = RuleTypeFacts(
        .order,
        chapter: .collections, place: 4,
        familiar: ["": "sort ordered issorted"],
        tables: [.locales])
    public static let options = [
        OptionDescription(
            "by", .text, "the member of the items that is compared; the items themselves by default", role: .members),
        OptionDescription(
            "order", .text, "ascending or descending; ascending by default", choices: Order.allCases.map(\.rawValue),
            role: .direction),
        OptionDescription("strict", .boolean, "whether equal neighbors are rejected"),
        OptionDescription("collation", .text, "the locale of the sort order of strings", role: .locale),
    ]
    public static let codes = [
        CodeDescription("sorted.type"), CodeDescription("sorted.invalid", "first", "second", "order"),
    ]

    public let by: String?
    public let order: Order
    public let strict: Bool
    public let collation: String?
    private let path: MemberPath?
    private let ordering: Ordering
    /// How other rules read the values, if in a format of their own.
    private var reading: ValueReading?

    public init(by: String? = nil, order: Order = .ascending, strict: Bool = false, collation: String? = nil) {
        self.by = by
        self.order = order
        self.strict = strict
        self.collation = collation
        path = by.map { MemberPath($0) }
        ordering = Ordering(
            comparison: .string, caseFold: nil, collation: collation.flatMap { Collation(locale: $0) })
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let by = try MemberPath.read(options, "by")
        if by.count > 1 { throw OptionError(option: "by", reason: "must name one member") }
        self.init(
            by: by.first?.text, order: try options.choice("order", of: Order.self) ?? .ascending,
            strict: try options.boolean("strict") ?? false, collation: try options.text("collation"))
    }

    public func checkOptions() throws(OptionError) {
        guard let collation, ordering.collation == nil else { return }
        _ = try LocaleOption.canonical(collation, option: "collation")
        throw OptionError(option: "collation", reason: "'\(collation)' is not a locale for which ICU has an order")
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        if let path { binding.mention([path.ofItems], option: "by") }
        let items = binding.attribute == ValuePath.record ? "*" : "\(binding.attribute).*"
        let found = binding.reading(of: by.map { "\(items).\($0)" } ?? items)
        reading = found?.isOwn == true ? found : nil
    }

    private var operation: CompareValidator.Operator {
        switch (order, strict) {
        case (.ascending, false): .lessOrEqual
        case (.ascending, true): .less
        case (.descending, false): .greaterOrEqual
        case (.descending, true): .greater
        }
    }

    public var kinds: ValueKindSet { .lists }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list else { return context.report("sorted.type") }
        guard context.pay(value.count * (1 + (reading?.price ?? 0))) else { return }
        let (items, operation) = (value.nodes, operation)
        var before: (index: Int, value: proviso_value, found: ValueReading.Found?)?
        for index in items.indices {
            let own = path?.raw(in: items[index].value) ?? items[index].value
            if own.kindOrAbsent.rawValue <= ValueKind.null.rawValue { continue }
            let found = reading?.found(unsafe Value(unsafe: own), context.record.locale)
            if let before,
                !(before.found?.order(to: found).map(operation.holds)
                    ?? ordering.holds(unsafe Value(unsafe: before.value), operation, unsafe Value(unsafe: own)))
            {
                return context.report(
                    "sorted.invalid",
                    [
                        "first": .integer(Int64(before.index + 1)), "second": .integer(Int64(index + 1)),
                        "order": .text(order.rawValue),
                    ])
            }
            before = (index, own, found)
        }
    }
}

extension Constraint {
    /// Requires a sorted list.
    public static func sorted(
        by member: String? = nil, order: SortedValidator.Order = .ascending, strict: Bool = false,
        collation: String? = nil
    ) -> Constraint {
        .validator(SortedValidator(by: member, order: order, strict: strict, collation: collation))
    }
}
