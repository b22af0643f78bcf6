public import ProvisoMessages

/// Limits the number of items of a list, or of keys of an object.
///
/// With a `min` or `exact` above 0 an empty list or object is counted too. A value that is not there is skipped: use
/// `required` to reject it. With `exact: { attribute: size }` the number is the value of another
/// attribute; without a number there, there is no limit.
///
/// ```yaml
/// - [tags, count, { min: 1, max: 5 }]
/// - [guests, count, { exact: { attribute: guestCount } }]
/// ```
public struct CountValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "count"
    public static let about = RuleTypeFacts(
        .count,
        chapter: .collections, place: 2,
        familiar: [" with 'min'": "minitems mincount arrayminsize", " with 'max'": "maxitems maxcount arraymaxsize"])
    public static let options = [
        OptionDescription("min", .integer, "the minimum", acceptsAttribute: true, role: .minimum, floor: 0),
        OptionDescription("max", .integer, "the maximum", acceptsAttribute: true, role: .maximum),
        OptionDescription("exact", .integer, "the exact number", acceptsAttribute: true, role: .size),
    ]
    public static let codes = [
        CodeDescription("count.type"), CodeDescription("count.tooFew", "min").needing("min"),
        CodeDescription("count.tooMany", "max").needing("max"),
        CodeDescription("count.notEqual", "exact").needing("exact"),
    ]

    public var min: Int?
    public var max: Int?
    public var exact: Int?
    private var others = OtherValues()

    public init(min: Int? = nil, max: Int? = nil, exact: Int? = nil) {
        self.min = min
        self.max = max
        self.exact = exact
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let others = try OtherValues(options, ["min", "max", "exact"])
        let rest = others.rest(of: options)
        self.init(min: try rest.count("min"), max: try rest.count("max"), exact: try rest.count("exact"))
        self.others = others
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try others.bind(to: binding)
    }

    public func checkOptions() throws(OptionError) {
        for (name, bound) in [("min", min), ("max", max), ("exact", exact)] where bound ?? 0 < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        let isLimited = min != nil || max != nil || others.contains("min") || others.contains("max")
        if exact != nil || others.contains("exact"), isLimited {
            throw OptionError(option: "exact", reason: "cannot be combined with min and max")
        }
        if let min, let max, min > max {
            throw OptionError(option: "max", reason: "nothing has at least \(min) and at most \(max) items")
        }
    }

    public var validatesEmptyCollections: Bool {
        (exact ?? min ?? 0) > 0 || others.contains("min") || others.contains("exact")
    }

    package var quickTest: QuickTest {
        if !others.isEmpty { return .none }
        let (least, most) = (Swift.max(exact ?? min ?? 0, 0), exact ?? max ?? .max)
        return least <= most ? .items(least...most) : .none
    }

    public var kinds: ValueKindSet { .collections }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard value.kind == .list || value.kind == .object else { return context.report("count.type") }
        var (min, max, exact) = (min, max, exact)
        if !others.isEmpty {
            min = others.count("min", context) ?? min
            max = others.count("max", context) ?? max
            exact = others.count("exact", context) ?? exact
        }
        if let min, value.count < min {
            context.report("count.tooFew", ["min": .integer(Int64(min))])
        } else if let max, value.count > max {
            context.report("count.tooMany", ["max": .integer(Int64(max))])
        } else if let exact, value.count != exact {
            context.report("count.notEqual", ["exact": .integer(Int64(exact))])
        }
    }
}

extension Constraint {
    /// Limits the number of items.
    public static func count(min: Int? = nil, max: Int? = nil) -> Constraint {
        .validator(CountValidator(min: min, max: max))
    }

    /// Requires a number of items.
    public static func count(exact: Int) -> Constraint { .validator(CountValidator(exact: exact)) }
}
