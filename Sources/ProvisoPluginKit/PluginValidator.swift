/// A rule type that a plugin offers: how it is declared, how its options are read, and how it checks one value.
///
/// An instance is made once for each use of the rule type in a rule set, and then shared by any number of threads;
/// so it keeps what `init(options:)` made of the options and changes nothing afterwards.
public protocol PluginValidator: Sendable {
    /// What rules call it: "vendor/name", in lower-case letters, digits and hyphens.
    static var type: String { get }

    /// One sentence for the person who writes rules.
    static var summary: String { get }

    /// The kinds of value `validate` is given; values of any other kind are reported with `invalidCode`.
    static var kinds: PluginKinds { get }

    /// The code the host reports for a value of a kind that is not in `kinds`; one of `codes`.
    static var invalidCode: String { get }

    /// The options it takes.
    static var options: [PluginOption] { get }

    /// The codes it reports.
    static var codes: [PluginCode] { get }

    /// Reads the options; throws a `PluginOptionError` where the rule cannot be made of them.
    init(options: PluginOptions) throws

    /// Checks one value, reports to `call` what is wrong with it, and returns the verdict.
    ///
    /// Called from several threads at once. The value and the call end with the call: neither can be kept.
    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict
}

extension PluginValidator {
    /// No options.
    public static var options: [PluginOption] { [] }
}

/// What a validator says of a value.
public enum PluginVerdict: Int32, Sendable {
    case valid = 0
    case invalid = 1
    /// The value is none of the rule's business; counts as valid.
    case notApplicable = 2
    /// The value could not be checked; the host reports that, and never takes the value for valid.
    case fault = -1
    /// The check was given up because `PluginCall.isCancelled` said so.
    case cancelled = -5
}

/// Kinds of values.
public struct PluginKinds: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let absent = PluginKinds(.absent)
    public static let null = PluginKinds(.null)
    public static let boolean = PluginKinds(.boolean)
    /// Whole numbers that fit `Int64`.
    public static let integer = PluginKinds(.integer)
    /// Whole numbers beyond `Int64` that fit `UInt64`.
    public static let unsigned = PluginKinds(.unsigned)
    public static let double = PluginKinds(.double)
    /// Numbers too long for the kinds above, as text.
    public static let decimal = PluginKinds(.decimal)
    public static let text = PluginKinds(.text)
    public static let bytes = PluginKinds(.bytes)
    public static let list = PluginKinds(.list)
    public static let object = PluginKinds(.object)
    public static let numbers: PluginKinds = [.integer, .unsigned, .double, .decimal]

    private init(_ kind: PluginValue.Kind) {
        self.init(rawValue: 1 << kind.rawValue)
    }
}

/// An option a rule type takes.
public struct PluginOption: Sendable {
    public let name: String
    public let kinds: PluginKinds
    public let required: Bool
    /// The texts it accepts, where it is a text or a list of texts; empty for any.
    public let values: [String]
    /// One sentence for the person who writes rules.
    public let summary: String

    public init(
        _ name: String, _ kinds: PluginKinds, required: Bool = false, values: [String] = [], summary: String
    ) {
        self.name = name
        self.kinds = kinds
        self.required = required
        self.values = values
        self.summary = summary
    }
}

/// A code a rule type reports, such as "iban.length", and the names of its parameters.
public struct PluginCode: Sendable {
    public let code: String
    public let parameters: [String]

    public init(_ code: String, _ parameters: String...) {
        self.code = code
        self.parameters = parameters
    }
}

/// Why a validator could not be made of its options.
public struct PluginOptionError: Error, Sendable {
    /// The option at fault; nil where it is not a single one.
    public let option: String?
    /// One sentence for the person who wrote the rule.
    public let reason: String

    public init(option: String?, _ reason: String) {
        self.option = option
        self.reason = reason
    }
}
