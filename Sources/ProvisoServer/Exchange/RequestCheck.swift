#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ProvisoHummingbird
internal import ServerOptions

/// Refuses requests that are for another server, that may not use the rules they name, or whose body is in a form that is not read.
struct RequestCheck: RouterMiddleware {
    typealias Context = ServiceContext

    let names: HostNames
    /// `nil` if everybody may use everything.
    let tokens: Tokens?

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            try check(request)
            var context = context
            context.access = try access(request, context)
            return try await next(request, context)
        } catch let problem as ProblemResponse where problem.headers[.connection] == "close" {
            context.closeSoon()
            throw problem
        }
    }

    /// What a request may use; throws the answer to one that may not use the rules it names.
    private func access(_ request: Request, _ context: ServiceContext) throws -> Access {
        guard let tokens, let path = context.endpointPath else { return .open }
        // Programs that look after this one have no token, and learn whether it is well.
        if path == "/readyz" { return (try? tokens.access(request)) ?? Access() }
        guard path.hasPrefix("/v1/") || path == "/metrics" else { return .open }
        let access = try tokens.access(request)
        let mayAsk =
            if context.parameters.get("name") != nil {
                access.used.contains(context.name)
            } else {
                // What is about all rules has a list of them, or names those of its body.
                path == "/metrics" ? access.used == .all : !access.isAnonymous || access.used != .some([])
            }
        guard mayAsk else { throw access.refusal }
        return access
    }

    private func check(_ request: Request) throws {
        // The first one is the authority.
        if let field = HTTPField.Name("Host"), request.headers[field] != nil {
            throw ProblemResponse(.badRequest, "expected one Host, found more", headers: [.connection: "close"])
        }
        if let host = request.head.authority, !names.contains(host) {
            throw ProblemResponse(
                .misdirectedRequest,
                "This server is not called '\(host.prefix(100))'; --host-name gives it more names, without their ports."
            )
        }
        // The parser has seen to it that 'chunked' is the last one.
        if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
            throw ProblemResponse(
                .notImplemented, "expected Transfer-Encoding: chunked, found '\(coding.prefix(100))'",
                headers: [.connection: "close"])
        }
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw ProblemResponse.compressed("'\(coding.prefix(100))' in Content-Encoding")
        }
    }
}

/// The names by which clients may call the server.
///
/// A page of another site can let its own name lead to this machine (DNS rebinding), and would then count as a page of this server.
/// Numbers and `localhost` cannot be such a name, and no browser reaches a socket of the file system.
struct HostNames: Sendable {
    /// `nil` for any name.
    private let names: Set<String>?

    init(_ options: ServerOptions) {
        guard case .host(let own, _) = options.address, !options.hostNames.contains("*") else {
            names = nil
            return
        }
        names = Set((options.hostNames + [own, "localhost"]).map { $0.lowercased() })
    }

    /// Whether a name, with or without a port, is one of them.
    func contains(_ host: String) -> Bool {
        guard let names else { return true }
        var name = host.lowercased()[...]
        if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber),
            name.hasPrefix("[") || name.firstIndex(of: ":") == colon
        {
            name = name[..<colon]
        }
        if name.hasPrefix("["), name.hasSuffix("]") { return Self.isNumber(String(name.dropFirst().dropLast())) }
        if name.hasSuffix(".") { name = name.dropLast() }
        return names.contains(String(name)) || name.hasSuffix(".localhost") || Self.isNumber(String(name))
    }

    private static func isNumber(_ name: String) -> Bool { (try? SocketAddress(ipAddress: name, port: 0)) != nil }
}
#endif
