/// What is known of an input.
public enum InputState: Sendable {
    case valid
    /// What is wrong, in the order of the rules; nothing before the first value.
    case invalid([Violation])
    /// All rules but the asynchronous ones hold; those have been asked.
    case waitingForRemote

    public var isValid: Bool { if case .valid = self { true } else { false } }
    public var isWaiting: Bool { if case .waitingForRemote = self { true } else { false } }

    /// What is wrong; nothing while an answer is awaited.
    public var violations: [Violation] { if case .invalid(let found) = self { found } else { [] } }
}
