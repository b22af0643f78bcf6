#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// Lets addresses answer methods that they do not know, such as `QUERY`, as they answer all others that they do not have.
struct AnyMethod<Inner: HTTPResponder<ServiceContext>>: HTTPResponder {
    let inner: Inner

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        guard let other = HTTPRequest.Method.other, !HTTPRequest.Method.known.contains(request.method) else {
            return try await inner.respond(to: request, context: context)
        }
        var (head, context) = (request.head, context)
        context.method = head.method.rawValue
        head.method = other
        return try await inner.respond(to: Request(head: head, body: request.body), context: context)
    }
}

extension HTTPRequest.Method {
    /// Stands for all methods that are not known; no client can send it.
    static let other = HTTPRequest.Method("*")
    /// The methods that addresses answer by name; `HEAD` comes with `GET`.
    static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace,
    ]
}
#endif
