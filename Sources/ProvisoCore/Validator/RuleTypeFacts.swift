/// What a rule type says of itself to those who treat all types alike: samples, lint, pages, suggestions, `init`.
///
/// It is written once, beside the code of the type, as `about`. What is left out is unknown: then a tool has only the options
/// and codes.
public struct RuleTypeFacts: Sendable {
    /// What rules of a type do beside validating.
    public enum Effect: Sendable {
        /// Nothing: they validate.
        case none
        /// They change the value, and never reject one.
        case changesValue
        /// They put a value where there is none, and never reject one.
        case suppliesValue
        /// They only name an attribute.
        case namesAttribute
    }

    /// What rules of a type assert of a value, in words that a tool can reason with; options with roles say the rest.
    public enum Subject: Sendable, Hashable {
        /// A form that only examples show.
        case form
        case boolean
        /// A number within bounds, and within limits of its own.
        case number(isWhole: Bool = false, within: ClosedRange<Double>? = nil)
        case multiple
        /// The number of characters.
        case length
        case pattern
        case choice
        case comparison
        case date, datetime, time
        case beginning, end, part
        case lowercase, uppercase
        /// At least some characters like this one.
        case characters(like: String)
        /// That there is a value; that the attribute is there, even if it is null; that there is none.
        case required, present, missing
        /// The number of items.
        case count
        case items, order, difference
        /// The keys of an object.
        case keys
        /// Rules for the value: of one shape, of one of several.
        case shape, union
        /// What a schema in another language says.
        case schema
        case expression
        /// That no other record has the value; that a collection has it.
        case unique, existing
        /// About a file, and what another program decides.
        case file, remote
    }

    /// The part of the reference where a type is described.
    public enum Chapter: String, Sendable, CaseIterable {
        case presence = "Presence and choice"
        case numbers = "Numbers"
        case text = "Text"
        case secrets = "Names and passwords"
        case dates = "Dates and times"
        case networks = "Addresses and networks"
        case formats = "Formats"
        case regions = "Country, currency and language codes"
        case collections = "Lists and objects"
        case files = "Files"
        case stores = "Stored data"
        case changes = "Changing values"
        case others = "Others"
    }

    /// A rule of a type that data may suggest, because its values have that form.
    public struct Guess: Sendable {
        /// The options of the rule.
        public let options: [AnyValue.Member]
        /// Words of which the attribute's name must have one, because other strings have the same form; none are needed if
        /// it is empty.
        public let names: [String]
        /// Characters of which every value has one: a quick test.
        public let signs: String
        /// Whether it is about numbers, which have one of the names: `lat*` begins so, `*port` ends so.
        public let isOfNumbers: Bool
        /// The place among the guesses: of two that fit equally well, the first one is proposed.
        public let rank: Int

        /// Describes a guess.
        public init(
            _ rank: Int, signs: String = "", names: [String] = [], options: [AnyValue.Member] = []
        ) {
            (self.rank, self.signs, self.names, self.options) = (rank, signs, names, options)
            isOfNumbers = false
        }

        /// Describes a guess for numbers with these names.
        public init(numbers names: String...) {
            (rank, signs, self.names, options, isOfNumbers) = (0, "", names, [], true)
        }

        /// Whether numbers of a name may be such ones.
        package func isNamed(_ name: String) -> Bool {
            names.contains { $0.hasPrefix("*") ? name.hasSuffix($0.dropFirst()) : name.hasPrefix($0.dropLast()) }
        }
    }

    public let subject: Subject
    public let effect: Effect
    /// The maximum number of characters of a valid string, if the type itself limits it.
    public let longest: Int?
    /// Where the reference describes it, and the place there; types without a place follow.
    public let chapter: Chapter
    public let place: Int
    /// Values that options make valid, before the others.
    public let making: (@Sendable (_ options: [String: AnyValue]) -> [AnyValue])?

    // Plans read what is above. Only tools read the rest, which is made when it is read.
    private let makeValid, makeInvalid: @Sendable () -> [AnyValue]
    private let makeFamiliar: @Sendable () -> KeyValuePairs<String, String>
    private let makeTables: @Sendable () -> [DataTable]
    private let makeGuesses: @Sendable () -> [Guess]

    /// Values that pass without options, and values that may not: proposals, of which a plan decides.
    public var valid: [AnyValue] { makeValid() }
    /// Values that may be invalid.
    public var invalid: [AnyValue] { makeInvalid() }
    /// The names that other libraries have for it, alone or with an option: `" with 'min'": "minlength minlen"`.
    public var familiar: KeyValuePairs<String, String> { makeFamiliar() }
    /// The tables that decide about values.
    public var tables: [DataTable] { makeTables() }
    /// The rules of the type that data may suggest.
    public var guesses: [Guess] { makeGuesses() }

    /// Says what a rule type is; whatever is left out is as for a type of which nothing is known.
    public init(
        _ subject: Subject = .form, effect: Effect = .none, chapter: Chapter = .others, place: Int = .max,
        longest: Int? = nil, valid: @autoclosure @escaping @Sendable () -> [AnyValue] = [],
        invalid: @autoclosure @escaping @Sendable () -> [AnyValue] = [],
        making: (@Sendable ([String: AnyValue]) -> [AnyValue])? = nil,
        familiar: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String> = [:],
        tables: @autoclosure @escaping @Sendable () -> [DataTable] = [],
        guesses: @autoclosure @escaping @Sendable () -> [Guess] = []
    ) {
        (self.subject, self.effect, self.longest) = (subject, effect, longest)
        (self.chapter, self.place, self.making) = (chapter, place, making)
        (makeValid, makeInvalid, makeFamiliar) = (valid, invalid, familiar)
        (makeTables, makeGuesses) = (tables, guesses)
    }
}

/// A table of data that changes over time.
public enum DataTable: Sendable {
    case currencies, countries, postalCodes, timeZones, locales, characters
}

extension AnyValue {
    /// A string, or the strings of a list.
    package var words: [String] { text.map { [$0] } ?? (list ?? []).compactMap(\.text) }
}

extension RuleTypeFacts {
    /// Whether rules of the type reject no value.
    package var neverRejects: Bool { effect != .none }
    /// Whether rules of the type change the value.
    package var changesValue: Bool { effect == .changesValue || effect == .suppliesValue }

    /// Whether the value alone does not decide: others in the record, in a run or in a store do too.
    package var needsOthers: Bool { [.expression, .unique, .existing, .remote].contains(subject) }

    /// Whether rules read files or call other programs.
    package var reachesOut: Bool { [.file, .existing, .remote].contains(subject) }

    /// Whether values are numbers that have bounds; numbers of any kind.
    package var isNumber: Bool { if case .number = subject { true } else { false } }
    package var takesNumbers: Bool { isNumber || subject == .multiple }

    /// Whether values are strings of any length.
    package var takesAnyText: Bool {
        guard effect == .none, longest == nil else { return false }
        return [.form, .pattern, .beginning, .end, .lowercase, .uppercase].contains(subject)
    }

    /// Whether the kinds of single characters decide.
    package var isAboutCharacters: Bool {
        if case .characters = subject { true } else { [.lowercase, .uppercase].contains(subject) }
    }

    /// Whether valid values have at most a fixed size.
    package var isLimited: Bool {
        longest != nil || isNumber || [.boolean, .date, .datetime, .time].contains(subject)
    }
}
