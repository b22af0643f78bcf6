public import ProvisoCore
internal import ProvisoMessages

/// The state of an input.
public enum InputState: Sendable, Hashable {
    /// The value is valid.
    case valid
    /// The violations, in the order of the rules; empty before the first value.
    case invalid([Violation])
    /// All rules except the async checks pass; those have started.
    case waitingForRemote

    /// Whether the value is valid.
    public var isValid: Bool { if case .valid = self { true } else { false } }
    /// Whether async checks have not returned yet.
    public var isWaiting: Bool { if case .waitingForRemote = self { true } else { false } }

    /// The violations; empty while async checks are pending.
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
    /// The name, the state and the problems in English, for logs, such as `email: invalid: Email cannot be blank`.
    public var description: String {
        let label = name.isEmpty ? "" : "\(name): "
        guard case .invalid(let found) = state, !found.isEmpty else { return "\(label)\(state)" }
        return "\(label)invalid: \(texts().joined(separator: " "))"
    }
}
