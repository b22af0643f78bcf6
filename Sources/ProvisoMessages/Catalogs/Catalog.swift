/// The messages of one locale, keyed by code, in ICU MessageFormat syntax.
///
/// Immutable and safe from any thread. A pattern is compiled when first used and published atomically: reading it
/// later is a load, and copies of a catalog share what was compiled.
public struct Catalog: Sendable {
    /// What a catalog says about a message besides its text.
    public struct Details: Sendable, Hashable {
        /// A placeholder with the type and the example given to translators.
        public struct Placeholder: Sendable, Hashable {
            public var name: String
            public var type: String?
            public var example: String?
        }

        /// When the message is shown.
        public var description: String?
        public var placeholders: [Placeholder] = []
        /// Whether a native speaker has reviewed the text; absent when the catalog does not say.
        public var isReviewed: Bool?
    }

    /// The locale, a canonical BCP 47 tag.
    public let locale: String
    let messages: MessageTable

    init(locale: String, messages: [String: CatalogMessage]) {
        self.locale = locale
        self.messages = MessageTable(messages)
    }

    /// Make a catalog from patterns by code; a tag that is not well-formed or a pattern that does not parse throws.
    public init(locale: String, messages: [String: String]) throws(CatalogError) {
        guard let tag = LocaleTag.canonical(locale) else {
            let reason = CatalogError.Reason.locale("\"\(locale)\" is no BCP 47 tag")
            throw CatalogError(file: "catalog", line: 0, column: 0, reason: reason)
        }
        let place = CatalogMessage.Place(file: "catalog \(tag)", line: 0, column: 0)
        let texts = messages.mapValues { CatalogMessage(source: $0, details: Details(), place: place) }
        self.init(locale: tag, messages: texts)
        if let problem = problems().first { throw problem }
    }

    /// The codes this catalog has messages for, sorted.
    public var codes: [String] { messages.codes }

    /// A message as it is written.
    public func source(for code: String) -> String? { messages[code]?.source }

    /// What the catalog says about a message.
    public func details(for code: String) -> Details? { messages[code]?.details }

    /// A message's pattern; nothing when the code is unknown or the message does not parse (see `problems()`).
    public func pattern(for code: String) -> MessagePattern? { messages[code]?.pattern }

    /// Every message that does not parse, by code; compiles all of them.
    public func problems() -> [CatalogError] {
        codes.compactMap { code in messages[code]?.problem(code: code) }
    }

    /// The codes whose messages show the value that was checked.
    var valueCodes: [String] {
        codes.filter { code in
            source(for: code)?.holds("value") == true
                && pattern(for: code)?.placeholders.contains { $0.name == "value" } == true
        }
    }

    /// Where a message stands.
    package func place(of code: String) -> CatalogMessage.Place? { messages[code]?.place }

    /// This catalog with another's messages on top.
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

    /// The compiled message, lent for as long as this lives; nil when it does not parse.
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
