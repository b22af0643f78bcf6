internal import ICUBridge
internal import ProvisoMessages

/// Writes text in other letters, by one of ICU's transliterators: 'Ελλάδα' becomes 'Ellada'.
///
/// `transliterator` names it, or several one after the other: `Any-Latin; Latin-ASCII` leaves plain ASCII letters, `Lower` and
/// `[:Nonspacing Mark:] Remove` do what they say. The ids are ICU's; one it does not have is refused. What is no text
/// stays as it is, and the texts of a list are changed each. Texts of more than 1024 UTF-16 units are changed in pieces,
/// cut behind white space. Nothing is validated: that is for the rules after it.
///
/// ```yaml
/// - [nameInLatin, transliterate, { transliterator: "Any-Latin; Latin-ASCII" }]
/// ```
public struct TransliterateValidator: NamedValidator {
    public static let type: RuleType = "transliterate"
    public static let options = [
        OptionDescription("transliterator", .text, "its id, or several with semicolons between", isRequired: true)
    ]

    public let transliterator: String
    private let filter: FilterValidator

    /// Throws for an id that ICU does not know.
    public init(_ transliterator: String) throws(OptionError) {
        guard let applied = Transliterator(id: transliterator) else {
            throw OptionError(
                option: "transliterator", reason: "'\(transliterator)' is not a transliterator that ICU has",
                suggestion: Suggestion.nearest(to: transliterator, in: Transliterator.ids))
        }
        self.transliterator = transliterator
        filter = FilterValidator([Filter(text: { applied.apply(to: $0) })])
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(try options.text("transliterator") ?? "")
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        filter.validate(value, &context)
    }
}

extension RuleBody {
    /// Writes text in other letters.
    ///
    /// An id that ICU does not know is reported when the plan is made.
    public static func transliterate(_ transliterator: String) -> RuleBody {
        .type("transliterate", ["transliterator": .text(transliterator)])
    }
}
