/// A message in ICU MessageFormat syntax, parsed once into an immutable program.
///
/// The supported syntax is `{name}`; `{name, number}` with `integer`, `percent` or a `::` skeleton; `{name, date}` and
/// `{name, time}` with `short`, `medium`, `long`, `full` or a `::` skeleton; `plural`, `selectordinal` and `select`. Beside
/// ICU's there are `{name, list}` with `and`, `or`, `nor` or `unit`, and after it `quoted`, `region`, `script`, `language` or
/// `currency` for its items; `{name, name, region}` for one of them; `{name, quoted}`; and `{name, size}` for bytes.
/// `{subject}` is the validated value as the catalog names it, `{subject_genitive}` and others are its cases.
/// Apostrophes work as in ICU's default mode: `'{'` quotes, `don't` needs no quoting, `''` is one apostrophe.
public struct MessagePattern: Sendable, Hashable {
    /// The maximum length of a pattern, in bytes of UTF-8.
    public static let maximumLength = 4096
    /// The maximum nesting depth of plural and select arguments.
    public static let maximumDepth = 8
    /// The maximum number of different argument names in a pattern.
    public static let maximumArguments = 32

    /// An argument name that a pattern uses, with one way in which it is used.
    public struct Placeholder: Sendable, Hashable {
        /// The way in which a pattern uses an argument.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The argument type of ICU MessageFormat; `text` is `{name}` without a type.
            case text, number, date, time, plural, selectordinal, select
            /// The types beside those of ICU: lists, names of codes, quoted text and sizes in bytes.
            case list, name, quoted, size
        }

        /// The name of the argument.
        public let name: String
        /// The way in which it is used.
        public let kind: Kind

        /// Creates a placeholder.
        public init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    let program: MessageProgram

    /// The source that this pattern was parsed from.
    public var source: String { program.source }

    /// The message as a tree, parsed again on each access, because writing a message does not need it.
    package var parts: [Part] {
        if program.isLiteral { return [.literal(source)] }
        var parser = MessageParser(source)
        return (try? parser.parse()) ?? []
    }

    /// The names of the arguments, which parts refer to by index.
    package var names: [String] { program.names }

    /// Every pair of name and kind once, in the order of first use.
    public var placeholders: [Placeholder] { program.placeholders }

    /// Parses a pattern as ICU does; throws an error with the position and the reason.
    public init(_ source: String) throws(MessageSyntaxError) {
        try self.init(source, refusesHidingQuotes: false)
    }

    /// Parses a pattern, but rejects an apostrophe that quotes a placeholder or words: `l'{attribute} can't be empty`.
    ///
    /// ICU would show the name of the placeholder and drop the apostrophe. To show a brace on purpose, quote each brace
    /// alone: `'{'attribute'}'`.
    package init(checkingQuotes source: String) throws(MessageSyntaxError) {
        try self.init(source, refusesHidingQuotes: true)
    }

    private init(_ source: String, refusesHidingQuotes: Bool) throws(MessageSyntaxError) {
        var parser = MessageParser(source)
        let parts = try parser.parse()
        if refusesHidingQuotes, let offset = parser.scanner.hidingQuote {
            throw MessageSyntaxError(offset: offset, in: source.utf8, reason: .hidingApostrophe)
        }
        program = MessageProgram(
            source: source, parts: parts, names: parser.names, placeholders: parser.placeholders)
    }

    init(program: MessageProgram) { self.program = program }

    /// Creates a pattern that shows the text unchanged.
    package init(literal text: String) {
        program = MessageProgram(source: text, parts: [.literal(text)], isLiteral: true)
    }

    public static func == (one: Self, other: Self) -> Bool { one.source == other.source }

    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension MessagePattern {
    /// The argument name of the attribute's label in every message.
    package static let labelName = "attribute"
    /// The parameter that says whether the digits of numbers are grouped; no message shows it.
    package static let groupingName = "grouping"
    /// The argument name of the validated value in every message.
    package static let valueName = "value"

    /// A part of a message; an argument is an index into `names`.
    package enum Part: Sendable {
        case literal(String)
        case label
        /// The value as the catalog names it, in a case or in the usual form.
        case subject(LabelForm?)
        case argument(Int)
        case number(Int, NumberStyle)
        case date(Int, DateStyle)
        case value(Int, ValueStyle)
        case plural(Plural)
        case select(Select)
        /// `#`: the number of the enclosing plural minus its offset.
        case count
    }

    package final class Plural: Sendable {
        package let argument: Int
        package let isOrdinal: Bool
        package let offset: Double
        /// The branches in source order, without the branch `other`.
        package let branches: [PluralBranch]
        package let other: [Part]
        /// The style of the number in `other`: its plural category is that of the number as shown.
        package let style: NumberStyle

        init(
            argument: Int, isOrdinal: Bool, offset: Double, branches: [PluralBranch], other: [Part], style: NumberStyle
        ) {
            self.argument = argument
            self.isOrdinal = isOrdinal
            self.offset = offset
            self.branches = branches
            self.other = other
            self.style = style
        }
    }

    package enum PluralSelector: Sendable, Hashable {
        case exactly(Double)
        case category(PluralCategory)
        /// A keyword that is not a category of any locale; its branch is never chosen.
        case unknown(String)
    }

    package struct PluralBranch: Sendable {
        package let selector: PluralSelector
        package let parts: [Part]
    }

    package final class Select: Sendable {
        package let argument: Int
        package let branches: [(keyword: String, parts: [Part])]
        package let other: [Part]

        init(argument: Int, branches: [(keyword: String, parts: [Part])], other: [Part]) {
            self.argument = argument
            self.branches = branches
            self.other = other
        }
    }
}
