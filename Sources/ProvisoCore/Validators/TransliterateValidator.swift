internal import ICUBridge
internal import ProvisoMessages

/// Converts a string to other letters with one of ICU's transliterators: 'Ελλάδα' becomes 'Ellada'.
///
/// `transliterator` names one, or several separated by semicolons: `Any-Latin; Latin-ASCII` leaves plain ASCII
/// letters, `Lower` and `[:Nonspacing Mark:] Remove` do what their names say. The ids are ICU's, at most 16; an unknown one is
/// refused. Each string of a list is converted; other values are left unchanged. Strings of more than 1024 UTF-16
/// units are converted in pieces, cut after white space. A string that would become more than 64 times as long is a
/// fault. Nothing is validated: use later rules for that.
///
/// ```yaml
/// - [nameInLatin, transliterate, { transliterator: "Any-Latin; Latin-ASCII" }]
/// ```
public struct TransliterateValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "transliterate"
    public static let about = RuleTypeFacts(
        effect: .changesValue,
        chapter: .changes, place: 4,
        tables: [.characters])
    public static let options = [
        OptionDescription("transliterator", .text, "the id, or several separated by semicolons", isRequired: true)
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
        let count = applied.elements
        // A single id, which may be made of several, is one of ICU's.
        if transliterator.contains(";") { try Self.check(count, isFiltered: applied.isFiltered) }
        self.transliterator = transliterator
        filter = FilterValidator([
            ValueTransform(price: Self.price * count) { text, context in
                switch applied.apply(to: text) {
                case .made(let made, let moved):
                    return context.pay(moved / Self.unitsMovedInAStep) ? made : nil
                case .tooLong:
                    context.reportFault("'\(transliterator)' makes the value more than 64 times as long")
                    return nil
                case .failed: return nil
                }
            }
        ])
    }

    private static func check(_ count: Int, isFiltered: Bool) throws(OptionError) {
        guard count <= mostIds else {
            throw OptionError(option: "transliterator", reason: "has \(count) ids: at most \(mostIds) are applied")
        }
        // ICU takes the filter of the first id as one for all.
        guard !isFiltered || count <= mostFilteredIds else {
            throw OptionError(
                option: "transliterator",
                reason: "has \(count) ids after a filter for all of them: at most \(mostFilteredIds) are "
                    + "applied; begin with 'Any-Null;', and write the filter in front of each id")
        }
    }

    /// The most ids of one rule: each may make the text longer, and takes time.
    private static let mostIds = 16
    /// Fewer with a filter for all of them, because ICU looks at the length of the text only after the last one.
    private static let mostFilteredIds = 2
    /// How many UTF-16 units of text ICU moves in the time of a step.
    private static let unitsMovedInAStep = 512
    /// The steps of an id for sixteen bytes: ICU takes a microsecond for a byte.
    private static let price = 64

    public init(options: borrowing OptionReader) throws(OptionError) {
        try self.init(try options.text("transliterator") ?? "")
    }

    public var kinds: ValueKindSet { .anything }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        filter.validate(value, &context)
    }
}

extension Constraint {
    /// Converts a string to other letters.
    ///
    /// An id that ICU does not know is reported when the plan is made.
    public static func transliterate(_ transliterator: String) -> Constraint {
        .type("transliterate", ["transliterator": .text(transliterator)])
    }
}
