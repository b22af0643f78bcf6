internal import ProvisoMessages

extension StringValidator.Unit {
    /// The unit as messages distinguish it: few readers know the difference of code points and characters.
    var shown: String {
        switch self {
        case .codePoints, .characters: "characters"
        case .utf16: "utf16"
        case .utf8: "bytes"
        }
    }

    /// What messages can show.
    static var words: [String] { allCases.map(\.shown).withoutRepetition() }

    /// The length of a string.
    ///
    /// Characters cost the most, the other units no memory and little time.
    package func count(_ text: borrowing BorrowedText) -> Int {
        switch self {
        case .codePoints: text.codePointCount
        case .utf8: text.count
        // Only code points of four bytes take two UTF-16 units.
        case .utf16: text.codePointCount + text.buffer.count { $0 >= 0xF0 }
        case .characters: Self.characters(text)
        }
    }

    private static func characters(_ text: borrowing BorrowedText) -> Int {
        // In ASCII the one character of two code points is a line break of CR and LF.
        if text.isASCII, !text.buffer.contains(0x0D) { return text.count }
        var iterator = unsafe UTF8Span(unchecked: text.bytes).makeCharacterIterator()
        var count = 0
        while iterator.next() != nil { count += 1 }
        return count
    }
}

extension HeldValue {
    /// Calls `body` with the text the value holds; not at all when it holds none.
    package func withText(_ body: (borrowing BorrowedText) -> Void) {
        if let text = (unsafe Value(unsafe: raw)).text { body(text) }
    }
}

extension Value {
    /// Whether the value is a number or a Boolean.
    var isScalar: Bool {
        switch kind {
        case .boolean, .integer, .unsigned, .double, .decimal: true
        default: false
        }
    }
}

/// The options `min`, `max` and `length` read together.
struct LengthOption {
    private(set) var min: Int?
    private(set) var max: Int?
    private(set) var exact: Int?

    init(_ options: borrowing OptionReader) throws(OptionError) {
        min = try options.count("min")
        max = try options.count("max")
        if let value = options.value("length") {
            if min != nil || max != nil {
                throw Self.saidTwice
            }
            try read(length: value)
        }
        try Self.check(min, max, option: options.value("length") == nil ? "max" : "length")
    }

    static let saidTwice = OptionError(
        option: "length", reason: "cannot be combined with min and max")

    static let noLength = OptionError(
        option: "length", reason: "must be a length, or a list of the minimum and the maximum")

    static func check(_ min: Int?, _ max: Int?, option: String) throws(OptionError) {
        guard let min, let max, min > max else { return }
        throw OptionError(option: option, reason: "no string has at least \(min) and at most \(max)")
    }

    private mutating func read(length: AnyValue) throws(OptionError) {
        let bounds = if case .list(let items) = length { items } else { [length] }
        let counts = bounds.compactMap { if case .integer(let count) = $0, count >= 0 { Int(count) } else { nil } }
        guard counts.count == bounds.count, (1...2).contains(counts.count) else {
            throw Self.noLength
        }
        if length.kind == .integer {
            exact = counts[0]
        } else {
            min = counts[0]
            max = counts.count == 2 ? counts[1] : nil
        }
    }
}
