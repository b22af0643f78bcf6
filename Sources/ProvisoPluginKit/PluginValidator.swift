/// What runs for a rule type of the plugin's manifest: how its options are read, and how it checks one value.
///
/// An instance is made once for each use of the rule type in a rule set, and then shared by any number of threads;
/// so it keeps what `init(options:)` made of the options and changes nothing afterwards.
public protocol PluginValidator: Sendable {
    /// What rules call it: "vendor/name", in lower-case letters, digits and hyphens.
    static var type: String { get }

    /// Reads the options; throws a `PluginOptionError` where the rule cannot be made of them.
    init(options: PluginOptions) throws

    /// Checks one value of a kind the manifest names, reports to `call` its violations, and returns the verdict.
    ///
    /// Called from several threads at once. The value and the call end with the call: neither can be kept.
    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict
}

/// What a validator says of a value.
public enum PluginVerdict: Int32, Sendable {
    /// The value is valid.
    case valid = 0
    /// The value is invalid.
    case invalid = 1
    /// The rule does not apply to this value; it is treated as valid.
    case notApplicable = 2
    /// The value could not be checked; the host reports that, and never takes the value for valid.
    case fault = -1
    /// The check was given up because `PluginCall.isCancelled` said so.
    case cancelled = -5
}

/// Why a validator could not be made of its options.
public struct PluginOptionError: Error, Sendable {
    /// The option at fault; `nil` if it is not a single one.
    public let option: String?
    /// One sentence for the person who wrote the rule.
    public let reason: String

    /// Creates an error about an option, or about the options as a whole.
    public init(option: String?, _ reason: String) {
        self.option = option
        self.reason = reason
    }
}
