public import ProvisoMessages

/// Compares a value with a constant, with another attribute, or in Swift with the result of a closure.
///
/// A rule has `compareValue` or `compareAttribute`; `compareValue: { attribute: name }` is the same as
/// `compareAttribute: name`. Without either, the other attribute is `<attribute>_repeat`. Two strings are equal byte by
/// byte. They are ordered as numbers if both are numeric, otherwise by their bytes; `===` and `!==` also distinguish
/// "1.0" from 1. With the type `number`, written in
/// `options` in the long form of a rule, both sides must be numbers or numeric strings. An absent or null partner
/// counts as an empty string. Lists and objects are invalid. The partner's value never appears in a report. A
/// `Date` property is compared as a moment, also with a string in ISO 8601. Where a rule reads one of the attributes in
/// a format of its own, as `date` does with `format` and `number` with `locale`, what it reads is compared; a constant is
/// in that format or in ISO 8601.
///
/// `caseFold: true` folds two strings first, and `caseFold: email` two addresses. `collation` names a locale whose
/// sort order decides which string is greater, such as `de`, `sv`, or `en-u-kn`, in which "a2" comes before "a10".
///
/// ```yaml
/// - [password, compare]
/// - [end, compare, { operator: ">", compareAttribute: start, type: number }]
/// - { attributes: sum, type: compare, compareValue: 100, operator: "<", options: { type: number } }
/// ```
public struct CompareValidator: NamedValidator, DirectValidator {
    /// The required relation of the value to the other one.
    public enum Operator: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case identical = "==="
        case notIdentical = "!=="
        case greater = ">"
        case greaterOrEqual = ">="
        case less = "<"
        case lessOrEqual = "<="
    }

    /// How both sides are compared.
    public enum Comparison: String, Sendable, CaseIterable {
        case string, number
    }

    public static let type: RuleType = "compare"
    public static let about = RuleTypeFacts(
        .comparison,
        chapter: .presence, place: 9,
        familiar: [
            "": "comparison comparator", " with 'compareValue'": "const constant equals equal eq is",
            " with 'compareAttribute'": "confirmed confirmation same sameas equalto eqfield matchfield ref",
            " with 'operator'": "different notequal ne neq",
        ],
        tables: [.locales])
    public static let options = [
        OptionDescription("compareValue", .any, "the constant to compare with", role: .comparand),
        OptionDescription(
            "compareAttribute", .text, "the attribute to compare with, <attribute>_repeat by default", role: .attribute,
            yieldsTo: "compareValue"),
        OptionDescription(
            "operator", .text, "==, !=, ===, !==, >, >=, < or <=; == by default",
            choices: Operator.allCases.map(\.rawValue), role: .comparison),
        OptionDescription(
            "type", .text, "string or number: how both sides are compared", choices: Comparison.allCases.map(\.rawValue)
        ),
        CaseFolding.option,
        OptionDescription("collation", .text, "the locale of the sort order of strings", role: .locale),
        GroupingOption.description,
    ]
    /// The other attribute of a rule that names none.
    package static func partner(of attribute: String) -> String { "\(attribute)_repeat" }

    public static let codes = Operator.codes.map {
        CodeDescription($0, "compareValueOrAttribute", "compareValue", "compareAttribute", "kind")
    }

    public let compareValue: AnyValue?
    public let compareAttribute: String?
    public let `operator`: Operator
    public let comparison: Comparison
    public let caseFold: CaseFolding?
    /// The locale of the sort order of strings, `nil` to compare bytes.
    public let collation: String?
    /// Whether messages group the digits of the constant.
    private var grouping = true
    private let constant: HeldValue?
    private let target: (@Sendable (borrowing ValidationContext) -> AnyValue)?
    private let ordering: Ordering
    private var partner: AttributeReference?
    /// Negative where the partner is none or one of many items.
    private var partnerSlot = -1
    /// How other rules read the value and the partner, if one of them has a format of its own.
    private var readings: (own: ValueReading?, other: ValueReading?) = (nil, nil)
    /// What the constant is in the form in which the value is read.
    private var constantFound: ValueReading.Found?

    /// Compares with a constant.
    public init(
        to value: AnyValue, operator: Operator = .equal, as comparison: Comparison = .string,
        caseFold: CaseFolding? = nil, collation: String? = nil
    ) {
        self.init(value, nil, nil, `operator`, comparison, caseFold, collation)
    }

    /// Compares with the result of a closure, which is called each time.
    public init(
        operator: Operator = .equal, as comparison: Comparison = .string, caseFold: CaseFolding? = nil,
        collation: String? = nil, to target: @escaping @Sendable (borrowing ValidationContext) -> AnyValue
    ) {
        self.init(nil, nil, target, `operator`, comparison, caseFold, collation)
    }

    /// Compares with another attribute, `<attribute>_repeat` when none is named.
    public init(
        attribute: String? = nil, operator: Operator = .equal, as comparison: Comparison = .string,
        caseFold: CaseFolding? = nil, collation: String? = nil
    ) {
        self.init(nil, attribute, nil, `operator`, comparison, caseFold, collation)
    }

    private init(
        _ value: AnyValue?, _ attribute: String?, _ target: (@Sendable (borrowing ValidationContext) -> AnyValue)?,
        _ operation: Operator, _ comparison: Comparison, _ caseFold: CaseFolding?, _ collation: String?
    ) {
        self.target = target
        compareValue = value
        compareAttribute = attribute
        self.operator = operation
        self.comparison = comparison
        self.caseFold = caseFold
        self.collation = collation
        constant = value.map { HeldValue($0) }
        ordering = Ordering(
            comparison: comparison, caseFold: caseFold, collation: collation.flatMap { Collation(locale: $0) })
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        var value = options.value("compareValue")
        var attribute = try options.text("compareAttribute")
        if let other = try OtherValue(value, option: "compareValue") {
            if attribute != nil {
                throw OptionError(option: "compareValue", reason: "cannot name an attribute beside 'compareAttribute'")
            }
            (value, attribute) = (nil, other.name)
        }
        self.init(
            value == .null ? nil : value, attribute, nil,
            try Operator.read(options) ?? .equal,
            try options.choice("type", of: Comparison.self) ?? .string, try CaseFolding.read(options),
            try options.text("collation"))
        grouping = try GroupingOption.read(options)
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try checkTextOptions()
        try checkConstant()
        let own = binding.reading(of: binding.attribute)
        if compareValue != nil || target != nil {
            try bindConstant(own)
            // It is not used, but an unknown name is a mistake.
            if let compareAttribute { _ = try binding.reference(to: compareAttribute, option: "compareAttribute") }
            return
        }
        let name = compareAttribute ?? Self.partner(of: binding.attribute)
        partner = try binding.reference(to: name, option: "compareAttribute")
        partnerSlot = partner?.fixedSlot ?? -1
        let other = partner.flatMap { binding.reading(of: $0.attribute) }
        guard own?.isOwn ?? false || other?.isOwn ?? false else { return }
        readings = (own ?? other, other ?? own)
    }

    /// Reads the constant as the rule of the value reads it, or in ISO 8601.
    private mutating func bindConstant(_ own: ValueReading?) throws(OptionError) {
        guard let own, own.isOwn else { return }
        readings = (own, own)
        guard case .text(let text)? = compareValue, let constant = own.constant else { return }
        constantFound = constant(text)
        if constantFound == nil, `operator`.isOrder {
            throw OptionError(
                option: "compareValue",
                reason: "'\(text)' is neither in the format in which a rule reads the attribute, nor ISO 8601")
        }
    }

    /// Throws for a constant such as NaN: nothing equals it, or is less or greater.
    private func checkConstant() throws(OptionError) {
        let isNumber =
            switch compareValue {
            case .double(let number): number.isFinite
            case .decimal(let text): Number.decimal(text).isFinite
            default: true
            }
        if isNumber { return }
        throw OptionError(option: "compareValue", reason: "must be a finite number")
    }

    private func checkTextOptions() throws(OptionError) {
        if comparison == .number, let option = caseFold == nil ? collation.map({ _ in "collation" }) : "caseFold" {
            throw OptionError(option: option, reason: "applies to strings, not to the type number")
        }
        if comparison == .number, let constant {
            let value = unsafe Value(unsafe: constant.raw)
            if !ordering.holds(value, .equal, value) {
                throw OptionError(
                    option: "compareValue", reason: "must be a number, as 'type: number' compares numbers")
            }
        }
        guard let collation else { return }
        // The order of the root locale is a valid choice.
        if collation != "und", !collation.hasPrefix("und-") {
            _ = try LocaleOption.canonical(collation, option: "collation")
        }
        if ordering.collation == nil {
            throw OptionError(option: "collation", reason: "'\(collation)' is not a locale for which ICU has an order")
        }
        if !`operator`.isOrder {
            throw OptionError(option: "collation", reason: "applies only to >, >=, < and <=, not to equality")
        }
        if caseFold != nil {
            throw OptionError(
                option: "collation", reason: "already decides about case: '\(collation)-u-ks-level2' ignores it")
        }
    }

    /// The usual case: two strings with the same bytes.
    package var quickTest: QuickTest {
        partnerSlot >= 0 && `operator` == .equal && comparison == .string && readings.own == nil
            ? .same(as: partnerSlot) : .none
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let target { return compare(value, with: target(context), &context) }
        let holds: Bool
        if value.kind == .list || value.kind == .object {
            return context.report("compare.invalid", parameters(compareValue))
        } else if let constant {
            holds = self.holds(value, unsafe Value(unsafe: constant.raw), context)
        } else if partnerSlot >= 0 {
            context.charge(forReading: context.value(inSlot: partnerSlot).raw)
            holds = self.holds(value, context.value(inSlot: partnerSlot), context)
        } else if let partner {
            context.charge(forReading: context.value(of: partner).raw)
            holds = self.holds(value, context.value(of: partner), context)
        } else {
            return context.reportFault("compare needs another attribute or a compareValue")
        }
        if !holds { context.report(`operator`.code, parameters(compareValue)) }
    }

    private func compare(_ value: borrowing Value, with other: AnyValue, _ context: inout ValidationContext) {
        if value.kind == .list || value.kind == .object {
            context.report("compare.invalid", parameters(other))
        } else if !other.withValue({ holds(value, $0, context) }) {
            context.report(`operator`.code, parameters(other))
        }
    }

    private func holds(
        _ value: borrowing Value, _ other: borrowing Value, _ context: borrowing ValidationContext
    ) -> Bool {
        context.meter.pointee.charge((readings.own?.price ?? 0) + (readings.other?.price ?? 0))
        if let own = readings.own, let reading = readings.other,
            let order = own.found(value, context.record.locale)?.order(
                to: constantFound ?? reading.found(other, context.record.locale))
        {
            return `operator`.holds(order)
        }
        return ordering.holds(value, `operator`, other)
    }

    private func parameters(_ other: AnyValue?) -> Parameters {
        // A value that must be typed is shown as it is typed, a bound as numbers are written.
        let shown = other.map { `operator`.isOrder ? ParameterValue($0) : ParameterValue(typed: $0) }
        let parameter = shown ?? .attribute(partner?.name ?? "")
        return GroupingOption.adding(
            grouping,
            to: [
                "compareValueOrAttribute": parameter, "compareValue": parameter, "compareAttribute": parameter,
                "kind": .text(Self.kind(other)),
            ])
    }

    /// The word by which messages choose their sentence.
    private static func kind(_ other: AnyValue?) -> String {
        switch other {
        case nil: "attribute"
        case .integer, .unsigned, .double, .decimal: "number"
        case .text(let text) where WrittenInstant(text) != nil: "date"
        default: "value"
        }
    }
}

