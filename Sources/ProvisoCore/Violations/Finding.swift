public import ProvisoMessages

/// What is wrong with a value, before anything says where it lies.
public struct Finding: Sendable, Hashable {
    public var code: Code
    public var parameters: Parameters

    public init(_ code: Code, _ parameters: Parameters = [:]) {
        self.code = code
        self.parameters = parameters
    }
}
