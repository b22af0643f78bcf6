public import ProvisoCore
internal import ProvisoMessages

/// What is known of an input.
public enum InputState: Sendable, Hashable {
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

extension InputState: CustomStringConvertible {
    /// `valid`, `invalid: email.invalid`, `waiting for remote`, for logs.
    public var description: String {
        switch self {
        case .valid: "valid"
        case .invalid(let found):
            found.isEmpty ? "invalid" : "invalid: \(found.map(\.code.rawValue).joined(separator: ", "))"
        case .waitingForRemote: "waiting for remote"
        }
    }
}

extension InputValidator: CustomStringConvertible {
    /// The name, the state and what is wrong in English, for logs, such as `email: invalid: Email cannot be blank`.
    public var description: String {
        let label = name.isEmpty ? "" : "\(name): "
        guard case .invalid(let found) = state, !found.isEmpty else { return "\(label)\(state)" }
        return "\(label)invalid: \(errorMessages().joined(separator: " "))"
    }
}