extension Constraint {
    /// Compares with a constant.
    public static func compare(
        to value: AnyValue, operator: CompareValidator.Operator = .equal,
        as type: CompareValidator.Comparison = .string, caseFold: CaseFolding? = nil, collation: String? = nil
    ) -> Constraint {
        .validator(
            CompareValidator(to: value, operator: `operator`, as: type, caseFold: caseFold, collation: collation))
    }

    /// Compares with the result of a closure, which is called each time and may read other attributes.
    public static func compare(
        operator: CompareValidator.Operator = .equal, as type: CompareValidator.Comparison = .string,
        caseFold: CaseFolding? = nil, collation: String? = nil,
        to target: @escaping @Sendable (borrowing ValidationContext) -> AnyValue
    ) -> Constraint {
        .validator(
            CompareValidator(operator: `operator`, as: type, caseFold: caseFold, collation: collation, to: target))
    }

    /// Compares with another attribute, `<attribute>_repeat` when none is named.
    public static func compare(
        with attribute: String? = nil, operator: CompareValidator.Operator = .equal,
        as type: CompareValidator.Comparison = .string, caseFold: CaseFolding? = nil, collation: String? = nil
    ) -> Constraint {
        .validator(
            CompareValidator(
                attribute: attribute, operator: `operator`, as: type, caseFold: caseFold, collation: collation))
    }
}
