/// The reason and the position of an error in a message pattern.
public struct MessageSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error, with its details.
    public enum Reason: Sendable, Hashable {
        /// The pattern has more bytes than `MessagePattern.maximumLength`; the number is its length.
        case tooLong(Int)
        /// Plurals and selects are nested deeper than `MessagePattern.maximumDepth`.
        case tooDeep
        /// The pattern has more placeholder names than `MessagePattern.maximumArguments`.
        case tooManyArguments
        /// A `{` without its `}`.
        case unmatchedBrace
        /// A `{` that is not followed by an identifier.
        case badName
        /// Something other than `,` or `}` after a name or a type.
        case badArgument
        /// An argument type that does not exist.
        case unknownType(String)
        /// A style its type does not have, or a skeleton ICU does not understand.
        case badStyle(String)
        /// A quote in a style that is not closed.
        case unendedQuote
        /// A plural or select without branches.
        case missingBranches
        /// A selector without its `{message}`, or something that is not a selector.
        case badBranch
        /// `=` or `offset:` without a number.
        case badNumber
        /// `offset:` after a branch.
        case misplacedOffset
        /// A plural or select without the branch `other`.
        case missingOther
        /// An apostrophe that quotes a placeholder, so that ICU would not replace it.
        case hidingApostrophe
    }

    /// The position in the pattern, in bytes of UTF-8.
    public let offset: Int
    /// The kind of the error, with its details.
    public let reason: Reason

    /// The position in the pattern, in characters from 1.
    private let character: Int

    /// Makes an error in a pattern of these bytes.
    init(offset: Int, in bytes: some Sequence<UInt8>, reason: Reason) {
        self.offset = offset
        self.reason = reason
        character = bytes.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
    }

    public var description: String { "at character \(character): \(explanation)" }

    private static let styles =
        "integer, percent and skeletons such as ::currency/EUR for a number, "
        + "short, medium, long, full and skeletons such as ::yMMMd for a date or a time, "
        + "and, or and unit for a list, region, script, language and currency for a name"

    /// The types that are written.
    private static let types = MessagePattern.Placeholder.Kind.allCases.filter { $0 != .text }.map(\.rawValue)

    private var explanation: String {
        switch reason {
        case .tooLong(let length): "\(length) bytes, but at most \(MessagePattern.maximumLength) are allowed"
        case .tooDeep: "placeholders are nested deeper than \(MessagePattern.maximumDepth)"
        case .tooManyArguments: "there are more than \(MessagePattern.maximumArguments) placeholder names"
        case .unmatchedBrace: "this { is not closed"
        case .badName: "expected an argument name"
        case .badArgument: "expected a comma or }"
        case .unknownType(let type):
            "unknown argument type \"\(type)\" (\(Self.types.joined(separator: ", ")))"
                + Suggestion.hint(Suggestion.nearest(to: type, in: Self.types))
        case .badStyle(let style):
            "unknown style \"\(style)\"; there are \(Self.styles)"
        case .unendedQuote: "the quote in this style is not closed"
        case .missingBranches: "plural and select must have branches"
        case .badBranch: "expected a selector and its {message}"
        case .badNumber: "expected a number"
        case .misplacedOffset: "offset: must be before the branches"
        case .missingOther: "the branch \"other\" is missing"
        case .hidingApostrophe: "write '' for this apostrophe: it quotes the text after it"
        }
    }
}
