internal import JSONBridge
internal import ProvisoABI

/// Takes white space, or other characters, off both ends of a text.
///
/// What goes by default is everything with Unicode's property White_Space (so no-break and ideographic spaces too) and
/// NUL. `chars` names other characters instead, with ranges as in "a..z". The texts in a list are trimmed each, unless
/// `skipOnArray`; whatever is no text stays as it is. Rules after it see the trimmed value.
///
/// ```yaml
/// - [[username, email], trim]
/// ```
public struct TrimValidator: NamedValidator {
    public static let type: RuleType = "trim"
    public static let options = [
        OptionDescription("chars", .text, "the characters to take off, with ranges as in a..z; white space by default"),
        OptionDescription("skipOnArray", .boolean, "whether lists are left alone"),
    ]

    public let chars: String?
    public let skipOnArray: Bool
    private let set: TrimmedSet

    public init(chars: String? = nil, skipOnArray: Bool = false) {
        self.chars = chars
        self.skipOnArray = skipOnArray
        set = chars.map { TrimmedSet(chars: $0) } ?? TrimmedSet()
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(chars: try options.text("chars"), skipOnArray: try options.boolean("skipOnArray") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        guard let range = chars.flatMap(TrimmedSet.reversedRange) else { return }
        throw OptionError(
            option: "chars", reason: "the range '\(range)' is reversed", suggestion: String(range.reversed()))
    }

    public var skipsEmpty: Bool { false }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text {
            if let trimmed = trimmed(text) { context.replaceValue(raw: trimmed) }
        } else if value.kind == .list, !skipOnArray {
            for item in value.nodes.indices { trim(value.nodes, at: item, &context) }
        }
    }

    private func trim(_ items: UnsafeBufferPointer<prv_node>, at index: Int, _ context: inout ValidationContext) {
        guard let text = (unsafe Value(unsafe: items[index].value)).text, let trimmed = trimmed(text),
            let first = items.baseAddress
        else { return }
        let list = context.node
        context.node = UnsafeMutablePointer(mutating: first + index)
        context.replaceValue(raw: trimmed)
        context.node = list
    }

    /// A view of the same bytes, nil when nothing is to be taken off.
    private func trimmed(_ text: borrowing Text) -> proviso_value? {
        let kept = set.kept(of: text.buffer)
        if kept.count == text.count { return nil }
        let start = (text.start + kept.lowerBound).assumingMemoryBound(to: CChar.self)
        return proviso_value(text: start, count: kept.count)
    }
}

extension RuleBody {
    /// Takes white space off both ends of a text, or of the texts in a list.
    public static var trim: RuleBody { .validator(TrimValidator()) }

    /// Takes characters off both ends of a text.
    public static func trim(_ chars: String, skipOnArray: Bool = false) -> RuleBody {
        .validator(TrimValidator(chars: chars, skipOnArray: skipOnArray))
    }
}
