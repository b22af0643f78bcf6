public import ProvisoMessages

/// Requires a string, and limits its length.
///
/// Lengths are counted in Unicode code points unless `unit` names another unit: "é" typed as "e" and a combining
/// accent has two, a family emoji five. `length` is one number for an exact length, or `[min, max]`. With
/// `max: { attribute: limit }` the length is the value of another attribute; without a number there, there is no limit. A
/// rule can have its own messages `tooShort`, `tooLong` and `notEqual`.
///
/// ```yaml
/// - [username, string, { min: 3, max: 24 }]
/// ```
public struct StringValidator: NamedValidator, DirectValidator {
    /// What a length counts.
    public enum Unit: String, Sendable, CaseIterable {
        case codePoints
        /// What readers take for one character: grapheme clusters.
        case characters
        /// UTF-16 units, as JavaScript and Java count.
        case utf16
        /// Bytes in UTF-8.
        case utf8
    }

    public static let type: RuleType = "string"
    public static let about = RuleTypeFacts(
        .length,
        chapter: .text, place: 1,
        familiar: [
            "": "str text varchar char nvarchar longtext constr", " with 'min'": "minlength minlen minsize mintext",
            " with 'max'": "maxlength maxlen maxsize maxtext",
            " with 'length', or with 'min' and 'max'": "length len size strlen", " with 'length'": "exactlength",
        ])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("min", .integer, "the minimum length", acceptsAttribute: true, role: .minimum, floor: 0),
        OptionDescription("max", .integer, "the maximum length", acceptsAttribute: true, role: .maximum),
        OptionDescription(
            "length", .any, "the exact length, a list of minimum and maximum, or { attribute: name }", role: .size),
        OptionDescription(
            "unit", .text, "what is counted: codePoints, characters, utf16 or utf8",
            choices: Unit.allCases.map(\.rawValue), role: .unit),
        OptionDescription(
            "strict", .boolean, "whether only strings pass; otherwise numbers and Booleans count as spelled"),
    ]
    public static let codes = [
        CodeDescription("string.type"),
        CodeDescription("string.tooShort", "min", "unit").needing("min").saying("unit", Unit.words),
        CodeDescription("string.tooLong", "max", "unit").needing("max").saying("unit", Unit.words),
        CodeDescription("string.notEqual", "length", "unit").needing("length").saying("unit", Unit.words),
    ]

    public var min: Int?
    public var max: Int?
    /// The exact length.
    public var length: Int?
    public var unit: Unit
    public var strict: Bool
    private var others = OtherValues()

    public init(
        min: Int? = nil, max: Int? = nil, length: Int? = nil, unit: Unit = .codePoints, strict: Bool = true
    ) {
        self.min = min
        self.max = max
        self.length = length
        self.unit = unit
        self.strict = strict
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let others = try OtherValues(options, ["min", "max", "length"])
        let bounds = try LengthOption(others.rest(of: options))
        self.init(
            min: bounds.min, max: bounds.max, length: bounds.exact,
            unit: try options.choice("unit", of: Unit.self) ?? .codePoints,
            strict: try options.boolean("strict") ?? true)
        self.others = others
    }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        try others.bind(to: binding)
    }

    public func checkOptions() throws(OptionError) {
        for (name, bound) in [("min", min), ("max", max)] where bound ?? 0 < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        if length ?? 0 < 0 { throw LengthOption.noLength }
        let isLimited = min != nil || max != nil || others.contains("min") || others.contains("max")
        if length != nil || others.contains("length"), isLimited { throw LengthOption.saidTwice }
        try LengthOption.check(min, max, option: "max")
    }

    package var quickTest: QuickTest {
        let (least, most) = (Swift.max(min ?? 0, 0), max ?? .max)
        guard unit == .codePoints, length == nil, others.isEmpty, least <= most, least < 1 << 60 else { return .none }
        return .text(codePoints: least...most)
    }

    public var kinds: ValueKindSet { strict ? .strings : .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            judge(text, &context)
        } else if strict || !value.isScalar {
            context.report("string.type")
        } else {
            HeldValue(.text(ParameterValue(AnyValue(value)).plainText)).withText { judge($0, &context) }
        }
    }

    private func judge(_ text: borrowing BorrowedText, _ context: inout ValidationContext) {
        guard context.pay(forBytes: text.count) else { return }
        let count = unit.count(text)
        var (min, max, length) = (min, max, length)
        if !others.isEmpty {
            min = others.count("min", context) ?? min
            max = others.count("max", context) ?? max
            length = others.count("length", context) ?? length
        }
        if let min, count < min {
            context.report("string.tooShort", ["min": .integer(Int64(min)), "unit": .text(unit.shown)])
        } else if let max, count > max {
            context.report("string.tooLong", ["max": .integer(Int64(max)), "unit": .text(unit.shown)])
        } else if let length, count != length {
            context.report("string.notEqual", ["length": .integer(Int64(length)), "unit": .text(unit.shown)])
        }
    }
}

extension Constraint {
    /// Requires a string whose length is between two bounds.
    public static func string(
        min: Int? = nil, max: Int? = nil, unit: StringValidator.Unit = .codePoints, strict: Bool = true
    ) -> Constraint {
        .validator(StringValidator(min: min, max: max, unit: unit, strict: strict))
    }

    /// Requires a string of an exact length.
    public static func string(length: Int, unit: StringValidator.Unit = .codePoints) -> Constraint {
        .validator(StringValidator(length: length, unit: unit))
    }

    /// Requires a string.
    public static var string: Constraint { .validator(StringValidator()) }
}
