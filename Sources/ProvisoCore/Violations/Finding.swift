public import ProvisoMessages

/// A code with its parameters that a validator reports for a value; the plan adds the value's path.
public struct Finding: Sendable, Hashable {
    /// The code.
    public var code: Code
    /// The parameters of the code, for the message.
    public var parameters: Parameters

    /// Makes a code with its parameters.
    public init(_ code: Code, _ parameters: Parameters = [:]) {
        self.code = code
        self.parameters = parameters
    }
}
