internal import JSONBridge
internal import ProvisoABI

/// Removes white space, or other characters, from both ends of a string.
///
/// The default is all characters with Unicode's property White_Space (also no-break and ideographic spaces) and
/// NUL. `chars` names other characters, with ranges as in "a..z". Each string of a list is trimmed unless
/// `skipOnArray`; other values are left unchanged. Later rules validate the trimmed value.
///
/// ```yaml
/// - [[username, email], trim]
/// ```
public struct TrimValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "trim"
    public static let about = RuleTypeFacts(
        effect: .changesValue,
        chapter: .changes, place: 2,
        familiar: ["": "strip trimmed trimstring"])
    public static let options = [
        OptionDescription(
            "chars", .text, "the characters to remove, with ranges as in a..z; white space by default",
            mayBeEmpty: false),
        OptionDescription("skipOnArray", .boolean, "whether lists are left unchanged"),
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

    public var kinds: ValueKindSet { .anything }

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

    /// A view of the same bytes, `nil` if nothing must be removed.
    private func trimmed(_ text: borrowing BorrowedText) -> proviso_value? {
        let kept = set.kept(of: text.buffer)
        if kept.count == text.count { return nil }
        let start = (text.start + kept.lowerBound).assumingMemoryBound(to: CChar.self)
        return proviso_value(text: start, count: kept.count)
    }
}

extension Constraint {
    /// Removes white space from both ends of a string, or of each string in a list.
    public static var trim: Constraint { .validator(TrimValidator()) }

    /// Removes characters from both ends of a string.
    public static func trim(_ chars: String, skipOnArray: Bool = false) -> Constraint {
        .validator(TrimValidator(chars: chars, skipOnArray: skipOnArray))
    }
}
