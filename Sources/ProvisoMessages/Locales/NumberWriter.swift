internal import ICUBridge

/// An exact number for formatting.
package enum Numeral: Sendable, Hashable {
    case integer(Int64)
    case double(Double)
    /// Decimal digits as text, validated by `init?(_:)`.
    case decimal(String)

    /// The number of a parameter; `nil` if the parameter is not a number and not text with a decimal number.
    package init?(_ value: ParameterValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = Int64(exactly: number).map { .integer($0) } ?? .decimal(String(number))
        case .number(let number): self = Self.whole(number).map { .integer($0) } ?? .double(number)
        case .decimal(let text):
            guard Self.isDecimal(text) else { return nil }
            self = Int64(text).map { .integer($0) } ?? .decimal(text)
        case .text, .boolean, .list, .attribute: return nil
        }
    }

    /// The number of a parameter that a message formats as a number: a value that was read as text is parsed.
    package init?(formatted value: ParameterValue) {
        guard case .text(let text) = value else {
            self.init(value)
            return
        }
        self.init(.decimal(text))
    }

    /// The integer that equals a floating-point number: integers are formatted faster, with the same result.
    private static func whole(_ number: Double) -> Int64? {
        guard abs(number) < 0x1p53, number != 0 || number.sign == .plus else { return nil }
        return Int64(exactly: number)
    }

    package var doubleValue: Double {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .decimal(let text): Double(text) ?? .nan
        }
    }

    /// This number minus the offset of a plural, exact if both are integers.
    package func less(_ offset: Double) -> Numeral {
        if offset == 0 { return self }
        if case .integer(let number) = self, let whole = Int64(exactly: offset) {
            let (difference, overflow) = number.subtractingReportingOverflow(whole)
            if !overflow { return .integer(difference) }
        }
        return .double(doubleValue - offset)
    }

    /// Whether text has the form sign, digits, point, digits, exponent.
    ///
    /// The length is limited, because a number of a billion digits would be a denial-of-service attack.
    private static func isDecimal(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        guard rest.count <= 1_000 else { return false }
        func skip(_ bytes: String) -> Bool {
            guard let first = rest.first, bytes.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Int {
            let start = rest.count
            while let first = rest.first, (0x30...0x39).contains(first) { rest.removeFirst() }
            return start - rest.count
        }
        _ = skip("+-")
        let whole = digits()
        let fraction = skip(".") ? digits() : 0
        guard whole + fraction > 0 else { return false }
        if skip("eE") {
            _ = skip("+-")
            guard (1...3).contains(digits()) else { return false }
        }
        return rest.isEmpty
    }
}

/// Formats numbers for one locale in one style, with CLDR's minimum grouping (`1234` but `12.345` in Spanish).
package final class NumberWriter: Sendable {
    private let handle: BridgeHandle

    /// Creates a formatter; `nil` if the locale is not well-formed or ICU does not understand the skeleton.
    package init?(locale: String, style: NumberStyle) {
        let pointer: OpaquePointer? =
            switch style {
            case .plain: Self.create(locale, PRV_ICU_NUMBER_PLAIN)
            case .integer: Self.create(locale, PRV_ICU_NUMBER_INTEGER)
            case .percent: Self.create(locale, PRV_ICU_NUMBER_PERCENT)
            case .skeleton(let skeleton): Self.create(locale, PRV_ICU_NUMBER_SKELETON, skeleton)
            }
        guard let pointer else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_number_destroy(handle.pointer) }

    /// The formatted number.
    package func string(_ number: Numeral) -> String? {
        var category = PluralCategory.other
        return string(number, rules: nil, category: &category)
    }

    /// Writes the formatted number; false if ICU fails.
    func write(_ number: Numeral, to out: inout TextWriter) -> Bool {
        switch number {
        case .integer(let value): out.append { prv_icu_number_int(handle.pointer, value, nil, nil, $0, $1) }
        case .double(let value): out.append { prv_icu_number_double(handle.pointer, value, nil, nil, $0, $1) }
        case .decimal(let value):
            BridgeText.lend(value) { value in
                out.append { prv_icu_number_decimal(handle.pointer, value, nil, nil, $0, $1) }
            }
        }
    }

    /// The formatted number and, by `rules`, the plural category of the number as written.
    package func string(_ number: Numeral, rules: PluralRules?, category: inout PluralCategory) -> String? {
        var raw = PRV_ICU_OTHER
        let rules = rules?.handle.pointer
        let text: String? =
            switch number {
            case .integer(let value):
                BridgeText.read { prv_icu_number_int(handle.pointer, value, rules, &raw, $0, $1) }
            case .double(let value):
                BridgeText.read { prv_icu_number_double(handle.pointer, value, rules, &raw, $0, $1) }
            case .decimal(let value):
                BridgeText.lend(value) { value in
                    BridgeText.read { prv_icu_number_decimal(handle.pointer, value, rules, &raw, $0, $1) }
                }
            }
        category = PluralCategory(rawValue: Int(raw.rawValue)) ?? .other
        return text
    }

    /// Whether ICU understands a skeleton.
    static func understands(_ skeleton: String) -> Bool {
        NumberWriter(locale: "en", style: .skeleton(skeleton)) != nil
    }

    private static func create(
        _ locale: String, _ style: prv_icu_number_style, _ skeleton: String = ""
    ) -> OpaquePointer? {
        BridgeText.lend(skeleton) { prv_icu_number_create(locale, style, $0) }
    }
}

/// The plural rules of a locale.
package final class PluralRules: Sendable {
    fileprivate let handle: BridgeHandle

    package init?(locale: String, isOrdinal: Bool) {
        guard let pointer = prv_icu_plurals_create(locale, isOrdinal) else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_plurals_destroy(handle.pointer) }

    /// The plural categories of the locale.
    package var categories: Set<PluralCategory> {
        let bits = prv_icu_plurals_categories(handle.pointer)
        return Set(PluralCategory.allCases.filter { bits & 1 << UInt32($0.rawValue) != 0 })
    }

    /// The category of a number in the plain style; `nil` if only the formatted number determines it.
    package func plainCategory(of number: Numeral) -> PluralCategory? {
        switch number {
        case .integer(let value): PluralCategory(rawValue: Int(prv_icu_plurals_whole(handle.pointer, value)))
        case .double(let value): PluralCategory(rawValue: Int(prv_icu_plurals_decimal(handle.pointer, value)))
        case .decimal: nil
        }
    }

    package func category(of number: Double) -> PluralCategory {
        PluralCategory(rawValue: Int(prv_icu_plurals_select(handle.pointer, number).rawValue)) ?? .other
    }
}

/// The style in which a number is written.
package enum NumberStyle: Sendable, Hashable {
    case plain, integer, percent
    case skeleton(String)
}

/// The style in which a date or a time of day is written.
package struct DateStyle: Sendable, Hashable {
    package enum Length: Sendable, Hashable {
        case short, medium, long, full
        case skeleton(String)
    }

    package let isTime: Bool
    package let length: Length
}
