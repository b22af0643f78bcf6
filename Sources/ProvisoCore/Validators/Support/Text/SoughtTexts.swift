internal import ProvisoMessages

/// Strings to find at the start, at the end or anywhere in other strings.
struct SoughtTexts: Sendable {
    static let options = [
        OptionDescription("value", .texts, "the string, or a list of alternatives", isRequired: true, role: .sought),
        OptionDescription("ignoreCase", .boolean, "whether uppercase and lowercase letters from a to z are equal"),
    ]

    let texts: [String]
    let ignoreCase: Bool
    /// Made once, and shared by all violations.
    let parameters: Parameters
    private let needles: [Needle]

    private struct Needle: Sendable {
        /// The bytes, folded if case is ignored.
        let bytes: [UInt8]
        /// For each length of a match: the longest shorter one that ends at the same byte (Knuth, Morris, Pratt).
        let fallback: [Int]
    }

    /// Throws if a string is empty: every string contains it.
    init(_ texts: [String], ignoreCase: Bool) throws(OptionError) {
        if texts.isEmpty { throw OptionError(option: "value", reason: "must name at least one string") }
        if texts.contains("") {
            throw OptionError(option: "value", reason: "must not be empty")
        }
        self.texts = texts
        self.ignoreCase = ignoreCase
        parameters = ["part": .list(texts.map { .text($0) })]
        needles = texts.map { text in
            let bytes = ignoreCase ? text.utf8.map(\.lowercased) : Array(text.utf8)
            return Needle(bytes: bytes, fallback: Self.fallback(bytes))
        }
    }

    init(_ options: borrowing OptionReader) throws(OptionError) {
        guard let texts = try options.texts("value") else { throw OptionError(option: "value", reason: "is required") }
        try self.init(texts, ignoreCase: try options.boolean("ignoreCase") ?? false)
    }

    static func body(_ type: RuleType, _ texts: [String], ignoreCase: Bool) -> Constraint {
        .type(type, ["value": .list(texts.map { .text($0) }), "ignoreCase": .boolean(ignoreCase)])
    }

    func start(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        needles.contains { matches(text, $0, at: 0) }
    }

    func end(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        needles.contains { matches(text, $0, at: text.count - $0.bytes.count) }
    }

    func areIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        needles.contains { isFound($0, in: text) }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, _ needle: Needle, at start: Int) -> Bool {
        guard start >= 0, text.count - start >= needle.bytes.count else { return false }
        for (offset, byte) in needle.bytes.enumerated() where fold(text[start + offset]) != byte { return false }
        return true
    }

    private func isFound(_ needle: Needle, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var held = 0
        for byte in text {
            let byte = fold(byte)
            while held > 0, needle.bytes[held] != byte { held = needle.fallback[held - 1] }
            if needle.bytes[held] == byte { held += 1 }
            if held == needle.bytes.count { return true }
        }
        return false
    }

    private func fold(_ byte: UInt8) -> UInt8 { ignoreCase ? byte.lowercased : byte }

    private static func fallback(_ bytes: [UInt8]) -> [Int] {
        var table = [Int](repeating: 0, count: bytes.count)
        var held = 0
        for index in bytes.indices.dropFirst() {
            while held > 0, bytes[held] != bytes[index] { held = table[held - 1] }
            if bytes[held] == bytes[index] { held += 1 }
            table[index] = held
        }
        return table
    }
}

/// What `startsWith` and `endsWith` share: all of them, except for the place and the code.
///
/// The members below are public as requirements of `NamedValidator`.
protocol SoughtTextValidator: NamedValidator, DirectValidator {
    var sought: SoughtTexts { get }

    init(_ sought: SoughtTexts)
    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool
}

extension SoughtTextValidator {
    package var means: ValueMeaning { .text }

    public static var options: [OptionDescription] { SoughtTexts.options }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(try SoughtTexts(options))
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, isFound(in: text.buffer) { return }
        context.report(Self.codes[0].code, sought.parameters)
    }
}
