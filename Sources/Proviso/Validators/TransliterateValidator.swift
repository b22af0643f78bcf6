internal import ICUBridge

/// Writes text in other letters, by one of ICU's transliterators: 'Ελλάδα' becomes 'Ellada'.
///
/// `id` names it, or several one after the other: `Any-Latin; Latin-ASCII` leaves plain ASCII letters, `Lower` and
/// `[:Nonspacing Mark:] Remove` do what they say. The ids are ICU's; one it does not have is refused. What is no text
/// stays as it is, and the texts of a list are changed each. It judges nothing: that is for the rules after it.
///
/// ```yaml
/// - [nameInLatin, transliterate, { id: "Any-Latin; Latin-ASCII" }]
/// ```
public struct TransliterateValidator: NamedValidator {
    public static let type: RuleType = "transliterate"
    public static let options = [
        OptionDescription("id", .text, "the transliterator, or several with semicolons between", isRequired: true)
    ]

    public let id: String
    private let filter: FilterValidator

    /// Throws for an id that ICU does not know.
    public init(id: String) throws(OptionError) {
        guard let transliterator = Transliterator(id: id) else {
            throw OptionError(
                option: "id", reason: "'\(id)' is no transliterator ICU has",
                suggestion: Suggestion.nearest(to: id, in: Transliterator.ids))
        }
        self.id = id
        filter = FilterValidator([Filter(text: { transliterator.apply(to: $0) })])
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(id: try options.text("id") ?? "")
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        filter.validate(value, &context)
    }
}

extension RuleBody {
    /// Writes text in other letters.
    ///
    /// An id that ICU does not know is reported when the plan is made.
    public static func transliterate(_ id: String) -> RuleBody { .type("transliterate", ["id": .text(id)]) }
}
