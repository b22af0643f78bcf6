internal import ProvisoMessages

/// A change of a value.
public struct ValueTransform: Sendable {
    /// What a filter makes of a value.
    ///
    /// Not an optional value: `nil` is also the literal of null, and the compiler picks one without a word.
    enum Change {
        case unchanged
        case changed(AnyValue)

        /// What a filter made of a string; `nil` if it cannot change it.
        static func changed(_ text: String, to changed: String?) -> Change {
            guard let changed, !changed.utf8.elementsEqual(text.utf8) else { return .unchanged }
            return .changed(.text(changed))
        }
    }

    let takesLists: Bool
    /// The steps for sixteen bytes of a string: see `ValidationContext.pay(forBytes:price:)`.
    private let price: Int
    private let change: @Sendable (borrowing Value, inout ValidationContext) -> Change

    private init(
        takesLists: Bool = false, price: Int = 1,
        _ change: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Change
    ) {
        (self.takesLists, self.price, self.change) = (takesLists, price, change)
    }

    /// What the filter makes of a value, which pays for it.
    func apply(to value: borrowing Value, _ context: inout ValidationContext) -> Change {
        if let text = value.text, !context.pay(forBytes: text.count, price: price) { return .unchanged }
        return change(value, &context)
    }

    /// A filter of strings that takes long for each byte, and may pay for more than their size.
    init(price: Int, text change: @escaping @Sendable (String, inout ValidationContext) -> String?) {
        self.init { (value: borrowing Value, context: inout ValidationContext) in
            guard let text = value.text, context.payAlways(forBytes: text.count, price: price) else {
                return .unchanged
            }
            return .changed(text.string, to: change(text.string, &context))
        }
    }

    /// A filter of strings; `isDone` skips those that would not change.
    private init(
        price: Int = 1, unless isDone: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool = { _ in false },
        text change: @escaping @Sendable (String) -> String?
    ) {
        self.init(price: price) { (value: borrowing Value, _: inout ValidationContext) in
            guard let text = value.text, !isDone(text.buffer) else { return .unchanged }
            let string = text.string
            return .changed(string, to: change(string))
        }
    }

    /// A closure; it gets any value, lists as a whole.
    public static func custom(_ body: @escaping @Sendable (AnyValue) -> AnyValue) -> ValueTransform {
        ValueTransform(takesLists: true) { value, _ in .changed(body(AnyValue(value))) }
    }

    /// Removes white space from both ends.
    public static let trim = ValueTransform(unless: { TrimmedSet().kept(of: $0).count == $0.count }) { text in
        var text = text
        return text.withUTF8 { bytes in
            String(decoding: bytes.part(TrimmedSet().kept(of: bytes)), as: UTF8.self)
        }
    }
    /// Lowercase by Unicode's full mapping, without a locale; an uppercase sigma at the end of a word becomes `ς`.
    public static let lower = ValueTransform(unless: { $0.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 } }) {
        UnicodeText.lowercased($0)
    }
    /// Uppercase by Unicode's full mapping, without a locale.
    public static let upper = ValueTransform(unless: { $0.allSatisfy { $0 < 0x80 && $0 &- 0x61 >= 26 } }) {
        UnicodeText.uppercased($0)
    }
    /// Unicode normalization form C.
    public static let nfc = ValueTransform(price: dear, unless: isASCII) { UnicodeText.nfc($0) }
    /// Unicode normalization form KC, which also replaces compatibility characters: ﬁ becomes fi.
    public static let nfkc = ValueTransform(price: dear, unless: isASCII) { UnicodeText.nfkc($0) }
    /// Unicode's full case folding in normalization form C: for comparing and searching rather than for showing.
    public static let fold = ValueTransform(price: dear, text: { CaseFolding.text.key(of: $0) })
    /// An e-mail address as it should be stored: the domain in lowercase ASCII, the rest in form C.
    public static let email = ValueTransform(text: { EmailAddress($0)?.normalized })
    /// One blank for each run of white space.
    public static let collapseSpaces = ValueTransform(text: { text in
        var wasSpace = false
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            let isSpace = scalar.properties.isWhitespace
            if !isSpace { result.unicodeScalars.append(scalar) } else if !wasSpace { result += " " }
            wasSpace = isSpace
        }
    })
    /// Without the white space, hyphens and dots that separate the groups of a number: `DE89 3704` becomes `DE893704`.
    public static let compact = ValueTransform(text: { text in
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    !scalar.properties.isWhitespace && scalar != "-" && scalar != "." && scalar != "\u{2010}"
                        && scalar != "\u{2011}"
                }))
    })
    /// Only the decimal digits, those of other scripts as ASCII.
    public static let digits = ValueTransform(unless: { $0.allSatisfy(\.isDigit) }) { text in
        text.unicodeScalars.reduce(into: "") { result, scalar in
            guard scalar.properties.generalCategory == .decimalNumber, let number = scalar.properties.numericValue
            else { return }
            result += String(Int(number))
        }
    }
    /// The integer that a string spells; also numbers without a fraction.
    public static let toInteger = ValueTransform { value, _ in
        // Integers of one machine word need no change.
        switch value.kind {
        case .text, .double, .decimal: break
        default: return .unchanged
        }
        guard let whole = Number(spelledBy: value)?.whole else { return .unchanged }
        let changed = AnyValue(whole)
        return value.kind == .text || changed != AnyValue(value) ? .changed(changed) : .unchanged
    }
    /// The number that a string spells.
    public static let toNumber = ValueTransform { value, _ in
        guard let text = value.text, let number = Number(text: text) else { return .unchanged }
        return .changed(AnyValue(number))
    }
    /// True for true, yes, on and 1, false for false, no, off and 0, in any case.
    public static let toBoolean = ValueTransform { value, _ in
        if let number = value.integer {
            return number == 0 ? .changed(false) : number == 1 ? .changed(true) : .unchanged
        }
        // The longest of the words has five letters.
        guard let text = value.text, text.count <= 5 else { return .unchanged }
        switch text.string.lowercased() {
        case "true", "yes", "on", "1": return .changed(true)
        case "false", "no", "off", "0": return .changed(false)
        default: return .unchanged
        }
    }
    /// Numbers and Booleans as text.
    public static let toText = ValueTransform { value, _ in
        switch value.kind {
        case .boolean, .integer, .unsigned, .double, .decimal:
            .changed(.text(ParameterValue(AnyValue(value)).plainText))
        default: .unchanged
        }
    }

    static let named: [String: ValueTransform] = [
        "trim": .trim, "lower": .lower, "upper": .upper, "nfc": .nfc, "nfkc": .nfkc, "fold": .fold, "email": .email,
        "collapseSpaces": .collapseSpaces, "compact": .compact,
        "digits": .digits, "toInteger": .toInteger, "toNumber": .toNumber, "toBoolean": .toBoolean, "toText": .toText,
    ]
    package static let names = named.keys.sorted()

    /// The price of normal forms: they may take 0.2 microseconds for a byte.
    private static let dear = 32
    private static let isASCII: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool = { $0.allSatisfy { $0 < 0x80 } }
}
