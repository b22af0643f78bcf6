/// Compares a value with a constant, or with another attribute.
///
/// `compareValue` wins; without it the other attribute is `compareAttribute`, by default `<attribute>_repeat`. Two
/// texts are equal byte by byte and ordered as numbers when both are numeric, else by their bytes; `===` and `!==`
/// also tell "1.0" from 1. With the type `number` both sides must be numbers or numeric texts. A missing or null
/// partner counts as empty text. Lists and objects are invalid. The partner's value never enters a report.
public struct CompareValidator: NamedValidator {
    /// How the value must stand to the other one.
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

    /// What both sides are taken for.
    public enum Comparison: String, Sendable, CaseIterable {
        case string, number
    }

    public static let type: RuleType = "compare"
    public static let options = [
        OptionDescription("compareValue", .any, "the constant to compare with"),
        OptionDescription("compareAttribute", .text, "the attribute to compare with, <attribute>_repeat by default"),
        OptionDescription("operator", .text, "==, !=, ===, !==, >, >=, < or <=; == by default"),
        OptionDescription("type", .text, "string or number: what both sides are taken for"),
    ]
    public static let codes = Operator.codes.map {
        CodeDescription($0, "compareValueOrAttribute", "compareValue", "compareAttribute")
    }

    public let compareValue: AnyValue?
    public let compareAttribute: String?
    public let `operator`: Operator
    public let comparison: Comparison
    private let constant: HeldValue?
    private var partner: AttributeReference?
    /// Negative where the partner is none or one of many items.
    private var partnerSlot = -1

    /// Compares with a constant.
    public init(to value: AnyValue, operator: Operator = .equal, as comparison: Comparison = .string) {
        self.init(value: value, attribute: nil, operator: `operator`, comparison)
    }

    /// Compares with another attribute, `<attribute>_repeat` when none is named.
    public init(attribute: String? = nil, operator: Operator = .equal, as comparison: Comparison = .string) {
        self.init(value: nil, attribute: attribute, operator: `operator`, comparison)
    }

    private init(value: AnyValue?, attribute: String?, operator: Operator, _ comparison: Comparison) {
        compareValue = value
        compareAttribute = attribute
        self.operator = `operator`
        self.comparison = comparison
        constant = value.map { HeldValue($0) }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let value = options.value("compareValue")
        self.init(
            value: value == .null ? nil : value, attribute: try options.text("compareAttribute"),
            operator: try options.word("operator", as: Operator.self) ?? .equal,
            try options.word("type", as: Comparison.self) ?? .string)
    }

    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        if compareValue != nil { return }
        let name = compareAttribute ?? "\(binding.attribute)_repeat"
        partner = try binding.reference(to: name, option: "compareAttribute")
        partnerSlot = partner?.fixedSlot ?? -1
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let holds: Bool
        if value.kind == .list || value.kind == .object {
            return context.report("compare.invalid", parameters)
        } else if let constant {
            holds = Ordering.holds(value, `operator`, unsafe Value(unsafe: constant.raw), comparison)
        } else if partnerSlot >= 0 {
            holds = Ordering.holds(value, `operator`, context.value(inSlot: partnerSlot), comparison)
        } else if let partner {
            holds = Ordering.holds(value, `operator`, context.value(of: partner), comparison)
        } else {
            return context.reportFault("compare needs another attribute or a compareValue")
        }
        if !holds { context.report(`operator`.code, parameters) }
    }

    private var parameters: Parameters {
        let other = compareValue.map { ParameterValue($0) } ?? .attribute(partner?.name ?? "")
        return ["compareValueOrAttribute": other, "compareValue": other, "compareAttribute": other]
    }
}

extension RuleBody {
    /// Compares with a constant.
    public static func compare(
        to value: AnyValue, operator: CompareValidator.Operator = .equal, as type: CompareValidator.Comparison = .string
    ) -> RuleBody {
        .validator(CompareValidator(to: value, operator: `operator`, as: type))
    }

    /// Compares with another attribute, `<attribute>_repeat` when none is named.
    public static func compare(
        with attribute: String? = nil, operator: CompareValidator.Operator = .equal,
        as type: CompareValidator.Comparison = .string
    ) -> RuleBody {
        .validator(CompareValidator(attribute: attribute, operator: `operator`, as: type))
    }
}
