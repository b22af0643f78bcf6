#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProvisoHummingbird

extension Router<ServiceContext> {
    /// Adds an address with its only method; all others are answered with 405, which names it.
    func serve(
        _ path: RouterPath, _ method: HTTPRequest.Method = .get,
        use answer: @escaping @Sendable (Request, ServiceContext) async throws -> Response
    ) {
        on(path, method: method, use: answer)
        let allowed = method == .get ? "GET, HEAD" : method.rawValue
        for other in HTTPRequest.Method.known.union([.other].compactMap(\.self)) where ![method, .head].contains(other)
        {
            on(path, method: other) { request, context -> Response in
                let found = context.method ?? request.method.rawValue
                throw ProblemResponse(
                    .methodNotAllowed, "expected \(allowed), found \(found.prefix(100))", headers: [.allow: allowed])
            }
        }
    }
}
#endif
