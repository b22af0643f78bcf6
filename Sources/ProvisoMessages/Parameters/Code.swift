/// A stable name for what is wrong, `<rule>.<problem>`, such as `string.tooShort`.
///
/// Catalogs are keyed by codes, and programs may rely on them.
public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public var description: String { rawValue }

    /// The part behind the last dot: the name of the option that holds the rule's own message for this code.
    public var problem: Substring {
        let dot = rawValue.utf8.lastIndex(of: UInt8(ascii: "."))
        return dot.map { rawValue[rawValue.utf8.index(after: $0)...] } ?? rawValue[...]
    }
}

extension Code {
    /// A rule could not judge the value, as when a plugin failed: never to be read as "valid".
    public static let fault: Code = "rule.fault"
    /// A list was needed where something else is.
    public static let list: Code = "value.list"
    /// An object was needed where something else is.
    public static let object: Code = "value.object"

    /// A value is of a kind that the model's property cannot hold.
    public static let type: Code = "value.type"
    /// Something that is wrong in words of the program's own.
    public static let text: Code = "value.text"
    /// The model did not let the validation begin, and gave no reason.
    public static let stopped: Code = "model.stopped"

    /// What every plan may report beside its rules' own codes.
    package static let ofEveryPlan: [CodeDescription] = [
        CodeDescription(.fault), CodeDescription(.list), CodeDescription(.object),
        CodeDescription(.type, "expected"), CodeDescription(.text, "text"), CodeDescription(.stopped),
    ]

    private static let everyPlan = Set(ofEveryPlan.map(\.code))

    /// Whether any rule may report the code, whatever its type.
    package static func isOfEveryPlan(_ code: Code) -> Bool { everyPlan.contains(code) }

    /// What validators of single inputs and those that ask a server report, which are in no registry.
    package static let ofEveryInput: [CodeDescription] = [
        CodeDescription("input.condition"), CodeDescription("input.different"), CodeDescription("input.refused"),
        CodeDescription("remote.invalid"),
    ]
}

/// A code with the parameters that come with it.
public struct CodeDescription: Sendable, Hashable {
    public let code: Code
    /// The names of the parameters; `attribute` and `value` are always there and not listed.
    public let parameters: [String]

    public init(_ code: Code, _ parameters: String...) {
        self.code = code
        self.parameters = parameters
    }

    package init(_ code: Code, parameters: [String]) {
        self.code = code
        self.parameters = parameters
    }
}

/// What comes with a code, by name.
public struct Parameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    public var list: [Parameter]

    public init(_ list: [Parameter] = []) {
        self.list = list
    }

    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        // Most codes come with one: mapping it costs as much as a message.
        if elements.count == 1 {
            list = [Parameter(name: elements[0].0, value: elements[0].1)]
        } else {
            list = elements.map { Parameter(name: $0.0, value: $0.1) }
        }
    }

    /// Equal with the same names and values, in whatever order.
    public static func == (left: Parameters, right: Parameters) -> Bool {
        left.list == right.list || left.list.count == right.list.count && left.list.allSatisfy(right.list.contains)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(list)) }

    /// The value of a parameter, nil when it is not there.
    public subscript(name: String) -> ParameterValue? {
        list.first { $0.name == name }?.value
    }
}
