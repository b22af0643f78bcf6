/// The messages of one locale, keyed by code, in ICU MessageFormat syntax.
///
/// Immutable and safe to use from any thread. A pattern is compiled on first use and then published atomically: a later
/// read is one atomic load, and copies of a catalog share the compiled patterns.
public struct Catalog: Sendable {
    /// What a catalog holds about a message besides its pattern.
    public struct Details: Sendable, Hashable {
        /// An argument of the message, with the type and the example that translators see.
        public struct Placeholder: Sendable, Hashable {
            /// The name of the argument.
            public var name: String
            /// The type, such as `String` or `int`; `nil` if the catalog has none.
            public var type: String?
            /// An example value; `nil` if the catalog has none.
            public var example: String?
        }

        /// The description for translators: when the message is shown.
        public var description: String?
        /// The arguments of the message that the catalog describes.
        public var placeholders: [Placeholder] = []
        /// Whether a native speaker has reviewed the message; `nil` if the catalog does not state it.
        ///
        /// `"@@x-reviewed"` of a catalog is that of all messages without one of their own. A message counts as reviewed only
        /// if the catalog also names who read it, as `reviewer`.
        public var isReviewed: Bool?
        /// The name of the native speaker who reviewed the message: `"x-reviewer"`, or `"@@x-reviewer"` for all messages.
        public var reviewer: String?
    }

    /// The locale, a canonical BCP 47 tag.
    public let locale: String
    let messages: MessageTable
    /// The hashes of the English messages that these were translated from, by code; empty if the catalog has none.
    package let englishVersions: [String: String]
    /// Whether translators are still at work, so that checks report only what would break messages.
    package let isUnfinished: Bool

    init(
        locale: String, messages: [String: CatalogMessage], englishVersions: [String: String] = [:],
        isUnfinished: Bool = false
    ) {
        self.isUnfinished = isUnfinished
        self.locale = locale
        self.englishVersions = englishVersions
        self.messages = MessageTable(messages)
    }

    /// Creates a catalog from patterns by code; throws for an invalid tag and for a pattern that does not parse.
    public init(locale: String, messages: [String: String]) throws(CatalogError) {
        guard let tag = LocaleTag.canonical(locale) else {
            let reason = CatalogError.Reason.locale("\"\(locale)\" is not a BCP 47 tag")
            throw CatalogError(file: "catalog", line: 0, column: 0, reason: reason)
        }
        let place = CatalogMessage.Place(file: "catalog \(tag)", line: 0, column: 0)
        let texts = messages.mapValues { CatalogMessage(source: $0, details: Details(), place: place) }
        self.init(locale: tag, messages: texts)
        if let problem = problems().first { throw problem }
    }

    /// The codes that this catalog has messages for, sorted.
    public var codes: [String] { messages.codes }

    /// The source text of a message, in ICU MessageFormat syntax.
    public func source(for code: String) -> String? { messages[code]?.source }

    /// The details of a message; `nil` if the code is unknown.
    public func details(for code: String) -> Details? { messages[code]?.details }

    /// The pattern of a message; `nil` if the code is unknown or the message does not parse (see `problems()`).
    public func pattern(for code: String) -> MessagePattern? { messages[code]?.pattern }

    /// The errors of all messages that do not parse; compiles every message.
    public func problems() -> [CatalogError] {
        codes.compactMap { code in messages[code]?.problem(code: code) }
    }

    /// The codes whose messages show the validated value.
    var valueCodes: [String] {
        codes.filter { code in
            source(for: code)?.holds("value") == true
                && pattern(for: code)?.placeholders.contains { $0.name == "value" } == true
        }
    }

    /// The position of a message in its file.
    package func place(of code: String) -> CatalogMessage.Place? { messages[code]?.place }

    /// Returns this catalog with each message under other codes; messages without any are left out.
    package func renamed(_ names: [String: [String]]) -> Catalog {
        var renamed: [String: CatalogMessage] = [:]
        for (code, message) in messages.all { for name in names[code] ?? [] { renamed[name] = message } }
        return Catalog(locale: locale, messages: renamed)
    }

    /// Returns this catalog with the messages of another one, which take precedence.
    func overlaid(by other: Catalog) -> Catalog {
        Catalog(locale: locale, messages: messages.all.merging(other.messages.all) { _, new in new })
    }
}

/// One message of a catalog, compiled at most once.
package final class CatalogMessage: Sendable {
    package struct Place: Sendable {
        package let file: String
        package let line: Int
        package let column: Int
    }

    private final class Failure: Sendable {
        let error: MessageSyntaxError

        init(_ error: MessageSyntaxError) { self.error = error }
    }

    let source: String
    let details: Catalog.Details
    let place: Place
    private let program = Published<MessageProgram>()
    private let failure = Published<Failure>()

    init(source: String, details: Catalog.Details, place: Place) {
        self.source = source
        self.details = details
        self.place = place
    }

    var pattern: MessagePattern? {
        compile()
        return program.load().map { MessagePattern(program: $0) }
    }

    /// The compiled message without a retain, valid while this object lives; `nil` if it does not parse.
    @inline(__always)
    var lentProgram: Unmanaged<MessageProgram>? {
        if let known = program.lent { return known }
        compile()
        return program.lent
    }

    func problem(code: String) -> CatalogError? {
        compile()
        guard let error = failure.load()?.error else { return nil }
        let reason = CatalogError.Reason.message(code: code, error)
        return CatalogError(file: place.file, line: place.line, column: place.column, reason: reason)
    }

    private func compile() {
        guard program.load() == nil, failure.load() == nil else { return }
        do throws(MessageSyntaxError) {
            _ = program.storeIfNil(try MessagePattern(checkingQuotes: source).program)
        } catch {
            _ = failure.storeIfNil(Failure(error))
        }
    }
}

/// Which English a translation was made from, so that a change of the English shows which translations are stale.
///
/// A catalog has them in `"@@x-english"`, an object of hashes by code. Those of the library have one for each message;
/// the copies in the binary have none.
package enum EnglishVersion {
    /// The name of the catalog's member with the hashes.
    package static let key = "@@x-english"

    /// The hash of an English message: FNV-1a with 32 bits, as eight hexadecimal digits.
    package static func hash(of message: String) -> String {
        let hash = message.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
