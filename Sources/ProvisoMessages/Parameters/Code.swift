/// A stable name for a problem, `<rule>.<problem>`, such as `string.tooShort`.
///
/// Codes are the keys of catalogs, and programs may rely on them.
public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code as a string.
    public let rawValue: String

    /// Creates a code from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a code from a string literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    public var description: String { rawValue }

    /// Whether a rule may give itself the code: letters, digits, `-` and `_`, also with single dots between them.
    ///
    /// Specifications number their rules as `BR-CO-10` or `pat-1`.
    package var isWellFormed: Bool {
        rawValue.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.unicodeScalars.allSatisfy {
                    $0 == "-" || $0 == "_"
                        || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                }
        }
    }

    /// The part after the last dot: the name of the option that holds the rule's own message for this code.
    public var problem: Substring {
        let dot = rawValue.utf8.lastIndex(of: UInt8(ascii: "."))
        return dot.map { rawValue[rawValue.utf8.index(after: $0)...] } ?? rawValue[...]
    }
}

extension Code {
    /// The rule could not validate the value, for example because a plugin failed; never treat it as "valid".
    public static let fault: Code = "rule.fault"
    /// The value must be a list.
    public static let listExpected: Code = "value.list"
    /// The value must be an object.
    public static let objectExpected: Code = "value.object"

    /// The value must not be null.
    public static let nullRefused: Code = "value.null"

    /// Nothing in a closed rule set names the member.
    public static let unknownMember: Code = "value.unknown"

    /// The value has a type that the model's property cannot hold.
    public static let typeMismatch: Code = "value.type"
    /// A problem whose message the program gives itself.
    public static let custom: Code = "value.text"
    /// The model stopped the validation before it began, and gave no reason.
    public static let validationStopped: Code = "model.stopped"

    /// The codes that every plan may report in addition to those of its rules.
    package static let ofEveryPlan: [CodeDescription] = [
        CodeDescription(.fault), CodeDescription(.listExpected), CodeDescription(.objectExpected),
        CodeDescription(.nullRefused),
        CodeDescription(.unknownMember, "key", "kind", "suggestion").saying("kind", ["unknown", "similar"]),
        CodeDescription(.typeMismatch, "expected"),
        CodeDescription(.custom, "text"),
        CodeDescription(.validationStopped),
    ]

    private static let everyPlan = Set(ofEveryPlan.map(\.code))

    /// Whether any rule may report the code, whatever its type.
    package static func isOfEveryPlan(_ code: Code) -> Bool { everyPlan.contains(code) }

    /// The codes of validators for single inputs and of async validators, which are not in a registry.
    package static let ofEveryInput: [CodeDescription] = [
        CodeDescription("input.condition"), CodeDescription("input.different"), CodeDescription("input.refused"),
        CodeDescription("remote.invalid"),
    ]
}

/// A code with its parameters.
public struct CodeDescription: Sendable, Hashable {
    /// The code.
    public let code: Code
    /// The names of the parameters, without `attribute` and `value`, which every code has.
    public let parameters: [String]
    /// The options of which a rule must have one to report the code; empty if it needs none.
    package private(set) var options: [String] = []

    /// The words that a parameter can be, for those that are one of a few.
    package private(set) var words: [String: [String]] = [:]

    /// Creates a description from a code and the names of its parameters.
    public init(_ code: Code, _ parameters: String...) {
        self.code = code
        self.parameters = parameters
    }

    /// The same code, which only rules with one of some options report.
    package func needing(_ options: String...) -> CodeDescription {
        var same = self
        same.options = options
        return same
    }

    /// The same code, of which a parameter is one of some words.
    package func saying(_ parameter: String, _ words: [String]) -> CodeDescription {
        var same = self
        same.words[parameter] = words
        return same
    }

    package init(_ code: Code, parameters: [String]) {
        self.code = code
        self.parameters = parameters
    }
}

/// The parameters of a code, by name.
public struct Parameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The parameters in the order in which they were given.
    public var list: [Parameter]

    /// Creates parameters from a list.
    public init(_ list: [Parameter] = []) {
        self.list = list
    }

    /// Creates parameters from a dictionary literal of names and values.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        // Most codes have one parameter: mapping a list costs as much as a message.
        if elements.count == 1 {
            list = [Parameter(name: elements[0].0, value: elements[0].1)]
        } else {
            list = elements.map { Parameter(name: $0.0, value: $0.1) }
        }
    }

    /// Whether both have the same names and values, in any order.
    public static func == (left: Parameters, right: Parameters) -> Bool {
        left.list == right.list || left.list.count == right.list.count && left.list.allSatisfy(right.list.contains)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(list)) }

    /// The value of a parameter; `nil` if it does not exist.
    public subscript(name: String) -> ParameterValue? {
        list.first { $0.name == name }?.value
    }
}
