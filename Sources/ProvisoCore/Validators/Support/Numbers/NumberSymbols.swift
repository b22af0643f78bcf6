internal import ICUBridge
internal import ProvisoMessages

/// The number format of a locale with the digits of one numbering system.
struct NumberSymbols: Sendable {
    /// The zero; the other nine digits follow it.
    let zero: UInt32
    let decimal: UInt32
    /// `nil` if the locale does not group digits.
    let grouping: UInt32?
    let minus: UInt32
    let plus: UInt32
    let percent: [UInt32]
    /// The sizes of the last group and of those before it.
    let lastGroup: Int
    let otherGroup: Int
    /// Whether the minus sign is allowed after the number.
    let endsWithMinus: Bool

    private static let latinZero: UInt32 = 0x30
    private static let arabicZeros: [UInt32] = [0x660, 0x6F0]

    /// One for each system of digits in which numbers may be typed; empty if the locale is not a well-formed tag.
    ///
    /// These are the locale's own digits, those of its script and Latin ones; full-width ones where East Asian input
    /// methods write them. With `percent` or a currency, the groups and separators of percentages or amounts come
    /// first, if they differ from those of plain numbers.
    static func choices(for locale: String, percent: Bool, currency: String?) -> [NumberSymbols] {
        var choices: [NumberSymbols] = []
        for numbering in ["", "native", "latn"] {
            guard let lines = lines(locale, numbering, currency ?? "") else { continue }
            let own: Form? = currency != nil ? .money : percent ? .percent : nil
            choices += [own, .plain].compactMap { form in form.flatMap { NumberSymbols(lines, $0) } }
        }
        for symbols in choices {
            // Arabic keyboards write either set of digits.
            if arabicZeros.contains(symbols.zero) { choices += arabicZeros.map(symbols.withZero) }
        }
        let language = locale.prefix { $0 != "-" }
        if ["ja", "ko", "zh", "yue"].contains(language) { choices += choices.flatMap(\.fullWidth) }
        var known: Set<[UInt32]> = []
        return choices.filter {
            let groups = [$0.lastGroup, $0.otherGroup, $0.endsWithMinus ? 1 : 0].map { UInt32($0) }
            return known.insert([$0.zero, $0.decimal, $0.grouping ?? 0] + groups).inserted
        }
    }

    /// The kinds of numbers for which CLDR has separate patterns.
    private enum Form: Int {
        case plain, percent, money
    }

    private static func lines(_ locale: String, _ numbering: String, _ currency: String) -> [Substring]? {
        let text = BridgeText.read { prv_icu_number_symbols(locale, numbering, currency, $0, $1) }
        return text?.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private init?(_ lines: [Substring], _ form: Form) {
        guard lines.count == 15 else { return nil }
        let signs = lines.map(Self.visible)
        let digits = signs[0]
        let separators = form == .money ? (signs[12], signs[13]) : (signs[1], signs[2])
        guard digits.count == 10, let zero = digits.first, Array(zero..<zero + 10) == digits,
            separators.0.count == 1, let decimal = separators.0.first, let minus = signs[3].first,
            let plus = signs[4].first, let last = Int(lines[6 + 2 * form.rawValue]),
            let other = Int(lines[7 + 2 * form.rawValue])
        else { return nil }
        let grouping = separators.1.first.flatMap { last > 0 && $0 != decimal ? $0 : nil }
        self.init(
            zero: zero, decimal: decimal, grouping: grouping, minus: minus, plus: plus, percent: signs[5],
            lastGroup: last, otherGroup: other, endsWithMinus: form == .money && !lines[14].isEmpty)
    }

    private init(
        zero: UInt32, decimal: UInt32, grouping: UInt32?, minus: UInt32, plus: UInt32, percent: [UInt32],
        lastGroup: Int, otherGroup: Int, endsWithMinus: Bool
    ) {
        self.zero = zero
        self.decimal = decimal
        self.grouping = grouping
        self.minus = minus
        self.plus = plus
        self.percent = percent
        self.lastGroup = lastGroup
        self.otherGroup = otherGroup
        self.endsWithMinus = endsWithMinus
    }

    /// The same separators with other digits.
    func withZero(_ zero: UInt32) -> NumberSymbols {
        NumberSymbols(
            zero: zero, decimal: decimal, grouping: grouping, minus: minus, plus: plus, percent: percent,
            lastGroup: lastGroup, otherGroup: otherGroup, endsWithMinus: endsWithMinus)
    }

    /// Latin digits in their full-width forms, with separators of either width.
    private var fullWidth: [NumberSymbols] {
        func wide(_ scalar: UInt32) -> UInt32 { (0x21...0x7E).contains(scalar) ? scalar + 0xFEE0 : scalar }
        guard zero == Self.latinZero else { return [] }
        let allWide = NumberSymbols(
            zero: wide(zero), decimal: wide(decimal), grouping: grouping.map(wide), minus: minus, plus: plus,
            percent: percent, lastGroup: lastGroup, otherGroup: otherGroup, endsWithMinus: endsWithMinus)
        return [allWide, withZero(allWide.zero)]
    }

    /// The scalars of a symbol, without the direction marks that ICU puts into it.
    static func visible(_ text: Substring) -> [UInt32] {
        text.unicodeScalars.map(\.value).filter { !isMark($0) }
    }

    /// Left-to-right, right-to-left and Arabic letter marks.
    static func isMark(_ scalar: UInt32) -> Bool { scalar == 0x200E || scalar == 0x200F || scalar == 0x61C }

    func isMinus(_ scalar: UInt32) -> Bool { scalar == 0x2D || scalar == 0x2212 || scalar == minus }
    func isPlus(_ scalar: UInt32) -> Bool { scalar == 0x2B || scalar == plus }

    func digit(_ scalar: UInt32) -> UInt8? { scalar &- zero < 10 ? UInt8(scalar &- zero) : nil }

    /// Whether the scalar is the group separator, or a similar character that is on more keyboards.
    func isGrouping(_ scalar: UInt32) -> Bool {
        guard let grouping else { return false }
        return scalar == grouping || Self.isSpace(scalar) && Self.isSpace(grouping)
            || Self.isApostrophe(scalar) && Self.isApostrophe(grouping)
    }

    static func isSpace(_ scalar: UInt32) -> Bool {
        scalar == 0x20 || scalar == 0xA0 || scalar == 0x202F || scalar == 0x2009
    }

    /// The usual form of a full-width or small character, as normalization form KC has it: `$` for `＄` and `¥` for `￥`.
    static func narrowed(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xFF01...0xFF5E: scalar - 0xFEE0
        case 0xFFE0, 0xFFE1: scalar - 0xFF3E
        case 0xFFE5: 0xA5
        case 0xFFE6: 0x20A9
        case 0xFE69: 0x24
        default: scalar
        }
    }

    /// Currency symbols for which form KC has letters: ₨ and ﷼.
    static let signsOfLetters: [(sign: UInt32, letters: [UInt32])] = [
        (0x20A8, [0x52, 0x73]), (0xFDFC, [0x631, 0x6CC, 0x627, 0x644]),
    ]

    private static func isApostrophe(_ scalar: UInt32) -> Bool { scalar == 0x27 || scalar == 0x2019 }
}
