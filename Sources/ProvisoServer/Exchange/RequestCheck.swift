#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ProvisoHummingbird
internal import ServerOptions

/// Refuses requests that are for another server, or whose body is in a form that is not read.
struct RequestCheck: RouterMiddleware {
    typealias Context = ServiceContext

    let names: HostNames

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            try check(request)
            return try await next(request, context)
        } catch let problem as ProblemResponse where problem.headers[.connection] == "close" {
            context.closeSoon()
            throw problem
        }
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

extension ProblemResponse {
    /// The answer to a body that is compressed: its true size is not known before it is unpacked.
    static func compressed(_ found: String) -> ProblemResponse {
        ProblemResponse(
            .unsupportedMediaType, "expected a body that is not compressed, found \(found)",
            headers: [.acceptEncoding: "identity"])
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
