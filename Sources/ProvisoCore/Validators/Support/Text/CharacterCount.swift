internal import ProvisoMessages

/// Counts characters of a kind in a string.
struct CharacterCount: Sendable {
    enum Kind: Sendable { case digit, upper, lower }

    static let options = [
        OptionDescription("min", .integer, "the minimum number of them, 1 by default", role: .minimum),
        OptionDescription("unicode", .boolean, "whether those of all scripts count, not only those of ASCII"),
    ]

    /// Values to try, with many and with few characters of each kind.
    static let valid: [AnyValue] = ["aB3", "abcDEF123", "abcdefghABCDEFGH12345678"]
    static let invalid: [AnyValue] = ["abc", "ABC", "123", "-", "aaa"]

    let kind: Kind
    let min: Int
    let unicode: Bool

    init(_ kind: Kind, min: Int, unicode: Bool) {
        self.kind = kind
        self.min = min
        self.unicode = unicode
    }

    init(_ kind: Kind, _ options: borrowing OptionReader) throws(OptionError) {
        self.init(kind, min: try options.count("min") ?? 1, unicode: try options.boolean("unicode") ?? false)
    }

    func check() throws(OptionError) {
        if min < 1 { throw OptionError(option: "min", reason: "must be at least 1, or every string passes") }
    }

    var parameters: Parameters { ["min": .integer(Int64(min))] }

    func isReached(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        var index = 0
        while count < min, index < text.count {
            let byte = text[index]
            if byte < 0x80 || !unicode {
                if holds(byte) { count += 1 }
                index += 1
            } else {
                let (scalar, width) = text.scalar(at: index)
                if scalar.properties.generalCategory == category { count += 1 }
                index += width
            }
        }
        return count >= min
    }

    private func holds(_ byte: UInt8) -> Bool {
        switch kind {
        case .digit: byte.isDigit
        case .upper: byte.isUppercase
        case .lower: byte.isLowercase
        }
    }

    private var category: Unicode.GeneralCategory {
        switch kind {
        case .digit: .decimalNumber
        case .upper: .uppercaseLetter
        case .lower: .lowercaseLetter
        }
    }
}

/// What `hasDigit`, `hasLower` and `hasUpper` share: all of them, except for the kind and the code.
///
/// The members below are public as requirements of `NamedValidator`.
protocol CharacterCountValidator: NamedValidator, DirectValidator {
    static var kind: CharacterCount.Kind { get }
    var count: CharacterCount { get }

    init(_ count: CharacterCount)
}

extension CharacterCountValidator {
    package var means: ValueMeaning { .text }

    public static var options: [OptionDescription] { CharacterCount.options }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(try CharacterCount(Self.kind, options))
    }

    public func checkOptions() throws(OptionError) { try count.check() }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, count.isReached(in: text.buffer) { return }
        context.report(Self.codes[0].code, count.parameters)
    }
}
