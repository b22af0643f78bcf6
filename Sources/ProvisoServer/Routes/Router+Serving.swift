#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProvisoHummingbird

extension Router<ServiceContext> {
    private static var methods: [HTTPRequest.Method] { [.get, .post, .put, .patch, .delete, .options, .trace] }

    /// Adds an address with its only method; all others are answered with 405, which names it.
    func serve(
        _ path: RouterPath, _ method: HTTPRequest.Method = .get,
        use answer: @escaping @Sendable (Request, ServiceContext) async throws -> Response
    ) {
        on(path, method: method, use: answer)
        let allowed = method == .get ? "GET, HEAD" : method.rawValue
        for other in Self.methods where other != method {
            on(path, method: other) { _, _ -> Response in
                throw ProblemResponse(
                    .methodNotAllowed, "expected \(allowed), found \(other.rawValue)", headers: [.allow: allowed])
            }
        }
    }
}
#endif
