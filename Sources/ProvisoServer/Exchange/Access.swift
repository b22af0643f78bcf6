#if Server
internal import HTTPTypes
internal import ProvisoHummingbird

/// Which rules a request may use, and which it may change.
struct Access: Sendable, Equatable {
    /// Names of rules.
    enum Names: Sendable, Equatable {
        case all
        case some(Set<String>)

        /// Whether a name is one of them, also one that no rules have.
        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .some(let names): names.contains(name)
            }
        }

        mutating func insert(_ name: String) {
            guard case .some(let names) = self else { return }
            self = name == "*" ? .all : .some(names.union([name]))
        }
    }

    var used = Names.some([])
    var changed = Names.some([])
    /// Whether the request has no token.
    var isAnonymous = false
    /// Whether the server has tokens.
    var hasTokens = true

    /// Without a file of tokens: all requests use all rules, and none changes them.
    static var open: Access { Access(used: .all, hasTokens: false) }

    /// The answer to a request that may not do what it is for.
    var refusal: ProblemResponse {
        guard hasTokens, !isAnonymous else {
            let reason =
                hasTokens
                ? "expected a token: Authorization: Bearer TOKEN"
                : "rules are changed only with a token: start the server with --tokens"
            return ProblemResponse(.unauthorized, reason, headers: [.wwwAuthenticate: "Bearer"])
        }
        return ProblemResponse(
            .forbidden, "the token is not for that",
            headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""])
    }
}
#endif
