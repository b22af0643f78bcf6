/// Why a message pattern was refused, and where.
public struct MessageSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        /// More bytes than `MessagePattern.maximumLength`; the number is the pattern's length.
        case tooLong(Int)
        /// Plurals and selects nested deeper than `MessagePattern.maximumDepth`.
        case tooDeep
        /// More argument names than `MessagePattern.maximumArguments`.
        case tooManyArguments
        /// A `{` without its `}`.
        case unmatchedBrace
        /// No name, or a name that is no identifier, behind a `{`.
        case badName
        /// Something other than `,` or `}` behind a name or a type.
        case badArgument
        /// An argument type other than number, date, time, plural, selectordinal and select.
        case unknownType(String)
        /// A style its type does not have, or a skeleton ICU does not understand.
        case badStyle(String)
        /// A quote in a style that does not end.
        case unendedQuote
        /// A plural or select without branches where they belong.
        case missingBranches
        /// A selector without its `{message}`, or something that is no selector.
        case badBranch
        /// `=` or `offset:` without a number.
        case badNumber
        /// `offset:` behind a branch.
        case misplacedOffset
        /// A plural or select without the branch `other`.
        case missingOther
        /// An apostrophe that quotes a placeholder, which ICU would not fill.
        case hidingApostrophe
    }

    /// The place in the pattern, in bytes of UTF-8.
    public let offset: Int
    public let reason: Reason

    public var description: String { "\(explanation) at byte \(offset)" }

    private var explanation: String {
        switch reason {
        case .tooLong(let length): "\(length) bytes are more than \(MessagePattern.maximumLength)"
        case .tooDeep: "arguments are nested deeper than \(MessagePattern.maximumDepth)"
        case .tooManyArguments: "there are more than \(MessagePattern.maximumArguments) argument names"
        case .unmatchedBrace: "this { is not closed"
        case .badName: "this is no argument name"
        case .badArgument: "a comma or } belongs here"
        case .unknownType(let type): "there is no argument type \"\(type)\""
        case .badStyle(let style): "there is no style \"\(style)\" for this type"
        case .unendedQuote: "the quote in this style does not end"
        case .missingBranches: "plural and select need branches"
        case .badBranch: "a selector and its {message} belong here"
        case .badNumber: "a number belongs here"
        case .misplacedOffset: "offset: belongs before the branches"
        case .missingOther: "the branch \"other\" is missing"
        case .hidingApostrophe: "write '' for this apostrophe: it quotes what follows it"
        }
    }
}
