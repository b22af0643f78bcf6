/// A message in ICU MessageFormat syntax, parsed once into an immutable program.
///
/// Understood are `{name}`, `{name, number}` with `integer`, `percent` or a `::` skeleton, `{name, date}` and
/// `{name, time}` with `short`, `medium`, `long`, `full` or a `::` skeleton, `plural`, `selectordinal` and `select`,
/// and apostrophes as ICU reads them by default: `'{'` quotes, `don't` needs nothing, `''` is one apostrophe.
public struct MessagePattern: Sendable, Hashable {
    /// The longest pattern, in bytes of UTF-8.
    public static let maximumLength = 4096
    /// How deep plural and select arguments may stand inside one another.
    public static let maximumDepth = 8
    /// How many different argument names a pattern may use.
    public static let maximumArguments = 32

    /// A name a pattern uses, with one way it uses it.
    public struct Placeholder: Sendable, Hashable {
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case text, number, date, time, plural, selectordinal, select
        }

        public let name: String
        public let kind: Kind

        public init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    let program: MessageProgram

    /// The text this was parsed from.
    public var source: String { program.source }

    /// The message's tree, parsed anew: for programs that look into messages, none is kept for writing them.
    package var parts: [Part] {
        if program.isLiteral { return [.literal(source)] }
        var parser = MessageParser(source)
        return (try? parser.parse()) ?? []
    }

    /// The arguments' names, which parts refer to by index.
    package var names: [String] { program.names }

    /// Every (name, kind) pair once, in the order of first use.
    public var placeholders: [Placeholder] { program.placeholders }

    /// Parse a pattern as ICU reads it; the error tells where and why.
    public init(_ source: String) throws(MessageSyntaxError) {
        try self.init(source, refusesHidingQuotes: false)
    }

    /// Parse a pattern, and refuse an apostrophe that hides a placeholder or words: `l'{attribute} can't be empty`.
    ///
    /// ICU would show the placeholder's name and lose the apostrophe. Whoever means that quotes each brace by itself:
    /// `'{'attribute'}'`.
    package init(checkingQuotes source: String) throws(MessageSyntaxError) {
        try self.init(source, refusesHidingQuotes: true)
    }

    private init(_ source: String, refusesHidingQuotes: Bool) throws(MessageSyntaxError) {
        var parser = MessageParser(source)
        let parts = try parser.parse()
        if refusesHidingQuotes, let offset = parser.scanner.hidingQuote {
            throw MessageSyntaxError(offset: offset, reason: .hidingApostrophe)
        }
        program = MessageProgram(
            source: source, parts: parts, names: parser.names, placeholders: parser.placeholders)
    }

    init(program: MessageProgram) { self.program = program }

    /// A text that is shown as it is, whatever it contains.
    package init(literal text: String) {
        program = MessageProgram(source: text, parts: [.literal(text)], isLiteral: true)
    }

    public static func == (one: Self, other: Self) -> Bool { one.source == other.source }

    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension MessagePattern {
    /// The name that stands for the attribute's label in every message.
    package static let labelName = "attribute"
    /// The name that stands for the value that was checked, in every message.
    package static let valueName = "value"

    /// A piece of a message; an argument is given as an index into `names`.
    package enum Part: Sendable {
        case literal(String)
        case label
        case argument(Int)
        case number(Int, NumberStyle)
        case date(Int, DateStyle)
        case plural(Plural)
        case select(Select)
        /// `#`: the number of the plural around it, less its offset.
        case count
    }

    package final class Plural: Sendable {
        package let argument: Int
        package let isOrdinal: Bool
        package let offset: Double
        /// In the order written, the branch `other` left out.
        package let branches: [PluralBranch]
        package let other: [Part]
        /// How the number is written in `other`: its plural category is that of the number as shown.
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
        /// A word no locale has as a category; its branch is never chosen.
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
